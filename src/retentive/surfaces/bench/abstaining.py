"""Whether the library keeps quiet about what it does not know.

Every pair asks a small memory something it knows and something it does not: off topic, or a
near miss that shares the person, the thing or the words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from retentive.surfaces.bench.embedding import Shared
from retentive.surfaces.bench.ingesting import flushed, stored
from retentive.surfaces.bench.intervals import Figure, figure, seeded
from retentive.surfaces.bench.marks import DEPTH, separation
from retentive.surfaces.bench.opening import empty, opened
from retentive.surfaces.bench.own import ANSWERED, NEAR_MISS, OFF_TOPIC
from retentive.surfaces.bench.run import Asked, Setup, answers
from retentive.surfaces.bench.searching import Found, Search, remembering, yardsticks
from retentive.surfaces.bench.talks import Conversation

KINDS = (ANSWERED, OFF_TOPIC, NEAR_MISS)

FIRST, PRECISION, RECALL = "first right", "precision", f"recall@{DEPTH}"
"""Of the questions that have an answer: is the first hit right (where there is one), which
share of the hits is, and which share of the evidence is among them."""


@dataclass(frozen=True, slots=True)
class Restraint:
    """What one way of opening the library answered, at the default `min_score`."""

    name: str
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Parting:
    """How well a system's best score tells known from unknown: the AUC, without a threshold."""

    name: str
    off_topic: float | None
    near_miss: float | None


@dataclass(frozen=True, slots=True)
class Abstention:
    """A whole run."""

    memories: int
    questions: Mapping[str, int]
    embedder: str | None
    restraints: tuple[Restraint, ...]
    partings: tuple[Parting, ...]


def abstention(talks: Sequence[Conversation], setup: Setup) -> Abstention:
    """Ask every memory what it knows and what it does not."""
    shared = Shared(setup.embedder) if setup.embedder else None
    asked = [(talk, question) for talk in talks for question in talk.questions]
    restraints: list[Restraint] = []
    partings: list[Parting] = []
    with TemporaryDirectory() as folder:
        place = empty(setup.store or str(Path(folder) / "bench.db"))
        for embedder in (setup.embedder, None) if setup.embedder else (None,):
            name = "retentive" if embedder is setup.embedder else "without embedder"
            with opened(place, embedder) as memory:
                stored(memory, talks, setup.telling)
                flushed(memory, "digesting", setup.telling)
                default = remembering(memory, min_score="calibrated")
                restraints.append(_restraint(name, default, asked, setup))
                partings.append(_parting(name, remembering(memory), asked, setup))
    for name, search in yardsticks(talks, shared).searches().items():
        partings.append(_parting(name, search, asked, setup))
    return Abstention(
        memories=len(talks),
        questions={kind: sum(one.kind == kind for _, one in asked) for kind in KINDS},
        embedder=setup.embedder.identity if setup.embedder else None,
        restraints=tuple(restraints),
        partings=tuple(partings),
    )


def judged(found: Sequence[Found], evidence: Sequence[str]) -> dict[str, float]:
    """Return what the answers to a question that has one are worth; without hits, no precision."""
    wanted = set(evidence)
    cited = {turn for one in found for turn in one.ids}
    worth = {RECALL: len(wanted & cited) / len(wanted)}
    if found:
        right = [not wanted.isdisjoint(one.ids) for one in found]
        worth |= {FIRST: float(right[0]), PRECISION: sum(right) / len(right)}
    return worth


def _restraint(name: str, search: Search, asked: Asked, setup: Setup) -> Restraint:
    grouped: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for talk, question, found, _ in answers(search, asked, DEPTH, setup.telling, f"asking {name}"):
        grouped[question.kind][talk.id].append(float(bool(found)))
        if question.kind == ANSWERED:
            for what, value in judged(found, question.evidence).items():
                grouped[what][talk.id].append(value)
    made = {what: figure(groups, seeded()) for what, groups in grouped.items()}
    order = (*KINDS, FIRST, PRECISION, RECALL)
    return Restraint(name, {what: one for what in order if (one := made.get(what))})


def _parting(name: str, search: Search, asked: Asked, setup: Setup) -> Parting:
    best: dict[str, list[float]] = defaultdict(list)
    for _, question, found, _ in answers(search, asked, 1, setup.telling, f"scoring {name}"):
        best[question.kind].append(found[0].score if found else 0.0)
    return Parting(
        name,
        separation(best[ANSWERED], best[OFF_TOPIC]),
        separation(best[ANSWERED], best[NEAR_MISS]),
    )
