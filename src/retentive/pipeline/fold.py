"""What one entry does to settled state: the pure fold over the log, one step at a time.

`fold` loads what earlier entries left, asks the rules, and commits. It reads at the horizon
just before its entry, where nothing tentative is left, so batching, workers, crashes and
restarts cannot change the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from retentive.kernel.times import to_micros
from retentive.model.candidate import Candidate
from retentive.model.change import (
    Change,
    Mute,
    Owner,
    OwnerKind,
    Put,
    SetDocs,
    Settle,
)
from retentive.model.entry import Command, Entry, Message, Observation, Reply, Statement
from retentive.model.episode import Episode
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.space import Space
from retentive.pipeline.commit import commit
from retentive.pipeline.correcting import Correcting
from retentive.pipeline.ending import obey
from retentive.pipeline.knowing import as_known
from retentive.pipeline.naming import rename
from retentive.pipeline.reconciling import Reconciling, confirmation
from retentive.pipeline.rescheduling import in_known_round
from retentive.pipeline.vocabulary import calendar
from retentive.ports.store import Transaction
from retentive.rules.audit import DIGEST
from retentive.rules.documents import turn_docs
from retentive.rules.facts import (
    aliases,
    content_hash,
    episode,
    episode_key,
    fact_from_candidate,
    fact_from_statement,
    holds_at,
)
from retentive.rules.people import may_learn
from retentive.rules.sameness import Calendar, first_same, is_of_one_time, told_hash
from retentive.rules.segment import Bridges, ExtendsStart, Moment, Starts, inserted
from retentive.rules.silence import barred
from retentive.rules.telling import claims_of
from retentive.rules.versions import added_to, is_told, last_stated, replaced, retired


def fold(tx: Transaction, space: Space, entry: Entry, candidates: Sequence[Candidate]) -> None:
    """Digest one entry: the step of the fold from `entry.seq - 1` to `entry.seq`."""
    past = replace(space, horizon=entry.seq - 1)
    changes: list[Change]
    match entry.body:
        case Message():
            changes = [*_turn(space, entry), *_episode(tx, past, entry)]
            changes += _extracted(tx, past, entry, candidates)
        case Observation():
            changes = [*_turn(space, entry), *_extracted(tx, past, entry, candidates)]
        case Statement() as said:
            changes = [Settle(entry.seq), *_stated(tx, past, entry, said, candidates)]
        case Command() as command:
            changes = [Settle(entry.seq), *obey(tx, past, entry, command, candidates)]
        case Reply():
            return
    commit(tx, space, entry, DIGEST, changes)


def _turn(space: Space, entry: Entry) -> Iterator[Change]:
    docs = turn_docs(space.secret, entry, ())
    if docs:
        yield SetDocs(Owner(OwnerKind.TURN, entry.id), docs)


def _episode(tx: Transaction, space: Space, entry: Entry) -> Iterator[Change]:
    """Cut the session at its pauses; a late message may move or join two starts (C-22)."""
    earlier, later = tx.neighbours(space, entry, before=1, after=1)
    before, after = (_moment(earlier), _moment(later))
    starts = before is None or (
        after is not None and isinstance(inserted(before, after, None, after_starts=False), Starts)
    )
    match inserted(before, _at(entry), after, after_starts=starts):
        case Starts():
            yield Put(episode(space, entry, entry))
        case ExtendsStart():
            new = episode(space, entry, entry)
            yield Put(new)
            yield from _end_episode(tx, space, entry, later[0], new.id)
        case Bridges():
            yield from _end_episode(tx, space, entry, later[0], None)
        case _:
            return


def _end_episode(
    tx: Transaction, space: Space, entry: Entry, start: Entry, by: str | None
) -> Iterator[Change]:
    key = episode_key(space, start.origin.session, start.id)
    for ended in tx.get(space, Episode, [key]).values():
        yield retired(entry, ended, by)


def _moment(entries: Sequence[Entry]) -> Moment | None:
    return _at(entries[0]) if entries else None


def _at(entry: Entry) -> Moment:
    return Moment(to_micros(entry.said_at), entry.seq)


def _extracted(
    tx: Transaction, space: Space, entry: Entry, candidates: Sequence[Candidate]
) -> Iterator[Change]:
    """Add what is new; what is known already is confirmed, at most once by an entry.

    What an entry says twice rests on both places. What a command ended is not learnt again, and
    what a person stated in the same words bears all that they claim.
    """
    learnt = [one for one in candidates if may_learn(space, entry, one)]
    learnt = as_known(tx, space, entry, learnt)
    found = list(zip(learnt, _apart(space, entry, learnt), strict=True))
    whole = {one.quote: content_hash(space, entry.speaker.id, one.quote) for one in learnt}
    hashes = {fact.content_hash for _, fact in found}
    known = tx.facts_by_hash(space, hashes | set(whole.values()))
    days = calendar(entry)
    ended = _ended(tx, space, entry, [fact for _, fact in found], last_stated(known), days)
    held = {content: list(facts) for content, facts in known.items()}
    state = Reconciling(tx, space, entry)
    rename(state, learnt)
    puts_right = Correcting(state)
    for candidate, fact in found:
        if fact.standing is Standing.QUARANTINED:
            state.add(fact)
            continue
        stated = _stated_by(known.get(whole[candidate.quote], ()), entry, fact, days)
        if stated is not None:
            state.confirm(state.now(stated), fact.provenance.citations)
            continue
        fact = in_known_round(state, candidate, fact)
        if puts_right.take(candidate, fact):
            continue
        equals = held.setdefault(fact.content_hash, [])
        same = first_same(map(state.now, equals), fact, days)
        if same is not None:
            state.confirm(same, fact.provenance.citations)
        elif fact.key in ended:
            continue
        elif fact.claim is not None:
            equals += filter(None, [state.take(fact, candidate.cue).fact])
        else:
            state.add(fact)
            equals.append(fact)
    yield from puts_right.changes()
    yield from state.changes()


def _ended(
    tx: Transaction,
    space: Space,
    entry: Entry,
    facts: Sequence[Fact],
    stated: dict[str, int],
    days: Calendar,
) -> set[str]:
    """Return the keys of facts that are not to be learnt again, as their words and time ended."""
    told = {fact.key: told_hash(space.secret, fact, days) for fact in facts}
    since = stated | {told[one.key]: stated.get(one.content_hash, 0) for one in facts}
    plain = {one.content_hash for one in facts}
    gone = barred(tx.silences(space, contents=plain | set(told.values())), since, entry.seq)
    return {one.key for one in facts if not gone.isdisjoint((one.content_hash, told[one.key]))}


def _stated_by(known: Sequence[Fact], entry: Entry, said: Fact, days: Calendar) -> Fact | None:
    """Return the fact of these words that a person stated, and that holds as they are said."""
    told = (one for one in known if is_told(one) and one.standing.served)
    holding = (one for one in told if holds_at(one, entry.said_at))
    return next((one for one in holding if is_of_one_time(one, said, days)), None)


def _apart(space: Space, entry: Entry, learnt: Sequence[Candidate]) -> list[Fact]:
    """Return the facts of candidates; those at one place are told apart, whoever forgot to."""
    facts: dict[str, Fact] = {}
    for one in learnt:
        fact = fact_from_candidate(space, entry, one)
        ordinal = one.ordinal
        while fact.key in facts:
            ordinal += 1
            fact = fact_from_candidate(space, entry, replace(one, ordinal=ordinal))
        facts[fact.key] = fact
    return list(facts.values())


def _stated(
    tx: Transaction,
    space: Space,
    entry: Entry,
    said: Statement,
    candidates: Sequence[Candidate],
) -> Iterator[Change]:
    """Store what was stated, unless it is known; what it claims changes what is known.

    A statement of several claims bears none of them, so that none of them ends it.
    """
    fact = fact_from_statement(space, entry, said, Standing.PLAIN)
    equals = tx.facts_by_hash(space, [fact.content_hash]).get(fact.content_hash, ())
    known = first_same(equals, fact, calendar(entry))
    if known is not None:
        yield SetDocs(Owner(OwnerKind.FACT, fact.id), ())
        yield from aliases(fact, known)
        yield from _silent_too(tx, fact, known)
        yield from _told_again(space, entry, known, fact)
        return
    claims = claims_of(fact, [one for one in candidates if may_learn(space, entry, one)])
    state = Reconciling(tx, space, entry)
    if len(claims) != 1:
        state.add(fact)
    for claiming in claims:
        state.take(claiming.fact, claiming.cue)
    if len(claims) > 1:
        state.add(fact)
    yield from state.changes()


def _silent_too(tx: Transaction, folded: Fact, known: Fact) -> Iterator[Mute]:
    """Let what commands still to be digested ended of a fresh fact stay ended where it went."""
    for silence in tx.silences(tx.space, keys=[folded.key]):
        if silence.tentative and silence.span is None:
            yield Mute(replace(silence, key=known.key))


def _told_again(space: Space, entry: Entry, known: Fact, said: Fact) -> Iterator[Change]:
    """Confirm a known fact, and let it have what the statement brings."""
    new = added_to(space, entry, known, said, known.standing)
    if new is not None:
        yield from replaced(entry, known, new)
    if new is None or new.base_confidence == known.base_confidence:
        yield confirmation(entry, known.key, [Span(0, len(said.text))])
