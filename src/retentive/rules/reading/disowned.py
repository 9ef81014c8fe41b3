"""What a sentence says and takes no stand for: not true, only an example, dreamt, pretended, a lie.

for example, I live here            it's not that I hate it
I pretended I was a doctor          I told him I live here, which was a lie
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.clause import Cut, Modality
from retentive.rules.reading.words import Word


def _rows(told: str) -> Mapping[str, Sequence[tuple[str, ...]]]:
    """Return rows of words, by the first of them."""
    rows = [tuple(row.split()) for row in told.split(",") if row.strip()]
    return {first: [row for row in rows if row[0] == first] for first, *_ in rows}


_SUPPOSING: Final = _rows(
    """for example, for instance, for the sake of argument, for argument 's sake, in this scenario,
    in that scenario, in this example, in the scenario, in the game, in this game, in my game,
    in the story, in my story, in my novel, in this story, in the book, in the movie, in the film,
    in the play, in this chapter,
    in the chapter, in this scene, in the scene, in my book, in this book, in my campaign,
    in my dream, in my dreams, in the dream, in a dream, in another life,
    in a past life, in a parallel universe, in an alternate universe, in theory, hypothetically,
    it feels like, it feels as if, it felt like, it felt as if, it is as if, it 's as if,
    it is like, it 's like, it was like, it was as if, i feel like i, i felt like i, feels like i,
    felt like i, i feel as if, i felt as if, probably i, probably my, probably we, possibly i,
    let us say, let us assume, let us pretend, let us imagine, let us suppose"""
)
"""Openings of what is only supposed, with all that follows in the sentence."""
_DENYING: Final = _rows(
    """it is not true that, it 's not true that, it is not the case that, it 's not the case that,
    it is not that, it 's not that, it was not that, not that i, it is not like i, it 's not like i,
    it is not as if, it 's not as if, it is false that, it is a lie that, it is a myth that,
    it 's a lie that, it 's a myth that, it 's false that, it is untrue that, it is wrong that,
    it is not like we, it 's not like we, it is not correct that, it 's not correct that"""
)
"""Openings of what is denied: what stands against it (`..., but I'm full`) is meant."""
_THEIRS: Final = ("according", "to")
_FIRST: Final = listed("i we me us my")
EXPERTS: Final = listed(
    """doctor doctors doc dentist surgeon hospital gp vet nurse physio lab test tests results clinic
    consultant specialist oncologist cardiologist therapist dermatologist allergist passport
    certificate contract records scale watch"""
)
"""Who and what is believed that tells how somebody is: `the doctor says I am fine`."""
_DREAM: Final = listed("dream dreams nightmare nightmares vision fantasy")
_MADE_UP: Final = listed(
    """pretended pretend pretending lied lie lying faked fantasized fantasised dreamed dreamt
    hallucinated joked fibbed bluffed"""
)
_LIES: Final = _rows(
    """was a lie, is a lie, was not true, is not true, was a joke, is a joke, was made up,
    is made up, was a fib, was a bluff, was false, is false, was wrong, is wrong, was nonsense"""
)
_FAILED: Final = listed(
    """fail fails failed failing refuse refuses refused decline declined neglected pretended
    hesitate hesitated unable"""
)
_SUPPOSE: Final = _rows("say, assume, suppose, imagine, pretend, let us say, lets say, picture")
_TELLING: Final = listed("tell mention say add note inform introduce")
_TASTING: Final = listed("eat drink touch try wear")
"""What somebody refuses to do because he does not like it."""
_SAID: Final = listed("said say told claimed says")
_GOES_ON: Final = listed("and or that nor")
_OPENERS: Final = listed("and but so well oh like because also then")


def disowned(words: Sequence[Word], found: Sequence[Cut], meant: list[Modality]) -> None:
    """Take for supposed, or for a joke, what the words around a clause do not stand for."""
    for at, cut in enumerate(found):
        lows = [word.low for word in words[cut.start : cut.end]]
        if lows[0] in _OPENERS and len(lows) > 1:
            lows = lows[1:]
        if cut.lead == "which" and _opens(lows, _LIES):
            meant[:at] = [_joking(one) for one in meant[:at]]
        elif _opens(lows, _SUPPOSING) or _is_theirs(lows):
            _suppose(found, meant, at)
        elif _opens(lows, _DENYING) or _dreams(lows) or _fails(lows):
            _suppose(found, meant, at, linked=True)
        elif _governs(lows) or tuple(lows) in _SUPPOSE.get(lows[0], ()):
            _suppose(found, meant, at + 1, linked=True)
        elif _shares(words, cut) and at and meant[at - 1] is Modality.SUPPOSED:
            _suppose(found, meant, at, linked=True)


def _suppose(
    found: Sequence[Cut], meant: list[Modality], first: int, *, linked: bool = False
) -> None:
    """Suppose the clauses from `first` on, where they are `linked` those that go on with it."""
    for at in range(first, len(found)):
        if linked and at > first and found[at].lead not in _GOES_ON:
            return
        if meant[at] is Modality.ASSERTED:
            meant[at] = Modality.SUPPOSED


def _joking(meant: Modality) -> Modality:
    return Modality.JOKING if meant is Modality.ASSERTED else meant


def _opens(lows: Sequence[str], rows: Mapping[str, Sequence[tuple[str, ...]]]) -> bool:
    return any(tuple(lows[: len(row)]) == row for row in rows.get(lows[0], ()))


def _is_theirs(lows: Sequence[str]) -> bool:
    """Tell whether somebody answers for what is said: `according to you`, not `to my doctor`."""
    if tuple(lows[:2]) != _THEIRS:
        return False
    near = lows[2:5]
    return near[:1] != ["me"] and EXPERTS.isdisjoint(near)


def _dreams(lows: Sequence[str]) -> bool:
    if _DREAM.isdisjoint(lows):
        return False
    at = next((at for at, low in enumerate(lows) if low in _DREAM), 0)
    return at > 0 and lows[at + 1 : at + 2] in (["that"], ["where"], ["i"])


def _fails(lows: Sequence[str]) -> bool:
    """Tell whether what an infinitive tells of was not done: `failed to get a job`."""
    if _FAILED.isdisjoint(lows):
        return False
    for at, low in enumerate(lows[:-2]):
        if low in _FAILED and lows[at + 1] == "to" and lows[at + 2] not in _TELLING | _TASTING:
            return "not" not in lows[:at] and "never" not in lows[:at]
    return False


def _governs(lows: Sequence[str]) -> bool:
    """Tell whether a clause ends in a verb of making up: `I pretended (that) ...`."""
    end = len(lows) - (lows[-1] == "that")
    if end and lows[end - 1] in _MADE_UP and lows[max(0, end - 2)] not in lex.DETERMINERS:
        return "not" not in lows and "never" not in lows
    said = end and lows[end - 1] in _SAID
    return bool(said) and "never" in lows and not _FIRST.isdisjoint(lows)


def _shares(words: Sequence[Word], cut: Cut) -> bool:
    """Tell whether a clause goes on with the subject before it: `if I lived here and worked`."""
    return cut.lead in ("and", "or") and words[cut.start].low in lex.PASTS
