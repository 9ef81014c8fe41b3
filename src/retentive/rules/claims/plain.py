"""What a sentence states, with a claim or without: a candidate in its own words."""

from __future__ import annotations

from collections.abc import Iterator

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim
from retentive.model.entry import Entry
from retentive.model.provenance import Span
from retentive.rules.claims.matching.patterns import CONFIDENCE
from retentive.rules.content import is_mark
from retentive.rules.facts import DEFAULT_KIND
from retentive.rules.sentences import states_something


def plain(entry: Entry, span: Span, rule: str) -> Iterator[Candidate]:
    """Yield the candidate of a sentence, or of clauses of it, if they state anything."""
    quote = entry.text[span.start : span.end]
    if is_mark(quote) or not states_something(quote):
        return
    yield Candidate(
        text=quote,
        kind=DEFAULT_KIND,
        subject=entry.speaker.id,
        span=span,
        quote=quote,
        confidence=CONFIDENCE,
        rule=rule,
    )


def claimed(entry: Entry, span: Span, claim: Claim, kind: str, rule: str) -> Candidate:
    """Return the candidate of a claim that the words of a span make."""
    quote = entry.text[span.start : span.end]
    return Candidate(
        text=quote,
        kind=kind,
        subject=claim.subject,
        span=span,
        quote=quote,
        confidence=CONFIDENCE,
        claim=claim,
        rule=rule,
    )
