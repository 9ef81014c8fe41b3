"""What is said of another in no words of its own: `and so is Fiadh`, `my wife doesn't`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from retentive.model.claim import Claim, Polarity
from retentive.rules.characters import listed
from retentive.rules.reading import Clause, Company, Modality, Referent, Word
from retentive.rules.reading import lexicon as lex

_SHARED: Final = listed(
    """age lives_in origin nationality job works_at studies studies_at relationship_status speaks
    likes dislikes diet allergy health owns hobby skill belief uses_tool"""
)
"""What one can be or have as another is or has it."""
_ALIKE: Final = listed("so neither nor")
_TOO: Final = listed("too either neither")
_SAME: Final = (["same"], ["same", "here"], ["ditto"], ["likewise"], ["snap"])
_FILLERS: Final = lex.INTERJECTIONS | listed("omg ooh aw nice")
_TAILS: Final = listed("actually tbh btw lol haha though tho obviously sadly now")
_BEING: Final = listed("am is are 's do does have has can")
_SKIPPED: Final = listed("and but so though also of course")
_MOST: Final = 7
"""Words of a clause that says only whom it is about."""


def likewise(
    clause: Clause, told: Sequence[Claim], company: Company, before: Callable[[], Sequence[Claim]]
) -> list[Claim]:
    """Return what was just told of somebody, of those of whom a clause says no more than `too`.

    `So is Rosa` and `Rosa too` say the same of her, `but Rosa isn't` denies it. Where nothing is
    `told` in its own message yet, that is what was said `before`.
    """
    if clause.modality is not Modality.ASSERTED:
        return []
    asked = _asked(clause.lead, _to_comma(_past_fillers(clause.words)))
    shared = [one for one in (told or before()) if one.attribute in _SHARED] if asked else []
    if asked is None or not shared:
        return []
    subject, same = asked
    who = company.resolve(subject) if subject else company.speaker
    if who is None or any(one.subject == who.subject for one in shared):
        return []
    return [_of(each, one, same=same) for each in who.members or (who,) for one in shared]


def _past_fillers(words: Sequence[Word]) -> Sequence[Word]:
    at = next((n for n, word in enumerate(words) if word.low not in _FILLERS), 0)
    return words[at:]


def _of(who: Referent, one: Claim, *, same: bool) -> Claim:
    held = one.polarity if same else _other(one.polarity)
    return replace(one, subject=who.subject, polarity=held)


def _other(polarity: Polarity) -> Polarity:
    return Polarity.POSITIVE if polarity is Polarity.NEGATIVE else Polarity.NEGATIVE


def _to_comma(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words before the first comma."""
    for at, word in enumerate(words[:_MOST]):
        if "," in word.after:
            return words[: at + 1]
    return words


def _asked(lead: str, words: Sequence[Word]) -> tuple[Sequence[Word], bool] | None:
    """Return the words of a subject of which nothing new is said, and whether it is the same."""
    while words and words[0].low != "so" and words[0].low in _SKIPPED:
        lead, words = words[0].low, words[1:]
    while words and words[-1].low in _TAILS:
        words = words[:-1]
    lows = [word.low for word in words]
    if lows in _SAME:
        return (), True
    if lows[:1] == ["same"] and "for" in lows[1:3]:  # `same for Otto`, `same goes for my mum`
        return words[lows.index("for") + 1 :], True
    if lows[-2:] == ["as", "well"]:
        words, lows = words[:-1], [*lows[:-2], "too"]
    return _of_subject(lead, words, lows) if 1 < len(lows) <= _MOST else None


def _of_subject(
    lead: str, words: Sequence[Word], lows: Sequence[str]
) -> tuple[Sequence[Word], bool] | None:
    if lows[0] in _ALIKE and lows[1] in _BEING:
        return words[2:], True
    if lead in _ALIKE and lows[0] in _BEING:
        return words[1:], True
    if lows[-1] in _TOO:
        end = len(lows) - 1
        while end > 1 and (lows[end - 1] in _BEING or lows[end - 1] == "not"):
            end -= 1
        return None if lows[0] in lex.BASES else (words[:end], True)
    if lead == "but" and lows[-1] == "not" and lows[-2] in _BEING:
        return words[:-2], False
    return None
