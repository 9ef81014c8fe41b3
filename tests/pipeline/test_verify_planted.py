"""Every damage is named by its check and place, and nothing else is."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from retentive.model.report import Verified
from tests.pipeline import (
    damage_index,
    damage_log,
    damage_notes,
    damage_records,
    damage_space,
    damage_vectors,
)
from tests.pipeline.damage import PLANTS, SUMS, Named
from tests.pipeline.database import keep, postgres_database, restore, sqlite_file
from tests.pipeline.scene import Scene, opened, played
from tests.support.postgres import PostgresServer


def played_in(url: str) -> Scene:
    async def main() -> Scene:
        async with await opened(url) as memory:
            scene = await played(memory)
            found = await memory.verify()
            assert found.damages == ()
            assert (found.spaces, found.entries, found.records, found.documents) == (1, 11, 9, 9)
            return scene

    return asyncio.run(main())


def verified(url: str) -> Verified:
    async def main() -> Verified:
        async with await opened(url) as memory:
            return await memory.verify()

    return asyncio.run(main())


def named(found: Verified, expected: Named) -> list[tuple[str, str]]:
    """Return the checks and places; a sum over rows may tell of what was named already."""
    told = {(damage.check, damage.place) for damage in found.damages}
    return sorted(told - ({SUMS} - expected))


@pytest.fixture(scope="module")
def sqlite_scene(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Scene]:
    path = tmp_path_factory.mktemp("scene") / "memory.db"
    return path, played_in(str(path))


@pytest.fixture(scope="module")
def postgres_scene(postgres_server: PostgresServer) -> Iterator[tuple[str, Scene]]:
    with postgres_server.fresh_database() as url:
        scene = played_in(url)
        keep(url)
        yield url, scene


@pytest.mark.parametrize("name", PLANTS)
def test_a_damage_in_sqlite_is_named(
    name: str, sqlite_scene: tuple[Path, Scene], tmp_path: Path
) -> None:
    sound, scene = sqlite_scene
    damaged = tmp_path / "damaged.db"
    shutil.copy(sound, damaged)
    with sqlite_file(damaged) as database:
        expected = PLANTS[name](database, scene)
    assert named(verified(str(damaged)), expected) == sorted(expected)


@pytest.mark.parametrize("name", PLANTS)
def test_a_damage_in_postgresql_is_named(name: str, postgres_scene: tuple[str, Scene]) -> None:
    url, scene = postgres_scene
    restore(url)
    with postgres_database(url) as database:
        expected = PLANTS[name](database, scene)
    assert named(verified(url), expected) == sorted(expected)


def test_every_module_of_damages_has_added_its_own() -> None:
    modules = {plant.__module__ for plant in PLANTS.values()}
    imported = (damage_index, damage_log, damage_notes, damage_records, damage_space)
    assert modules == {one.__name__ for one in (*imported, damage_vectors)}


WORDS = ("Porto", "porto", "tea", "chess", "Lisbon", "ferrets", "e-mail", "Noted", "canoe")


@pytest.mark.slow
def test_no_word_of_the_memory_is_told(sqlite_scene: tuple[Path, Scene], tmp_path: Path) -> None:
    sound, scene = sqlite_scene
    for name, plant in PLANTS.items():
        damaged = tmp_path / f"{name}.db"
        shutil.copy(sound, damaged)
        with sqlite_file(damaged) as database:
            plant(database, scene)
        for damage in verified(str(damaged)).damages:
            told = f"{damage.check} {damage.place} {damage.detail}"
            assert not [word for word in WORDS if word in told]
