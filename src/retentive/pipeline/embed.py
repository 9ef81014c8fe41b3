"""The stage that gives index documents their vectors, behind digestion and apart from it.

Documents are taken in the order of their numbers; their texts are put together again from the
records and the log, and a vector is stored for the digest that a document carries, once. What
cannot be embedded has no vector and is found by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from retentive.kernel.errors import EmbedderUnavailable, EmbeddingDimensionMismatch
from retentive.kernel.events import Event, Failed
from retentive.kernel.scope import Address
from retentive.model.change import ChangeSet, OwnerKind, PutVector
from retentive.model.fact import Fact
from retentive.model.report import Rebuilt, SpaceCounts
from retentive.model.space import DIGEST, EMBED, Lease, Space
from retentive.pipeline.stage import Done, StageFailed
from retentive.pipeline.vectors import Made, made
from retentive.ports.models import Embedder
from retentive.ports.rows import FoundDoc
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import View
from retentive.rules.documents import embedded_digest, embedded_text, readings

LOOKED_AT = 256
"""Documents that are looked at in one step."""

ANSWER_SECONDS = 300.0
"""After so long without an answer an embedder counts as one that fails."""


class Batch(NamedTuple):
    """Texts to embed, by digest, and the last document that was looked at for them.

    Its number is one of the documents of this generation of `text`.
    """

    texts: Mapping[bytes, str]
    until: int
    text: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedding:
    """Embeds what is digested, a few texts at a time."""

    store: MemoryStore
    embedder: Embedder
    emit: Callable[[Event], None]
    attempts: int = 3
    """After so many failures texts are embedded one by one, and those that fail passed over."""

    batch: int = 32
    """Texts that are embedded in one step: about half a second's work without a GPU."""

    seconds: float = ANSWER_SECONDS

    name = EMBED

    @property
    def able(self) -> tuple[str, str]:
        """This embedder's generations, and those that nobody embedded yet."""
        return (self.embedder.identity, "")

    async def put_aside(self, lease: Lease, error: StageFailed) -> bool:
        """Give up nothing: an embedder that does not answer may do so later."""
        return False

    async def step(self, lease: Lease) -> Done:
        """Embed the next texts of a leased space; return how many have a vector now.

        Raises `LeaseLost` if another worker took over, `StageFailed` if the embedder fails.
        """
        batch = await self.store.read([lease.address], self._next)
        found = await self._made(batch, one_by_one=lease.attempts + 1 >= self.attempts)

        def work(tx: Transaction) -> Done:
            if not tx.space.generations.embedder:
                tx.adopt_embedder(self.embedder.identity)
            self._keep(tx, tx.space, batch, found)
            left = tx.not_embedded(tx.space, limit=1).until != batch.until
            done_seq = lease.done_seq if left else tx.watermark(tx.space, DIGEST).done_seq
            tx.advance(lease, done_seq)
            return Done(count=len(found.vectors), done_seq=done_seq, more=left)

        done = await self.store.write(lease.address, work)
        self._tell(lease.space, found)
        return done

    async def build(self, address: Address, building: Space) -> tuple[int, bool]:
        """Embed the next texts into a generation that is being built; swap when none is left.

        Returns how many were embedded, and whether the generation is current now. Raises
        `LeaseLost` if somebody began another one, `StageFailed` if the embedder fails.
        """
        batch = await self.store.read([address], partial(self._next, building=building))
        found = await self._made(batch, one_by_one=True)

        def work(tx: Transaction) -> bool:
            space = _as_built(tx.space, building)
            if space.generations.text != batch.text:
                return False  # rebuilt meanwhile: its documents have other numbers
            self._keep(tx, space, batch, found)
            if tx.not_embedded(space, limit=1).until != batch.until:
                return False
            tx.swap_vectors(space)
            return True

        swapped = await self.store.write(address, work)
        self._tell(building.id, found)
        return len(found.vectors), swapped

    async def _made(self, batch: Batch, *, one_by_one: bool) -> Made:
        try:
            return await made(
                self.embedder, batch.texts, one_by_one=one_by_one, seconds=self.seconds
            )
        except EmbedderUnavailable as error:
            raise StageFailed(error.message) from error

    def _tell(self, space: int, found: Made) -> None:
        for failure in found.failures:
            self.emit(Failed(stage=EMBED, error=failure, space=space, dead=True))

    def _next(self, view: View, building: Space | None = None) -> Batch:
        """Return the next texts without a vector."""
        for space in view.spaces:
            space = space if building is None else _as_built(space, building)
            found = view.not_embedded(space, limit=LOOKED_AT)
            rows = [row for row in found.rows if row.digest]
            few = {row.digest: row for row in rows[: self.batch]}
            until = found.until if len(rows) <= self.batch else rows[self.batch - 1].doc
            texts = dict(_texts(view, space, list(few.values())))
            return Batch(texts, until, space.generations.text)
        return Batch({}, 0, 0)

    def _keep(self, tx: Transaction, space: Space, batch: Batch, found: Made) -> None:
        last = next(tx.vectors(space, after=tx.last_vector(space) - 1), None)
        if found.vectors and last is not None and last.dim != self.embedder.dimensions:
            raise _other_dimensions(last.dim, self.embedder)
        puts = tuple(
            PutVector(digest=digest, dim=self.embedder.dimensions, data=data)
            for digest, data in found.vectors.items()
        )
        tx.apply(space, ChangeSet(operation=EMBED, seq=space.head_seq, changes=puts), None)
        tx.embedded(space, batch.until)


async def reembed(
    embedding: Embedding, addresses: Sequence[Address], progress: Callable[[int, int], None]
) -> Rebuilt:
    """Make all vectors of these spaces anew, beside those that are compared meanwhile.

    A crash leaves the old ones in use. Tells `progress` how many documents of how many are
    done. Raises `EmbedderUnavailable` if the embedder fails, and `LeaseLost` if somebody else
    begins to make them anew as well.
    """
    store, identity = embedding.store, embedding.embedder.identity
    before = await store.read(addresses, _counted)
    total, done = sum(one.documents for one in before), 0
    for address in addresses:
        building, swapped = await store.write(address, lambda tx: tx.begin_vectors(identity)), False
        while not swapped:
            try:
                embedded, swapped = await embedding.build(address, building)
            except StageFailed as error:
                raise EmbedderUnavailable(
                    f"{error.message}; the old vectors stay in use: run the rebuild again when "
                    "the embedder works"
                ) from error
            done += embedded
            progress(min(done, total), total)
    counts = await store.read(addresses, _counted)
    return Rebuilt.of(counts, vectors=sum(one.vectors for one in counts))


def _counted(view: View) -> list[SpaceCounts]:
    return [view.counts(space) for space in view.spaces]


def _other_dimensions(stored: int, embedder: Embedder) -> StageFailed:
    error = EmbeddingDimensionMismatch(
        f"{embedder.identity!r} makes vectors of {embedder.dimensions} numbers, those stored under "
        f"that name have {stored}; run: retentive rebuild --embeddings",
        stored=stored,
        made=embedder.dimensions,
    )
    return StageFailed(error.message)


def _as_built(space: Space, building: Space) -> Space:
    """Return the space as it is now, with the vectors of a generation that is being built."""
    made_by = replace(
        space.generations,
        vectors=building.generations.vectors,
        embedder=building.generations.embedder,
    )
    return replace(space, generations=made_by)


def _texts(view: View, space: Space, docs: Sequence[FoundDoc]) -> Iterator[tuple[bytes, str]]:
    """Yield the texts of documents by their digest.

    A digest whose text is not there any more (it was silenced meanwhile) is passed over: its
    document is gone, or will be.
    """
    wanted = {one.digest for one in docs}
    done: set[bytes] = set()
    for text in _possible(view, space, docs):
        digest = embedded_digest(space.secret, text)
        if digest in wanted and digest not in done:
            done.add(digest)
            yield digest, text


def _possible(view: View, space: Space, docs: Sequence[FoundDoc]) -> Iterator[str]:
    """Yield every text that may stand behind these documents."""
    ids = {kind: [one.owner.id for one in docs if one.owner.kind is kind] for kind in OwnerKind}
    facts = _versions(view, space, ids[OwnerKind.FACT])
    cited = {one.entry_id for fact in facts for one in fact.provenance.citations}
    entries = view.entries_by_id(space, {*cited, *ids[OwnerKind.TURN]})
    for fact in facts:
        yield fact.text
        for citation in fact.provenance.citations:
            if citation.entry_id in entries:
                yield embedded_text(fact.text, entries[citation.entry_id].speaker)
    silences = view.silences(space, entry_ids=ids[OwnerKind.TURN])
    for name in ids[OwnerKind.TURN]:
        if name in entries:
            for reading in readings(entries[name], silences):
                yield embedded_text(reading.text, entries[name].speaker)


def _versions(view: View, space: Space, ids: Sequence[str]) -> list[Fact]:
    """Return the versions of these ids; for one that is not current its whole lineage."""
    found = view.get(space, Fact, ids)
    older = {fact.key for name, fact in found.items() if fact.id != name}
    before = [one for key in sorted(older) for one in view.versions(space, Fact, key)]
    return [*found.values(), *before]
