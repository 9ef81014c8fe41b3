"""What stands in for facts that hold no more: those because of which they ended.

The words of a fact that was superseded still find it. Whoever finds it, or the turn it was
learnt from, is to be told what holds now, before what no longer does.
"""

from __future__ import annotations

from collections.abc import Iterable

from retentive.model.fact import Fact
from retentive.model.space import Space
from retentive.pipeline.reading import Reader

HOPS = 8
"""How many changes are followed, one after the other; what changed more often is found itself."""


def successors(reader: Reader, space: Space, facts: Iterable[Fact]) -> dict[str, Fact]:
    """Return for the ids of facts that ended the facts that hold now because of that.

    A fact ends because of another (`ended_by`), which may have ended as well. What was taken
    back, or ended by itself, has nobody to stand in for it.
    """
    following = {fact.id: fact.ended_by for fact in facts if reader.is_over(fact)}
    found: dict[str, Fact] = {}
    for _ in range(HOPS):
        keys = {key for key in following.values() if key is not None}
        if not keys:
            break
        current = reader.view.get(space, Fact, keys)
        served = {fact.id: fact for fact in reader.served(space, current.values())}
        ahead: dict[str, str | None] = {}
        for name, key in following.items():
            fact = current.get(key or "")
            if fact is None:
                continue
            if fact.id in served:
                found[name] = served[fact.id]
            elif reader.is_over(fact):
                ahead[name] = fact.ended_by
        following = ahead
    return found
