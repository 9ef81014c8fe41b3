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
from retentive.pipeline.vectors import NO_DIRECTION, Maker
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
    if not await wired.store.read(addresses, partial(_has_vectors, identity=embedder.identity)):
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


def _has_vectors(view: View, identity: str) -> bool:
    """Tell whether there are vectors of this embedder to compare with."""
    return any(
        space.generations.embedder == identity and view.last_vector(space) for space in view.spaces
    )
