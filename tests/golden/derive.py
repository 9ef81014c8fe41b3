"""What the present rules derive from the golden log: `python -m tests.golden.derive`.

Writes the file of the present maker, once. Where the fold's rules yield something else than
it says, the file stays: raise `FOLD` (or the version of the extractor or the tokeniser).
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import is_dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from retentive.adapters.memory import MemoryDriver
from retentive.adapters.sql.rows import entry_of
from retentive.app.languages import RuleExtractor
from retentive.kernel.scope import Address, Visibility
from retentive.model.codec import canonical
from retentive.model.entry import Entry
from retentive.pipeline.digest import Digester
from retentive.ports.store import MemoryStore
from retentive.ports.view import View
from retentive.rules.maker import maker
from retentive.rules.pace import Pace
from retentive.rules.text import TOKENISER
from retentive.testing.fakes import frozen_ambient
from tests.support.derived import derived

FOLDER = Path(__file__).parent
LOG = FOLDER / "log-1.json"
ANA = Address(visibility=Visibility.USER, tenant="acme", user="ana")
MAKER = maker(RuleExtractor().identity, TOKENISER)
DERIVED = FOLDER / f"{MAKER.replace(' ', '+')}.json"


def rows() -> list[dict[str, Any]]:
    """Return the golden rows."""
    found: list[dict[str, Any]] = json.loads(LOG.read_text("utf-8"))
    return found


def entries() -> list[Entry]:
    """Return the entries of the golden rows."""
    return [entry_of(SimpleNamespace(**row), {}) for row in rows()]


async def digested(store: MemoryStore) -> list[str]:
    """Append the golden log to an empty store and digest it; return what is derived, as text."""
    ambient = frozen_ambient()
    await store.write(ANA, lambda tx: tx.append(entries(), {}))
    digester = Digester(store=store, ambient=ambient, extractor=RuleExtractor(), pace=Pace())
    now = entries()[-1].recorded_at
    while lease := await store.lease("digest", "me", able=[MAKER], now=now, seconds=60):
        await digester.step(lease)
        await store.release(lease)
    return await store.read([ANA], _told)


def _told(view: View) -> list[str]:
    (space,) = view.spaces
    told: list[str] = []
    for name, value in derived(view, space).items():
        several = value if isinstance(value, list) else [value]
        flat = [one for item in several for one in (item if isinstance(item, list) else [item])]
        told += [f"{name}: {_spelled(one)}" for one in flat]
    return told


def _spelled(value: Any) -> str:
    """Return one row as text; records as JSON, where fields to come leave no trace while empty."""
    return canonical(value).decode() if is_dataclass(value) else repr(value)


async def golden() -> list[str]:
    """Return what is derived in memory."""
    store = await MemoryDriver.open(ambient=frozen_ambient(), tokeniser=TOKENISER, maker=MAKER)
    return await digested(store)


if __name__ == "__main__":
    if not DERIVED.exists():
        told = json.dumps(asyncio.run(golden()), ensure_ascii=False, indent=0)
        DERIVED.write_text(f"{told}\n", "utf-8")
