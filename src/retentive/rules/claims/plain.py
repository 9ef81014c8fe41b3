"""What a sentence states that claims nothing: one candidate, in its own words."""

from __future__ import annotations

from collections.abc import Iterator

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry
from retentive.model.provenance import Span
from retentive.rules.claims.patterns import CONFIDENCE
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
