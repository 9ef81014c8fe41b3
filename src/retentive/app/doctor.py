"""What `retentive doctor` looks at: the installation, the model, a store, and a trial run.

Nothing is changed but by opening the store, as any command does; the trial has its own.
"""

from __future__ import annotations

import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from importlib import metadata, util
from pathlib import Path
from tempfile import TemporaryDirectory

from retentive.app.config import Config, checked_parts
from retentive.app.memory import AsyncMemory
from retentive.app.wiring import embedder, format_version
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import RetentiveError, StoreReadOnly
from retentive.kernel.scope import Address, Visibility
from retentive.model.health import Check, Diagnosis
from retentive.model.space import DIGEST, EMBED, Lease
from retentive.pipeline.calls import Calls
from retentive.pipeline.vectors import Maker
from retentive.ports.models import Embedder
from retentive.ports.store import MemoryStore
from retentive.rules import health
from retentive.rules.location import Driver, Location

BUSY_SECONDS = 5.0
"""How long the lock of the store is waited for."""

ANSWER_SECONDS = 60.0
"""How long the embedder is waited for."""

SENTENCE, QUESTION = "My dog is called Bica.", "What is the dog called?"


@dataclass(slots=True)
class Doctor:
    """Looks at everything once. `version` is the code's; `given` names the embedder."""

    version: str
    given: object
    ambient: Ambient = field(default_factory=Ambient)
    ours: Embedder | None = None

    @property
    def _identity(self) -> str | None:
        return None if self.ours is None else self.ours.identity

    async def diagnose(self, place: Location | None) -> Diagnosis:
        """Return all checks; without a `place` no store is looked at, and the rest is."""
        checks = [*self._installation(), await self._model()]
        if place is not None:
            checks += [one async for one in self._store(place)]
        return Diagnosis(checks=(*checks, await self._trial()))

    def _installation(self) -> Iterator[Check]:
        yield health.python(sys.version_info[:3])
        yield health.package(_installed("retentive"), self.version)
        yield health.sqlite(sqlite3.sqlite_version_info)
        for name, modules in health.EXTRAS.items():
            yield health.extra(name, {one: util.find_spec(one) is not None for one in modules})

    async def _model(self) -> Check:
        """Load the model, which compares its file with the known digest, and embed twice."""
        clock = self.ambient.clock
        try:
            found = embedder(self.given)
            if found is None:
                return health.words_alone(self.given)
            maker = Maker(embedder=found, calls=Calls(clock.monotonic), seconds=ANSWER_SECONDS)
            await maker.batch({b"": SENTENCE}, one_by_one=False)
            begun = clock.monotonic()
            await maker.batch({b"": SENTENCE}, one_by_one=False)
            seconds = clock.monotonic() - begun
        except (RetentiveError, ImportError, OSError, RuntimeError) as error:
            return health.failed("model", error, "or search by words alone: --embedder none")
        self.ours = found
        return health.embedded(found.identity, found.dimensions, seconds)

    async def _store(self, place: Location) -> AsyncIterator[Check]:
        from retentive.app.verbs import opened  # heavy: loaded when it is needed

        config = Config(background=False, busy_seconds=BUSY_SECONDS, embedding_mismatch="text")
        parts = checked_parts(None, self.ambient, None, self.ours, (), config)
        try:
            verbs = await opened(place, parts)
        except RetentiveError as error:
            yield health.failed("store", error, "")
            return
        try:
            store = verbs.engine.wired.store
            yield health.opened(store.location, _format(place))
            yield await self._lock(store)
            yield await _pending(store, DIGEST, verbs.engine.wired.maker)
            yield await _pending(store, EMBED, self._identity)
            sizes = await verbs.engine.stats(None)
            yield health.dead_letters(sizes)
            yield health.unembeddable(sizes)
            yield health.vectors(await store.embedders(), self._identity)
        except RetentiveError as error:
            yield health.failed("store", error, "`retentive verify` looks closer")
        finally:
            await verbs.engine.close()

    async def _lock(self, store: MemoryStore) -> Check:
        """Give back a lease that nobody has: that takes the lock and changes nothing."""
        begun = self.ambient.clock.monotonic()
        try:
            await store.release(_nobodys(self.ambient))
        except StoreReadOnly as error:
            return health.warn("store lock", error.message, "reading works; writing does not")
        except RetentiveError as error:
            return health.failed("store lock", error, "close what writes to it, and try again")
        return health.locked(self.ambient.clock.monotonic() - begun)

    async def _trial(self) -> Check:
        """Observe, flush and recall in a store of their own."""
        begun = self.ambient.clock.monotonic()
        try:
            with TemporaryDirectory() as folder:
                found = await _played(Path(folder) / "trial.db", self.ours)
        except (RetentiveError, OSError) as error:
            return health.failed("trial", error, "see whether the temporary folder can be written")
        return health.tried(found, SENTENCE, self.ambient.clock.monotonic() - begun)


async def _played(path: Path, ours: Embedder | None) -> list[str]:
    async with AsyncMemory.open(path, embedder=ours, config=Config(background=False)) as memory:
        ana = memory.scope(user="ana")
        await ana.observe([{"role": "user", "content": SENTENCE}])
        await memory.flush()
        return [hit.text for hit in await ana.recall(QUESTION)]


async def _pending(store: MemoryStore, stage: str, able: str | None) -> Check:
    lags = Counter[str]()
    for _, mark, maker in await store.pending(stage):
        if maker or able:  # vectors that nobody ever made wait for nothing
            lags[maker] += mark.head_seq - mark.done_seq
    return health.pending(stage, lags, able)


def _format(place: Location) -> int | None:
    return None if place.driver is Driver.MEMORY else format_version()


def _nobodys(ambient: Ambient) -> Lease:
    return Lease(
        address=Address(visibility=Visibility.USER),
        space=0,
        stage=DIGEST,
        generation=0,
        owner="doctor",
        fence=-1,
        until=ambient.clock.now(),
        done_seq=0,
        attempts=0,
    )


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
