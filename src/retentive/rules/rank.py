"""From scored documents to an ordered list of answers: folding, thresholds, stable ties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from retentive.kernel.times import to_micros
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.space import Space

SCORE_DIGITS = 9
"""Scores are rounded to 1e-9 before ties are broken (design: same input, same output)."""

MIN_CALIBRATED = 0.0
"""The threshold that `calibrated` stands for while text is the only arm: any shared word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One record that fits the query, with its score in 0–1."""

    space: Space
    record: Fact | Entry
    score: float

    @property
    def said_at(self) -> datetime:
        """When the record was said, for ties."""
        return self.record.said_at


def ordered(found: Iterable[Scored]) -> list[Scored]:
    """Return the answers best first; ties go to what was said last, then by id."""
    return sorted(
        found,
        key=lambda one: (-round(one.score, SCORE_DIGITS), -to_micros(one.said_at), one.record.id),
    )


def folded(found: Sequence[Scored]) -> list[Scored]:
    """Join each turn of the log with the best fact that was learnt from it.

    The fact stands for both, with the better score of the two; a turn without a fact among
    the answers stands for itself.
    """
    turns = {one.record.id: one for one in found if isinstance(one.record, Entry)}
    kept: list[Scored] = []
    for one in ordered(one for one in found if isinstance(one.record, Fact)):
        fact = one.record
        assert isinstance(fact, Fact)
        scores = [one.score]
        for citation in fact.provenance.citations:
            turn = turns.pop(citation.entry_id, None)
            if turn is not None:
                scores.append(turn.score)
        kept.append(Scored(space=one.space, record=fact, score=max(scores)))
    return ordered((*kept, *turns.values()))
