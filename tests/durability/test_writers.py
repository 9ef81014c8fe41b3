"""Many processes write into one space: nothing is lost, nothing doubled, one order."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from retentive.kernel.ambient import SystemClock
from retentive.model.entry import Message, Statement
from tests.durability.logs import Log, linear, on, settled, state
from tests.durability.nursery import Child, Nursery

PROCESSES = 8


@pytest.fixture
def on_disk() -> Iterator[Path]:
    """A folder on the disk, where a writer holds the lock until his words are safe."""
    with tempfile.TemporaryDirectory(prefix="retentive-") as folder:
        yield Path(folder)


def crowd(
    nurse: Nursery, url: str, *, verb: str, count: int, background: bool = False, kills: int = 0
) -> list[Child]:
    """Start writers, some of them to be killed, and wait until all are ready."""
    children = [
        nurse.start(
            "tests.durability.crowd:write_many",
            url=url,
            verb=verb,
            count=count,
            background=background,
            deadly=150 + 77 * number if number < kills else None,
        )
        for number in range(PROCESSES)
    ]
    for child in children:
        assert child.hear() == "ready"
    return children


def pids_of(log: Log) -> set[object]:
    return {
        entry.body.metadata["pid"]
        for entries in log.values()
        for entry in entries
        if isinstance(entry.body, Message | Statement)
    }


def judge(url: str, children: list[Child], acknowledged: list[list[str]], kills: int = 0) -> None:
    """Judge what the crowd left."""
    assert [child.ended() for child in children] == [
        -signal.SIGKILL if number < kills else 0 for number in range(PROCESSES)
    ]
    log = on(url, settled)
    (entries,) = log.values()
    assert linear(entries)
    ids = [entry.id for entry in entries]
    assert len(ids) == len(set(ids))
    named = [one for lines in acknowledged for one in lines if one]
    assert len(named) == len(set(named))
    assert set(named) <= set(ids)
    accepted = sum(map(len, acknowledged))
    assert accepted <= len(entries) <= accepted + kills  # one call each may have been under way
    # Who was killed may not have come to write.
    assert {child.pid for child in children[kills:]} <= pids_of(log)
    assert pids_of(log) <= {child.pid for child in children}


def race(
    nurse: Nursery, folder: Path, *, verb: str, count: int, seconds: float, background: bool
) -> float:
    """Let a crowd write while another process holds the lock; return calls a second."""
    path = folder / "crowd.db"
    on(path, state)
    children = crowd(nurse, str(path), verb=verb, count=count, background=background)
    holder = nurse.start("tests.durability.crowd:hold_lock", path=str(path), seconds=seconds)
    assert holder.hear() == "held"
    clock = SystemClock()
    begun = clock.monotonic()
    for child in children:
        child.tell("go")
    acknowledged = [child.hear_all() for child in children]
    took = clock.monotonic() - begun - seconds
    assert holder.ended() == 0
    assert [len(lines) for lines in acknowledged if verb != "supersede"] in (
        [],
        [count] * PROCESSES,
    )
    judge(str(path), children, acknowledged)
    return PROCESSES * count / took


@pytest.mark.req("Z-75")
@pytest.mark.parametrize("verb", ["remember", "observe", "supersede"])
def test_a_crowd_of_writers_loses_and_doubles_nothing_though_another_holds_the_lock(
    nurse: Nursery, tmp_path: Path, verb: str
) -> None:
    count = 10 if verb == "supersede" else 30
    race(nurse, tmp_path, verb=verb, count=count, seconds=0.5, background=verb == "observe")


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.req("Z-75")
@pytest.mark.parametrize(
    ("verb", "background", "count"),
    [
        ("remember", True, 1_000),
        ("remember", False, 250),
        ("observe", False, 250),
        ("supersede", True, 250),
    ],
)
def test_eight_processes_write_hundreds_of_times_each(
    nurse: Nursery,
    on_disk: Path,
    verb: str,
    background: bool,
    count: int,
    record_property: Callable[[str, object], None],
) -> None:
    calls = race(nurse, on_disk, verb=verb, count=count, seconds=8, background=background)
    record_property("calls a second", round(calls))


@pytest.mark.parametrize(
    "count", [25, pytest.param(250, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_writers_that_are_killed_take_nothing_with_them(
    nurse: Nursery, tmp_path: Path, count: int
) -> None:
    kills = 3
    path = tmp_path / "crowd.db"
    on(path, state)
    children = crowd(nurse, str(path), verb="supersede", count=count, background=True, kills=kills)
    for child in children:
        child.tell("go")
    judge(str(path), children, [child.hear_all() for child in children], kills)


@pytest.mark.parametrize(
    "count", [8, pytest.param(250, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_a_crowd_writes_to_postgresql(nurse: Nursery, kept_postgres: str, count: int) -> None:
    children = crowd(nurse, kept_postgres, verb="supersede", count=count, background=True, kills=2)
    for child in children:
        child.tell("go")
    judge(kept_postgres, children, [child.hear_all() for child in children], kills=2)


def test_the_first_calls_of_many_processes_create_one_store(nurse: Nursery, tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    children = crowd(nurse, str(path), verb="remember", count=3)
    for child in children:
        child.tell("go")
    judge(str(path), children, [child.hear_all() for child in children])
