"""What goes silent with one fact, told once for all that silence by a fact and not by a target."""

from __future__ import annotations

from retentive.model.change import Silencing
from retentive.model.fact import Fact
from retentive.model.space import Space
from retentive.pipeline.reading import said_in
from retentive.pipeline.sparing import spared
from retentive.ports.store import Transaction
from retentive.rules.silence import Hush


def hush_of(tx: Transaction, space: Space, fact: Fact, mode: Silencing, kept: str = "") -> Hush:
    """Return a lineage, all words that say it, and the hash of what it says.

    What is forgotten silences no words that another fact rests on too. What has the hash `kept`
    may be learnt again.
    """
    cited = ((one.entry_id, one.span) for one in fact.provenance.citations)
    spans = [*said_in(tx, space, [fact.key]), *cited]
    if mode is Silencing.FORGOTTEN:
        spans = spared(tx, space, spans, [fact])
    contents = tuple({fact.content_hash} - {kept})
    return Hush(keys=(fact.key,), spans=tuple(dict.fromkeys(spans)), contents=contents)
