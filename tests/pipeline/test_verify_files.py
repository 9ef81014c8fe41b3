"""A damaged file is refused by an error of ours, or opened and named; and words stay unsaid."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive import RetentiveError
from retentive.kernel.errors import CorruptStore, ForeignFile
from retentive.model.report import Damage
from retentive.surfaces.cli import root
from tests.pipeline.full import WORDS, filled, opened_full

PAGE = 4096


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("full") / "memory.db"

    async def main() -> None:
        async with await opened_full(str(path)) as memory:
            await filled(memory)

    asyncio.run(main())
    return path.read_bytes()


async def used(path: Path) -> tuple[Damage, ...]:
    """Verify a store, then read from it and write to it; errors of ours may end a call."""
    async with await opened_full(str(path)) as memory:
        damages = (await memory.verify()).damages
        ana = memory.scope(tenant="t", user="ana", session="s9")
        for call in (
            ana.recall("oboe"),
            ana.facts.list(),
            ana.context("ferret"),
            ana.remember("Owns a kite"),
            memory.flush(),
            memory.stats(),
        ):
            with contextlib.suppress(RetentiveError):
                await call
    return damages


@pytest.mark.parametrize("size", [1, 99, 512, PAGE - 1, PAGE, PAGE + 1, 9 * PAGE, 40 * PAGE + 7])
def test_a_file_that_was_cut_is_refused(size: int, sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(sound[:size])
    with pytest.raises((CorruptStore, ForeignFile), match=r"memory\.db"):
        asyncio.run(used(path))
    said = CliRunner().invoke(root, ["verify", "--store", str(path)])
    assert said.exit_code == 1
    assert "Traceback" not in said.output
    assert "unexpected" not in said.output
    assert path.read_bytes() == sound[:size]


def test_a_store_without_its_last_page_is_named(sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(sound[:-1])
    with contextlib.suppress(CorruptStore):
        assert asyncio.run(used(path))


@pytest.mark.slow
def test_flipped_bytes_never_come_out_as_raw_errors(sound: bytes, tmp_path: Path) -> None:
    for number, page in enumerate(range(0, len(sound), 5 * PAGE)):
        path = tmp_path / f"{number}.db"
        data = bytearray(sound)
        for at in (number % 16, 997 * number % PAGE, PAGE - 1 - 131 * number % PAGE):
            data[page + at] ^= 1 << number % 8
        path.write_bytes(data)
        with contextlib.suppress(RetentiveError):
            asyncio.run(used(path))


@pytest.mark.parametrize(
    ("table", "column", "check"),
    [
        ("entry", "text", "checksum"),
        ("fact", "body", "checksum"),
        ("audit", "touched", "unreadable"),
        ("confirmation", "spans", "unreadable"),
        ("space", "address", "address"),
    ],
)
def test_bytes_that_are_no_text_are_named(
    table: str, column: str, check: str, sound: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(sound)
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute(
            f"UPDATE {table} SET {column} = CAST(x'ff' || CAST({column} AS BLOB) AS TEXT) "
            f"WHERE {column} IS NOT NULL"
        )
        raw.commit()
    damages = asyncio.run(used(path))
    assert check in {damage.check for damage in damages}
    assert not [word for word in WORDS if word in " ".join(map(str, damages))]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE fact SET body = '{'",
        "UPDATE entry SET body = '[]'",
        "UPDATE entry SET head = '{}'",
        "UPDATE silence SET mode = 'whispered'",
        "UPDATE posting SET field = 9",
        "UPDATE doc SET owner_kind = 'song'",
        "UPDATE space SET address = '[' WHERE id = 1",
        "DELETE FROM generation WHERE family = 'text'",
    ],
)
def test_a_read_that_meets_a_damaged_row_says_to_verify(
    statement: str, sound: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(sound)
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute(statement)
        raw.commit()

    async def main() -> None:
        async with await opened_full(str(path)) as memory:
            ana = memory.scope(tenant="t", user="ana", session="s1")
            await ana.recall("oboe")
            await ana.facts.list()

    with pytest.raises(CorruptStore, match="verify") as raised:
        asyncio.run(main())
    assert not [word for word in WORDS if word in str(raised.value)]
