"""The composition root: the only place that knows concrete drivers.

Everything heavy is imported here, by name, when it is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from retentive.app.config import Config
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import InvalidInput, MissingExtra
from retentive.pipeline.extract import RuleExtractor
from retentive.ports.stages import Extractor
from retentive.ports.store import MemoryStore
from retentive.rules.maker import maker
from retentive.rules.text import TOKENISER

_DRIVERS = {
    "memory": ("retentive.adapters.memory.driver", "MemoryDriver"),
    "sqlite": ("retentive.adapters.sql.store", "SqlStore"),
    "postgresql": ("retentive.adapters.sql.store", "SqlStore"),
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


async def wire(url: str, *, ambient: Ambient, extractor: Extractor | None, config: Config) -> Wired:
    """Open the store at `url` (a path, sqlite:///…, postgresql://…, memory://) and wire it."""
    chosen = extractor or RuleExtractor()
    kind = _kind(url)
    module, name = _DRIVERS[kind]
    try:
        driver = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    made_by = {
        "ambient": ambient,
        "tokeniser": TOKENISER,
        "maker": maker(chosen.identity, TOKENISER),
    }
    if kind == "memory":
        store: MemoryStore = await driver.open(**made_by)
    else:
        store = await driver.open(url, busy_seconds=config.busy_seconds, **made_by)
    return Wired(store=store, ambient=ambient, extractor=chosen, config=config, tokeniser=TOKENISER)


def _kind(url: str) -> str:
    if not url:
        raise InvalidInput(
            "name the store: a path, 'sqlite:///…', 'postgresql://…' or 'memory://'", field="url"
        )
    scheme, separator, _ = url.partition("://")
    if not separator:
        return "sqlite"
    if scheme not in _DRIVERS:
        raise InvalidInput(
            f"{scheme}:// names no storage engine; use one of "
            + ", ".join(f"{name}://" for name in _DRIVERS),
            field="url",
        )
    return scheme


def _missing(error: ModuleNotFoundError) -> MissingExtra:
    extra = _EXTRAS.get(error.name or "")
    hint = f'pip install "retentive[{extra}]"' if extra else "pip install --upgrade retentive"
    return MissingExtra(f"{error.name} is not installed; run: {hint}", module=error.name)
