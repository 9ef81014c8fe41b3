"""Extractors and listeners are anybody's code: their faults stay their own."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from retentive import Config, Memory
from retentive.kernel.events import Appended, Event
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.model.provenance import Span
from retentive.ports.stages import Question


def leave(entry: Entry) -> Any:
    raise SystemExit(3)


def run_out(entry: Entry) -> Any:
    return next(iter(()))


def say_nothing(entry: Entry) -> Any:
    return None


def candidate(**changes: Any) -> Callable[[Entry], Any]:
    given = {
        "text": "I like",
        "kind": "knowledge",
        "subject": "user:a",
        "span": Span(0, 6),
        "quote": "I like",
    }
    return lambda entry: [Candidate(**{**given, **changes})]


class Foreign:
    identity = "foreign-1"
    window = 0

    def __init__(self, extract: Callable[[Entry], Any]) -> None:
        self._extract = extract

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        return None

    async def ask(self, question: Question) -> str:
        return ""

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        found: Sequence[Candidate] = self._extract(entry)
        return found


class Asking(Foreign):
    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        raise ValueError("no question comes to mind")


@pytest.mark.parametrize(
    "extractor",
    [
        Foreign(leave),
        Foreign(run_out),
        Foreign(say_nothing),
        Foreign(candidate(subject=None)),
        Foreign(candidate(text="I\0like")),
        Foreign(candidate(text="  ")),
        Foreign(candidate(confidence=7.0)),
        Foreign(lambda entry: ["I like tea"]),
        Asking(say_nothing),
    ],
)
def test_what_an_extractor_does_wrong_is_a_dead_letter_and_the_turn_is_found(
    extractor: Foreign,
) -> None:
    with Memory.open("memory://", extractor=extractor, config=Config(background=False)) as memory:
        ana = memory.scope(user="a")
        ana.observe([{"role": "user", "content": "I like tea."}])
        assert memory.flush().dead_letters == 1
        assert [hit.text for hit in ana.recall("tea")] == ["I like tea."]
        assert memory.verify().clean


def test_a_listener_that_fails_harms_no_memory(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Event] = []

    def fails(event: Event, /) -> None:
        heard.append(event)
        raise ValueError("not today")

    with Memory.open("memory://", listeners=(fails,)) as memory:
        ana = memory.scope(user="ana")
        for number in range(3):
            receipt = ana.observe([{"role": "user", "content": f"I like tea {number}."}])
            assert receipt.wait(10)
    assert sum(isinstance(event, Appended) for event in heard) == 3
    assert "a listener failed on Appended" in caplog.text
