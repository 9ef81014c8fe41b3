"""What correct, retract and forget do at once, before digestion decides for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from retentive.model.change import Alias, Silencing
from retentive.model.entry import Entry, Target
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.space import Space
from retentive.pipeline.merging import also_saying, joined, leading
from retentive.pipeline.reading import Reader
from retentive.pipeline.retelling import retold
from retentive.pipeline.sources import without
from retentive.pipeline.sparing import spared
from retentive.ports.store import Transaction
from retentive.rules.silence import Hush
from retentive.rules.versions import corrected_fact, next_version


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What a command does: what it silences and ends, what goes on, and names for it.

    `silenced` are the turns whose words go silent. `new` goes on in place of what it silences, and
    `instead` in place of versions that nothing else silences. `fact` is what it gives its caller.
    """

    hushes: Sequence[tuple[Silencing, Hush]]
    silenced: Sequence[str] = ()
    ended: Sequence[Fact] = ()
    new: Sequence[Fact] = ()
    instead: Sequence[Fact] = ()
    names: Sequence[Alias] = ()
    fact: Fact | None = None


def entry_forgotten(tx: Transaction, entry: Entry, name: str) -> Deed:
    """Return what it does to forget a whole entry."""
    cited = tx.entries_by_id(tx.space, [name])[name]
    gone, left = without(tx, tx.space, entry, cited, Standing.FRESH)
    new = [after for _, after in left]
    hush = Hush(
        keys=tuple(fact.key for fact in gone),
        loose=((cited.id, Span(0, len(cited.text))),),
        resting=tuple((fact.key, cited.id) for fact in new),
    )
    hushes = [(Silencing.FORGOTTEN, hush)]
    return Deed(hushes=hushes, silenced=[cited.id], ended=gone, new=new)


def done_to_fact(tx: Transaction, entry: Entry, target: Target, mode: Silencing) -> Deed:
    """Return what a command does to a fact.

    Turns that are not digested and say what its lineage says go silent too.
    """
    space, name = tx.space, target.fact_id or ""
    old = tx.get(space, Fact, [name])[name]
    said = target.content or None
    silenced = [entry_id for entry_id, _ in (*target.citations, *target.unread)]
    hush = Hush(keys=(old.key,), spans=target.citations, loose=target.unread, saying=said)
    if mode is Silencing.FORGOTTEN:
        spans = tuple(spared(tx, space, target.citations, [old]))
        hushes = [(mode, replace(hush, spans=spans))]
        return Deed(hushes=hushes, silenced=silenced, ended=[old])
    pairs = [*retold(tx, space, [old])]
    if mode is Silencing.RETRACTED:
        instead = _fresh(space, entry, pairs)
        return Deed(hushes=[(mode, hush)], silenced=silenced, ended=[old], instead=instead)
    new, others = _corrected(tx, entry, old)
    keys = [old.key, *(other.key for other in others)]
    return Deed(
        hushes=[(mode, replace(hush, keys=tuple(keys)))],
        silenced=silenced,
        new=[new],
        instead=_fresh(space, entry, [one for one in pairs if one[0].key not in keys]),
        names=[*leading(tx, space, entry, others, new.key, tentative=True)],
        fact=new,
    )


def _fresh(space: Space, entry: Entry, pairs: Sequence[tuple[Fact, Fact]]) -> list[Fact]:
    return [next_version(space, entry, new, standing=Standing.FRESH) for _, new in pairs]


def _corrected(tx: Transaction, entry: Entry, old: Fact) -> tuple[Fact, list[Fact]]:
    """Return what a correction makes of a fact, and the facts that it stands for from now on."""
    new = corrected_fact(tx.space, entry, old, Standing.FRESH)
    equals = tx.facts_by_hash(tx.space, [new.content_hash]).get(new.content_hash, ())
    others = also_saying(entry, Reader(tx, "any").served(tx.space, equals), new)
    return joined(tx, tx.space, new, others), others
