"""One scope of an opened memory, for async code: what a person or agent can do.

Names, defaults and documentation live here; what the verbs do is in `app.verbs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from retentive.app.drawers import AsyncFacts
from retentive.app.receipts import AsyncReceipt
from retentive.kernel.scope import Scope, Visibility
from retentive.model.entry import Role, Verb
from retentive.model.fact import Fact
from retentive.model.query import AnyTime, Context, Hit, MinScore
from retentive.model.report import Curated, Stats
from retentive.ports.models import TokenCounter
from retentive.rules.asked import Order, Said, Wanted, read_times
from retentive.rules.caller import Caller
from retentive.rules.fit import TOKEN_ESTIMATE

if TYPE_CHECKING:
    from retentive.app.verbs import Verbs

BUDGET = 2000


@dataclass(frozen=True, slots=True)
class AsyncHandle:
    """Everything one scope can read and write; cheap to make, and to derive from."""

    _verbs: Verbs
    _caller: Caller

    def __repr__(self) -> str:
        """Show the scope."""
        return f"<{type(self).__name__} of {self._caller.scope!r}>"

    @property
    def scope(self) -> Scope:
        """The scope of this handle."""
        return self._caller.scope

    def session(self, session: str) -> AsyncHandle:
        """Return a handle that writes from another session of the same scope."""
        scope = replace(self._caller.scope, session=session)
        return AsyncHandle(self._verbs, replace(self._caller, scope=scope))

    async def observe(
        self,
        messages: Iterable[object],
        *,
        idempotency_key: str | None = None,
        visibility: Visibility | str | None = None,
        timezone: str | None = None,
    ) -> AsyncReceipt:
        """Append messages or events to the log; durable on return, digested in the background.

        A message is a mapping or object with `role` and `content` (text or parts), and
        optionally `timestamp`, `id`, `name` and `metadata`; an event one with `event`. The
        receipt says for each item whether it was stored, a duplicate, or rejected and why, and
        which keys were `ignored`. Nothing of it is found before it is digested: its `wait()`, or
        `flush()`, waits for that.
        Raises `IdempotencyConflict` if an id or key was used before with other content, and
        `TooLarge` over the limits; then nothing is stored.
        """
        return await self._verbs.observe(
            self._caller,
            messages,
            key=idempotency_key,
            visibility=visibility,
            timezone=timezone,
        )

    async def remember(
        self,
        text: str,
        *,
        role: Role | str | None = None,
        kind: str | None = None,
        confidence: float = 1.0,
        importance: float | None = None,
        tags: Iterable[str] = (),
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        expires_at: datetime | None = None,
        metadata: Mapping[str, object] | None = None,
        visibility: Visibility | str | None = None,
        idempotency_key: str | None = None,
    ) -> Fact:
        """Store one statement as said; it can be found as soon as this returns.

        `confidence` and `importance` are in 0–1; times are aware datetimes. If an equal fact is
        known, that one is returned, confirmed, with what this adds. For others to read
        (`visibility` agent, project, tenant, global) the kind is `lesson` unless given. The
        scope's user signs it, else its agent; with `role="assistant"` the agent does, and it is
        about no person (kind `context` unless given).
        """
        said = Said(
            text=text,
            role=role,
            kind=kind,
            confidence=confidence,
            importance=importance,
            tags=tags,
            valid_from=valid_from,
            valid_until=valid_until,
            expires_at=expires_at,
            metadata=metadata,
        )
        return await self._verbs.remember(
            self._caller, said, visibility=visibility, key=idempotency_key
        )

    async def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        kinds: Iterable[str] = (),
        tags: Iterable[str] = (),
        valid_at: datetime | AnyTime | None = None,
        known_at: datetime | None = None,
        as_of: datetime | None = None,
        min_score: MinScore = "calibrated",
        include_log: bool = True,
        explain: bool = False,
    ) -> list[Hit]:
        """Return what this scope may see and knows about `query`, best first.

        Empty when nothing known is about it: with an embedder, when nothing is near in meaning
        or words (`min_score="calibrated"`); by words alone, when none is shared. A number in 0–1
        is a bare threshold on the score, 0 is none. `limit` is 0–1000 (10 by default).
        `valid_at` asks what holds at a time (`"any"`: ever): also what has no known begin and was
        said later. `known_at` asks what this memory knew then: what was imported, since its
        import; `as_of` both. With `explain` the `parts` of a hit also tell how they make its score.
        """
        return await self._verbs.recall(
            self._caller,
            query,
            Wanted(
                kinds=kinds,
                tags=tags,
                limit=limit,
                min_score=min_score,
                include_log=include_log,
                explain=explain,
            ),
            read_times(valid_at, known_at, as_of),
        )

    async def context(
        self,
        query: str,
        *,
        budget: int = BUDGET,
        counter: TokenCounter = TOKEN_ESTIMATE,
        valid_at: datetime | AnyTime | None = None,
        known_at: datetime | None = None,
        as_of: datetime | None = None,
    ) -> Context:
        """Return the block for the prompt, at most `budget` tokens as `counter` counts.

        Holds the facts and turns that fit the query and, of the last 200 messages of this
        session, as many of the newest as fit; not the one that is the query itself. The account
        says what each section got and what was cut.
        """
        times = read_times(valid_at, known_at, as_of)
        return await self._verbs.context(self._caller, query, times, budget=budget, counter=counter)

    async def correct(
        self,
        record_id: str,
        text: str,
        *,
        visibility: Visibility | str | None = None,
        idempotency_key: str | None = None,
    ) -> Curated:
        """Give a fact new words; the old ones stay in its history, the new ones are pinned."""
        return await self._command(Verb.CORRECT, record_id, text, visibility, idempotency_key)

    async def retract(
        self,
        record_id: str,
        *,
        reason: str = "",
        visibility: Visibility | str | None = None,
        idempotency_key: str | None = None,
    ) -> Curated:
        """End a fact that was wrong; it shows only at a `known_at` before now.

        Messages that say it again do not bring it back, `remember` and `correct` do. What was
        retracted already is `NotFound`; it can be forgotten still.
        """
        return await self._command(Verb.RETRACT, record_id, reason, visibility, idempotency_key)

    async def forget(
        self,
        record_id: str,
        *,
        reason: str = "",
        visibility: Visibility | str | None = None,
        idempotency_key: str | None = None,
    ) -> Curated:
        """Silence a fact, or a log entry with all that was learnt from it, at every time.

        `record_id` may be the id that its caller gave to a message: that of this session, else
        of any (`AmbiguousId` if several have it). The words it rested on are shown nowhere any
        more; `silenced` lists those entries. What has ended can be forgotten too.
        """
        return await self._command(Verb.FORGET, record_id, reason, visibility, idempotency_key)

    async def undo(
        self,
        change_id: str,
        *,
        reason: str = "",
        visibility: Visibility | str | None = None,
        idempotency_key: str | None = None,
    ) -> Curated:
        """Take back what was learnt: the facts end, and what they ended goes on as before.

        `change_id` names a change, and all that it taught, or one fact by a version that `history`
        shows: one that was learnt, told more closely, or ended by another. `ended` names what
        ends. The words go silent; what else they say stays, told without what was taken back. The
        past shows at a `known_at` before it. What a command did is not undone: correct it.
        """
        return await self._command(Verb.UNDO, change_id, reason, visibility, idempotency_key)

    async def history(self, record_id: str) -> Sequence[Fact]:
        """Return all versions of a fact, oldest first, each with its reason and sources."""
        return await self._verbs.history(self._caller, record_id)

    async def pending(self) -> int:
        """Return how many entries that this scope may read are not digested, so not found, yet."""
        return await self._verbs.pending(self._caller)

    async def stats(self) -> Stats:
        """Return the sizes of the spaces this scope may read."""
        return await self._verbs.stats(self._caller)

    @property
    def facts(self) -> AsyncFacts:
        """The drawer of facts: lists and lookups."""
        return AsyncFacts(self._verbs, self._caller)

    async def _command(
        self,
        verb: Verb,
        record_id: str,
        text: str,
        visibility: Visibility | str | None,
        key: str | None,
    ) -> Curated:
        order = Order(verb=verb, record_id=record_id, text=text, visibility=visibility, key=key)
        return await self._verbs.command(self._caller, order)
