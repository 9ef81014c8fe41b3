"""The thread behind the blocking face ends nobody's call in silence."""

import asyncio
import sys
import threading
from collections.abc import Iterator

import pytest

from retentive import Memory
from retentive.app.portal import Portal
from retentive.kernel.errors import RunningLoop, StoreClosed, VisibilityNotAllowed


def test_closing_ends_the_calls_of_other_threads() -> None:
    portal = Portal()
    begun = threading.Event()
    ends: list[BaseException] = []

    async def forever() -> None:
        begun.set()
        await asyncio.Event().wait()

    def call() -> None:
        try:
            portal.run(forever())
        except StoreClosed as error:
            ends.append(error)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    assert begun.wait(10)
    portal.close()
    thread.join(10)
    assert not thread.is_alive()
    assert len(ends) == 1
    portal.close()


def test_code_of_the_caller_that_ends_the_program_ends_no_memory() -> None:
    def items() -> Iterator[dict[str, str]]:
        yield {"role": "user", "content": "I like tea."}
        sys.exit(3)

    with Memory.open("memory://", embedder=None, listeners=(lambda event: sys.exit(4),)) as memory:
        ana = memory.scope(user="ana")
        with pytest.raises(SystemExit, match="3"):
            ana.observe(items())
        assert ana.remember("I like rye bread.").text == "I like rye bread."


def test_what_a_memory_is_given_may_not_call_it_while_it_is_read() -> None:
    with Memory.open("memory://", embedder=None) as memory:
        ana = memory.scope(user="ana")
        asking = ({"role": "user", "content": str(ana.recall("tea"))} for _ in range(1))
        with pytest.raises(RunningLoop, match="make a list"):
            ana.observe(asking)


class Name(str):
    """A text that prints as something else, like the members of some enums."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return "Name.ANA"


def test_an_id_is_the_text_it_holds_whatever_its_class() -> None:
    with Memory.open("memory://") as memory:
        for user in (Name("ana"), "ana"):
            handle = memory.scope(user=user)
            assert type(handle.scope.user) is str
            handle.observe([{"role": "user", "content": "I like green tea."}])
        memory.flush()
        (fact,) = memory.scope(user="ana").facts.list().items
    assert fact.subject == "user:ana"


@pytest.mark.parametrize("kind", ["profile", "Profile", "PROFILE "])
def test_a_kind_about_a_person_stays_personal_however_it_is_spelled(kind: str) -> None:
    with Memory.open("memory://") as memory:
        ana = memory.scope(user="ana", project="site")
        with pytest.raises(VisibilityNotAllowed):
            ana.remember("Ana lives in Porto", kind=kind, visibility="project")
