"""What each step of the ranking is worth: switched off, one at a time, on the same questions.

    python benchmarks/ablation.py --locomo locomo10.json
    python benchmarks/ablation.py --chats benchmarks/data/assistant_chats.json

For each step: recall@10 without it, the difference with a 95 % interval from resampling
conversations, and how likely one as large is by chance (swapping the two rankings question by
question, and conversation by conversation).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from retentive import Config, Memory
from retentive.embedders import Embedder, embedder
from retentive.surfaces.bench.ingesting import Told, flushed, stored
from retentive.surfaces.bench.intervals import paired, scores, seeded
from retentive.surfaces.bench.locomo import LOCOMO, load
from retentive.surfaces.bench.own import CHATS, load_chats
from retentive.surfaces.bench.run import Asked, marked
from retentive.surfaces.bench.searching import remembering
from retentive.surfaces.bench.talks import Conversation, Suite
from retentive.types import FusionPolicy

FULL = FusionPolicy()
EVEN = (FULL.vector_least + FULL.vector_most) / 2
STEPS: Mapping[str, FusionPolicy] = {
    "neighbours": replace(FULL, neighbours=()),
    "neighbours two places away": replace(FULL, neighbours=FULL.neighbours[:1]),
    "weights that follow the evidence": replace(FULL, vector_least=EVEN, vector_most=EVEN),
    "facts that stand for their turns": replace(FULL, fair=inf),
    "only where they say a fair share": replace(FULL, fair=0.0),
}
MEASURE = "recall@10"


@contextmanager
def silent(label: str) -> Iterator[Told]:
    """Tell nobody how far it is."""
    yield lambda done, total: None


def opened(place: str, embeds: Embedder | None, policy: FusionPolicy = FULL) -> Memory:
    """Open the store with another policy."""
    return Memory.open(place, embedder=embeds, config=Config(background=False, fusion=policy))


def recalls(
    place: str, embeds: Embedder | None, policy: FusionPolicy, asked: Asked
) -> Mapping[tuple[str, str], float]:
    """Return recall@10 of every question."""
    with opened(place, embeds, policy) as memory:
        marks, _ = marked(remembering(memory), asked, (10,), silent, "asking")
    return scores(marks, MEASURE)


def table(suite: Suite, talks: Sequence[Conversation]) -> Iterator[str]:
    """Yield the lines of the table."""
    embeds = embedder("auto")
    asked = [(talk, one) for talk in talks for one in talk.questions if one.kind not in suite.apart]
    with TemporaryDirectory() as folder:
        place = str(Path(folder) / "ablation.db")
        with opened(place, embeds) as memory:
            stored(memory, talks, silent)
            flushed(memory, "digesting", silent)
        whole = recalls(place, embeds, FULL, asked)
        yield f"{suite.name}: {MEASURE} {mean(whole):.3f} on {len(whole)} questions"
        yield f"{'without':36} {MEASURE:>9} {'change':>8}   interval            p question, talk"
        steps: dict[str, tuple[Embedder | None, FusionPolicy]] = {
            name: (embeds, policy) for name, policy in STEPS.items()
        }
        if embeds is not None:
            steps["vectors"] = (None, FULL)
        for name, (with_embedder, policy) in steps.items():
            other = recalls(place, with_embedder, policy, asked)
            found = paired(whole, other, seeded())
            yield (
                f"{name:36} {mean(other):9.3f} {found.difference:+8.3f}   "
                f"{found.low or 0:+.3f} … {found.high or 0:+.3f}   "
                f"{found.by_question:.4f}  {found.by_conversation:.3f}"
            )


def mean(values: Mapping[tuple[str, str], float]) -> float:
    """Return the mean over all questions."""
    return sum(values.values()) / len(values)


def main() -> None:
    """Read the arguments and print a table for each data set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--locomo", type=Path, help="a LoCoMo file")
    parser.add_argument("--chats", type=Path, help="benchmarks/data/assistant_chats.json")
    given = parser.parse_args()
    if given.locomo is None and given.chats is None:
        parser.error("name a data set: --locomo FILE, --chats FILE, or both")
    if given.locomo is not None:
        print(*table(LOCOMO, load(given.locomo)), sep="\n", flush=True)
    if given.chats is not None:
        print(*table(CHATS, load_chats(given.chats)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
