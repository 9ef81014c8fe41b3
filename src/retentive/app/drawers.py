"""The drawers of a handle: facts, listed and looked up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from retentive.model.fact import Fact
from retentive.model.query import AnyTime, Page
from retentive.rules.asked import Wanted, read_times
from retentive.rules.caller import Caller

if TYPE_CHECKING:
    from retentive.app.portal import Portal
    from retentive.app.verbs import Verbs


@dataclass(frozen=True, slots=True)
class AsyncFacts:
    """Facts of one scope, newest first."""

    _verbs: Verbs
    _caller: Caller

    def __repr__(self) -> str:
        """Show the scope."""
        return f"<{type(self).__name__} of {self._caller.scope!r}>"

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
        return await self._verbs.list(
            self._caller,
            Wanted(kinds=kinds, tags=tags, limit=limit),
            read_times(valid_at, known_at, as_of),
            cursor=cursor,
        )

    async def get(
        self,
        record_id: str,
        *,
        known_at: datetime | None = None,
    ) -> Fact:
        """Return the current version of the fact that an id or key names.

        Raises `NotFound` if it does not exist, has ended, or is not for this scope.
        """
        return await self._verbs.get(self._caller, record_id, read_times("any", known_at, None))


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one scope, newest first."""

    _twin: AsyncFacts
    _portal: Portal

    def __repr__(self) -> str:
        """Show the scope."""
        return repr(self._twin).replace("<AsyncFacts", "<Facts", 1)

    def list(
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
        return self._portal.run(
            self._twin.list(
                limit=limit,
                cursor=cursor,
                kinds=kinds,
                tags=tags,
                valid_at=valid_at,
                known_at=known_at,
                as_of=as_of,
            )
        )

    def get(self, record_id: str, *, known_at: datetime | None = None) -> Fact:
        """Return the current version of the fact that an id or key names.

        Raises `NotFound` if it does not exist, has ended, or is not for this scope.
        """
        return self._portal.run(self._twin.get(record_id, known_at=known_at))
