"""How a fact reads when what changed it is undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retentive.model.fact import Fact


def restored(now: Fact, before: Fact) -> Fact:
    """Return a fact as it read before: its words, its claim and its times."""
    return replace(
        now,
        text=before.text,
        content_hash=before.content_hash,
        claim=before.claim,
        kind=before.kind,
        provenance=before.provenance,
        origin=before.origin,
        said_at=before.said_at,
        base_confidence=before.base_confidence,
        occurred=before.occurred,
        valid_from=before.valid_from,
        from_precision=before.from_precision,
        valid_until=before.valid_until,
        ended_by=before.ended_by,
    )


def reopened(now: Fact, versions: Sequence[Fact], by: Fact) -> Fact:
    """Return a fact with the times it had before another fact changed them.

    Where that one ended again, a later fact goes on from there: then the first ends there.
    """
    earlier = [one for one in versions if one.born_seq < now.born_seq and one.ended_by != by.key]
    if not earlier:
        return replace(now, ended_by=None)
    before = earlier[-1]
    new = replace(
        now,
        valid_from=before.valid_from,
        from_precision=before.from_precision,
        valid_until=before.valid_until,
        ended_by=before.ended_by,
    )
    until = by.valid_until
    if until is None or now.begins >= by.begins:
        return new
    if new.valid_until is not None and new.valid_until <= until:
        return new
    return replace(new, valid_until=until, ended_by=by.ended_by)
