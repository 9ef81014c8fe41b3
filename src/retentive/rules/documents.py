"""What the text index holds for a fact or a turn of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from retentive.model.actor import Actor
from retentive.model.change import Doc, Field, Silence, Silencing
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.rules.masking import masked, spans_of
from retentive.rules.text import terms


def fact_doc(fact: Fact, speaker: Actor | None) -> Doc:
    """Return the document of a fact version: its words, and the name of who said it."""
    return _doc(fact.text, speaker, fact.born_seq, None)


def turn_docs(entry: Entry, silences: Iterable[Silence]) -> tuple[Doc, ...]:
    """Return the documents of a log entry, one for each stretch in which it read alike.

    Forgotten words are in none of them, words silenced otherwise only in those from before.
    A stretch with nothing left to find has no document.
    """
    mine = [one for one in silences if one.entry_id == entry.id and one.span is not None]
    edges = sorted({one.seq for one in mine if one.mode is not Silencing.FORGOTTEN} | {entry.seq})
    docs: list[Doc] = []
    for born, dead in zip(edges, [*edges[1:], None], strict=True):
        text = masked(entry.text, spans_of(_holding(mine, born), entry.id))
        doc = _doc(text, entry.speaker, born, dead)
        if doc.terms:
            docs.append(doc)
    return tuple(docs)


def _holding(silences: Sequence[Silence], seq: int) -> list[Silence]:
    return [one for one in silences if one.mode is Silencing.FORGOTTEN or one.seq <= seq]


def _doc(text: str, speaker: Actor | None, born: int, dead: int | None) -> Doc:
    body = Counter(terms(text))
    counted = {(term, Field.BODY): count for term, count in body.items()}
    if speaker is not None and speaker.name:
        for term, count in Counter(terms(speaker.name)).items():
            counted[term, Field.SPEAKER] = count
    return Doc(born_seq=born, dead_seq=dead, length=body.total(), terms=counted)
