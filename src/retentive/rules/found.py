"""Checking what an extractor found before it is believed.

An extractor may be anybody's: what it returns is checked like any other input.
"""

from __future__ import annotations

from collections.abc import Iterable

from retentive.kernel.errors import InvalidInput
from retentive.kernel.scope import checked_id
from retentive.model.candidate import Candidate
from retentive.model.checks import aware, share
from retentive.rules.checked import checked_text
from retentive.rules.limits import LIMITS
from retentive.rules.privacy import clean

MAX_CANDIDATES = 500
"""No entry yields more facts; a longer list is cut, so that no fold holds the lock for long.

An entry is folded in one transaction, and a fact costs about a third of a millisecond in it:
500 of them, a message of some thirty thousand characters in which every sentence states
something, keep other writers waiting for a fifth of a second.
"""


def checked_candidates(found: object) -> tuple[Candidate, ...]:
    """Return the candidates of one entry, at most 500; raise `InvalidInput` for another thing."""
    if not isinstance(found, Iterable):
        raise InvalidInput(f"an extractor returns candidates, not {found!r}", field="extract")
    kept: list[Candidate] = []
    for one in found:
        if len(kept) == MAX_CANDIDATES:
            break
        kept.append(_checked(one))
    return tuple(kept)


def _checked(one: object) -> Candidate:
    if not isinstance(one, Candidate):
        raise InvalidInput(f"an extractor returns candidates, not {one!r}", field="extract")
    checked_text(one.text, "text", LIMITS.part_bytes)
    if clean(one.text).text != one.text:
        raise InvalidInput("a candidate's text holds what cannot be stored", field="text")
    checked_id(one.kind, "kind")
    checked_text(one.subject, "subject", LIMITS.part_bytes)
    if one.claim is not None:
        for part in (one.claim.subject, one.claim.attribute, one.claim.value):
            checked_text(part, "claim", LIMITS.part_bytes)
    if one.corrects is not None:
        for words in (one.corrects.old, one.corrects.new):
            if words is not None:
                checked_text(words, "corrects", LIMITS.part_bytes)
    share(one.confidence, "confidence")
    share(one.importance, "importance")
    aware(one.valid_from, "valid_from")
    aware(one.valid_until, "valid_until")
    if one.valid_from and one.valid_until and one.valid_until <= one.valid_from:
        raise InvalidInput("valid_until must be later than valid_from", field="valid_until")
    return one
