"""The composition root: the only place that knows concrete drivers.

Everything heavy is imported here, by name, when it is needed.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from importlib import import_module  # noqa: TID251 - drivers load when a store needs them
from importlib.util import find_spec

from retentive.app.config import Config, Parts
from retentive.app.languages import RuleExtractor
from retentive.kernel.ambient import Ambient, CheckedClock
from retentive.kernel.errors import EmbeddingMismatch, MissingExtra, RetentiveError, StoreError
from retentive.ports.index import VectorIndex
from retentive.ports.models import Embedder
from retentive.ports.stages import Extractor
from retentive.ports.store import MemoryStore
from retentive.rules.location import Driver, Location
from retentive.rules.maker import maker
from retentive.rules.text import TOKENISER

_LOG = logging.getLogger("retentive")

_DRIVERS = {
    Driver.MEMORY: ("retentive.adapters.memory.driver", "MemoryDriver"),
    Driver.SQLITE: ("retentive.adapters.sql.store", "SqlStore"),
    Driver.POSTGRESQL: ("retentive.adapters.sql.store", "SqlStore"),
}
_EXTRAS = {"psycopg": "postgres", "numpy": "embed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wired:
    """Everything an opened memory is made of.

    Without an embedder there is no index of vectors either: words alone are searched.
    """

    store: MemoryStore
    ambient: Ambient
    extractor: Extractor
    config: Config
    tokeniser: str
    embedder: Embedder | None = None
    index: VectorIndex | None = None

    @property
    def maker(self) -> str:
        """What this process digests as."""
        return maker(self.extractor.identity, self.tokeniser)


async def wire(place: Location, parts: Parts) -> Wired:
    """Open the store at `place` and wire it.

    Raises `EmbeddingMismatch` if its vectors were made by another embedder.
    """
    chosen = parts.extractor or RuleExtractor()
    embeds = await asyncio.to_thread(embedder, parts.embedder)
    ambient = replace(parts.ambient, clock=CheckedClock(parts.ambient.clock))
    store = await _store(
        place,
        ambient=ambient,
        busy_seconds=parts.config.busy_seconds,
        maker=maker(chosen.identity, TOKENISER),
        embedder=embeds.identity if embeds is not None else "",
    )
    try:
        await _check_embedder(store, embeds, parts)
    except BaseException:
        await store.close()
        raise
    return Wired(
        store=store,
        ambient=ambient,
        extractor=chosen,
        config=parts.config,
        tokeniser=TOKENISER,
        embedder=embeds,
        index=await asyncio.to_thread(_index, parts.config) if embeds is not None else None,
    )


async def _store(place: Location, *, busy_seconds: float, **made_by: object) -> MemoryStore:
    module, name = _DRIVERS[place.driver]
    try:
        driver = getattr(await asyncio.to_thread(import_module, module), name)
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    made_by["tokeniser"] = TOKENISER
    if place.driver is not Driver.MEMORY:
        made_by |= {"url": place, "busy_seconds": busy_seconds}
    try:
        store: MemoryStore = await driver.open(**made_by)
    except OSError as error:
        if isinstance(error, RetentiveError):
            raise
        raise StoreError(f"{place.path or place.driver}: {error.strerror or error}") from error
    return store


def embedder(given: object = "auto") -> Embedder | None:
    """Return the embedder that `Memory.open` makes of the same argument; None: words alone.

    Light: it loads its model at first use. Raises `MissingExtra`, `EmbedderUnavailable` or
    `InvalidInput`, each with its remedy.
    """
    found: Embedder | None = import_module("retentive.adapters.embedders.given").embedder_of(given)
    return found


def format_version() -> int:
    """Return the version of the files and databases that this code writes."""
    found: int = import_module("retentive.adapters.sql.schema").VERSION
    return found


def _index(config: Config) -> VectorIndex:
    """Return the index that scans; large spaces go through a graph where `ann` is installed."""
    try:
        exact = import_module("retentive.adapters.vectors").ExactIndex(config.vector_cache_bytes)
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    if find_spec("usearch") is None:
        made: VectorIndex = exact
    else:
        made = import_module("retentive.adapters.candidates").CandidateIndex(exact)
    return made


async def _check_embedder(store: MemoryStore, embeds: Embedder | None, parts: Parts) -> None:
    """Refuse a store with vectors of another embedder, or say that words alone serve."""
    mine = "" if embeds is None else embeds.identity
    others = sorted(set(await store.embedders()) - {mine})
    if not others:
        return
    if embeds is None or parts.config.embedding_mismatch == "text":
        asked_for = parts.embedder is None
        _LOG.log(
            logging.INFO if asked_for else logging.WARNING,
            "vectors in %s were made by %r, which is not at hand; words alone are searched",
            store.location,
            others[0],
        )
        return
    raise EmbeddingMismatch(
        f"vectors in {store.location} were made by {others[0]!r}, the embedder given is "
        f"{embeds.identity!r}; open it with that one, with embedder=None (text search), or "
        "make them anew: retentive rebuild --embeddings",
        stored=others[0],
        given=embeds.identity,
    )


def _missing(error: ModuleNotFoundError) -> MissingExtra:
    extra = _EXTRAS.get(error.name or "")
    hint = f'pip install "retentive[{extra}]"' if extra else "pip install --upgrade retentive"
    return MissingExtra(f"{error.name} is not installed; run: {hint}", module=error.name)
