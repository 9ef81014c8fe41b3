"""However the log is cut into batches, whoever digests it and dies: the outcome is the same."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retentive import AsyncMemory, Config, Memory
from retentive.app.languages import RuleExtractor
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.rules.pace import WorkPolicy
from retentive.testing.fakes import frozen_ambient
from tests.durability.logs import later, on, settled
from tests.durability.nursery import Nursery
from tests.pipeline.life import Act, acts, live
from tests.support.stores import emptied
from tests.support.traced import traced

LEASE = 0.3


@dataclass(frozen=True)
class Crew:
    """One worker: how many entries it takes at once, how long its leases are, where it dies."""

    entries: int
    lease_seconds: float
    deadly: int | None


crews = st.lists(
    st.builds(
        Crew,
        entries=st.integers(1, 9),
        lease_seconds=st.sampled_from((0.02, LEASE)),
        deadly=st.one_of(st.none(), st.integers(10, 400)),
    ),
    min_size=1,
    max_size=4,
)
long_lives = st.lists(acts, min_size=12, max_size=40)
lived = settings(
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def digested(nurse: Nursery, url: str, life: list[Act], crew: Sequence[Crew]) -> None:
    """Lead a life, let a crew digest what it left at once, and judge the outcome."""

    async def led(memory: AsyncMemory) -> None:
        await live(memory, life)

    on(url, led, ambient=frozen_ambient())
    children = [
        nurse.start(
            "tests.durability.crowd:digest",
            url=url,
            entries=one.entries,
            lease_seconds=one.lease_seconds,
            deadly=one.deadly,
        )
        for one in crew
    ]
    for child, one in zip(children, crew, strict=True):
        assert child.ended() in ({0} if one.deadly is None else {0, -signal.SIGKILL})
    on(url, settled, ambient=later())


@pytest.mark.parametrize(
    "examples", [3, pytest.param(60, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_any_crew_with_any_deaths_derives_what_one_undisturbed_worker_does(
    nurse: Nursery, tmp_path: Path, examples: int
) -> None:
    numbers = count()

    @settings(lived, max_examples=examples)
    @given(life=long_lives, crew=crews)
    def claim(life: list[Act], crew: list[Crew]) -> None:
        digested(nurse, f"{tmp_path}/{next(numbers)}.db", life, crew)

    claim()


@pytest.mark.parametrize(
    "examples", [2, pytest.param(20, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_the_same_holds_on_postgresql(nurse: Nursery, kept_database: str, examples: int) -> None:
    @settings(lived, max_examples=examples)
    @given(life=long_lives, crew=crews)
    def claim(life: list[Act], crew: list[Crew]) -> None:
        digested(nurse, emptied(kept_database).url, life, crew)

    claim()


def test_the_lease_of_a_killed_worker_is_taken_over_when_it_ends(
    nurse: Nursery, tmp_path: Path
) -> None:
    path = tmp_path / "killed.db"
    texts = [f"I own canoe number {number}." for number in range(6)]

    async def observed(memory: AsyncMemory) -> None:
        await memory.scope(user="ana").observe([{"role": "user", "content": one} for one in texts])

    on(path, observed)
    said = nurse.run("tests.durability.crowd:digest", url=str(path), entries=2, lease_seconds=LEASE)
    (points,) = said
    other = tmp_path / "other.db"
    on(other, observed)
    # Half of the way it holds a lease, and has committed a batch.
    child = nurse.start(
        "tests.durability.crowd:digest",
        url=str(other),
        entries=2,
        lease_seconds=LEASE,
        deadly=points // 2,
    )
    assert child.ended() == -signal.SIGKILL
    work = WorkPolicy(lease_seconds=LEASE)

    async def flushed(memory: AsyncMemory) -> int:
        assert (await memory.stats()).pending > 0
        await memory.flush(timeout=30)
        return (await memory.stats()).pending

    assert on(other, flushed, config=Config(background=False, work=work)) == 0
    on(other, settled)


@pytest.mark.parametrize("point", ["UPDATE watermark SET owner=", "INSERT INTO doc"])
def test_a_memory_that_is_closed_while_it_digests_keeps_nobody_waiting(
    tmp_path: Path, point: str
) -> None:
    """It is closed while it takes its lease, and while it commits its batch."""
    path = str(tmp_path / "closed.db")
    config = Config(work=WorkPolicy(lease_seconds=3600))
    arrived, may = asyncio.Event(), threading.Event()

    async def main() -> None:
        loop = asyncio.get_running_loop()

        def told(statement: str) -> None:
            if statement.startswith(point) and not may.is_set():
                loop.call_soon_threadsafe(arrived.set)
                assert may.wait(60)

        with traced(told):
            async with await AsyncMemory.open(path, embedder=None, config=config) as memory:
                ana = memory.scope(user="ana")
                await ana.observe([{"role": "user", "content": "I like tea."}])
                await arrived.wait()
                closing = asyncio.create_task(memory.close())
                await asyncio.sleep(0.1)
                may.set()
                await closing

    asyncio.run(main())

    async def flushed(memory: AsyncMemory) -> int:
        return (await memory.flush(timeout=30)).pending

    assert on(path, flushed, config=replace(config, background=False)) == 0


@dataclass
class SlowExtractor(RuleExtractor):
    """Extracts by rules, as soon as it may; keeps what it was given."""

    may: threading.Event = field(default_factory=threading.Event)
    began: threading.Event = field(default_factory=threading.Event)
    given: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        self.given.append(entry.id)
        self.began.set()
        assert self.may.wait(60)
        return super().extract(entry, earlier, reply)


@pytest.mark.parametrize("first", ["background first", "flush first"])
def test_flush_and_the_background_take_no_work_from_each_other(tmp_path: Path, first: str) -> None:
    path, extractor = str(tmp_path / "both.db"), SlowExtractor()
    work = WorkPolicy(poll_seconds=0.01)
    on(path, lambda memory: memory.scope(user="ana").observe([{"role": "user", "content": "Hi."}]))
    quiet = Memory.open(
        path, embedder=None, config=Config(background=False, work=work), extractor=extractor
    )
    with quiet:
        flushing = threading.Thread(target=quiet.flush)
        if first == "flush first":
            flushing.start()
            assert extractor.began.wait(30)
        with Memory.open(path, embedder=None, config=Config(work=work), extractor=extractor):
            assert extractor.began.wait(30)
            if first == "background first":
                flushing.start()
            flushing.join(0.5)  # both have looked for work many times by then
            extractor.may.set()
            flushing.join(30)
    assert len(extractor.given) == 1
