"""The first extractor: one fact for each sentence that states something (row C-24, and better).

Only a human's own words become facts, and only about that human.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Message
from retentive.model.provenance import Span
from retentive.rules.content import is_mark
from retentive.rules.facts import DEFAULT_KIND
from retentive.rules.render import strip_rendered
from retentive.rules.sentences import sentences, states_something

IDENTITY = "rules-1"
"""Name and version of this extractor; any change of what it yields changes it."""

STATED_CONFIDENCE = 0.7
"""The confidence of a sentence taken as it was said, without further support."""


def statements(entry: Entry) -> tuple[Candidate, ...]:
    """Return one candidate for each sentence of a human's message that states something.

    Text that was rendered by us and came back in a message yields nothing.
    """
    if not isinstance(entry.body, Message) or entry.speaker.kind is not ActorKind.HUMAN:
        return ()
    ours = strip_rendered(entry.text)
    found: list[Candidate] = []
    for sentence in sentences(entry.text):
        span = Span(*sentence)
        quote = entry.text[span.start : span.end]
        if _meets(span, ours) or is_mark(quote):
            continue
        if not states_something(quote):
            continue
        found.append(
            Candidate(
                text=quote,
                kind=DEFAULT_KIND,
                subject=entry.speaker.id,
                span=span,
                quote=quote,
                confidence=STATED_CONFIDENCE,
                rule=IDENTITY,
            )
        )
    return tuple(found)


def _meets(span: Span, others: Sequence[Span]) -> bool:
    """Tell whether a span overlaps one of `others`, which are in order and apart."""
    at = bisect_left(others, (span.end, 0))
    return at > 0 and others[at - 1].overlaps(span)
