"""How a known fact reads after something was said about it: bounded, enriched, begun earlier."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from retentive.model.claim import Polarity
from retentive.model.fact import Fact
from retentive.model.provenance import Channel
from retentive.model.record import Precision
from retentive.rules.attributes import Attribute
from retentive.rules.decisions import Revision
from retentive.rules.facts import CORRECTED, DEFAULT_KIND, also_cited
from retentive.rules.values import Likeness, counting, likeness
from retentive.rules.years import year_of_day

SAME = frozenset({Likeness.EQUAL, Likeness.RICHER, Likeness.POORER})
"""The likenesses of values that say the same."""


def like(known: Fact, said: Fact, attribute: Attribute) -> Likeness:
    """Return how the value that is said lies to a known one."""
    assert known.claim is not None
    assert said.claim is not None
    dates = attribute.name == "birthday" and year_of_day(known.claim.value, said.claim.value)
    return dates or likeness(
        known.claim.value,
        said.claim.value,
        partial=attribute.partial,
        single=attribute.is_single,
    )


def is_denial(fact: Fact) -> bool:
    """Tell whether a fact says that something is not so."""
    return fact.claim is not None and fact.claim.polarity is Polarity.NEGATIVE


_YEARS: Final = 1_000
"""Numbers from here on count nothing: `a 1974 Mini`."""


def is_one_of(known: Fact, said: Fact) -> bool:
    """Tell whether what ends is one of several that are known together: a choir, of two choirs."""
    if known.claim is None or said.claim is None or counting(said.claim.value):
        return False
    count, last = counting(known.claim.value), said.claim.value.lower().split()[-1:]
    several = count is not None and 1 < count[0] < _YEARS
    return several and bool(last) and not last[0].endswith("s")


def points_back(fact: Fact) -> bool:
    """Tell whether words only take up somebody who is somebody's: `my sister`, `Tom's dog`."""
    if fact.claim is None:
        return False
    before, found, _ = fact.text.casefold().partition(fact.claim.value.casefold())
    last = before.split()[-1:]
    return bool(found and last) and (last[0] in _OWNING or last[0].endswith(("'s", "’s")))


_OWNING: Final = frozenset({"my", "our", "his", "her", "their", "the"})
"""Words before somebody who is known already: `my sister is ill`."""


def asserted_at(fact: Fact) -> datetime:
    """Return when a fact's words were said; those of a correction are newer than the fact."""
    if fact.provenance.rule == CORRECTED:
        return max(fact.said_at, fact.provenance.created_at)
    return fact.said_at


def is_own_word(fact: Fact) -> bool:
    """Tell whether a person put a fact into these words, to be kept as they are."""
    return fact.pinned or fact.provenance.channel is Channel.EXPLICIT


def is_vague(fact: Fact) -> bool:
    """Tell whether the begin of a fact is unknown, or known as the latest possible one."""
    return fact.valid_from is None or fact.from_precision is Precision.BY


def begins_anew(known: Fact, said: Fact) -> bool:
    """Tell whether what had begun already when it was told begins, by its words, after that.

    Who moved to Porto in January, and moves there in March, was elsewhere between.
    """
    if is_vague(known) or is_vague(said) or said.valid_from is None:
        return False
    return known.begins <= asserted_at(known) < said.valid_from


def covers(fact: Fact, at: datetime) -> bool:
    """Tell whether a fact has begun at an instant, as far as is known, and not ended."""
    return fact.begins <= at and lasts(fact, at)


def lasts(fact: Fact, at: datetime) -> bool:
    """Tell whether a fact does not end before or at an instant."""
    return fact.valid_until is None or fact.valid_until > at


def newest_first(facts: Iterable[Fact]) -> list[Fact]:
    """Return facts in the order in which they were last told, the newest first."""
    return sorted(facts, key=lambda one: (-one.born_seq, place_told(one)))


def place_told(fact: Fact) -> tuple[int, int, str, str, str]:
    """Return what orders the facts of one entry: where their words stand, and what these say.

    Ids would not do, for they differ from store to store.
    """
    spans = [one.span for one in fact.provenance.citations]
    start, end = spans[0] if spans else (0, 0)
    claim = fact.claim
    said = "" if claim is None else f"{claim.subject} {claim.attribute} {claim.value}"
    return start, end, said, fact.text, fact.id


def bounded(fact: Fact, at: datetime, by: Fact, reason: str) -> Revision:
    """Return a fact that ends at an instant because of another; none of its time may be left."""
    until = at if fact.valid_from is None else max(at, fact.valid_from)
    return Revision(fact, replace(fact, valid_until=until, ended_by=by.key, reason=reason))


def over_at(known: Fact, at: datetime) -> datetime:
    """Return when what is denied from an instant on was over: not before it was told to be so.

    Who plays in mid-May, and gave it up in May, played in mid-May; what was told to be so long
    after its end was not.
    """
    return known.begins if at < known.begins < at + _COARSE else at


_COARSE: Final = timedelta(days=31)
"""How long after its first day what is told to the month may have been, at the most."""


def begun(fact: Fact, at: datetime, by: Fact) -> Revision:
    """Return a fact of unknown begin that begins where another leaves off."""
    new = replace(
        fact,
        valid_from=at,
        from_precision=Precision.BY,
        ended_by=by.key,
        reason="begins where the one before ends",
    )
    return Revision(fact, new)


def _is_put_off(end: datetime, said: Fact) -> bool:
    """Tell whether an end that is ahead is told anew: `I'm here until Friday`, `until Sunday`."""
    until = said.valid_until
    return until is not None and min(end, until) > said.said_at and end != until


def enriched(known: Fact, said: Fact, told: Likeness) -> Fact | None:
    """Return a known fact with what the same claim, said again, brings; None if that is nothing.

    That are fuller words, a begin where it was unknown, an end and a date where there was none.
    """
    begins = is_vague(known) and not is_vague(said)
    ends = said.valid_until is not None and (
        known.valid_until is None or _is_put_off(known.valid_until, said)
    )
    dates = known.occurred is None and said.occurred is not None
    fuller = told is Likeness.RICHER
    if not (begins or ends or dates or fuller):
        return None
    new = replace(
        known,
        valid_from=said.valid_from if begins else known.valid_from,
        from_precision=said.from_precision if begins else known.from_precision,
        valid_until=said.valid_until if ends else known.valid_until,
        occurred=said.occurred if dates else known.occurred,
        reason="told more closely",
    )
    if is_own_word(known) or told is Likeness.POORER:
        return new
    citations = known.provenance.citations
    return also_cited(
        replace(
            new,
            text=said.text,
            content_hash=said.content_hash,
            kind=said.kind if known.kind == DEFAULT_KIND else known.kind,
            claim=said.claim,
            provenance=said.provenance,
            origin=said.origin,
            base_confidence=max(known.base_confidence, said.base_confidence),
            importance=known.importance if said.importance is None else said.importance,
            tags=tuple(dict.fromkeys((*known.tags, *said.tags))),
        ),
        citations,
    )
