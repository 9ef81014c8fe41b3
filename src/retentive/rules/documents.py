"""What the text index holds for a fact or a turn of the log, and what is embedded for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from retentive.kernel.identity import keyed_hash
from retentive.model.actor import Actor
from retentive.model.change import Doc, Field, Place, Silence, Silencing
from retentive.model.entry import Entry, Message, Observation
from retentive.model.fact import Fact
from retentive.rules.masking import masked, spans_of
from retentive.rules.text import terms


class Reading(NamedTuple):
    """How a turn read from the entry `born_seq` until before `dead_seq`."""

    born_seq: int
    dead_seq: int | None
    text: str


class Utterance(NamedTuple):
    """What a document has of an entry: who spoke, and where in a conversation, if in one."""

    seq: int
    speaker: Actor
    place: Place | None


def utterance(entry: Entry) -> Utterance:
    """Return what a document has of an entry."""
    return Utterance(entry.seq, entry.speaker, place_of(entry))


def fact_doc(secret: bytes, fact: Fact, source: Utterance | None) -> Doc:
    """Return the document of a fact version: its words, and the name of who said it."""
    speaker, place = (source.speaker, source.place) if source else (None, None)
    return _doc(secret, Reading(fact.born_seq, None, fact.text), speaker, place)


def source_of(cited: Iterable[Utterance]) -> Utterance | None:
    """Return which of the entries that a fact version cites it is found as: the newest turn.

    Else the newest of them. What made the version, without being cited, says nothing of it.
    """
    return max(cited, key=lambda one: (one.place is not None, one.seq), default=None)


def turn_docs(secret: bytes, entry: Entry, silences: Iterable[Silence]) -> tuple[Doc, ...]:
    """Return the documents of a log entry, one for each stretch in which it read alike.

    A stretch with nothing left to find has no document.
    """
    place = place_of(entry)
    docs = (_doc(secret, one, entry.speaker, place) for one in readings(entry, silences))
    return tuple(doc for doc in docs if doc.terms)


def readings(entry: Entry, silences: Iterable[Silence]) -> Iterator[Reading]:
    """Yield how a log entry reads, one stretch after the other.

    Forgotten words are in none of them, words silenced otherwise only in those from before.
    """
    mine = [one for one in silences if one.entry_id == entry.id and one.span is not None]
    edges = sorted({one.seq for one in mine if one.mode is not Silencing.FORGOTTEN} | {entry.seq})
    for born, dead in zip(edges, [*edges[1:], None], strict=True):
        yield Reading(born, dead, masked(entry.text, spans_of(_holding(mine, born), entry.id)))


def embedded_text(text: str, speaker: Actor | None) -> str:
    """Return what is embedded for a text: it stands behind the name of who said it."""
    return f"{speaker.name}: {text}" if speaker is not None and speaker.name else text


def embedded_digest(secret: bytes, text: str) -> bytes:
    """Return the digest under which the vector of an embedded text is kept."""
    return keyed_hash(secret, "vector", text)


def place_of(entry: Entry) -> Place | None:
    """Return where a turn stands; None for an entry that is no turn of a conversation."""
    if not isinstance(entry.body, Message | Observation):
        return None
    return Place(entry.seq, entry.origin.session, entry.said_at)


def _holding(silences: Sequence[Silence], seq: int) -> list[Silence]:
    return [one for one in silences if one.mode is Silencing.FORGOTTEN or one.seq <= seq]


def _doc(secret: bytes, reading: Reading, speaker: Actor | None, place: Place | None) -> Doc:
    body = Counter(terms(reading.text))
    counted = {(term, Field.BODY): count for term, count in body.items()}
    if speaker is not None and speaker.name:
        for term, count in Counter(terms(speaker.name)).items():
            counted[term, Field.SPEAKER] = count
    return Doc(
        born_seq=reading.born_seq,
        dead_seq=reading.dead_seq,
        length=body.total(),
        terms=counted,
        digest=embedded_digest(secret, embedded_text(reading.text, speaker)),
        place=place,
    )
