"""A process that is killed loses nothing that was acknowledged, and leaves nothing half done."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from retentive import AsyncMemory
from tests.durability.acts import LIFE
from tests.durability.logs import (
    Log,
    State,
    later,
    log_of,
    on,
    replayed,
    secrets_of,
    settled,
    state,
)
from tests.durability.nursery import Child, Nursery

USER, PRIVATE = '["user",null,"ana",null,null]', '["private",null,"ana","a",null]'
EACH, PARTS = 2, 2
MANY_EACH, MANY_PARTS = 20, 8
"""How many points of each step are tried, and in how many parts: in the fast suite and in all."""


@dataclass
class Whole:
    """The life as it goes when nothing disturbs it."""

    nurse: Nursery
    points: list[tuple[str, str]]
    log: Log
    secrets: list[bytes]
    before_rebuild: State
    _settled: dict[tuple[int, ...], State] = field(default_factory=dict)

    def logs_after(self, steps: int) -> list[Log]:
        """Return the logs that may be there when the call after so many steps was killed."""
        logs = []
        for done in (LIFE[:steps], LIFE[: steps + 1]):
            kept = {
                USER: self.log[USER][: sum(step.user for step in done)],
                PRIVATE: self.log[PRIVATE][: sum(step.private for step in done)],
            }
            logs.append({name: entries for name, entries in kept.items() if entries})
        return logs

    async def settled(self, log: Log) -> State:
        """Return what an undisturbed store derives from this log."""
        sizes = tuple(map(len, log.values()))
        if sizes not in self._settled:
            self._settled[sizes] = await replayed(log, self.secrets)
        return self._settled[sizes]

    async def judge(self, memory: AsyncMemory, steps: int) -> None:
        """Judge what is left of a life that was killed after so many acknowledged steps."""
        assert (await memory.verify()).damages == ()
        log = await log_of(memory)
        assert log in self.logs_after(steps)
        wanted = await self.settled(log)
        building = steps < len(LIFE) and LIFE[steps].name == "rebuild"
        if building:  # each space is served as it was, or as it will be
            for name, derived in (await state(memory)).items():
                assert derived in (self.before_rebuild[name], wanted[name])
        await memory.flush(timeout=60)
        assert await state(memory) == wanted
        if building:
            await memory.rebuild()
            assert await state(memory) == wanted
        assert (await memory.verify()).damages == ()

    def check(self, path: Path, child: Child, by: signal.Signals) -> None:
        """Wait until a child that leads the life is killed, and judge what is left."""
        steps = child.hear_all()
        assert child.ended() == -by
        assert steps == [step.name for step in LIFE[: len(steps)]]

        async def work(memory: AsyncMemory) -> None:
            await self.judge(memory, len(steps))

        on(path, work, ambient=later())


@pytest.fixture(scope="module")
def whole(nurse: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    *steps, told = nurse.run("lead", url=f"{folder}/whole.db")
    assert steps == [step.name for step in LIFE]
    nurse.run("lead", url=f"{folder}/before.db", until="rebuild")
    return Whole(
        nurse,
        [(step, what) for step, what in told["points"]],
        on(folder / "whole.db", settled, ambient=later()),
        on(folder / "whole.db", secrets_of),
        on(folder / "before.db", state),
    )


def inside_commits(points: list[tuple[str, str]]) -> Iterator[int]:
    """Yield the points between the BEGIN of a write and its end."""
    writing = False
    for number, (_, what) in enumerate(points):
        if writing:
            yield number
        writing = (writing or what == "BEGIN IMMEDIATE") and what != "COMMIT"


def spread(points: list[tuple[str, str]], each: int) -> list[int]:
    """Return some points of every step, evenly spread over it."""
    by_step: dict[str, list[int]] = {}
    for number, (step, _) in enumerate(points):
        by_step.setdefault(step, []).append(number)
    return sorted(
        numbers[len(numbers) * at // each] for numbers in by_step.values() for at in range(each)
    )


def kill_at(whole: Whole, folder: Path, points: list[int]) -> None:
    for point in points:
        path = folder / f"point-{point}.db"
        child = whole.nurse.start("lead", url=str(path), deadly=point)
        try:
            whole.check(path, child, signal.SIGKILL)
        except AssertionError as error:
            error.add_note(f"killed at point {point}: {whole.points[point]}")
            raise


def test_the_points_are_many_and_many_lie_inside_commits(whole: Whole) -> None:
    inside = {*inside_commits(whole.points)}
    assert len({*spread(whole.points, EACH)} & inside) >= 10
    many = {*spread(whole.points, MANY_EACH)}
    assert len(many) >= 150
    assert len(many & inside) >= 50
    assert {step for step, _ in whole.points} >= {step.name for step in LIFE}


@pytest.mark.parametrize("part", range(PARTS))
def test_killed_at_any_statement_nothing_acknowledged_is_lost_and_nothing_is_half_done(
    whole: Whole, tmp_path: Path, part: int
) -> None:
    kill_at(whole, tmp_path, spread(whole.points, EACH)[part::PARTS])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(MANY_PARTS))
def test_killed_at_many_statements_nothing_is_lost(whole: Whole, tmp_path: Path, part: int) -> None:
    kill_at(whole, tmp_path, spread(whole.points, MANY_EACH)[part::MANY_PARTS])


def kill_while_writing(whole: Whole, folder: Path, sizes: range) -> None:
    for size in sizes:
        path = folder / f"size-{size}.db"
        child = whole.nurse.start("lead", url=str(path), size=size)
        try:
            whole.check(path, child, signal.SIGXFSZ)
        except AssertionError as error:
            error.add_note(f"killed when a file would grow beyond {size} bytes")
            raise


@pytest.fixture(scope="module")
def largest(whole: Whole, tmp_path_factory: pytest.TempPathFactory) -> int:
    """How long the WAL grows."""
    path = tmp_path_factory.mktemp("wal") / "whole.db"
    whole.nurse.start("lead", url=str(path), deadly=len(whole.points) - 1).ended()
    return Path(f"{path}-wal").stat().st_size


def test_killed_in_the_middle_of_a_write_to_a_file_nothing_acknowledged_is_lost(
    whole: Whole, tmp_path: Path, largest: int
) -> None:
    kill_while_writing(whole, tmp_path, range(1_000, largest, largest // 5))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(4))
def test_killed_in_the_middle_of_many_writes(
    whole: Whole, tmp_path: Path, largest: int, part: int
) -> None:
    kill_while_writing(whole, tmp_path, range(100 + part * 6_133, largest, 4 * 6_133))


def boundaries(wal: Path) -> range:
    """Return where the frames of a WAL begin and end."""
    with wal.open("rb") as file:
        page = int.from_bytes(file.read(12)[8:12], "big")
    return range(32, wal.stat().st_size + 1, page + 24)


@pytest.mark.parametrize(
    ("count", "every"),
    [(4, 5), pytest.param(6, 1, marks=pytest.mark.slow)],
)
def test_a_wal_cut_anywhere_after_an_acknowledgement_still_holds_what_was_acknowledged(
    nurse: Nursery, tmp_path: Path, count: int, every: int
) -> None:
    path = tmp_path / "alive.db"
    child = nurse.start("write_without_end", url=str(path), count=count)
    acknowledged = [child.hear() for _ in range(count)]
    assert child.hear() == {"synchronous": 2}
    taken = [tmp_path / name for name in ("taken", "taken-wal")]
    shutil.copy(path, taken[0])  # the writer lives and has the file open
    shutil.copy(f"{path}-wal", taken[1])
    child.send(signal.SIGKILL)
    assert child.ended() == -signal.SIGKILL
    first = acknowledged[0]["wal"]
    cuts = [at for at in boundaries(taken[1]) if at >= first]
    assert cuts[-1] == acknowledged[-1]["wal"]
    for cut in [*cuts[::every], cuts[-1]]:
        for torn in (0, 1_000):
            copy = tmp_path / f"cut-{cut + torn}.db"
            shutil.copy(taken[0], copy)
            Path(f"{copy}-wal").write_bytes(taken[1].read_bytes()[: cut + torn])
            wanted = [one["id"] for one in acknowledged if one["wal"] <= cut]
            (entries,) = on(copy, settled).values()
            assert [one.id for one in entries] == wanted, f"cut at {cut} + {torn}"
