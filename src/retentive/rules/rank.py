"""From scored documents to an ordered list of answers: folding, thresholds, stable ties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldPolicy:
    """How the scores of a turn and of a fact learnt from it make one.

    The turn tells whether the whole was about the query, the fact whether it is the part
    asked for. Further facts of a turn that is already represented count for less, so that
    one talkative turn does not fill the list.
    """

    turn_share: float = 0.75
    further_facts: float = 0.75


FOLD = FoldPolicy()


def folded(found: Sequence[Scored], policy: FoldPolicy = FOLD) -> list[Scored]:
    """Join each turn of the log with the best fact that was learnt from it.

    The fact stands for both; a turn without a fact among the answers stands for itself.
    """
    turns = {one.record.id: one.score for one in found if isinstance(one.record, Entry)}
    represented: set[str] = set()
    kept: list[Scored] = []
    for one in ordered(one for one in found if isinstance(one.record, Fact)):
        mine = [turn for turn in cited_turns(one.record) if turn in turns]
        if any(turn in represented for turn in mine):
            score = one.score * policy.further_facts
        elif mine:
            best = max(turns[turn] for turn in mine)
            score = policy.turn_share * best + (1 - policy.turn_share) * one.score
        else:
            score = one.score
        represented.update(mine)
        kept.append(replace(one, score=score))
    kept += [
        one for one in found if isinstance(one.record, Entry) and one.record.id not in represented
    ]
    return ordered(kept)


def cited_turns(record: Fact | Entry) -> list[str]:
    """Return the ids of the entries a fact was learnt from."""
    if isinstance(record, Entry):
        return []
    return [citation.entry_id for citation in record.provenance.citations]
