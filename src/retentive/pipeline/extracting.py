"""Extraction of entries, a model's answers made entries of the log on the way.

It happens outside any transaction. What fails is named by the entry it fails at; whether that one
is to blame, others tell.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import StoreError
from retentive.kernel.scope import Address
from retentive.model.actor import Actor, ActorKind
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Message, Observation, Reply, ReplyStatus
from retentive.pipeline.replies import Letters, answer, answered, dead_letter, record_reply
from retentive.pipeline.stage import StageFailed
from retentive.ports.stages import Extractor, Question
from retentive.ports.store import MemoryStore
from retentive.rules.found import checked_candidates
from retentive.rules.notes import as_note
from retentive.rules.telling import as_said, is_read

EXTRACT = "extract"
FOLD = "fold"
Extracted = tuple[Entry, Sequence[Candidate] | None]
"""An entry and its candidates; None: its fold was given up, and it changes nothing."""


_PLAIN_WORDS = "I like tea."
_SOMEBODY = Actor(id="user", kind=ActorKind.HUMAN)
"""What every extractor can read: one that fails at this works for nothing."""


@dataclass(frozen=True, slots=True)
class Read:
    """One entry with what its extraction may look at."""

    entry: Entry
    earlier: tuple[Entry, ...]
    replies: tuple[Reply, ...]

    @property
    def dead(self) -> str | None:
        """The stage at which the entry was given up, None if it was not."""
        last = self.replies[-1] if self.replies else None
        return last.stage if last is not None and last.status is ReplyStatus.DEAD else None

    @property
    def is_unasked(self) -> bool:
        """Whether to extract it takes all that an extractor does: words of a human, new to it."""
        is_human = self.entry.speaker.kind is ActorKind.HUMAN
        return is_human and is_read(self.entry) and not self.replies


class PoisonedEntry(StageFailed):
    """One entry cannot be digested: `stage` says whether to extract or to fold it failed."""

    def __init__(self, entry: Entry, stage: str, error: BaseException) -> None:
        """Keep the entry at fault."""
        super().__init__(f"entry {entry.seq}: {type(error).__name__}: {error}", entry.seq)
        self.entry = entry
        self.stage = stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracting:
    """An extractor over a store's log."""

    store: MemoryStore
    ambient: Ambient
    extractor: Extractor

    async def batch(
        self, address: Address, batch: Sequence[Read], letters: Letters | None = None
    ) -> list[Extracted]:
        """Extract each entry; stop before the first that fails, unless it is the first.

        Raises `PoisonedEntry` then.
        """
        done: list[Extracted] = []
        for one in batch:
            try:
                done.append((one.entry, await self.one(address, one, letters)))
            except PoisonedEntry:
                if not done:
                    raise
                break
        return done

    async def is_working(self, address: Address, entry: Entry, others: Sequence[Read]) -> bool:
        """Tell whether any of some other entries can be extracted, or plain words in this one.

        What a model answers about these words is about no entry, and not kept.
        """
        plain = replace(entry, speaker=_SOMEBODY, body=as_note(_PLAIN_WORDS))
        anew = dead_letter(plain.seq, EXTRACT, self.extractor.identity, "")
        tries = [*((one, None) for one in others), (Read(plain, (), (anew,)), Letters())]
        for one, letters in tries:
            with suppress(PoisonedEntry):
                await self.one(address, one, letters)
                return True
        return False

    async def one(
        self, address: Address, one: Read, letters: Letters | None
    ) -> Sequence[Candidate] | None:
        """Return the candidates of an entry, None if its fold was given up.

        One that fails raises `PoisonedEntry`; what `letters` try again is given up no more.
        """
        try:
            return await self._candidates(address, one, letters)
        except StoreError:
            raise
        except Exception as error:
            raise PoisonedEntry(one.entry, EXTRACT, error) from error

    async def _candidates(
        self, address: Address, one: Read, letters: Letters | None
    ) -> Sequence[Candidate] | None:
        dead = one.dead if letters is None or one.entry.seq in letters.dead else None
        if dead == FOLD:
            return None
        if dead is not None or not is_read(one.entry):
            return ()
        reply = None
        question = None
        if isinstance(one.entry.body, Message | Observation):
            question = self.extractor.question(one.entry, one.earlier)
        if question is not None:
            key = (question.prompt, question.model, question.input_hash)
            kept = None if one.dead is None or letters is None else letters.answers
            reply = answer(one.replies, *key) or await self._ask(address, one.entry, question, kept)
            if reply.status is ReplyStatus.DEAD:
                return None if reply.stage == FOLD else ()
        return await asyncio.to_thread(self._extract, one, reply)

    def _extract(self, one: Read, reply: Reply | None) -> Sequence[Candidate]:
        """Run the extractor; what ends a thread or a loop is a failure of this entry alone."""
        try:
            found = self.extractor.extract(as_said(one.entry), one.earlier, reply)
            return checked_candidates(found)
        except (StopIteration, SystemExit, KeyboardInterrupt) as error:
            raise RuntimeError(f"the extractor raised {type(error).__name__}") from error

    async def _ask(
        self, address: Address, entry: Entry, question: Question, kept: dict[int, Reply] | None
    ) -> Reply:
        """Ask the model, and make its answer an entry of the log before it is used.

        Returns the reply that counts: another's, if that was recorded in the meantime. Where
        there is `kept`, the answer is put there instead.
        """
        if kept is not None and entry.seq in kept:
            return kept[entry.seq]
        reply = answered(entry.seq, question, await self.extractor.ask(question))
        if kept is not None:
            kept[entry.seq] = reply
            return reply
        return await record_reply(self.store, self.ambient, address, reply)
