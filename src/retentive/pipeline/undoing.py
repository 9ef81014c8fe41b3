"""Undoing what was learnt from one entry: its facts are retracted, what they ended goes on.

The target of the command is the entry: all that was learnt from it, or one fact and its words, so
that any rules find what they made of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from retentive.kernel.errors import InvalidInput
from retentive.model.change import Silencing
from retentive.model.entry import Command, Entry, Target
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.space import Space
from retentive.pipeline.hushing import hush_of
from retentive.pipeline.reading import Reader, ended, unknown
from retentive.pipeline.reconciling import NEAR
from retentive.pipeline.retelling import retold
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.rules.silence import ENDED, Hush
from retentive.rules.targets import named, overlaps
from retentive.rules.undo import reopened, restored
from retentive.rules.values import head
from retentive.rules.versions import next_version

UNDONE = "what changed it was undone"


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undoing retracts, and old and new version of what goes on.

    What is `revised` reads as before from then on; `retold` is what the same words said besides.
    """

    retracted: tuple[Fact, ...]
    revised: tuple[tuple[Fact, Fact], ...]
    retold: tuple[tuple[Fact, Fact], ...]
    hushes: tuple[tuple[Silencing, Hush], ...]


def undo_target(view: View, space: Space, name: str) -> Target:
    """Return what is to be undone: all that a change did, or one version of a fact.

    Raises `NotFound` for what nobody knows, `InvalidInput` for what a command did.
    """
    seq = view.seq_of(space, name)
    citations: Sequence[tuple[str, Span]] = ()
    made: Fact | None = None
    if seq is None:
        made = _made(view, space, name)
        seq = made.born_seq
        citations = [(one.entry_id, one.span) for one in made.provenance.citations]
    (entry,) = view.entries(space, after=seq - 1, limit=1)
    if isinstance(entry.body, Command):
        raise InvalidInput(
            f"{name!r} is what a command did ({entry.body.verb}); undo takes back what was learnt "
            "from a message or a statement. Say a retracted fact again with remember",
            field="change_id",
        )
    said = tuple(one for one in citations if one[0] == entry.id)
    target = Target(
        fact_id=made.id if made else None,
        key=made.key if made else None,
        entry_id=entry.id,
        claim=made.claim if made else None,
        citations=said,
        maker=space.generations.maker,
    )
    if not Reader(view, "any").served(space, _learnt(view, space, entry, target)):
        raise ended(name)
    return target


def _made(view: View, space: Space, name: str) -> Fact:
    """Return the version that is named; of one that another fact ended, that fact's first."""
    fact = view.get(space, Fact, [name]).get(name)
    if fact is None:
        raise unknown(name)
    versions = view.versions(space, Fact, fact.key)
    if not Reader(view, "any").remembered(space, versions):
        raise unknown(name)
    version = next((one for one in versions if one.id == name), versions[0])
    if version.ended_by is None:
        return version
    made = view.versions(space, Fact, version.ended_by)
    return next((one for one in made if one.born_seq == version.born_seq), version)


def undone(tx: Transaction, space: Space, entry: Entry, target: Target, as_: Standing) -> Undone:
    """Return what `entry` does when it undoes what was learnt from another.

    New versions are of the standing `as_`.
    """
    name = target.entry_id or ""
    of = tx.entries_by_id(space, [name]).get(name)
    if of is None:
        return Undone((), (), (), ())
    retracted: dict[str, Fact] = {}
    revised: dict[str, tuple[Fact, Fact]] = {}
    for fact in _learnt(tx, space, of, target):
        versions = tx.versions(space, Fact, fact.key)
        first = next(at for at, one in enumerate(versions) if one.born_seq == of.seq)
        if first == 0:
            retracted[fact.key] = fact
        else:
            revised[fact.key] = (fact, restored(fact, versions[first - 1]))
    for fact in retracted.values():
        for old in _ended_by(tx, space, fact):
            if old.key not in retracted:
                before = tx.versions(space, Fact, old.key)
                revised[old.key] = (old, reopened(old, before, fact))
    pairs = tuple(
        (old, next_version(space, entry, replace(new, standing=as_, reason=UNDONE)))
        for old, new in revised.values()
    )
    told = tuple(
        (old, next_version(space, entry, replace(new, standing=as_)))
        for old, new in retold(tx, space, tuple(retracted.values()))
        if old.key not in revised
    )
    back = Silencing.RETRACTED
    # What is said anew, after it was undone, is learnt: only what said it before falls silent.
    silent = (replace(hush_of(tx, space, one, back), contents=()) for one in retracted.values())
    hushes = tuple((back, hush) for hush in silent)
    return Undone(tuple(retracted.values()), pairs, told, hushes)


def _learnt(tx: View, space: Space, of: Entry, target: Target) -> list[Fact]:
    """Return the facts as they are now of which that entry made a version by these words."""
    citing = [one for one in tx.facts_citing(space, [of.id]) if one.standing not in ENDED]
    now = tx.get(space, Fact, [one.id for one in citing])
    found = []
    for fact in citing:
        cited = [(one.entry_id, one.span) for one in fact.provenance.citations]
        meant = not target.citations or any(overlaps(one, target.citations) for one in cited)
        born = any(one.born_seq == of.seq for one in tx.versions(space, Fact, fact.key))
        if meant and born and now[fact.id].id == fact.id:
            found.append(fact)
    return named(found, target, space.generations.maker)


def _ended_by(tx: Transaction, space: Space, fact: Fact) -> list[Fact]:
    """Return the facts that end, or begin, where a fact's words say it."""
    near = list(tx.facts_about(space, fact.subject, limit=NEAR))
    if fact.claim is not None:
        about = (space, fact.claim.subject, fact.claim.attribute)
        near += tx.claims_around(*about, fact.begins, limit=NEAR)
        near += tx.claims_alike(*about, head(fact.claim.value), limit=NEAR)
    by_key = {one.key: one for one in near if one.ended_by == fact.key and one.key != fact.key}
    return list(by_key.values())
