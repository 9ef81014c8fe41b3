"""Many names at once over a source that answers one at a time."""

from __future__ import annotations

import asyncio

import pytest

from retentive.ports.batch import batch_get_fallback

KNOWN = {"a": 1, "b": 2, "zero": 0}


@pytest.mark.req("C-16")
def test_found_records_come_by_id_and_missing_ones_are_absent() -> None:
    async def get(name: str) -> int | None:
        return KNOWN.get(name)

    found = asyncio.run(batch_get_fallback(["b", "none", "zero", "a"], get))
    assert list(found.items()) == [("b", 2), ("zero", 0), ("a", 1)]


@pytest.mark.req("C-16")
def test_single_gets_run_in_parallel_and_once_an_id() -> None:
    asked: list[str] = []

    async def together() -> dict[str, str]:
        all_here = asyncio.Barrier(3)

        async def get(name: str) -> str:
            asked.append(name)
            await all_here.wait()
            return name.upper()

        return await batch_get_fallback(["a", "b", "a", "c"], get)

    assert asyncio.run(together()) == {"a": "A", "b": "B", "c": "C"}
    assert sorted(asked) == ["a", "b", "c"]


def test_no_ids_ask_nothing() -> None:
    async def get(name: str) -> str:
        raise AssertionError(name)

    assert asyncio.run(batch_get_fallback([], get)) == {}


def test_a_failing_get_ends_the_others_and_comes_out() -> None:
    ended: list[str] = []

    async def get(name: str) -> str:
        if name == "bad":
            raise KeyError(name)
        try:
            return await asyncio.Future()
        finally:
            ended.append(name)

    with pytest.raises(KeyError):
        asyncio.run(batch_get_fallback(["a", "bad"], get))
    assert ended == ["a"]
