"""Whether a name that nobody knows is surely that of somebody: it may be a place or a firm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.heads import BESIDE
from retentive.rules.reading.phrase import Phrases
from retentive.rules.reading.referent import Mention
from retentive.rules.reading.words import Word

_ACTING: Final = ("er", "or", "ist", "ian", "man", "woman", "wife", "nurse")
"""Endings of words for people."""
_WHERE: Final = listed(
    """in at to from near of via between around through across into towards onto visit visits
    visited visiting toured leaving left"""
)
_POINTING: Final = listed("it this that there here which where what")
_OPENING: Final = 3
_CALLED: Final = ("called", "named")
_ROLES: Final = listed(
    """user customer character record account entry row persona hero heroine villain protagonist npc
    player bot template placeholder variable"""
)
"""What is called by a name and is nobody: `a test user called Bo`."""
_USING: Final = listed(
    """deploy deploys deployed deploying build builds built building write writes wrote written
    writing make makes made making edit edits edited editing draw draws drew drawn test tests
    tested testing track tracks tracked tracking log logs logged logging plan plans planned manage
    manages managed code codes coded pay pays paid paying cook cooks cooked replace replaced started
    start starts begin began done program programmed"""
)
"""Verbs of what is done with a thing: `we deploy with Ansible`."""
_TENDING: Final = listed(
    """walked walking fed feeding groomed brushed cuddled hugged hugging invited inviting rang
    texted texting asked asking ask asks helped helping thanked babysat babysitting cc hired
    hiring mentoring interviewing interviewed onboarding pinged emailed messaged"""
)
_TAKING: Final = listed(
    "take took taking bring brought pick picked picking drop dropped dropping drove"
)
_WHITHER: Final = listed("to up off out along back in")
"""Verbs of what is done to somebody, and what follows: `took Mabel to the vet`."""
_DONE_TO: Final = listed(
    "tested vaccinated checked examined admitted assessed diagnosed christened baptised over"
)
"""What somebody is whom one had so: `we had Mabel tested`."""
_TALKING: Final = listed(
    """talk talks talking talked speak speaks speaking spoke spoken chat chatting chatted report
    reports reporting reported listen listening handing handed hand over belongs"""
)
"""Verbs before `to` that are done with people: `talk to Marek`, `handed over to Bilal`."""
_WAITING: Final = listed("blocked waiting depends depending relying counting")
_FAR: Final = 4
"""Words before `with` among which such a verb stands."""


def is_sure(words: Sequence[Word], one: Mention, phrases: Phrases) -> bool:
    """Tell whether a mention is surely of somebody."""
    who, at = one.who, one.start
    if who.relation or who.name is None or who.name.casefold() in phrases.known or at == 0:
        return True
    before = words[at - 1]
    if at > 1 and before.low in lex.ADVERBS and words[at - 2].low in lex.BE:
        at, before = at - 1, words[at - 2]  # `my boss is now Anna`
    if _is_apposed(words, one.end, phrases):
        return True
    if before.low in lex.AUXILIARIES and "?" in words[-1].after:  # `Does Tom …?`
        return True
    if before.after == ",":
        return not _is_of_places(words, at)
    if before.low in _CALLED:
        return not _is_of_thing(words, at, phrases)
    if before.low in BESIDE:
        above = words[at - 2].low if 1 < at <= _OPENING else ""
        pointed = before.low in lex.BE and above in _POINTING  # `it's Lyon`
        pointed = pointed or (at > 1 and before.low in lex.BE and words[at - 2].low in _ROLES)
        return not (pointed or _is_used(words, at) or _is_of_places(words, at))
    behind = words[one.end].low if one.end < len(words) else ""
    tended = before.low in _TENDING or (before.low in _TAKING and behind in _WHITHER)
    tended = tended or (before.low == "had" and behind in _DONE_TO)
    return tended or _is_talked_to(words, at) or before.low in phrases.people.relations


def _is_talked_to(words: Sequence[Word], at: int) -> bool:
    """Tell whether a name is whom one talks to, waits for, or hands things over to."""
    verb = words[at - 2].low if at > 1 else ""
    if words[at - 1].low == "on":
        return verb in _WAITING
    if words[at - 1].low != "to" or verb not in _TALKING:
        return False
    return verb != "over" or (at > 2 and words[at - 3].low in _TALKING)


def _is_apposed(words: Sequence[Word], at: int, phrases: Phrases) -> bool:
    """Tell whether a relation stands behind a name: `gave it to Per, a colleague of mine`."""
    if at >= len(words) or words[at - 1].after not in (",", " (", "("):
        return False
    owned = words[at].low in lex.ARTICLES
    return owned and any(word.low in phrases.people.relations for word in words[at + 1 : at + 4])


def _is_used(words: Sequence[Word], at: int) -> bool:
    """Tell whether a name is that of a tool, or of no person: `New Year's Eve`."""
    low = words[at - 1].low
    if low == "with":
        return any(word.low in _USING for word in words[max(0, at - _FAR) : at - 1])
    return low == "'s" and words[at].low == "eve"


def _is_of_places(words: Sequence[Word], at: int) -> bool:
    """Tell whether a name stands in a row of those of places: `to Rome, Florence and Siena`."""
    left = at - 1
    while left >= 0 and (words[left].text[0].isupper() or words[left].low in ("and", "or")):
        left -= 1
    return 0 <= left < at - 1 and words[left].low in _WHERE


def _is_of_thing(words: Sequence[Word], at: int, phrases: Phrases) -> bool:
    """Tell whether what is called by the name at a word is a thing: `my boat is called Ann`."""
    noun = next((one.low for one in reversed(words[: at - 1]) if one.low not in lex.BE), "")
    if noun in _ROLES:
        return True
    if noun in phrases.people.relations or noun.endswith(_ACTING):
        return False
    return phrases.people.is_thing(noun)
