"""A checkpoint that was cut short: the log still holds all of it, so the store opens."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from retentive.kernel.errors import CorruptStore, RetentiveError
from retentive.ports.store import Transaction
from retentive.testing import build
from tests.adapters.opening import heads, opened

PAGE = 4096
HEADER, FRAME = 32, 24
WRITES = 12


def _append(tx: Transaction) -> None:
    tx.append([build.entry(tx.space.id, tx.space.head_seq + 1, "canoe " * 500)], {})


async def _left_open(path: Path, at: Path) -> None:
    """Write a store that grows, and copy it as a kill leaves it."""
    store = await opened(path)
    for _ in range(WRITES):
        await store.write(build.ANA, _append)
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", f"{at}{end}")
    await store.close()


def _pages(log: bytes) -> list[tuple[int, bytes]]:
    """Return the newest content of each page in a log, in the order a checkpoint writes them."""
    found: dict[int, bytes] = {}
    for start in range(HEADER, len(log) - FRAME - PAGE + 1, FRAME + PAGE):
        number = int.from_bytes(log[start : start + 4], "big")
        found[number] = log[start + FRAME : start + FRAME + PAGE]
    return sorted(found.items())


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """A store that is closed by a kill: the file behind its log."""
    at = tmp_path / "cut.db"
    asyncio.run(_left_open(tmp_path / "whole.db", at))
    return at


async def _heads(path: Path) -> list[int]:
    store = await opened(path)
    try:
        return await store.read([build.ANA], heads)
    finally:
        await store.close()


def test_a_store_opens_wherever_a_checkpoint_was_cut_short(cut: Path, tmp_path: Path) -> None:
    file, log = cut.read_bytes(), Path(f"{cut}-wal").read_bytes()
    pages = _pages(log)
    assert pages[0][0] == 1
    assert pages[-1][0] * PAGE > len(file), "the file must grow, as page 1 then says"
    for done in range(1, len(pages) + 1):
        path = tmp_path / f"{done}.db"
        whole = bytearray(file)
        for place, content in pages[:done]:
            whole[(place - 1) * PAGE : place * PAGE] = content
        path.write_bytes(whole)
        Path(f"{path}-wal").write_bytes(log)
        assert asyncio.run(_heads(path)) == [WRITES], f"{done} of {len(pages)} pages were written"


def test_a_store_that_lost_its_log_in_a_checkpoint_is_told_to_be_damaged(cut: Path) -> None:
    first = _pages(Path(f"{cut}-wal").read_bytes())[0][1]
    Path(f"{cut}-wal").unlink()
    cut.write_bytes(first + cut.read_bytes()[PAGE:])
    for _ in range(2):
        with pytest.raises(CorruptStore, match="restore a backup"):
            asyncio.run(_heads(cut))


def test_a_foreign_file_in_a_cut_checkpoint_is_left_alone(cut: Path) -> None:
    first = bytearray(_pages(Path(f"{cut}-wal").read_bytes())[0][1])
    first[68:72] = b"\0\0\0\0"
    cut.write_bytes(bytes(first) + cut.read_bytes()[PAGE:])
    before = cut.read_bytes(), Path(f"{cut}-wal").read_bytes()
    with pytest.raises(RetentiveError, match="nothing was touched"):
        asyncio.run(_heads(cut))
    assert (cut.read_bytes(), Path(f"{cut}-wal").read_bytes()) == before
