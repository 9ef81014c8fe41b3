"""`AsyncMemory`: an opened memory for async code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from os import PathLike, fspath
from types import TracebackType
from typing import TYPE_CHECKING, Self

from retentive.app.config import Config, EmbedderLike, Parts, Progress, checked_parts
from retentive.app.handle import AsyncHandle
from retentive.app.opening import Opening, opened_by_open
from retentive.kernel.ambient import Ambient, Clock
from retentive.kernel.events import Listener
from retentive.kernel.scope import Scope
from retentive.model.report import Flushed, Rebuilt, Stats, Verified
from retentive.ports.stages import Extractor
from retentive.rules.caller import Caller
from retentive.rules.checked import (
    checked_callable,
    checked_flag,
    checked_seconds,
    checked_zone,
)
from retentive.rules.location import Location, read_location

if TYPE_CHECKING:
    from retentive.app.verbs import Verbs


def _loaded() -> Callable[[Location, Parts], Awaitable[Verbs]]:
    """Return what opens a memory; heavy, and loaded when it is needed."""
    from retentive.app.verbs import opened

    return opened


@dataclass(frozen=True, slots=True)
class AsyncMemory:
    """An opened memory: make handles for scopes with `scope`, keep house with the rest.

    ::

        async with AsyncMemory.open("agent.db") as memory:
            ana = memory.scope(user="ana")
            await ana.remember("Prefers e-mail over phone")
    """

    _verbs: Verbs

    def __new__(cls, *parts: object, **_: object) -> Self:
        """Refuse to be made of anything but what `open` opened."""
        if parts and isinstance(parts[0], str | PathLike):
            raise opened_by_open("AsyncMemory", parts[0])
        return object.__new__(cls)

    def __repr__(self) -> str:
        """Show where the store is."""
        return f"<AsyncMemory {self._verbs.engine.wired.store.location}>"

    @classmethod
    def open(
        cls,
        url: str | PathLike[str],
        *,
        clock: Clock | None = None,
        ambient: Ambient | None = None,
        embedder: EmbedderLike = "auto",
        extractor: Extractor | None = None,
        listeners: tuple[Listener, ...] = (),
        config: Config | None = None,
    ) -> Opening[AsyncMemory]:
        """Open or create the store at `url` and start to digest in the background.

        `url` is a path, `sqlite:///…`, `postgresql://…`, or `memory://`. `embedder` finds
        what is near in meaning: `"auto"` is the offline one where the extra `embed` is
        installed, else none; `"multilingual"`, the path of a model file, an object with
        `identity`, `dimensions` and `embed(texts)`, or a function serve as well; None searches
        by words alone. Raises `ForeignFile` or `NewerFile` for a file that is not ours to
        open, and `EmbeddingMismatch` if its vectors were made by another embedder.
        """

        async def opens() -> AsyncMemory:
            parts = checked_parts(clock, ambient, extractor, embedder, listeners, config)
            place = read_location(fspath(url) if isinstance(url, PathLike) else url)
            # Loading it takes a while, for which the event loop is not to stand still.
            from asyncio import to_thread  # heavy: who only names the class does not need it

            opened = await to_thread(_loaded)
            return cls(await opened(place, parts))

        return Opening(opens)

    def scope(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        tenant: str | None = None,
        project: str | None = None,
        session: str | None = None,
        timezone: str | None = None,
        write_global: bool = False,
        dry_run: bool = False,
    ) -> AsyncHandle:
        """Return a handle for one scope; it needs a user, an agent or a project.

        `timezone` (an IANA name) reads message times without an offset. `write_global`
        lets the handle write what everybody reads. With `dry_run` its writes answer, and are
        refused, as they would be, and nothing of them is kept.
        """
        scope = Scope(tenant=tenant, user=user, agent=agent, project=project, session=session)
        caller = Caller(
            scope=scope.required(),
            timezone=checked_zone(timezone),
            write_global=checked_flag(write_global, "write_global"),
            dry_run=checked_flag(dry_run, "dry_run"),
        )
        return AsyncHandle(self._verbs, caller)

    async def flush(
        self, *, timeout: float | None = None, progress: Progress | None = None
    ) -> Flushed:
        """Wait until all accepted so far is digested and embedded, working on it here.

        Raises `StoreBusy` after `timeout` seconds, and `ExtractorUnavailable` if nothing can be
        extracted; what is left stays safe in the log. An embedder that keeps failing is not
        waited for: `unembedded` says what is left.
        """
        checked_callable(progress, "progress")
        return await self._verbs.engine.flush(checked_seconds(timeout, "timeout"), progress)

    async def rebuild(
        self, *, embeddings: bool = False, progress: Progress | None = None
    ) -> Rebuilt:
        """Derive everything again from the log, beside what is served, and swap it in.

        Recorded replies of models are used again; nothing is asked twice. Entries that were given
        up are tried again. Raises `ExtractorUnavailable` if nothing can be extracted; all is then
        as it was. Vectors are kept; `embeddings` makes these anew instead, with the embedder the
        memory was opened with.
        """
        checked_callable(progress, "progress")
        return await self._verbs.engine.rebuild(
            progress, embeddings=checked_flag(embeddings, "embeddings")
        )

    async def verify(self, *, progress: Progress | None = None) -> Verified:
        """Check every row against the log and against each other; change nothing."""
        checked_callable(progress, "progress")
        return await self._verbs.engine.verify(progress)

    async def stats(self) -> Stats:
        """Return the sizes of the whole store and what is pending in it."""
        return await self._verbs.engine.stats(None)

    async def close(self) -> None:
        """Finish the batch in hand and release the store; closing twice is harmless."""
        await self._verbs.engine.close()

    async def __aenter__(self) -> AsyncMemory:
        """Return this memory; it is closed at the end of the block."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        await self.close()
