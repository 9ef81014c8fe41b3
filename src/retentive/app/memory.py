"""`AsyncMemory`: an opened memory for async code."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType

from retentive.app.config import Config
from retentive.app.engine import Engine, Progress
from retentive.app.handle import AsyncHandle
from retentive.app.wiring import wire
from retentive.kernel.ambient import Ambient, Clock
from retentive.kernel.events import Listener
from retentive.kernel.scope import Scope
from retentive.model.report import Flushed, Rebuilt, Stats, Verified
from retentive.pipeline.rebuild import Rebuilder
from retentive.pipeline.verify import verify
from retentive.ports.stages import Extractor
from retentive.rules.arguments import checked_seconds
from retentive.rules.intake import checked_zone


@dataclass(frozen=True, slots=True)
class AsyncMemory:
    """An opened memory: make handles for scopes with `scope`, keep house with the rest.

    ::

        async with await AsyncMemory.open("agent.db") as memory:
            ana = memory.scope(user="ana")
            await ana.remember("Prefers e-mail over phone")
    """

    _engine: Engine

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        clock: Clock | None = None,
        ambient: Ambient | None = None,
        extractor: Extractor | None = None,
        listeners: tuple[Listener, ...] = (),
        config: Config | None = None,
    ) -> AsyncMemory:
        """Open or create the store at `url` and start to digest in the background.

        `url` is a path, `sqlite:///…`, `postgresql://…`, or `memory://`. Raises
        `ForeignFile` or `NewerFile` for a file that is not ours to open.
        """
        made = ambient or (Ambient() if clock is None else Ambient(clock=clock))
        settings = config or Config()
        checked_zone(settings.timezone)
        wired = await wire(url, ambient=made, extractor=extractor, config=settings)
        engine = Engine(wired, listeners)
        engine.start()
        return cls(engine)

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
    ) -> AsyncHandle:
        """Return a handle for one scope; it needs a user, an agent or a project.

        `timezone` (an IANA name) reads message times without an offset. `write_global`
        lets the handle write what everybody reads.
        """
        scope = Scope(tenant=tenant, user=user, agent=agent, project=project, session=session)
        return AsyncHandle(self._engine, scope.required(), checked_zone(timezone), write_global)

    async def flush(
        self, *, timeout: float | None = None, progress: Progress | None = None
    ) -> Flushed:
        """Wait until everything accepted so far is digested, working on it in this process.

        Raises `StoreBusy` after `timeout` seconds; what is left stays safe in the log.
        """
        return await self._engine.flush(checked_seconds(timeout, "timeout"), progress)

    async def rebuild(self, *, progress: Progress | None = None) -> Rebuilt:
        """Derive everything again from the log, beside what is served, and swap it in.

        Recorded replies of models are used again; nothing is asked twice.
        """
        self._engine.check()
        wired = self._engine.wired
        rebuilder = Rebuilder(digester=self._engine.worker.digester, tokeniser=wired.tokeniser)
        return await rebuilder.rebuild(
            await wired.store.addresses(), progress or (lambda done, total: None)
        )

    async def verify(self, *, progress: Progress | None = None) -> Verified:
        """Check every row against the log and against each other; change nothing."""
        self._engine.check()
        return await verify(self._engine.wired.store, progress or (lambda done, total: None))

    async def stats(self) -> Stats:
        """Return the sizes of the whole store and what is pending in it."""
        return await self._engine.stats(None)

    async def close(self) -> None:
        """Finish the batch in hand and release the store; closing twice is harmless."""
        await self._engine.close()

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
