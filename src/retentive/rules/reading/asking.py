"""What the question marks and question forms of a sentence ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.clause import Cut, Modality
from retentive.rules.reading.words import Word

_ASKING: Final = frozenset("?？؟՞⁇⁈‽")
_TAGS: Final = listed(
    """right correct no yes yeah huh eh ok okay innit is was do does did are not true
    remember you i it he she they we there have has yep or and so hey mate"""
)
_PERMITTED: Final = frozenset(
    {*((modal, "i", "ask") for modal in ("may", "might", "can", "could")), ("pray", "tell")}
)
"""What asks leave to ask what was just said: `My boss lives in Oslo, may I ask?`."""
_INQUIRING: Final = listed("can could would will do may might any pray got")
_INQUIRED: Final = listed("know tell me ask idea ideas clue clues recall say")
_INQUIRY: Final = 6
"""Words of a tail that hands a question over: `do you happen to know`, `could you tell me`."""
_VERBS: Final = lex.FINITE | lex.THIRDS | lex.PASTS | lex.BASES
_FINITE: Final = lex.FINITE | lex.STRONG_THIRDS
_SUBJECTS: Final = lex.NOMINATIVE | lex.DETERMINERS | lex.WEAK_SUBJECTS
_PRONOUNS: Final = _SUBJECTS | listed("me us him her them")
_EXCLAIMING: Final = {
    "what": listed("a an with"),
    "which": listed("means meant makes made explains reminds"),
}
"""What follows a question word that asks nothing: `what a day`, `which means I moved`."""
_WITH_NOUN: Final = listed("which what whose")
_MEASURE: Final = listed("many much long often old far big tall high late early")
_TRAILING: Final = (lex.ADVERBS - listed("there here not")) | listed("exactly precisely")
_KNOWING: Final = (
    (lex.REPORTING - listed("say says said"))
    | lex.COORDINATORS
    | listed(
        """ask asks asked asking wonder wonders wondered show shows showed see sees saw sure matter
        matters depends care cares idea clue understand understands understood choose decide
        decides like likes love loves"""
    )
)
"""Words before a question word that stands for what is known or liked: `he told me where`."""
_NOUN_MOST: Final = 4


def asked(words: Sequence[Word], found: Sequence[Cut], meant: list[Modality]) -> None:
    """Let a question mark ask: from the clause that has the form of a question to the mark."""
    first = heard = 0
    for at, cut in enumerate(found):
        after = words[cut.end - 1].after
        if not _ASKING.isdisjoint(after):
            for one in range(_asks_from(words, found, meant, first, at), at + 1):
                meant[one] = Modality.ASKED
            _by_its_words(words, found, meant, max(first, heard), at)
            heard = at
        elif at and at + 1 == len(found) and _inquires(_lows(words, cut)):
            _by_its_words(words, found, meant, max(first, heard), at)
        elif meant[at] is Modality.ASKED and at + 1 < len(found):
            _carry(found, meant, at)
        if after[:1] in ".!?…" and after:
            first = at + 1


def _carry(found: Sequence[Cut], meant: list[Modality], at: int) -> None:
    """Ask what a question without a mark goes on with: `do you know that I …`, `… or did I …`."""
    if found[at + 1].lead in ("that", "or", "if", "whether") and meant[at + 1] in (
        Modality.ASSERTED,
        Modality.SUPPOSED,
    ):
        meant[at + 1] = Modality.ASKED


def _asks_from(
    words: Sequence[Word], found: Sequence[Cut], meant: Sequence[Modality], first: int, last: int
) -> int:
    """Return the first clause that the mark after clause `last` asks."""
    tag = words[found[last].start : found[last].end]
    if last > first and all(word.low in _TAGS for word in tag):
        return last - 1
    if last > first and tuple(word.low for word in tag) in _PERMITTED:
        return last - 1
    for one in range(first, last + 1):
        opens = words[found[one].start].low in lex.AUXILIARIES
        if opens or meant[one] in (Modality.ASKED, Modality.REQUESTED):
            return one
    while last > first and found[last].lead in ("that", "or", "because", "if", "and"):
        last -= 1
    return last


def _by_its_words(
    words: Sequence[Word], found: Sequence[Cut], meant: list[Modality], first: int, last: int
) -> None:
    """Ask the clauses before the last whose own words ask, whatever that one is.

    My boss lives where, may I ask?        What dog likes tea and hates milk, do you know?
    """
    asks = False
    for one in range(first, last):
        asks = _has_question(words, found, one, last) or (asks and _goes_on(words, found[one]))
        if asks and meant[one] is Modality.ASSERTED:
            meant[one] = Modality.ASKED


def _has_question(words: Sequence[Word], found: Sequence[Cut], one: int, last: int) -> bool:
    cut, following = found[one], found[one + 1]
    lows = _lows(words, cut)
    if one + 1 == last and cut.start <= 1 and cut.lead in lex.WH_WORDS:
        return _inquires(_lows(words, following))  # `when my passport expires, do you know?`
    if lows[0] in lex.WH_WORDS and len(lows) > 1 and not _states(lows):
        return True
    until = following.start
    if until > cut.end and "," in words[until - 1].after:
        lows = [word.low for word in words[cut.start : until]]  # `he lives where, I wonder?`
    return _ends_in_question(lows)


def _goes_on(words: Sequence[Word], cut: Cut) -> bool:
    """Tell whether a clause goes on with the one before, and has no subject of its own."""
    if cut.lead == "that" or cut.lead in lex.RELATIVES:
        return True
    return cut.lead in ("", "and", "or", "but", "nor") and words[cut.start].low in _VERBS


def _inquires(lows: Sequence[str]) -> bool:
    """Tell whether a clause only hands a question over: `do you know`, `any idea`."""
    short = len(lows) <= _INQUIRY and lows[0] in _INQUIRING
    return short and any(low in _INQUIRED for low in lows[-2:])


def _states(lows: Sequence[str]) -> bool:
    """Tell whether what opens with a question word states something: `what I like is tea`."""
    if lows[1] in _EXCLAIMING.get(lows[0], ()):
        return True
    named = lows[1] in lex.POSSESSIVES or lows[1] in lex.ARTICLES
    if lows[1] not in _SUBJECTS and not (lows[0] == "what" and lows[1] in _FINITE):
        return False
    verbs = [low for low in lows[2 + named :] if low in _VERBS or low == "'s"]
    seen = lows[1] in _FINITE or (bool(verbs) and verbs[0] not in lex.BE and verbs[0] != "'s")
    return seen and not lex.BE.isdisjoint(verbs)


def _ends_in_question(lows: Sequence[str]) -> bool:
    """Tell whether the words end in a question: `… lives where`, `… moved to which city`."""
    end = len(lows)
    while end and lows[end - 1] in _TRAILING:
        end -= 1
    for at in range(max(1, end - _NOUN_MOST - 1), end):
        if lows[at] in lex.WH_WORDS and _KNOWING.isdisjoint(lows[max(0, at - 2) : at]):
            return at + 1 == end or _asks_for_noun(lows[at], lows[at + 1 : end])
    return False


def _asks_for_noun(asking: str, behind: Sequence[str]) -> bool:
    """Tell whether a question word asks for a noun, and begins no clause: `how many cats`."""
    if asking == "how":
        return behind[0] in _MEASURE and _VERBS.isdisjoint(behind[2:])
    clause = behind[0] in _FINITE or not _VERBS.isdisjoint(behind[1:])
    return asking in _WITH_NOUN and not clause and _PRONOUNS.isdisjoint(behind)


def _lows(words: Sequence[Word], cut: Cut) -> list[str]:
    return [word.low for word in words[cut.start : cut.end]]
