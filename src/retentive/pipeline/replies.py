"""What was answered about an entry, or that it was given up: replies are entries of the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from retentive.kernel.ambient import Ambient
from retentive.kernel.scope import Address
from retentive.model.entry import Entry, Reply, ReplyStatus
from retentive.model.space import DIGEST, Lease
from retentive.ports.stages import Question
from retentive.ports.store import MemoryStore, Transaction
from retentive.rules.logtime import Draft, stamp
from retentive.rules.speakers import SYSTEM


@dataclass(frozen=True, slots=True)
class Letters:
    """Dead letters, as a generation that is being built has them.

    Of the `seen` ones all are tried again but those in `dead`, which are folded as given up.
    `answers` are what a model answered meanwhile about those that are tried: they become
    entries of the log when the generation is served, since they tell that an entry is alive.
    """

    seen: set[int] = field(default_factory=set)
    dead: set[int] = field(default_factory=set)
    answers: dict[int, Reply] = field(default_factory=dict)


def revive(tx: Transaction, letters: Letters, ids: Sequence[str], now: datetime) -> None:
    """Append, for each entry that was given up and could be folded, that it is alive."""
    tried = sorted(letters.seen - letters.dead)
    replies = tx.replies(tx.space, tried)
    drafts: list[Draft] = []
    for seq, entry_id in zip(tried, ids, strict=False):
        last = replies_of(replies[seq])[-1]
        if last.status is ReplyStatus.DEAD:
            alive = letters.answers.get(seq) or replace(last, status=ReplyStatus.REVIVED, text="")
            origin = replies[seq][-1].origin
            drafts.append(Draft(id=entry_id, origin=origin, speaker=SYSTEM, body=alive))
    tx.append(stamp(tx.space, drafts, now), {})


def answer(replies: Sequence[Reply], prompt: str, model: str, input_hash: str) -> Reply | None:
    """Return the first recorded answer to exactly this question."""
    key = (prompt, model, input_hash)
    answers = (
        one
        for one in replies
        if one.status is ReplyStatus.ANSWERED and (one.prompt, one.model, one.input_hash) == key
    )
    return next(answers, None)


async def record_reply(
    store: MemoryStore,
    ambient: Ambient,
    address: Address,
    reply: Reply,
    *,
    lease: Lease | None = None,
) -> Reply:
    """Append what a model answered, or that an entry is given up, to the space's log.

    Returns the reply that counts. Of several answers to one question that is the first, and
    none is taken after the entry was given up, so every replay of the log uses the same one.
    Raises `LeaseLost` if `lease` was taken over; then nothing is written.
    """
    now: datetime = ambient.clock.now()
    entry_id = ambient.ids.new("m", now)

    def work(tx: Transaction) -> Reply:
        if lease is not None:
            tx.advance(lease, lease.done_seq)
        before = replies_of(tx.replies(tx.space, [reply.about_seq]).get(reply.about_seq, ()))
        if reply.status is ReplyStatus.ANSWERED:
            if before and before[-1].status is ReplyStatus.DEAD:
                return before[-1]
            if (first := answer(before, reply.prompt, reply.model, reply.input_hash)) is not None:
                return first
        (about,) = tx.entries(tx.space, after=reply.about_seq - 1, limit=1)
        draft = Draft(id=entry_id, origin=about.origin, speaker=SYSTEM, body=reply)
        tx.append(stamp(tx.space, [draft], now), {})
        return reply

    return await store.write(address, work)


def replies_of(entries: Sequence[Entry]) -> list[Reply]:
    """Return the replies among some entries, in their order."""
    return [one.body for one in entries if isinstance(one.body, Reply)]


def answered(seq: int, question: Question, text: str) -> Reply:
    """Return the reply that records what a model answered to a question about an entry."""
    return Reply(
        about_seq=seq,
        stage=DIGEST,
        status=ReplyStatus.ANSWERED,
        prompt=question.prompt,
        model=question.model,
        input_hash=question.input_hash,
        text=text,
    )


def dead_letter(seq: int, stage: str, identity: str, message: str) -> Reply:
    """Return the reply that records that an entry was given up at a stage, and why."""
    return Reply(about_seq=seq, stage=stage, status=ReplyStatus.DEAD, model=identity, text=message)
