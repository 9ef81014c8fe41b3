"""Verb groups: where one begins, and what its auxiliaries make of its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.matching.line import Line
from retentive.rules.reading import Word
from retentive.rules.reading import lexicon as lex

MOST: Final = 5
"""Auxiliaries before one verb."""


class Tense(StrEnum):
    """What the form of a verb says of the time."""

    PRESENT = "present"
    PERFECT = "perfect"
    PAST = "past"
    USED = "used"
    """A past that is over: `used to live`."""
    FUTURE = "future"
    UNREAL = "unreal"
    """Could, might, want to: nothing that is or was."""
    BARE = "bare"
    """An -ing form alone: `living in Rome`."""
    NONE = "none"
    """A verbless clause."""


def start_of_group(line: Line, at: int, lexicon: Lexicon) -> int:
    """Return where the auxiliaries of the verb at word `at` begin; `at` itself for none."""
    start = at
    while start > 0 and at - start < MOST and not line.breaks[start]:
        if line.words[start - 1].low not in lexicon.auxiliaries:
            break
        start -= 1
    return start


def find_group(line: Line, at: int, forms: Mapping[str, str], lexicon: Lexicon) -> int | None:
    """Return the word that is the verb itself of a group that begins at word `at`."""
    best = None
    for step in range(MOST + 1):
        if at + step >= len(line.words) or (step and line.breaks[at + step]):
            return best
        low = line.words[at + step].low
        if low in forms and at + step not in line.timed:
            best = at + step
        if low not in lexicon.auxiliaries:
            return best
    return best


def tense_in(line: Line, start: int, form: int, letters: str, lexicon: Lexicon) -> Tense:
    """Return the tense of the verb at word `form`, whose group begins at word `start`.

    An -ing form has that of the verb that governs it: `I miss living there`, `imagine living`.
    """
    helpers = [lexicon.auxiliaries[word.low] for word in line.words[start:form]]
    tense = tense_of(helpers, letters)
    if tense is not Tense.BARE or start == 0 or line.breaks[start]:
        return tense
    governing = line.words[start - 1].low
    if governing in lexicon.classes["looking_back"]:
        return Tense.USED
    return Tense.UNREAL if governing in lexicon.classes["not_doing"] else tense


_REMOTE: Final = (("used", Tense.USED), ("unreal", Tense.UNREAL), ("future", Tense.FUTURE))


def tense_of(helpers: Sequence[str], letters: str) -> Tense:
    """Return the tense of a verb form after auxiliaries that do the things `helpers` names."""
    done = set(helpers)
    for name, tense in _REMOTE:
        if name in done:
            return tense
    if "going" in done and "to" in done:
        return Tense.UNREAL if "was" in done else Tense.FUTURE
    if "to" in done and (done == {"to"} or ("have" in done and "had" not in done)):
        return Tense.UNREAL
    if "had" in done or "did" in done or "was" in done:
        return Tense.PAST
    if "have" in done or (not done and letters == "n"):  # `been vegan since May`
        return Tense.PERFECT
    if letters == "i" and not done:
        return Tense.BARE
    if letters == "n" and not done:  # `been a roofer`: `I have` is left out
        return Tense.PERFECT
    if "be" in done or "do" in done or set(letters) & set("bsi"):
        return Tense.PRESENT
    return Tense.PAST


_FINITE: Final = frozenset(
    {"is", "was", "are", "were", "has", "had", "does", "did", "will", "would", "can", "could"}
)
_POSSESSIVES: Final = frozenset({"my", "our", "your", "their", "its"})


def _owns(line: Line, at: int) -> bool:
    """Tell whether an `'s` is that of an owner, as a verb follows: `my son's coach is ill`."""
    for number in range(at + 1, len(line.words)):
        if line.breaks[number]:
            return False
        if line.words[number].low in _FINITE:
            return number > at + 1
    return False


_MANNERS: Final = ((lex.PASTS | lex.THIRDS | lex.GERUNDS) - lex.AUXILIARIES) | listed(
    "am is are was were be been 's look sound feel seem smell act sleep eat swim"
)
"""Verbs behind which `like` is none: `she smiled like a shark`, `I'm like a mother to them`."""


_OWNING: Final = 3
"""Words of `of the ship`."""


def _is_governed(line: Line, at: int) -> bool:
    """Tell whether an `'s` is that of an owner, as a preposition governs him: `of the ship's`."""
    if at < _OWNING or at + 1 >= len(line.words) or any(line.breaks[at - 1 : at + 2]):
        return False
    left = [word.low for word in line.words[at - 3 : at - 1]]
    return left[0] in lex.PREPOSITIONS and left[1] in lex.DETERMINERS


def is_form(line: Line, at: int, forms: Mapping[str, str]) -> bool:
    """Tell whether a form of a verb stands at a word: 's is one of `have` only before `got`.

    What stands right behind a possessive is a noun (`my own`, `his work`), and in a time phrase
    there is no verb: `the end of May`.
    """
    low = line.words[at].low
    if at and line.words[at - 1].low in _POSSESSIVES and not line.breaks[at]:
        return False
    if at in line.timed or (low == "'s" and _owns(line, at)):
        return False
    if low == "like" and at and line.words[at - 1].low in _MANNERS:
        return False
    if low == "'s" and "is" in forms and _is_governed(line, at):
        return False
    if low == "'s" and "is" not in forms:
        return at + 1 < len(line.words) and line.words[at + 1].low == "got"
    return low in forms


def only_helps(line: Line, at: int, lexicon: Lexicon) -> bool:
    """Tell whether a `do` only carries the negation of the verb behind it."""
    helps = lexicon.auxiliaries.get(line.words[at].low) in ("do", "did")
    return helps and any(one[:2] == (at + 1, "not") for one in line.marks)


_MAKING: Final = listed(
    "help helps helping helped let lets letting make makes making made watch watching see saw"
)


def is_made_to(line: Line, start: int, verb: int) -> bool:
    """Tell whether a verb is what the subject before it is helped to do, or made to do.

    So it is behind words `[start, verb)` such as `helping my brother (move)`.
    """
    lows = [word.low for word in line.words[start : verb + 1]]
    made = [at for at, low in enumerate(lows) if low in _MAKING]
    return bool(made) and lows[-1] in lex.BASES and lex.NOMINATIVE.isdisjoint(lows[made[-1] :])


_BARE: Final = lex.PASTS | lex.PARTICIPLES | lex.GERUNDS


def opens_bare(words: Sequence[Word]) -> bool:
    """Tell whether words begin with a verb whose subject is left out: `been here, flying back`.

    So they do behind a word that answers: `no, got a Dacia`.
    """
    if words and all(word.low in lex.INTERJECTIONS for word in words):
        return True
    return bool(words) and words[0].low in _BARE and ":" not in words[-1].after
