"""What a view can be asked about index documents and vectors, for `compare`.

Documents and vectors go by rank, since a driver may number them as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from retentive.model.report import Damage
from retentive.model.space import Space
from retentive.ports.rows import FoundDoc
from retentive.ports.view import View
from retentive.testing.asked import Asked

T = TypeVar("T")

UNKNOWN = -1


def sound(rows: Iterable[T | Damage]) -> Iterator[T]:
    """Yield the rows of a sweep; fail at one that cannot be read."""
    for row in rows:
        assert not isinstance(row, Damage), row
        yield row


def _ranks(view: View, space: Space) -> dict[int, int]:
    return {stored.doc: rank for rank, stored in enumerate(sound(view.all_docs(space)))}


def _ranked(ranks: Mapping[int, int], docs: Iterable[FoundDoc]) -> list[FoundDoc]:
    return [one._replace(doc=ranks.get(one.doc, UNKNOWN)) for one in docs]


def _postings(view: View, space: Space, asked: Asked) -> object:
    ranks = _ranks(view, space)
    return [
        posting._replace(doc=ranks.get(posting.doc, UNKNOWN))
        for held in view.postings(space, asked.terms)
        for posting in held.rows()
    ]


def _docs(view: View, space: Space, asked: Asked) -> object:
    ranks = _ranks(view, space)
    found = view.docs(space, [*ranks, UNKNOWN])
    assert all(number == one.doc for number, one in found.items())
    return sorted(_ranked(ranks, found.values()), key=lambda one: one.doc)


def _docs_of(view: View, space: Space, asked: Asked) -> object:
    ranks = _ranks(view, space)
    each = [_ranked(ranks, view.docs_of(space, [digest])) for digest in asked.digests]
    return each, _ranked(ranks, view.docs_of(space, asked.digests))


def _turns_near(view: View, space: Space, asked: Asked) -> object:
    ranks = _ranks(view, space)
    asks = [(asked.seqs, 0), (asked.seqs[:2], 1), (asked.seqs[-2:], 5), ((), 9)]
    return [_ranked(ranks, view.turns_near(space, seqs, reach)) for seqs, reach in asks]


def _vectors(view: View, space: Space, asked: Asked) -> object:
    whole = list(view.vectors(space))
    later = [list(view.vectors(space, after=vector.number)) for vector in whole]
    assert later == [whole[rank:] for rank in range(1, len(whole) + 1)]
    return [vector._replace(number=rank) for rank, vector in enumerate(whole)]


def _last_vector(view: View, space: Space, asked: Asked) -> object:
    numbers = [vector.number for vector in view.vectors(space)]
    last = view.last_vector(space)
    return numbers.index(last) if last in numbers else last


def _not_embedded(view: View, space: Space, asked: Asked) -> object:
    ranks = _ranks(view, space)
    found = [view.not_embedded(space, limit=limit) for limit in (1, 3, 1_000)]
    return [(_ranked(ranks, one.rows), ranks.get(one.until, UNKNOWN)) for one in found]


def _unmade(view: View, space: Space, asked: Asked) -> object:
    ranks = _ranks(view, space)
    found = [view.unmade(space, limit=limit) for limit in (1, 1_000)]
    return [[(_ranked(ranks, [doc]), note) for doc, note in one] for one in found]


def _all_docs(view: View, space: Space, asked: Asked) -> object:
    return [stored._replace(doc=rank) for rank, stored in enumerate(sound(view.all_docs(space)))]


def _all_postings(view: View, space: Space, asked: Asked) -> object:
    ranks = _ranks(view, space)
    return [
        stored._replace(doc=ranks.get(stored.doc, UNKNOWN))
        for stored in sound(view.all_postings(space))
    ]


DOCUMENT_QUESTIONS: Mapping[str, Callable[[View, Space, Asked], object]] = {
    "postings": _postings,
    "totals": lambda view, space, asked: view.totals(space),
    "docs": _docs,
    "docs_of": _docs_of,
    "turns_near": _turns_near,
    "vectors": _vectors,
    "last_vector": _last_vector,
    "not_embedded": _not_embedded,
    "unmade": _unmade,
    "all_docs": _all_docs,
    "all_postings": _all_postings,
}
