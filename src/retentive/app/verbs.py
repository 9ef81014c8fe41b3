"""What the handles' verbs do: check the arguments, run the pipeline, tell the worker.

Loaded when a memory is opened, so that importing the package stays light.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TypeVar

from retentive.app.config import Parts
from retentive.app.counting import checked_counter
from retentive.app.engine import Engine
from retentive.app.receipts import AsyncReceipt
from retentive.app.wiring import wire
from retentive.kernel.scope import Address, Visibility, checked_id
from retentive.model.entry import Verb
from retentive.model.fact import Fact
from retentive.model.query import Context, FactFilter, Hit, Page
from retentive.model.report import Accepted, Curated, Stats
from retentive.pipeline.assemble import HITS, ContextAsked, context
from retentive.pipeline.curate import Act, command, remember
from retentive.pipeline.listing import (
    Listing,
    current,
    history,
    home_of,
    home_of_any,
    home_of_change,
    page,
    pending,
)
from retentive.pipeline.observe import Arrival, observe
from retentive.pipeline.retrieve import recall
from retentive.ports.models import TokenCounter
from retentive.ports.view import View
from retentive.rules.arguments import checked_order, recall_query, statement
from retentive.rules.asked import Order, Said, Times, Wanted
from retentive.rules.caller import Caller, may_change
from retentive.rules.checked import (
    checked_budget,
    checked_cursor,
    checked_kinds,
    checked_page,
    checked_role,
    checked_seconds,
    checked_tags,
    checked_zone,
)
from retentive.rules.intake import Intake
from retentive.rules.location import Location
from retentive.rules.screen import checked_key
from retentive.rules.speakers import author

T = TypeVar("T")

LIST_LIMIT = 50

_LONG = 20_000
"""Characters of a text from which on its checks leave the event loop to others."""


@dataclass(frozen=True, slots=True)
class Verbs:
    """The verbs of every handle of one opened memory."""

    engine: Engine

    async def observe(
        self,
        caller: Caller,
        messages: Iterable[object],
        *,
        key: str | None,
        visibility: Visibility | str | None,
        timezone: str | None,
    ) -> AsyncReceipt:
        """Append messages or events and return the receipt."""
        self.engine.check()
        config, address = self.engine.wired.config, caller.home(visibility)
        intake = Intake(
            scope=caller.scope,
            zone=checked_zone(timezone) or caller.timezone or config.timezone,
            limits=config.limits,
        )
        arrival = Arrival(
            address=address,
            intake=intake,
            key=key,
            max_pending=config.max_pending,
            dry_run=caller.dry_run,
        )
        wired = self.engine.wired
        done = await observe(wired.store, wired.ambient, arrival, messages)
        self._appended(caller, done.space, done.first_seq, done.last_seq)
        values = {one.name: getattr(done.accepted, one.name) for one in fields(Accepted)}

        async def waiter(timeout: float | None) -> bool:
            seconds = checked_seconds(timeout, "timeout")
            if caller.dry_run:
                return True
            return await self.engine.wait(address, done.last_seq, seconds)

        return AsyncReceipt(**values, _waiter=waiter)

    async def remember(
        self,
        caller: Caller,
        said: Said,
        *,
        visibility: Visibility | str | None,
        key: str | None,
    ) -> Fact:
        """Store one statement and return its fact."""
        self.engine.check()
        wired, address = self.engine.wired, caller.home(visibility)
        check = partial(statement, said, address.visibility, wired.config.limits)
        checked = await _checked(said.text, check)
        speaker = author(caller.scope, checked_role(said.role))
        act = Act(
            address=address,
            scope=caller.scope,
            speaker=speaker,
            key=checked_key(key),
            dry_run=caller.dry_run,
        )
        fact, place = await remember(wired.store, wired.ambient, act, checked)
        self._appended(caller, *place)
        return fact

    async def recall(self, caller: Caller, query: str, wanted: Wanted, times: Times) -> list[Hit]:
        """Return the best hits."""
        asked = recall_query(query, wanted, times, self.engine.wired.config.limits)
        search = partial(recall, query=asked, now=self.engine.now())
        return await self._searched(caller, asked.text, times, search)

    async def context(
        self, caller: Caller, query: str, times: Times, *, budget: int, counter: TokenCounter
    ) -> Context:
        """Return the block for the prompt."""
        now = self.engine.now()
        limits = self.engine.wired.config.limits
        asked = ContextAsked(
            scope=caller.scope,
            query=recall_query(query, Wanted(limit=HITS), times, limits),
            budget=checked_budget(budget),
            counter=checked_counter(counter),
            run_id=self.engine.wired.ambient.ids.new("r", now),
        )
        search = partial(context, asked=asked, now=now)
        return await self._searched(caller, asked.query.text, times, search)

    async def _searched(
        self, caller: Caller, text: str, times: Times, search: Callable[..., T]
    ) -> T:
        """Search what the caller may read by the words of a text and by its meaning."""
        addresses = caller.scope.readable()
        meaning = await self.engine.meaning(text, addresses)
        work = partial(search, meaning=meaning, policy=self.engine.wired.config.fusion)
        return await self.engine.read(addresses, work, times.known_at)

    async def command(self, caller: Caller, order: Order) -> Curated:
        """Correct, retract, forget or undo."""
        wanted = order.visibility
        allowed = None if wanted is None else caller.visibility(wanted)
        wired, key = self.engine.wired, checked_key(order.key)
        checked = await _checked(order.text, partial(checked_order, order, wired.config.limits))
        home: Callable[[View], tuple[Address, str]] = partial(home_of, name=checked.record_id)
        if order.verb is Verb.FORGET:
            session = caller.scope.session
            home = partial(home_of_any, name=checked.record_id, session=session)
        if order.verb is Verb.UNDO:
            home = partial(home_of_change, name=checked.record_id)
        address, name = await self.engine.read(caller.scope.readable(), home)
        may_change(caller.scope, address, allowed)
        act = Act(
            address=address,
            scope=caller.scope,
            speaker=author(caller.scope),
            key=key,
            dry_run=caller.dry_run,
        )
        done, place = await command(
            wired.store, wired.ambient, act, replace(checked, record_id=name)
        )
        self._appended(caller, *place)
        return done

    def _appended(self, caller: Caller, space: int, first: int, last: int) -> None:
        """Tell of what is durable, which of a dry run is nothing."""
        if not caller.dry_run:
            self.engine.appended(space, first, last)

    async def list(
        self, caller: Caller, wanted: Wanted, times: Times, *, cursor: str | None
    ) -> Page[Fact]:
        """Return one page of facts."""
        listing = Listing(
            wanted=FactFilter(
                kinds=checked_kinds(wanted.kinds),
                tags=frozenset(checked_tags(wanted.tags, self.engine.wired.config.limits)),
            ),
            valid_at=times.valid_at,
            limit=checked_page(wanted.limit, LIST_LIMIT),
            cursor=checked_cursor(cursor),
        )
        work = partial(page, listing=listing, now=self.engine.now())
        return await self.engine.read(caller.scope.readable(), work, times.known_at)

    async def get(self, caller: Caller, record_id: str, times: Times) -> Fact:
        """Return the current version of one fact."""
        work = partial(current, name=checked_id(record_id, "record_id"))
        return await self.engine.read(caller.scope.readable(), work, times.known_at)

    async def history(self, caller: Caller, record_id: str) -> Sequence[Fact]:
        """Return all versions of one fact."""
        work = partial(history, name=checked_id(record_id, "record_id"))
        return await self.engine.read(caller.scope.readable(), work)

    async def pending(self, caller: Caller) -> int:
        """Return how many entries of the spaces the caller may read are not digested."""
        return await self.engine.read(caller.scope.readable(), pending)

    async def stats(self, caller: Caller) -> Stats:
        """Return the sizes of the spaces the caller may read."""
        return await self.engine.stats(caller.scope.readable())


async def _checked(text: object, check: Callable[[], T]) -> T:
    """Return what `check` makes of a text, on another thread if it is long."""
    if isinstance(text, str) and len(text) > _LONG:
        return await asyncio.to_thread(check)
    return check()


async def opened(place: Location, parts: Parts) -> Verbs:
    """Open the store at `place`, start the worker, and return the verbs over both."""
    wired = await wire(place, parts)
    engine = Engine(wired, parts.listeners)
    engine.start()
    return Verbs(engine)
