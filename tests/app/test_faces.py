"""The blocking face and the asynchronous one are the same face."""

import asyncio
import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from retentive import AsyncMemory, Config, Memory
from retentive.app.drawers import AsyncFacts, Facts
from retentive.app.handle import AsyncHandle
from retentive.app.receipts import AsyncReceipt, Receipt
from retentive.app.sync_handle import Handle
from retentive.kernel.errors import OtherLoop, RunningLoop, UsageError

TWINS = [
    (Memory, AsyncMemory),
    (Handle, AsyncHandle),
    (Facts, AsyncFacts),
    (Receipt, AsyncReceipt),
]


def public(kind: type) -> dict[str, object]:
    return {name: member for name, member in inspect.getmembers(kind) if not name.startswith("_")}


@pytest.mark.req("Z-01")
@pytest.mark.parametrize(("blocking", "asynchronous"), TWINS)
def test_both_faces_have_the_same_names_in_snake_case(blocking: type, asynchronous: type) -> None:
    assert set(public(blocking)) == set(public(asynchronous))
    named = [*public(blocking)]
    for member in public(blocking).values():
        named += [name for name, _, _ in parameters(member)] if callable(member) else []
    assert [name for name in named if name != name.lower()] == []


def parameters(function: Callable[..., object]) -> list[tuple[str, object, object]]:
    return [
        (one.name, one.kind, one.default) for one in inspect.signature(function).parameters.values()
    ]


@pytest.mark.parametrize(("blocking", "asynchronous"), TWINS)
def test_both_faces_take_the_same_arguments_and_say_the_same(
    blocking: type, asynchronous: type
) -> None:
    for name, member in public(blocking).items():
        twin = public(asynchronous)[name]
        assert inspect.getdoc(member) == inspect.getdoc(twin), name
        if callable(member) and callable(twin):
            assert parameters(member) == parameters(twin), name


def test_inside_a_running_loop_the_blocking_face_names_the_other() -> None:
    with Memory.open("memory://") as memory:

        async def blocks() -> None:
            memory.stats()

        with pytest.raises(RunningLoop, match="AsyncMemory"):
            asyncio.run(blocks())
        assert memory.stats().entries == 0


def test_opening_the_blocking_face_inside_a_running_loop_explains_itself() -> None:
    async def opens() -> None:
        Memory.open("memory://")

    with pytest.raises(RunningLoop, match="AsyncMemory"):
        asyncio.run(opens())


def test_the_asynchronous_face_works_inside_a_running_loop() -> None:
    async def main() -> list[str]:
        async with await AsyncMemory.open("memory://") as memory:
            ana = memory.scope(user="ana")
            await ana.remember("Keeps two ferrets")
            return [hit.text for hit in await ana.recall("ferrets")]

    assert asyncio.run(main()) == ["Keeps two ferrets"]


@pytest.mark.parametrize("url", ["memory://", "memory.db"])
def test_another_event_loop_is_refused_and_can_still_close(url: str, tmp_path: Path) -> None:
    place = url if "://" in url else tmp_path / url
    memory = asyncio.run(AsyncMemory.open(place))

    async def uses() -> None:
        ana = memory.scope(user="ana")
        for call in (ana.remember("Keeps two ferrets"), ana.recall("ferrets"), memory.flush()):
            with pytest.raises(OtherLoop, match="open it in this one"):
                await call
        await memory.close()
        with pytest.raises(OtherLoop):
            await memory.stats()

    asyncio.run(uses())


def test_an_opening_is_entered_awaited_or_run() -> None:
    async def main() -> list[int]:
        async with AsyncMemory.open("memory://") as entered:
            first = (await entered.stats()).entries
        async with await AsyncMemory.open("memory://") as awaited:
            return [first, (await awaited.stats()).entries]

    assert asyncio.run(main()) == [0, 0]


def test_an_opening_that_was_not_awaited_says_so() -> None:
    with pytest.raises(AttributeError, match=r"'scope' .* async with AsyncMemory.open"):
        AsyncMemory.open("memory://").scope(user="ana")


@pytest.mark.parametrize("face", [Memory, AsyncMemory])
def test_a_memory_made_by_its_class_names_open(face: type) -> None:
    with pytest.raises(UsageError, match=rf"{face.__name__}\.open\('agent.db'\)"):
        face("agent.db")


# Reports on which threads the heavy modules of an opening are looked for.
WATCH = """
import asyncio, sys, threading
from retentive import AsyncMemory
loop_thread, on_loop = threading.current_thread(), []
class Watch:
    def find_spec(self, name, path=None, target=None):
        ours = name.startswith(("retentive.app", "retentive.pipeline"))
        heavy = ours or name.partition(".")[0] in ("sqlalchemy", "alembic", "numpy")
        if heavy and threading.current_thread() is loop_thread:
            on_loop.append(name)
        return None
async def main():
    sys.meta_path.insert(0, Watch())
    async with AsyncMemory.open(sys.argv[1]):
        pass
asyncio.run(main())
print(on_loop, "sqlalchemy" in sys.modules)
"""


def test_an_opening_imports_nothing_heavy_on_the_thread_of_the_loop(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCH, str(tmp_path / "agent.db")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[] True\n"


def test_what_waits_for_digestion_is_counted_for_the_scope() -> None:
    with Memory.open("memory://", embedder=None, config=Config(background=False)) as memory:
        ana = memory.scope(user="ana")
        ana.observe([{"role": "user", "content": "I like tea."}])
        memory.scope(user="ben").observe([{"role": "user", "content": "I like milk."}])
        assert ana.pending() == 1
        memory.flush()
        assert ana.pending() == 0


ASKING = """
import sys
from retentive import Memory
with Memory.open("memory://", embedder=None) as memory:
    memory.scope(user="ana").recall("tea")
print([one for one in sys.modules if one.startswith("retentive.rules.reading")])
"""


def test_who_only_asks_loads_nothing_that_reads() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKING], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
