"""Everything derived in a space, as plain values that any way of digesting must agree on.

Numbers that say nothing (of documents, generations, fences) are left out.
"""

from collections.abc import Mapping
from typing import Any

from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.space import Space
from retentive.ports.view import View
from retentive.testing.compare_documents import sound

FAMILIES: tuple[type[Any], ...] = (Fact, Episode, Entity, Relation, Theme)


def derived(view: View, space: Space) -> Mapping[str, object]:
    """Return the derived state of a space, settled and tentative, in a comparable form."""
    terms: dict[int, list[tuple[object, ...]]] = {}
    for posting in sound(view.all_postings(space)):
        terms.setdefault(posting.doc, []).append(posting[1:])
    documents = [
        (str(stored.owner), stored[2:], sorted(map(repr, terms.get(stored.doc, ()))))
        for stored in sound(view.all_docs(space))
    ]
    return {
        "records": [list(view.all_records(space, family)) for family in FAMILIES],
        "documents": sorted(documents, key=repr),
        "confirmations": list(view.all_confirmations(space)),
        "silences": list(view.all_silences(space)),
        "aliases": list(view.all_aliases(space)),
        "unplaced": list(view.unplaced(space)),
        "totals": view.totals(space),
        "damages": list(view.damages(space)),
    }


def derived_state(view: View) -> dict[str, Mapping[str, object]]:
    """Return the derived state of every space of a view, by its address."""
    return {space.address.encoded(): derived(view, space) for space in view.spaces}
