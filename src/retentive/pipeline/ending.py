"""What a command does to settled state: correct, retract, forget.

Under the rules that made its target a command ends what it names. Under others it ends all
that its words, its claim and its name lead to, and a correction goes on under the key that its
caller holds. What it silences needs no target at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from retentive.model.candidate import Candidate
from retentive.model.change import (
    Alias,
    Change,
    Mute,
    Silencing,
    Unplaced,
)
from retentive.model.entry import Command, Entry, Target, Verb
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.space import Space
from retentive.pipeline.hushing import hashes_of
from retentive.pipeline.merging import also_saying, joined, leading
from retentive.pipeline.reading import said_in
from retentive.pipeline.reconciling import Reconciling
from retentive.pipeline.retelling import retold
from retentive.pipeline.sources import without
from retentive.pipeline.sparing import spared
from retentive.pipeline.undoing import undone
from retentive.ports.store import Transaction
from retentive.rules.facts import DEFAULT_KIND, content_hash, lineage_key, version_id
from retentive.rules.silence import Hush, ends, numbered, silences_of, silencing
from retentive.rules.targets import cites, confirms, exactly, meant, silent_near
from retentive.rules.telling import claims_of, is_about_the_same
from retentive.rules.versions import (
    corrected_fact,
    ended_fact,
    fact_from_correction,
    is_corrected,
    is_told,
    next_version,
    replaced,
    retired,
)


@dataclass(frozen=True, slots=True)
class _Aim:
    """What a target leads to in the state before its command.

    `facts` are what it means, ended ones too, the likeliest first; `by_name` is what its names
    lead to now, meant or not. `exact` tells that the present rules made the target.
    """

    target: Target
    facts: tuple[Fact, ...]
    by_name: Mapping[str, Fact]
    exact: bool

    @property
    def home(self) -> Fact | None:
        """The fact that a correction goes on from.

        Else than what the target names that is what a person stated or corrected: callers
        may hold its names, and no rule cut its words.
        """
        if self.exact:
            return self.facts[0]
        named = self.by_name.get(self.target.key or "")
        if named in self.facts:
            return named
        return next((fact for fact in self.facts if is_told(fact) and fact.standing.served), None)


def obey(
    tx: Transaction,
    space: Space,
    entry: Entry,
    command: Command,
    candidates: Sequence[Candidate] = (),
) -> Iterator[Change]:
    """Return what a command changes once the fold has reached its entry.

    `candidates` are what the words of a correction say.
    """
    if command.verb is Verb.UNDO:
        yield from _undo(tx, space, entry, command)
        return
    mode, target = silencing(command.verb), command.target
    if mode is None:
        yield Unplaced(seq=entry.seq, reason=f"{command.verb}: this version does not serve it")
        return
    if target.entry_id is not None:
        yield from _forget_entry(tx, space, entry, target.entry_id)
        return
    aim = _aimed(tx, space, target)
    hush = _hushed(tx, space, entry, mode, aim)
    yield from map(Mute, silences_of(entry.seq, mode, hush))
    home = aim.home if mode is Silencing.CORRECTED else None
    for fact in aim.facts:
        if fact != home and ends(fact, mode):
            yield from replaced(entry, fact, _ended(space, entry, fact, command))
    if mode is Silencing.RETRACTED:
        for old, new in retold(tx, space, aim.facts):
            yield from replaced(entry, old, next_version(space, entry, new))
    if mode is Silencing.CORRECTED:
        yield from _corrected(tx, space, entry, aim, candidates)
    elif not aim.facts and not hush.spans:
        yield Unplaced(seq=entry.seq, reason=f"{command.verb}: nothing here matches its target")


def _undo(tx: Transaction, space: Space, entry: Entry, command: Command) -> Iterator[Change]:
    done = undone(tx, space, entry, command.target, Standing.PLAIN)
    if not done.retracted and not done.revised:
        yield Unplaced(seq=entry.seq, reason="undo: nothing is left of what was learnt")
    yield from map(Mute, numbered(entry.seq, done.hushes))
    for fact in done.retracted:
        yield from replaced(entry, fact, _ended(space, entry, fact, command))
    for old, new in (*done.revised, *done.retold):
        yield from replaced(entry, old, new)


def _aimed(tx: Transaction, space: Space, target: Target) -> _Aim:
    by_name = tx.get(space, Fact, [name for name in (target.fact_id, target.key) if name])
    fact = exactly(target, space.generations.maker, by_name)
    if fact is not None:
        return _Aim(target, (fact,), by_name, exact=True)
    claim = target.claim
    claiming = tx.facts_by_claim(space, claim.subject, claim.attribute) if claim else ()
    saying = _saying(tx, space, target.places)
    return _Aim(target, tuple(meant(target, by_name, claiming, saying)), by_name, exact=False)


def _saying(tx: Transaction, space: Space, places: Sequence[tuple[str, Span]]) -> Iterator[Fact]:
    """Yield the facts that rest on words that overlap these, or are confirmed by such."""
    ids = {entry_id for entry_id, _ in places}
    yield from (fact for fact in tx.facts_citing(space, ids) if cites(fact, places))
    rows = tx.confirming(space, entry_ids=ids)
    last = {row.key: row.seq for row in rows if confirms(row, places)}
    confirmed = tx.get(space, Fact, sorted(last))
    yield from (fact for key, fact in confirmed.items() if not is_corrected(fact, last[key]))


def _hushed(tx: Transaction, space: Space, entry: Entry, mode: Silencing, aim: _Aim) -> Hush:
    """Return what goes silent: the lineages, and all words that say or said them."""
    target, keys = aim.target, [fact.key for fact in aim.facts]
    spans = [*target.citations, *said_in(tx, space, keys)]
    if not aim.exact:
        spans += target.unread
    if not aim.exact and mode is Silencing.FORGOTTEN:
        # What the present rules learnt from these words may still stand in a history.
        before = tx.silences(space, entry_ids={entry_id for entry_id, _ in spans})
        spans += silent_near((one for one in before if one.seq < entry.seq), target.places)
    if aim.exact and mode is Silencing.FORGOTTEN:
        spans = spared(tx, space, spans, aim.facts)
    kept = {""}
    if mode is Silencing.CORRECTED:
        subjects = {target.subject, *(fact.subject for fact in aim.facts)}
        kept |= {content_hash(space, subject, entry.text) for subject in subjects}
    said = {target.content} - {fact.content_hash for fact in aim.facts} - kept
    said |= {*hashes_of(tx, space, (one for one in aim.facts if one.content_hash not in kept))}
    return Hush(
        keys=tuple(keys),
        owner=target.key,
        spans=tuple(dict.fromkeys(spans)),
        contents=tuple(sorted(said)),
    )


def _ended(space: Space, entry: Entry, fact: Fact, command: Command) -> Fact:
    forgets = silencing(command.verb) is Silencing.FORGOTTEN
    standing = Standing.FORGOTTEN if forgets else Standing.RETRACTED
    reason = "" if command.verb is Verb.CORRECT else command.text
    return ended_fact(space, entry, fact, standing, reason or command.verb.value)


def _corrected(
    tx: Transaction, space: Space, entry: Entry, aim: _Aim, candidates: Sequence[Candidate]
) -> Iterator[Change]:
    """Let a correction go on in its lineage; else make it a fact of its own.

    That has the target's key, unless the present rules gave this to something else. What says
    the same already is merged into it. A claim of another kind than before is decided like any
    that is said now.
    """
    target, home = aim.target, aim.home
    if home is not None:
        new = corrected_fact(space, entry, home, Standing.PLAIN)
    else:
        key = None if target.key in aim.by_name else target.key
        key = key or lineage_key(space, entry, DEFAULT_KIND, Span(0, len(entry.text)), 0)
        if aim.facts:
            new = corrected_fact(space, entry, replace(aim.facts[0], key=key), Standing.PLAIN)
        else:
            new = fact_from_correction(space, entry, target, key)
    equals = tx.facts_by_hash(space, [new.content_hash]).get(new.content_hash, ())
    others = also_saying(entry, (one for one in equals if one not in aim.facts), new)
    new = joined(tx, space, new, others)
    for ended in others if home is None else (home, *others):
        yield retired(entry, ended, new.id)
    state = Reconciling(tx, space, entry, {one.key for one in (*aim.facts, *others)})
    for old, told in retold(tx, space, aim.facts):
        if old not in others:
            state.revise(old, told)
    claims = claims_of(new, candidates)
    if len(claims) != 1:
        state.add(new)
    elif is_about_the_same(home, claims[0].fact):
        state.add(claims[0].fact)
    else:
        state.take(replace(claims[0].fact, said_at=entry.said_at), claims[0].cue)
    yield from state.changes()
    yield from leading(tx, space, entry, others, new.key, tentative=False)
    yield from _resolving(space, entry, aim, new)


def _resolving(space: Space, entry: Entry, aim: _Aim, new: Fact) -> Iterator[Alias]:
    """Let the ids resolve that callers were given for the target and for its correction."""
    target = aim.target
    names = {target.fact_id, target.key} - {new.key, *aim.by_name}
    if target.key is not None and target.key != new.key:
        names.add(version_id(space, target.key, entry))
    for name in sorted(name for name in names if name is not None):
        yield Alias(name=name, key=new.key, seq=entry.seq)


def _forget_entry(tx: Transaction, space: Space, entry: Entry, name: str) -> Iterator[Change]:
    """Silence a whole entry; end what rests on nothing else, and let the others rest on that."""
    cited = tx.entries_by_id(space, [name]).get(name)
    if cited is None:
        yield Unplaced(seq=entry.seq, reason="forget: the entry is gone")
        return
    gone, left = without(tx, space, entry, cited, Standing.PLAIN)
    hush = Hush(
        keys=tuple(fact.key for fact in gone),
        loose=((cited.id, Span(0, len(cited.text))),),
        resting=tuple((old.key, cited.id) for old, _ in left),
        contents=tuple(hashes_of(tx, space, gone)),
    )
    yield from map(Mute, silences_of(entry.seq, Silencing.FORGOTTEN, hush))
    reason = "its source was forgotten"
    for fact in gone:
        yield from replaced(entry, fact, ended_fact(space, entry, fact, Standing.FORGOTTEN, reason))
    for old, new in left:
        yield from replaced(entry, old, new)
