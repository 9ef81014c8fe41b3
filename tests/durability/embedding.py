"""What children do with vectors: embed, make them anew, and read all through it."""

from __future__ import annotations

import select

from retentive import Config, Memory
from retentive.rules.pace import Pace, WorkPolicy
from retentive.testing.fakes import ToyEmbedder
from tests.durability.crowd import PATIENT
from tests.durability.faults import fault_points
from tests.durability.nursery import Inside

FEW = Config(
    background=False,
    pace=Pace(entries=4),
    work=WorkPolicy(lease_seconds=0.3),
    busy_seconds=PATIENT,
    embedding_mismatch="text",
)


def embed(
    child: Inside, url: str, identity: str, rebuild: bool = False, deadly: int | None = None
) -> None:
    """Embed what is pending, or make all vectors anew, and die at a point."""
    with Memory.open(url, embedder=ToyEmbedder(identity), config=FEW) as memory:
        with fault_points(deadly) as points:
            if rebuild:
                memory.rebuild(embeddings=True)
            else:
                memory.flush()
        child.say(points.passed)


def live_on(child: Inside, url: str, identity: str, sure: str) -> None:
    """Write, digest, embed and recall until told to stop; `sure` must be found by every read.

    Scores are those of one way of comparing: all hits have a cosine, or none has.
    """
    with Memory.open(url, embedder=ToyEmbedder(identity), config=FEW) as memory:
        ana = memory.scope(user="ana")
        number = 0
        while not select.select([child.heard], [], [], 0)[0]:
            ana.remember(f"{identity} owns canoe number {number}.")
            memory.flush()
            found = ana.recall(sure, min_score=0, limit=50)
            assert sure in [hit.text for hit in found], sure
            ways = {"cosine" in hit.parts for hit in found}
            child.say(["cosine" if way else "words" for way in sorted(ways)])
            number += 1


def see_what_is_new(child: Inside, url: str) -> None:
    """Recall each word that is heard, and say which texts have a cosine."""
    config = Config(background=False, busy_seconds=PATIENT)
    with Memory.open(url, embedder=ToyEmbedder(), config=config) as memory:
        ana = memory.scope(user="ana")
        child.say("open")
        while word := child.hear():
            hits = ana.recall(word, min_score=0, limit=50)
            child.say(sorted({hit.text for hit in hits if "cosine" in hit.parts}))
