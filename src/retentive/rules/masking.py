"""Which words of the log are shown, and which facts are hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from retentive.model.change import Confirm, Silence, Silencing
from retentive.model.entry import Entry, Message, Observation, Statement
from retentive.model.fact import Fact
from retentive.model.provenance import Citation, Span

_UNSAID = frozenset({Silencing.FORGOTTEN, Silencing.RETRACTED})

CUT = "[…]"
"""What stands for words that are not shown."""


def active(silences: Iterable[Silence], horizon: int) -> list[Silence]:
    """Return the silences that hold at `horizon`: forgotten ones always, others from their seq."""
    return [one for one in silences if one.mode is Silencing.FORGOTTEN or one.seq <= horizon]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order, with overlapping and touching ones joined."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


def masked(text: str, silenced: Iterable[Span], window: Span | None = None) -> str:
    """Return `text` (or its `window`) with the silenced spans replaced by `[…]`."""
    within = window or Span(0, len(text))
    pieces: list[str] = []
    at = within.start
    for span in merged(silenced):
        if not span.overlaps(within):
            continue
        pieces.extend((text[at : max(at, span.start)], CUT))
        at = max(at, min(span.end, within.end))
    pieces.append(text[at : within.end])
    return "".join(pieces)


def spans_of(silences: Iterable[Silence], entry_id: str) -> list[Span]:
    """Return the silenced spans of one entry."""
    return [one.span for one in silences if one.entry_id == entry_id and one.span is not None]


def cut(entry: Entry, silences: Iterable[Silence]) -> Entry:
    """Return the entry without its silenced words, and without what else came with them.

    Metadata, tags and payloads repeat what is said, in no places of their own.
    """
    spans = spans_of(silences, entry.id)
    if not spans:
        return entry
    body, text = entry.body, masked(entry.text, spans)
    match body:
        case Message():
            return replace(entry, body=replace(body, text=text, metadata={}))
        case Observation():
            return replace(entry, body=replace(body, text=text, payload={}))
        case Statement():
            return replace(entry, body=replace(body, text=text, metadata={}, tags=()))
        case _:
            return replace(entry, body=replace(body, text=text))


def is_covered(span: Span, silenced: Sequence[Span]) -> bool:
    """Tell whether every code point of `span` is silenced."""
    return any(one.covers(span) for one in merged(silenced))


def is_said(confirmation: Confirm, silences: Iterable[Silence]) -> bool:
    """Tell whether a confirmation counts: some of its words were neither forgotten nor retracted.

    What was corrected was said all the same.
    """
    spans = spans_of((one for one in silences if one.mode in _UNSAID), confirmation.entry_id)
    said = confirmation.spans
    return not said or not all(is_covered(span, spans) for span in said)


def hides(silence: Silence, fact: Fact) -> bool:
    """Tell whether a silence of a lineage, or of what of it rests on an entry, hides a version."""
    if silence.key != fact.key or silence.span is not None:
        return False
    if silence.entry_id is None:
        return fact.born_seq < silence.seq + (silence.mode is Silencing.FORGOTTEN)
    cited = {one.entry_id for one in fact.provenance.citations}
    return fact.born_seq < silence.seq and silence.entry_id in cited


def is_hidden(fact: Fact, silences: Sequence[Silence]) -> bool:
    """Tell whether a fact is not to be shown, given the active silences that concern it.

    A lineage that a command ended hides the versions from before the command; one that was
    forgotten also that which the command made, at every time. A fact whose every cited word
    was forgotten is hidden as well, or was silenced later than it was learnt, as words of no
    lineage in particular; and so is what rests on such words and on others, and says what they say.
    """
    if any(hides(one, fact) or _is_said_by(one, fact) for one in silences):
        return True
    citations = fact.provenance.citations
    if not citations:
        return False
    whole = [
        one
        for one in silences
        if one.mode is Silencing.FORGOTTEN or (one.key is None and fact.born_seq < one.seq)
    ]
    return all(
        is_covered(citation.span, spans_of(whole, citation.entry_id)) for citation in citations
    )


def _is_said_by(silence: Silence, fact: Fact) -> bool:
    """Tell whether a fact, learnt before from some words and others, says what those say."""
    if silence.span is None or silence.content != fact.content_hash:
        return False
    cited = fact.provenance.citations
    rests = any(
        one.entry_id == silence.entry_id and one.span.overlaps(silence.span) for one in cited
    )
    return rests and fact.born_seq < silence.seq


def masked_quotes(fact: Fact, silences: Sequence[Silence]) -> Fact:
    """Return the fact with the silenced words cut out of what it quotes."""
    citations = tuple(
        _masked_quote(citation, spans_of(silences, citation.entry_id))
        for citation in fact.provenance.citations
    )
    if citations == fact.provenance.citations:
        return fact
    return replace(fact, provenance=replace(fact.provenance, citations=citations))


def _masked_quote(citation: Citation, silenced: Sequence[Span]) -> Citation:
    first, last = citation.span
    within = [
        Span(max(span.start, first) - first, min(span.end, last) - first)
        for span in silenced
        if span.overlaps(citation.span)
    ]
    return replace(citation, quote=masked(citation.quote, within)) if within else citation
