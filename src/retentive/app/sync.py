"""`Memory`: the same verbs for code without an event loop.

Each method runs the coroutine of its twin on the memory's own thread; no logic lives here,
and a test holds both faces to equal names and signatures.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Self

from retentive.app.config import Config, EmbedderLike, Progress
from retentive.app.memory import AsyncMemory
from retentive.app.opening import opened_by_open
from retentive.app.sync_handle import Handle
from retentive.kernel.ambient import Ambient, Clock
from retentive.kernel.events import Listener
from retentive.model.report import Flushed, Rebuilt, Stats, Verified
from retentive.ports.stages import Extractor

if TYPE_CHECKING:
    from retentive.app.portal import Portal


@dataclass(frozen=True, slots=True)
class Memory:
    """An opened memory: make handles for scopes with `scope`, keep house with the rest.

    ::

        with Memory.open("agent.db") as memory:
            ana = memory.scope(user="ana")
            ana.remember("Prefers e-mail over phone")

    Usable from any number of threads. Inside a running event loop use `AsyncMemory`.
    """

    _twin: AsyncMemory
    _portal: Portal

    def __new__(cls, *parts: object, **_: object) -> Self:
        """Refuse to be made of anything but what `open` opened."""
        if parts and isinstance(parts[0], str | PathLike):
            raise opened_by_open("Memory", parts[0])
        return object.__new__(cls)

    def __repr__(self) -> str:
        """Show where the store is."""
        return repr(self._twin).replace("<AsyncMemory", "<Memory", 1)

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
    ) -> Memory:
        """Open or create the store at `url` and start to digest in the background.

        `url` is a path, `sqlite:///…`, `postgresql://…`, or `memory://`. `embedder` finds
        what is near in meaning: `"auto"` is the offline one where the extra `embed` is
        installed, else none; `"multilingual"`, the path of a model file, an object with
        `identity`, `dimensions` and `embed(texts)`, or a function serve as well; None searches
        by words alone. Raises `ForeignFile` or `NewerFile` for a file that is not ours to
        open, and `EmbeddingMismatch` if its vectors were made by another embedder.
        """
        from retentive.app.portal import Portal  # heavy: loaded when it is needed

        portal = Portal()
        opening = AsyncMemory.open(
            url,
            clock=clock,
            ambient=ambient,
            embedder=embedder,
            extractor=extractor,
            listeners=listeners,
            config=config,
        )
        try:
            return cls(portal.run(opening), portal)
        except BaseException:
            portal.close()
            raise

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
    ) -> Handle:
        """Return a handle for one scope; it needs a user, an agent or a project.

        `timezone` (an IANA name) reads message times without an offset. `write_global`
        lets the handle write what everybody reads. With `dry_run` its writes answer, and are
        refused, as they would be, and nothing of them is kept.
        """
        handle = self._twin.scope(
            user=user,
            agent=agent,
            tenant=tenant,
            project=project,
            session=session,
            timezone=timezone,
            write_global=write_global,
            dry_run=dry_run,
        )
        return Handle(handle, self._portal)

    def flush(self, *, timeout: float | None = None, progress: Progress | None = None) -> Flushed:
        """Wait until all accepted so far is digested and embedded, working on it here.

        Raises `StoreBusy` after `timeout` seconds, and `ExtractorUnavailable` if nothing can be
        extracted; what is left stays safe in the log. An embedder that keeps failing is not
        waited for: `unembedded` says what is left.
        """
        return self._portal.run(self._twin.flush(timeout=timeout, progress=progress))

    def rebuild(self, *, embeddings: bool = False, progress: Progress | None = None) -> Rebuilt:
        """Derive everything again from the log, beside what is served, and swap it in.

        Recorded replies of models are used again; nothing is asked twice. Entries that were given
        up are tried again. Raises `ExtractorUnavailable` if nothing can be extracted; all is then
        as it was. Vectors are kept; `embeddings` makes these anew instead, with the embedder the
        memory was opened with.
        """
        return self._portal.run(self._twin.rebuild(embeddings=embeddings, progress=progress))

    def verify(self, *, progress: Progress | None = None) -> Verified:
        """Check every row against the log and against each other; change nothing."""
        return self._portal.run(self._twin.verify(progress=progress))

    def stats(self) -> Stats:
        """Return the sizes of the whole store and what is pending in it."""
        return self._portal.run(self._twin.stats())

    def close(self) -> None:
        """Finish the batch in hand and release the store; closing twice is harmless."""
        if not self._portal.closed:
            self._portal.run(self._twin.close())
            self._portal.close()

    def __enter__(self) -> Memory:
        """Return this memory; it is closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()
