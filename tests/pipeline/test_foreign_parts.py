"""Extractors and listeners are anybody's code: their faults stay their own."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from retentive import Config, InvalidInput, Memory
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


ODD = "I like green tea."
"""What a foreign extractor fails at; it works for all else."""


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
        found: Sequence[Candidate] = self._extract(entry) if entry.text == ODD else []
        return found


class Asking(Foreign):
    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        if entry.text == ODD:
            raise ValueError("no question comes to mind")
        return None


@pytest.mark.parametrize("window", [None, -1, 1.5, True, "2", 10**6])
def test_an_extractor_with_an_odd_window_is_refused_when_the_memory_is_opened(window: Any) -> None:
    extractor = Foreign(say_nothing)
    extractor.window = window
    with pytest.raises(InvalidInput, match=r"extractor\.window must be"):
        Memory.open("memory://", extractor=extractor)


def test_an_extractor_without_a_window_is_refused_when_the_memory_is_opened() -> None:
    class Blind:
        identity, question, ask, extract = "blind-1", leave, leave, leave

    blind: Any = Blind()
    with pytest.raises(InvalidInput, match=r"extractor\.window"):
        Memory.open("memory://", extractor=blind)


class Unmade:
    """An embedder's class, given in place of one."""

    identity, dimensions = "unmade-1", 2

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return [[1.0, 0.0] for _ in texts]


class Mute:
    identity, dimensions, embed = "mute-1", 2, None


@pytest.mark.parametrize("embedder", [Unmade, Mute()])
def test_an_embedder_that_cannot_embed_is_refused_when_the_memory_is_opened(embedder: Any) -> None:
    with pytest.raises(InvalidInput, match=r"embedder must be an object with embed\(\)"):
        Memory.open("memory://", embedder=embedder)


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
        ana.observe([{"role": "user", "content": ODD}])
        assert memory.flush().dead_letters == 1
        assert [hit.text for hit in ana.recall("tea")] == [ODD]
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
