"""The vector of a question, where there are vectors to compare it with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from retentive.app.wiring import Wired
from retentive.kernel.errors import EmbedderUnavailable
from retentive.kernel.events import Event, Failed
from retentive.kernel.scope import Address
from retentive.pipeline.arms import Meaning
from retentive.pipeline.calls import Calls
from retentive.pipeline.vectors import NO_DIRECTION, Maker, other_dimensions
from retentive.ports.view import View

RECALL = "recall"
"""What events call the work of answering a question."""

QUESTION_SECONDS = 30.0
"""After so long without the vector of a question its words alone are searched."""


async def meaning(
    wired: Wired,
    calls: Calls,
    emit: Callable[[Event], None],
    text: str,
    addresses: Sequence[Address],
) -> Meaning | None:
    """Return the question's vector; None if these spaces have none of this embedder.

    An embedder that fails, or does not answer, is told as an event, and words alone are searched.
    """
    embedder, index = wired.embedder, wired.index
    if embedder is None or index is None:
        return None
    lengths = await wired.store.read(addresses, partial(_lengths, identity=embedder.identity))
    if not lengths:
        return None
    others = sorted(lengths - {embedder.dimensions})
    if others:
        emit(Failed(stage=RECALL, error=other_dimensions(others[0], embedder).message))
        return None
    maker = Maker(embedder=embedder, calls=calls, seconds=QUESTION_SECONDS)
    try:
        query = await maker.question(text)
    except EmbedderUnavailable as error:
        emit(Failed(stage=RECALL, error=error.message))
        return None
    if query is None:
        emit(Failed(stage=RECALL, error=NO_DIRECTION))
        return None
    return Meaning(index=index, query=query, identity=embedder.identity, floor=embedder.floor)


def _lengths(view: View, identity: str) -> set[int]:
    """Return how long the vectors of this embedder are; nothing where there are none."""
    mine = [space for space in view.spaces if space.generations.embedder == identity]
    last = [next(view.vectors(one, after=view.last_vector(one) - 1), None) for one in mine]
    return {one.dim for one in last if one is not None}
