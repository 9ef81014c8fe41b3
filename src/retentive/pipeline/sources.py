"""What goes on and what ends when one of the entries that facts rest on is forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from retentive.model.entry import Entry, Statement
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.space import Space
from retentive.ports.store import Transaction
from retentive.rules.facts import fact_from_statement
from retentive.rules.masking import is_covered, spans_of
from retentive.rules.silence import ENDED
from retentive.rules.versions import resting_on, stripped, told_before, with_brought

Place = tuple[Entry, Span]


def without(
    tx: Transaction, space: Space, entry: Entry, cited: Entry, standing: Standing
) -> tuple[list[Fact], list[tuple[Fact, Fact]]]:
    """Return what ends when `entry` forgets `cited`, and what goes on resting on others.

    The second list pairs each fact with its next version, of that `standing`.
    """
    gone: list[Fact] = []
    left: list[tuple[Fact, Fact]] = []
    resting = [one for one in tx.facts_citing(space, [cited.id]) if one.standing not in ENDED]
    now = tx.get(space, Fact, [one.id for one in resting])
    for fact in resting:
        if now[fact.id].id != fact.id:
            continue  # a fresh version took its place already
        places = [one for one in _said_in(tx, space, entry, fact) if one[0].id != cited.id]
        if places:
            base = _before(tx, space, fact, cited, places)
            left.append((fact, resting_on(space, entry, base, places, standing)))
        else:
            gone.append(fact)
    return gone, left


def _before(
    tx: Transaction, space: Space, fact: Fact, cited: Entry, places: Sequence[Place]
) -> Fact:
    """Return a fact with what other entries than `cited` brought to it."""
    others = [
        version
        for version in tx.versions(space, Fact, fact.key)
        if all(one.entry_id != cited.id for one in version.provenance.citations)
    ]
    if not isinstance(cited.body, Statement):
        return told_before(fact, others[-1]) if others else fact
    base = others[-1] if others else stripped(fact)
    for one, _ in places:
        if isinstance(one.body, Statement):
            base = with_brought(base, fact_from_statement(space, one, one.body, Standing.PLAIN))
    return replace(base, provenance=fact.provenance)


def _said_in(tx: Transaction, space: Space, entry: Entry, fact: Fact) -> Iterator[Place]:
    """Yield where earlier entries say a fact with words that are not silent, oldest first."""
    places = [(one.entry_id, one.span) for one in fact.provenance.citations]
    rows = tx.confirming(space, [fact.key])
    places += [(row.entry_id, span) for row in rows for span in row.spans]
    ids = {entry_id for entry_id, _ in places}
    before = [one for one in tx.silences(space, entry_ids=ids) if one.seq < entry.seq]
    entries = tx.entries_by_id(space, ids)
    told = [(entries[entry_id], span) for entry_id, span in dict.fromkeys(places)]
    for one, span in sorted(told, key=lambda place: place[0].seq):
        if not is_covered(span, spans_of(before, one.id)):
            yield one, span
