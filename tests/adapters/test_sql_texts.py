"""Long texts, and texts that mean something to somebody's parser."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from retentive.adapters.sql.rows import BLOB_BYTES
from retentive.kernel.errors import NewerEntry
from retentive.kernel.scope import Address, Visibility
from retentive.model.change import Put, SetDocs
from retentive.model.fact import Fact
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.testing import build
from tests.adapters.opening import append, opened


@pytest.mark.parametrize("size", [1_000, 100_000, BLOB_BYTES, BLOB_BYTES + 1, 1_000_000])
def test_long_texts_come_back_and_stand_once(size: int, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    text = ("é\U0001f600x" * size)[:size]

    def long(tx: Transaction) -> None:
        tx.append([build.entry(tx.space.id, tx.space.head_seq + 1, text)], {})

    async def main() -> None:
        store = await opened(path)
        for _ in range(3):
            await store.write(build.ANA, long)
        texts = await store.read(
            [build.ANA], lambda view: [one.text for one in view.entries(view.spaces[0], limit=9)]
        )
        assert texts == [text] * 3
        await store.close()

    asyncio.run(main())
    with closing(sqlite3.connect(path)) as raw:
        (kept,) = raw.execute("SELECT count(*) FROM blob").fetchone()
    assert kept == (1 if len(text.encode()) > BLOB_BYTES else 0)


HOSTILE = (
    *("%", "_", "'", '"', "\\", "a%b", "\U0001f600" * 256, "\xe9", "e\u0301"),
    *("null", "A", "a", "? :x"),
)


def test_hostile_ids_and_terms_are_only_themselves(tmp_path: Path) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "m.db")
        for user in HOSTILE:
            address = Address(visibility=Visibility.USER, user=user)
            await store.write(address, _filled)
            await store.read([address], _checked)
        assert len(await store.addresses()) == len(HOSTILE)
        await store.close()

    asyncio.run(main())


def _filled(tx: Transaction) -> None:
    append(tx)
    number = tx.space.id
    facts = [build.fact(number, 1, name, key=name, tags=(name,)) for name in HOSTILE]
    docs = [SetDocs(build.of_fact(name), (build.doc(name, 1),)) for name in HOSTILE[:-1]]
    tx.apply(tx.space, build.change_set(1, *map(Put, facts), *docs), None)


def _checked(view: View) -> None:
    (space,) = view.spaces
    for name in HOSTILE:
        assert [one.key for one in view.get(space, Fact, [name]).values()] == [name]
        assert [one.key for one in view.versions(space, Fact, name)] == [name]
    terms = [one.term for one in view.postings(space, HOSTILE[:-1])]
    assert terms == sorted(HOSTILE[:-1])


def test_an_entry_of_a_newer_version_is_told_from_damage(tmp_path: Path) -> None:
    path = tmp_path / "m.db"

    async def main() -> None:
        store = await opened(path)
        await store.write(build.ANA, append)
        with closing(sqlite3.connect(path)) as raw, raw:
            raw.execute("UPDATE entry SET version = 2")
        with pytest.raises(NewerEntry, match="message of version 2"):
            await store.read([build.ANA], lambda view: view.entries(view.spaces[0], limit=9))
        await store.close()

    asyncio.run(main())
