"""What reading a text yields: clauses, and how each was meant."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from retentive.model.provenance import Span
from retentive.rules.reading.words import Word


class Modality(StrEnum):
    """How a clause is meant; only what is asserted may become a fact about somebody."""

    ASSERTED = "asserted"
    ASKED = "asked"
    SUPPOSED = "supposed"
    WISHED = "wished"
    QUOTED = "quoted"
    """Somebody else's words, or words that only stand for something: code, a mail, a role."""
    JOKING = "joking"
    REQUESTED = "requested"


@dataclass(frozen=True, slots=True)
class Clause:
    """The smallest part of a sentence that says something by itself.

    `lead` is the word that ties it to what stands before it ("and", "because", "who"), which is
    no part of `span`. `sentence` is the span of the whole sentence. `lows` are the words in small
    letters, to see at once that none of some is there.
    """

    span: Span
    words: tuple[Word, ...]
    modality: Modality
    sentence: Span
    lead: str
    lows: frozenset[str]


class Cut(NamedTuple):
    """A clause is `words[start:end]`; `lead` is the connective before it.

    Its first `head` words are repeated: they stand before an aside.
    """

    start: int
    end: int
    lead: str
    head: int = 0
