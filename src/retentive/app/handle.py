"""One scope of an opened memory, for async code: what a person or agent can do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import partial

from retentive.app.engine import Engine
from retentive.app.receipts import AsyncReceipt
from retentive.kernel.scope import Address, Scope, Visibility
from retentive.model.entry import Verb
from retentive.model.fact import Fact
from retentive.model.query import (
    AnyTime,
    Context,
    FactFilter,
    Hit,
    MinScore,
    Page,
    Recall,
)
from retentive.model.report import Accepted, Curated, Stats
from retentive.pipeline.assemble import HITS, Asked, context
from retentive.pipeline.curate import Act, command, remember
from retentive.pipeline.listing import Listing, current, history, home_of, page
from retentive.pipeline.observe import Arrival, observe
from retentive.pipeline.retrieve import recall
from retentive.ports.models import TokenCounter
from retentive.ports.store import View
from retentive.rules.arguments import (
    Filters,
    Said,
    checked_kinds,
    chosen_visibility,
    may_change,
    read_times,
    recall_query,
    statement,
)
from retentive.rules.fit import TOKEN_ESTIMATE
from retentive.rules.intake import Intake, checked_zone
from retentive.rules.limits import checked_limit, checked_tags, checked_text

LIST_LIMIT = 50
BUDGET = 2000


@dataclass(frozen=True, slots=True)
class AsyncHandle:
    """Everything one scope can read and write; cheap to make, and to derive from."""

    _engine: Engine
    scope: Scope
    timezone: str | None = None
    write_global: bool = False

    def session(self, session: str) -> AsyncHandle:
        """Return a handle that writes from another session of the same scope."""
        return replace(self, scope=replace(self.scope, session=session))

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
        receipt says for each item whether it was stored, a duplicate, or rejected and why.
        Raises `IdempotencyConflict` if an id or key was used before with other content, and
        `TooLarge` over the limits; then nothing is stored.
        """
        config = self._engine.wired.config
        address = self._home(visibility)
        intake = Intake(
            scope=self.scope,
            zone=checked_zone(timezone) or self.timezone or config.timezone,
            limits=config.limits,
        )
        arrival = Arrival(
            address=address, intake=intake, key=idempotency_key, max_pending=config.max_pending
        )
        self._engine.check()
        done = await observe(
            self._engine.wired.store, self._engine.wired.ambient, arrival, messages
        )
        self._engine.appended(done.space, done.first_seq, done.last_seq)
        return _receipt(done.accepted, partial(self._engine.wait, address, done.last_seq))

    async def remember(
        self,
        text: str,
        *,
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

        `confidence` and `importance` are in 0–1; times are aware datetimes. If an equal
        fact is known, that one is returned and confirmed. For others to read (`visibility`
        agent, project, tenant, global) the kind is `lesson` unless given (row Z-27).
        """
        said = Said(
            text=text,
            kind=kind,
            confidence=confidence,
            importance=importance,
            tags=tags,
            valid_from=valid_from,
            valid_until=valid_until,
            expires_at=expires_at,
            metadata=metadata,
        )
        address = self._home(visibility)
        checked = statement(said, address.visibility, self._engine.wired.config.limits)
        act = Act(address=address, scope=self.scope, key=idempotency_key)
        self._engine.check()
        fact, seq = await remember(
            self._engine.wired.store, self._engine.wired.ambient, act, checked
        )
        self._engine.appended(fact.space, seq, seq)
        return fact

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
    ) -> list[Hit]:
        """Return what this scope may see and knows about `query`, best first.

        Empty when nothing is relevant. `limit` is 0–1000 (10 by default); `min_score` a
        threshold in 0–1, 0 for none. `valid_at` asks what holds at a time (`"any"`: ever),
        `known_at` what was known then, `as_of` both.
        """
        times = read_times(valid_at, known_at, as_of)
        asked = recall_query(
            query,
            Filters(kinds=kinds, tags=tags),
            times,
            limit=limit,
            min_score=min_score,
            limits=self._engine.wired.config.limits,
        )
        asked = replace(asked, include_log=include_log)
        work = partial(_recall, query=asked, now=self._engine.now())
        return await self._engine.read(self.scope.readable(), work, times.known_at)

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

        Holds the facts and turns that fit the query and the last messages of this session;
        the account says what each section got and what was cut.
        """
        times = read_times(valid_at, known_at, as_of)
        limits = self._engine.wired.config.limits
        asked = Asked(
            scope=self.scope,
            query=recall_query(
                query, Filters(), times, limit=HITS, min_score="calibrated", limits=limits
            ),
            budget=checked_limit(budget, BUDGET) if budget < 0 else budget,
            counter=counter,
            run_id=self._engine.wired.ambient.ids.new("r", self._engine.now()),
        )
        work = partial(_context, asked=asked, now=self._engine.now())
        return await self._engine.read(self.scope.readable(), work, times.known_at)

    async def correct(
        self,
        record_id: str,
        text: str,
        *,
        visibility: Visibility | str | None = None,
        idempotency_key: str | None = None,
    ) -> Curated:
        """Give a fact new words; the old ones stay in its history, the new ones are pinned."""
        limits = self._engine.wired.config.limits
        return await self._command(
            Verb.CORRECT,
            record_id,
            checked_text(text, "text", limits.part_bytes),
            visibility,
            idempotency_key,
        )

    async def retract(
        self,
        record_id: str,
        *,
        reason: str = "",
        visibility: Visibility | str | None = None,
        idempotency_key: str | None = None,
    ) -> Curated:
        """End a fact that was wrong; it shows only at a `known_at` before now."""
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

        The words it rested on are shown nowhere any more; `silenced` lists those entries.
        """
        return await self._command(Verb.FORGET, record_id, reason, visibility, idempotency_key)

    async def history(self, record_id: str) -> Sequence[Fact]:
        """Return all versions of a fact, oldest first, each with its reason and sources."""
        work = partial(history, name=record_id)
        return await self._engine.read(self.scope.readable(), work)

    async def stats(self) -> Stats:
        """Return the sizes of the spaces this scope may read."""
        return await self._engine.stats(self.scope.readable())

    @property
    def facts(self) -> AsyncFacts:
        """The drawer of facts: lists and lookups."""
        return AsyncFacts(self._engine, self.scope)

    def _home(self, visibility: Visibility | str | None) -> Address:
        self.scope.required()
        chosen = chosen_visibility(self.scope, visibility, opened_global=self.write_global)
        return self.scope.address(chosen)

    async def _command(
        self,
        verb: Verb,
        name: str,
        text: str,
        visibility: Visibility | str | None,
        key: str | None,
    ) -> Curated:
        self.scope.required()
        allowed = (
            None
            if visibility is None
            else chosen_visibility(self.scope, visibility, opened_global=self.write_global)
        )
        address = await self._engine.read(self.scope.readable(), partial(home_of, name=name))
        may_change(self.scope, address, allowed)
        act = Act(address=address, scope=self.scope, key=key)
        done, appended = await command(
            self._engine.wired.store, self._engine.wired.ambient, act, verb, name, text
        )
        self._engine.appended(*appended)
        return done


@dataclass(frozen=True, slots=True)
class AsyncFacts:
    """Facts of one scope, newest first."""

    _engine: Engine
    _scope: Scope

    async def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        kinds: Iterable[str] = (),
        tags: Iterable[str] = (),
        valid_at: datetime | AnyTime | None = None,
        known_at: datetime | None = None,
        as_of: datetime | None = None,
    ) -> Page[Fact]:
        """Return one page of facts (50 by default, at most 1000), newest recorded first.

        Hand `page.cursor` back to go on; None says that this was the last page.
        """
        times = read_times(valid_at, known_at, as_of)
        at = self._engine.now() if times.valid_at is None else times.valid_at
        listing = Listing(
            wanted=FactFilter(
                kinds=checked_kinds(kinds),
                tags=frozenset(checked_tags(tags)),
                valid_at=None if at == "any" else at,
            ),
            valid_at=at,
            limit=checked_limit(limit, LIST_LIMIT),
            cursor=cursor,
        )
        self._scope.required()
        work = partial(page, listing=listing)
        return await self._engine.read(self._scope.readable(), work, times.known_at)

    async def get(
        self,
        record_id: str,
        *,
        known_at: datetime | None = None,
    ) -> Fact:
        """Return the current version of the fact that an id or key names.

        Raises `NotFound` if it does not exist, has ended, or is not for this scope.
        """
        times = read_times("any", known_at, None)
        work = partial(_current, name=record_id)
        return await self._engine.read(self._scope.readable(), work, times.known_at)


def _recall(view: View, query: Recall, now: datetime) -> list[Hit]:
    return recall(view, query, now)


def _context(view: View, asked: Asked, now: datetime) -> Context:
    return context(view, asked, now)


def _current(view: View, name: str) -> Fact:
    return current(view, name, "any")[1]


def _receipt(accepted: Accepted, waiter: object) -> AsyncReceipt:
    values = {one.name: getattr(accepted, one.name) for one in fields(Accepted)}
    return AsyncReceipt(**values, _waiter=waiter)  # type: ignore[arg-type]
