"""The part of a transaction that is about vectors as a whole: how far they are, and whose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import bindparam, select

from retentive.adapters.sql.generations import (
    drop_vectors,
    name_embedder,
    swap_vector_watermark,
)
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import in_text, in_vectors
from retentive.adapters.sql.schema import doc, vector
from retentive.adapters.sql.spaces import VECTORS, SpaceState, add_generations
from retentive.adapters.sql.sums import Generation
from retentive.adapters.sql.unmade import any_waiting
from retentive.adapters.sql.vectors import note_unmade
from retentive.adapters.sql.view import SqlView
from retentive.kernel.errors import LeaseLost
from retentive.model.space import Space
from retentive.ports.rows import Unmade

_any_vector = select(vector.c.number).where(in_vectors(vector)).limit(1)
_any_later = select(doc.c.doc).where(in_text(doc), doc.c.doc > bindparam("last_doc")).limit(1)


class EmbeddingWrites(SqlView):
    """A view of one space, which nobody else can write to, and writes about its vectors."""

    def __init__(self, link: Link, state: SpaceState) -> None:
        super().__init__(link, {state.space.id: state}, ())
        self._mine = state
        self._lost: LeaseLost | None = None

    @property
    def space(self) -> Space:
        """The locked space as it stands inside this transaction."""
        return self._mine.space

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The locked space."""
        return (self.space,)

    def embedded(self, space: Space, until: int) -> None:
        """Record on the vectors generation of `space` that documents up to `until` are done."""
        made = self._kept_vectors(space)
        if space.generations.text != self.space.generations.text:
            raise self._loses(f"text generation {space.generations.text} is not the current one")
        made.look(max(made.last_doc, until))

    def note_unmade(self, space: Space, notes: Mapping[bytes, Unmade | None]) -> None:
        """Keep why digests have no vector in the vectors generation of `space`."""
        note_unmade(self._link, self._mine, self._kept_vectors(space), notes)

    def adopt_embedder(self, identity: str) -> None:
        """Name the embedder of the current vectors generation, and of the work on it."""
        made_by = self.space.generations
        made = self._kept_vectors(self.space)
        if made.maker or self._link.first(_any_vector, self._at(self.space)) is not None:
            raise ValueError(f"the vectors are those of {made.maker!r} already")
        made.rename(identity)
        self._mine.change(generations=replace(made_by, embedder=identity))
        name_embedder(self._link, self.space)

    def begin_vectors(self, identity: str) -> Space:
        """Start an empty generation of vectors beside the current one, of another embedder."""
        mine = self._mine
        if mine.building_vectors is not None:
            drop_vectors(self._link, mine, mine.building_vectors)
        made = Generation.begun(VECTORS, mine.next_generation(), identity)
        add_generations(self._link, self.space.id, [made])
        mine.generations[VECTORS, made.number] = made
        made_by = replace(self.space.generations, vectors=made.number, embedder=identity)
        return replace(self.space, generations=made_by)

    def swap_vectors(self, building: Space) -> None:
        """Make a generation of vectors current and drop the vectors of the one before."""
        made = self._kept_vectors(building)
        if made.number != self._mine.building_vectors:
            raise self._loses(f"vectors generation {made.number} is not being built")
        values = self._at(self.space) | {"last_doc": made.last_doc}
        if self._link.first(_any_later, values) is not None:
            raise ValueError(f"documents behind {made.last_doc} are not embedded")
        old = self.space.generations
        made_by = replace(old, vectors=made.number, embedder=made.maker)
        self._mine.change(generations=made_by)
        drop_vectors(self._link, self._mine, old.vectors)
        left = any_waiting(self._link, self._at(self.space))
        swap_vector_watermark(self._link, self.space, left=left)

    def _kept_vectors(self, space: Space) -> Generation:
        """Return the generation of vectors that `space` names, if it is there."""
        number = space.generations.vectors
        made = self._state(space).generation(VECTORS, number)
        if made is None:
            raise self._loses(f"vectors generation {number} was dropped")
        return made

    def _loses(self, why: str) -> LeaseLost:
        """Return the error, and keep it: a work that goes on in spite of it writes nothing."""
        self._lost = LeaseLost(f"{why}; nothing of this work was written")
        return self._lost
