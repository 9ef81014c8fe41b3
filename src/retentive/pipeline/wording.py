"""The texts that index documents stand for, put together again from the records and the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retentive.model.change import OwnerKind
from retentive.model.fact import Fact
from retentive.model.space import Space
from retentive.ports.rows import FoundDoc
from retentive.ports.view import View
from retentive.rules.documents import embedded_digest, embedded_text, readings


def texts(view: View, space: Space, docs: Sequence[FoundDoc]) -> Iterator[tuple[bytes, str]]:
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
    ids = {kind: [one.id for one in docs if one.kind is kind] for kind in OwnerKind}
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
