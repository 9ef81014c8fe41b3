"""Vectors by the digest of what was embedded, and the documents that still lack one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from retentive.adapters.memory.reads import Reads
from retentive.adapters.memory.state import SpaceState, VectorRows
from retentive.adapters.memory.text import found
from retentive.model.change import PutVector
from retentive.model.space import Space
from retentive.ports.rows import FoundDoc, NotEmbedded, StoredVector, Unmade


class VectorReads(Reads):
    """The part of `View` that vector search and embedding stand on."""

    def vectors(self, space: Space, *, after: int = 0) -> Iterator[StoredVector]:
        """Return the vectors with `number > after`, in ascending number, at any horizon."""
        kept = self._vectors(space).by_digest.values()
        return iter([vector for vector in kept if vector.number > after])

    def last_vector(self, space: Space) -> int:
        """Return the highest number of a vector, 0 if there is none, at any horizon."""
        kept = self._vectors(space).by_digest.values()
        return max((vector.number for vector in kept), default=0)

    def not_embedded(self, space: Space, *, limit: int) -> NotEmbedded:
        """Return the next documents without a vector, in ascending number, at any horizon."""
        vectors = self._vectors(space)
        docs = sorted(self._rows(space).docs.items())
        following = [found(*one) for one in docs if one[0] > vectors.last_doc][:limit]
        settled = vectors.by_digest.keys() | vectors.unmade.keys()
        missing = [one for one in following if one.digest not in settled]
        return NotEmbedded(missing, following[-1].doc if following else vectors.last_doc)

    def unmade(self, space: Space, *, limit: int) -> Sequence[tuple[FoundDoc, Unmade]]:
        """Return what embedding failed at and is to try again, at any horizon."""
        docs = sorted(self._rows(space).docs.items(), reverse=True)
        firsts = {row.doc.digest: found(number, row) for number, row in docs}
        notes = self._vectors(space).unmade.items()
        waiting = [(digest, note) for digest, note in notes if note.again is not None]
        return [(firsts[one], note) for one, note in waiting if one in firsts][:limit]

    def _vectors(self, space: Space) -> VectorRows:
        """Return the vectors of the space's generation; a dropped one has none."""
        made_by = space.generations
        return self._state(space).vectors.get(made_by.vectors) or VectorRows(made_by.embedder)


def put_vectors(state: SpaceState, vectors: VectorRows, puts: Iterable[PutVector]) -> None:
    """Add the vectors of digests that documents have, unless they are there."""
    known = _digests(state)
    for put in puts:
        if put.digest in known and put.digest not in vectors.by_digest:
            vectors.last_number += 1
            stored = StoredVector(vectors.last_number, put.digest, put.dim, put.data)
            vectors.by_digest[put.digest] = stored
            vectors.unmade.pop(put.digest, None)


def note_unmade(
    state: SpaceState, vectors: VectorRows, notes: Mapping[bytes, Unmade | None]
) -> None:
    """Keep why digests that documents have got no vector, or forget it."""
    known = _digests(state)
    for digest, note in notes.items():
        vectors.unmade.pop(digest, None)
        if note is not None and digest in known and digest not in vectors.by_digest:
            vectors.unmade[digest] = note


def drop_unused(state: SpaceState) -> None:
    """Drop the vectors of digests that no document has any more."""
    if not any(vectors.by_digest or vectors.unmade for vectors in state.vectors.values()):
        return
    known = _digests(state)
    for vectors in state.vectors.values():
        kept = vectors.by_digest
        vectors.by_digest = {digest: kept[digest] for digest in kept if digest in known}
        notes = vectors.unmade
        vectors.unmade = {digest: notes[digest] for digest in notes if digest in known}


def _digests(state: SpaceState) -> set[bytes]:
    return {row.doc.digest for rows in state.rows.values() for row in rows.docs.values()}
