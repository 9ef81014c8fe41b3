"""The sizes of many spaces in one report, and what their work waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from retentive.app.wiring import Wired
from retentive.kernel.scope import Address
from retentive.model.report import SpaceCounts, Stats
from retentive.model.space import Generations
from retentive.ports.view import View


async def stats(wired: Wired, addresses: Sequence[Address]) -> Stats:
    """Return the sizes of these spaces together; those that do not exist count nothing."""
    names = [one.name for one in fields(SpaceCounts) if one.name != "last_recorded_at"]
    sums = dict.fromkeys(names, 0)
    spaces, needed = 0, set[str]()
    mine = wired.embedder.identity if wired.embedder is not None else ""
    for address in addresses:
        for counts, made_by in await wired.store.read([address], _counts):
            spaces += 1
            for name in names:
                sums[name] += getattr(counts, name)
            if counts.pending:
                needed.add(made_by.maker)
            if not (made_by.embedder or mine):  # nobody ever had one: nothing waits
                sums["unembedded"] -= counts.unembedded
            elif counts.unembedded:
                needed.add(made_by.embedder)
    waiting = tuple(sorted(needed - {wired.maker, mine, ""}))
    return Stats(location=wired.store.location, spaces=spaces, waiting_for=waiting, **sums)


def _counts(view: View) -> list[tuple[SpaceCounts, Generations]]:
    return [(view.counts(space), space.generations) for space in view.spaces]
