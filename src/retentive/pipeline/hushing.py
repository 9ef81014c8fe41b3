"""What goes silent with one fact, told once for all that silence by a fact and not by a target."""

from __future__ import annotations

from collections.abc import Iterable

from retentive.model.change import Silencing
from retentive.model.fact import Fact
from retentive.model.space import Space
from retentive.pipeline.reading import said_in
from retentive.pipeline.sparing import spared
from retentive.pipeline.vocabulary import calendar
from retentive.ports.store import Transaction
from retentive.rules.sameness import told_hash
from retentive.rules.silence import Hush


def hashes_of(tx: Transaction, space: Space, facts: Iterable[Fact]) -> list[str]:
    """Return the hashes under which what facts say is not learnt again: their words and time."""
    rests = [(fact, fact.provenance.citations[:1]) for fact in facts]
    entries = tx.entries_by_id(space, {one.entry_id for _, cited in rests for one in cited})
    said = [(fact, [entries.get(one.entry_id) for one in cited]) for fact, cited in rests]
    return [told_hash(space.secret, fact, calendar(*entry)) for fact, entry in said]


def hush_of(tx: Transaction, space: Space, fact: Fact, mode: Silencing, kept: str = "") -> Hush:
    """Return a lineage, all words that say it, and the hash of what it says.

    What is forgotten silences no words that another fact rests on too. What has the hash `kept`
    may be learnt again.
    """
    cited = ((one.entry_id, one.span) for one in fact.provenance.citations)
    spans = [*said_in(tx, space, [fact.key]), *cited]
    if mode is Silencing.FORGOTTEN:
        spans = spared(tx, space, spans, [fact])
    contents = () if fact.content_hash == kept else hashes_of(tx, space, [fact])
    return Hush(keys=(fact.key,), spans=tuple(dict.fromkeys(spans)), contents=tuple(contents))
