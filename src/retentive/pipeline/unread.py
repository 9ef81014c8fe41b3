"""Where what digestion has not reached says what a fact says.

It is looked for in a snapshot before a space is locked, and under the lock only in what came in
since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from typing import NamedTuple

from retentive.model.entry import Entry, Message, Statement
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.space import DIGEST, Space
from retentive.pipeline.vocabulary import calendar
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.rules.facts import fact_from_statement
from retentive.rules.revising import asserted_at
from retentive.rules.sameness import is_same_fact
from retentive.rules.silence import same_words
from retentive.rules.text import content_hash_text

_BATCH = 200


class Swept(NamedTuple):
    """Which words were looked for in what was not digested, up to which seq, and where they are."""

    words: frozenset[str]
    until: int
    places: tuple[tuple[int, str, Span], ...]


def swept(view: View, name: str) -> Swept:
    """Look for what the lineage of the fact `name` says."""
    for space in view.spaces:
        fact = view.get(space, Fact, [name]).get(name)
        if fact is not None:
            words = _words(view, space, fact.key)
            after = view.watermark(space, DIGEST).done_seq
            return Swept(words, space.horizon, tuple(_saying(view, space, words, after)))
    return Swept(frozenset(), 0, ())


def unread(tx: Transaction, fact: Fact, before: Swept) -> Iterator[tuple[str, Span]]:
    """Yield the words, not digested yet, that say a fact: sentences, and statements of it."""
    places = list(_not_digested(tx, fact.key, before))
    entries = tx.entries_by_id(tx.space, {entry_id for entry_id, _ in places})
    for entry_id, span in places:
        if _says(tx.space, entries[entry_id], span, fact):
            yield entry_id, span


def _says(space: Space, entry: Entry, span: Span, fact: Fact) -> bool:
    """Tell whether words that read like a fact tell of its time too."""
    days = calendar(entry)
    if isinstance(entry.body, Statement):
        said = fact_from_statement(space, entry, entry.body, Standing.FRESH)
        return is_same_fact(fact, said, days)
    words = entry.text[span.start : span.end]
    return not days.differs(words, asserted_at(fact), entry.said_at)


def _not_digested(tx: Transaction, key: str, before: Swept) -> Iterator[tuple[str, Span]]:
    """Yield where turns that digestion has not reached say what a lineage says."""
    words, done = _words(tx, tx.space, key), tx.watermark(tx.space, DIGEST).done_seq
    if words != before.words:  # the lineage was corrected since
        before = Swept(words, done, ())
    known = (place for place in before.places if place[0] > done)
    since = _saying(tx, tx.space, words, max(done, before.until))
    yield from ((entry_id, span) for _, entry_id, span in chain(known, since))


def _words(view: View, space: Space, key: str) -> frozenset[str]:
    return frozenset(content_hash_text(one.text) for one in view.versions(space, Fact, key))


def _saying(
    view: View, space: Space, words: Collection[str], after: int
) -> Iterator[tuple[int, str, Span]]:
    """Yield what later entries say of these canonical texts: sentences, and whole statements."""
    while batch := view.entries(space, after=after, limit=_BATCH):
        for entry in batch:
            if isinstance(entry.body, Message):
                for span in same_words(entry.text, words):
                    yield entry.seq, entry.id, span
            elif isinstance(entry.body, Statement) and content_hash_text(entry.text) in words:
                yield entry.seq, entry.id, Span(0, len(entry.text))
        after = batch[-1].seq
