"""What extraction found in one entry, before it is compared with what is known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from retentive.model.claim import Claim, Correction, Cue
from retentive.model.provenance import Span
from retentive.model.record import Occurred, Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A possible fact: `text`, and the span of the entry's text that says it.

    `subject` is the actor or entity it is about; `ordinal` tells candidates of one span
    apart. The quote at `span` must be found there verbatim, else the fact is quarantined.
    `cue` and `corrects` say how it bears on what was known: a correction may tell no claim of
    its own, the fact it puts right has one. `clock` tells that `occurred` is a time of some day
    that is not told, and after how many hours the same words come round again: 12 or 24, those of
    a week for a weekday, of a month for a day of one. `shift` tells by how many minutes something
    known is put off, or brought forward if it is negative.
    """

    text: str
    kind: str
    subject: str
    span: Span
    quote: str
    ordinal: int = 0
    confidence: float = 0.5
    importance: float | None = None
    tags: tuple[str, ...] = ()
    claim: Claim | None = None
    cue: Cue = Cue.NONE
    corrects: Correction | None = None
    occurred: Occurred | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    from_precision: Precision | None = None
    clock: int = 0
    shift: int = 0
    rule: str = ""
