"""Which words go silent when a fact is forgotten, and what else the same words say is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retentive.model.fact import Fact
from retentive.model.provenance import Span
from retentive.model.space import Space
from retentive.ports.view import View
from retentive.rules.targets import cites, where_said


def spared(
    view: View, space: Space, places: Sequence[tuple[str, Span]], gone: Sequence[Fact]
) -> list[tuple[str, Span]]:
    """Return the words to silence so that `gone` is forgotten, and no neighbour of it.

    Of words that say more, only the values of its claims: `[…]` of `I like tea, […] and milk`.
    The whole of them, if the values are not there or a neighbour would tell them still.
    """
    keys = {one.key for one in gone}
    values = [one.claim.value for one in gone if one.claim is not None]
    ids = {entry_id for entry_id, _ in places}
    others = [one for one in view.facts_citing(space, ids) if one.key not in keys and one.claim]
    others = [one for one in others if one.standing.served]
    if not values or not others:
        return list(places)
    texts = {key: entry.text for key, entry in view.entries_by_id(space, ids).items()}
    found: list[tuple[str, Span]] = []
    for entry_id, span in places:
        near = [one for one in others if cites(one, [(entry_id, span)])]
        told = any(list(_values(one.text, values)) for one in near)
        text = texts.get(entry_id, "")[span.start : span.end]
        within = [] if told or not near else list(_values(text, values))
        moved = [Span(span.start + one.start, span.start + one.end) for one in within]
        found += [(entry_id, one) for one in moved or [span]]
    return found


def _values(text: str, values: Sequence[str]) -> Iterator[Span]:
    for value in values:
        yield from where_said(text, value)
