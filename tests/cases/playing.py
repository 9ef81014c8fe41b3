"""A memory to play a case on: a frozen clock, digestion only when told, opened again at will."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

import pytest

from retentive import Memory
from retentive.app.config import Config
from retentive.app.sync_handle import Handle
from retentive.kernel.ambient import Ambient
from retentive.model.fact import Fact
from retentive.ports.stages import Extractor
from retentive.testing.fakes import FrozenClock, frozen_ambient

MANUAL = Config(background=False)


@dataclass
class Play:
    """An empty memory on one driver, and who uses it."""

    url: str
    ambient: Ambient = field(default_factory=frozen_ambient)
    extractor: Extractor | None = None
    config: Config = MANUAL
    memory: Memory = field(init=False)

    def __post_init__(self) -> None:
        self.memory = self._opened()

    def _opened(self) -> Memory:
        return Memory.open(
            self.url, ambient=self.ambient, extractor=self.extractor, config=self.config
        )

    @property
    def lasts(self) -> bool:
        """Whether what was stored can be opened again."""
        return not self.url.startswith("memory:")

    @property
    def clock(self) -> FrozenClock:
        """The clock, to be set and moved by the case."""
        assert isinstance(self.ambient.clock, FrozenClock)
        return self.ambient.clock

    def now(self, text: str) -> datetime:
        """Set the clock to a time in ISO 8601 and return it."""
        self.clock.at = datetime.fromisoformat(text)
        return self.clock.at

    def user(
        self,
        name: str | None = "u1",
        *,
        agent: str | None = None,
        tenant: str | None = None,
        project: str | None = None,
        session: str | None = None,
    ) -> Handle:
        """A handle of one user, in the memory as it is open now."""
        return self.memory.scope(
            user=name, agent=agent, tenant=tenant, project=project, session=session
        )

    def reopen(self) -> None:
        """Close the memory and open it again."""
        self.memory.close()
        self.memory = self._opened()

    def moments(self) -> Iterator[str]:
        """Yield when a result must hold: at once, digested, rebuilt, opened again."""
        yield "at once"
        self.memory.flush()
        yield "digested"
        self.memory.rebuild()
        yield "rebuilt"
        if self.lasts:
            self.reopen()
            yield "opened again"
        assert self.memory.verify().clean


def listed(handle: Handle, limit: int = 1000) -> list[Fact]:
    """All facts of a list, page by page, newest first."""
    facts: list[Fact] = []
    page = handle.facts.list(limit=limit)
    facts.extend(page.items)
    while page.cursor is not None:
        page = handle.facts.list(limit=limit, cursor=page.cursor)
        facts.extend(page.items)
    return facts


def texts(handle: Handle) -> list[str]:
    """The texts of all facts, sorted."""
    return sorted(fact.text for fact in listed(handle))


def found(handle: Handle, query: str, limit: int | None = None) -> list[str]:
    """The texts that a recall finds, best first."""
    return [hit.text for hit in handle.recall(query, limit=limit)]


def forget_all(handle: Handle, session: str | None = None) -> int:
    """Forget every fact of a scope, or what one session of it wrote; return how many."""
    facts = [one for one in listed(handle) if session in (None, one.origin.session)]
    for fact in facts:
        handle.forget(fact.id)
    return len(facts)


def is_utf8(*said: object) -> bool:
    """Whether every text can be written as JSON and UTF-8 and read back unchanged."""
    data = json.dumps(said, ensure_ascii=False, default=str).encode("utf-8")
    return bool(json.loads(data) == json.loads(json.dumps(said, default=str)))


on_one_driver = pytest.mark.parametrize("play", ["memory"], indirect=True)
"""For neighbours of a case that are judged before any store sees them."""
