"""What every contract class of a store stands on: the store under test, and a desk at a space."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from retentive.kernel.scope import Address
from retentive.model.change import AuditRow, Change
from retentive.model.entry import Body, Entry
from retentive.model.space import Space
from retentive.ports.rows import Seen, SeenEntry
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.testing import build
from retentive.testing.blocking import Blocking, Opener
from retentive.testing.fakes import frozen_ambient

T = TypeVar("T")

TOKENISER = "words-1"
MAKER = "rules-1"
EMBEDDER = "toy-1"


class Oops(Exception):
    """What the work of a test raises."""


def append_one(tx: Transaction) -> None:
    """Append one message at the head, whatever it is."""
    tx.append([build.entry(tx.space.id, tx.space.head_seq + 1)], {})


class Desk:
    """One space of a store, to write into and to ask.

    Entries it appends are a minute apart, as `build.entry` makes them.
    """

    def __init__(self, store: Blocking, address: Address) -> None:
        self.store = store
        self.address = address
        self.number = store.write(address, lambda tx: tx.space.id)

    @property
    def space(self) -> Space:
        """The space as it is now."""
        return self.see(lambda view, space: space)

    def append(self, *entries: Entry, seen: Mapping[Seen, SeenEntry] | None = None) -> None:
        """Append entries."""
        self.store.write(self.address, lambda tx: tx.append(entries, seen or {}))

    def log(self, *bodies: Body | str, **fields: Any) -> list[Entry]:
        """Append an entry for every body (texts are messages) and return the entries."""
        first = self.space.head_seq + 1
        entries = [
            build.entry(self.number, seq, body, **fields) for seq, body in enumerate(bodies, first)
        ]
        self.append(*entries)
        return entries

    def grow(self, to: int) -> None:
        """Append messages until the head is `to`."""
        self.log(*["I like tea."] * (to - self.space.head_seq))

    def apply(self, *changes: Change, audit: AuditRow | None = None) -> None:
        """Apply changes to the current generations."""

        def work(tx: Transaction) -> None:
            tx.apply(tx.space, build.change_set(tx.space.head_seq, *changes), audit)

        self.store.write(self.address, work)

    def refuses(self, error: type[Exception], *changes: Change) -> None:
        """Check that applying the changes raises `error`."""
        with pytest.raises(error):
            self.apply(*changes)

    def see(self, question: Callable[[View, Space], T], *, horizon: int | None = None) -> T:
        """Return what a view answers about the space, at its head or an earlier horizon."""

        def work(view: View) -> T:
            (space,) = view.spaces
            return question(view, space if horizon is None else replace(space, horizon=horizon))

        return self.store.read([self.address], work)


class StoreContract:
    """Promises of `MemoryStore`, one a test.

    A driver proves itself by subclassing every class of `CONTRACTS` and overriding the fixture
    `opener`.
    """

    @pytest.fixture
    def opener(self) -> Opener:
        """Return what opens the store under test; it is empty when first opened."""
        raise NotImplementedError("override the fixture `opener`")

    @pytest.fixture
    def runner(self) -> Iterator[asyncio.Runner]:
        """Give the loop on which the test's calls run."""
        with asyncio.Runner() as runner:
            yield runner

    @pytest.fixture
    def store(self, opener: Opener, runner: asyncio.Runner) -> Iterator[Blocking]:
        """Give an empty store."""
        store = opened(opener, runner)
        yield store
        store.close()

    @pytest.fixture
    def ana(self, store: Blocking) -> Desk:
        """Give an empty space, the first of the store."""
        return Desk(store, build.ANA)

    @pytest.fixture
    def bo(self, store: Blocking, ana: Desk) -> Desk:
        """Give another empty space, the second of the store."""
        return Desk(store, build.BO)


def opened(
    opener: Opener, runner: asyncio.Runner, seed: int = 0, embedder: str = EMBEDDER
) -> Blocking:
    """Return the store, opened once more."""
    made_by = {"tokeniser": TOKENISER, "maker": MAKER, "embedder": embedder}
    return Blocking(runner.run(opener(ambient=frozen_ambient(seed), **made_by)), runner)


def ids(records: Sequence[Any]) -> list[str]:
    """Return the ids of records or entries, in their order."""
    return [record.id for record in records]
