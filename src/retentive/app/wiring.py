"""The composition root: the only place that knows concrete drivers.

Everything heavy is imported here, by name, when it is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module

from retentive.app.config import Config
from retentive.kernel.ambient import Ambient, CheckedClock
from retentive.kernel.errors import MissingExtra, RetentiveError, StoreError
from retentive.pipeline.extract import RuleExtractor
from retentive.ports.stages import Extractor
from retentive.ports.store import MemoryStore
from retentive.rules.location import Driver, Location
from retentive.rules.maker import maker
from retentive.rules.text import TOKENISER

_DRIVERS = {
    Driver.MEMORY: ("retentive.adapters.memory.driver", "MemoryDriver"),
    Driver.SQLITE: ("retentive.adapters.sql.store", "SqlStore"),
    Driver.POSTGRESQL: ("retentive.adapters.sql.store", "SqlStore"),
}
_EXTRAS = {"psycopg": "postgres"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wired:
    """Everything an opened memory is made of."""

    store: MemoryStore
    ambient: Ambient
    extractor: Extractor
    config: Config
    tokeniser: str

    @property
    def maker(self) -> str:
        """What this process digests as."""
        return maker(self.extractor.identity, self.tokeniser)


async def wire(
    place: Location, *, ambient: Ambient, extractor: Extractor | None, config: Config
) -> Wired:
    """Open the store at `place` and wire it."""
    chosen = extractor or RuleExtractor()
    ambient = replace(ambient, clock=CheckedClock(ambient.clock))
    module, name = _DRIVERS[place.driver]
    try:
        driver = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    made_by: dict[str, object] = {
        "ambient": ambient,
        "tokeniser": TOKENISER,
        "maker": maker(chosen.identity, TOKENISER),
    }
    if place.driver is not Driver.MEMORY:
        made_by |= {"url": place, "busy_seconds": config.busy_seconds}
    try:
        store: MemoryStore = await driver.open(**made_by)
    except OSError as error:
        if isinstance(error, RetentiveError):
            raise
        raise StoreError(f"{place.path or place.driver}: {error.strerror or error}") from error
    return Wired(store=store, ambient=ambient, extractor=chosen, config=config, tokeniser=TOKENISER)


def _missing(error: ModuleNotFoundError) -> MissingExtra:
    extra = _EXTRAS.get(error.name or "")
    hint = f'pip install "retentive[{extra}]"' if extra else "pip install --upgrade retentive"
    return MissingExtra(f"{error.name} is not installed; run: {hint}", module=error.name)
