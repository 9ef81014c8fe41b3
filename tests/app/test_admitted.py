"""Which proposals of an extractor are stored (`retentive.extraction.admitted`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from retentive.extraction import admitted
from retentive.types import Candidate, Entry, Question, Reply, Span
from tests.app.coming import known, memory


@dataclass(frozen=True)
class Proposing:
    """Proposes facts as a model does, any number of them, in words of the message."""

    proposed: Callable[[str], Sequence[Candidate]]
    identity: str = "proposing-1"
    window: int = 0

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        return None

    async def ask(self, question: Question) -> str:
        return ""

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        return admitted(self.proposed(entry.text)).kept


WORDS = "red, Red., blue, green, amber, black, white, brown"


def proposed(confidences: Sequence[float]) -> Callable[[str], list[Candidate]]:
    """Propose a fact for each word of a list, with these confidences."""

    def made(text: str) -> list[Candidate]:
        words = re.finditer(r"[^ ,]+", text)
        return [
            Candidate(
                text=word[0],
                kind="preference",
                subject="user:ana",
                span=Span(*word.span()),
                quote=word[0],
                confidence=confidence,
            )
            for word, confidence in zip(words, confidences, strict=False)
        ]

    return made


def stored(confidences: Sequence[float]) -> dict[str, float]:
    with memory(Proposing(proposed(confidences))) as opened:
        facts = known(opened, content=WORDS)
        return {fact.text: fact.base_confidence for fact in facts}


@pytest.mark.req("P-16")
def test_what_is_less_certain_than_half_is_not_stored() -> None:
    assert stored([0.9, 0.1, 0.5, 0.49]) == {"red": 0.9, "blue": 0.5}


@pytest.mark.req("P-17")
def test_the_five_surest_of_one_extraction_are_stored() -> None:
    found = stored([0.6, 0.1, 0.7, 0.8, 0.6, 0.9, 0.95, 0.6])
    assert set(found) == {"white", "black", "green", "blue", "red"}


@pytest.mark.req("Z-17")
def test_candidates_are_checked_filtered_joined_sorted_and_cut_in_this_order() -> None:
    (red, again, *others) = proposed([0.6, 0.9, 2.0, 0.6, 0.3, 0.7, 0.6, 0.6])(WORDS)
    found = admitted([red, again, *others], most=3)
    assert [one.text for one in found.kept] == ["black", "red", "green"]
    assert [(one.candidate.text, one.reason) for one in found.refused] == [
        ("Red.", "says the same as an earlier one"),
        ("blue", "its confidence is not in 0-1"),
        ("amber", "less certain than 0.5"),
        ("white", "beyond the first 3"),
        ("brown", "beyond the first 3"),
    ]
    assert len(admitted([red, again, *others], most=None).kept) == 5


@pytest.mark.req("Z-17")
def test_a_fact_that_is_known_counts_among_the_five() -> None:
    with memory(Proposing(proposed([0.9, 0.1, 0.9, 0.9, 0.9, 0.9, 0.8]))) as opened:
        opened.scope(user="ana").remember("red", kind="preference")
        found = known(opened, content=WORDS)
    assert {fact.text for fact in found} == {"red", "blue", "green", "amber", "black"}


@pytest.mark.req("Z-49")
def test_ids_are_made_here_and_of_two_equal_proposals_the_first_counts() -> None:
    with memory(Proposing(proposed([0.6, 0.9]))) as opened:
        (fact,) = known(opened, content="red, Red.")
        (first, second) = (known(opened, content="red, Red.") for _ in range(2))
    assert (fact.text, fact.base_confidence) == ("red", 0.6)
    assert fact.id
    assert [one.key for one in first] == [one.key for one in second] == [fact.key]
