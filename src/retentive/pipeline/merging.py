"""A correction to words that another lineage has already: the two become one.

The corrected lineage goes on under its own key, resting on the words of both. The other ends,
and its names lead to the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from retentive.model.change import Alias
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.provenance import Citation
from retentive.model.space import Space
from retentive.pipeline.reading import said_in
from retentive.pipeline.vocabulary import calendar
from retentive.ports.view import View
from retentive.rules.sameness import is_same_fact
from retentive.rules.versions import merged_fact


def also_saying(entry: Entry, facts: Iterable[Fact], new: Fact) -> list[Fact]:
    """Return those of the `facts` that say what an `entry` corrects one to, in other lineages."""
    others = [one for one in facts if one.key != new.key]
    return [one for one in others if is_same_fact(one, new, calendar(entry))]


def joined(view: View, space: Space, new: Fact, others: Sequence[Fact]) -> Fact:
    """Return a corrected fact with the words and the properties of the `others`."""
    if not others:
        return new
    places = said_in(view, space, [one.key for one in others])
    entries = view.entries_by_id(space, {entry_id for entry_id, _ in places})
    citations = [
        Citation(entry_id=entry_id, span=span, quote=entries[entry_id].text[span.start : span.end])
        for entry_id, span in places
        if entry_id in entries
    ]
    return merged_fact(new, others, citations)


def leading(
    view: View, space: Space, entry: Entry, others: Sequence[Fact], key: str, *, tentative: bool
) -> Iterator[Alias]:
    """Let every name of the `others` lead to the lineage that stands for them."""
    for other in others:
        ids = [version.id for version in view.versions(space, Fact, other.key)]
        for name in (*ids, other.key):
            yield Alias(name=name, key=key, seq=entry.seq, tentative=tentative)
