"""What a fact says when part of the words that it shares with another is taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from retentive.model.claim import Claim
from retentive.model.fact import Fact
from retentive.model.provenance import Span
from retentive.rules.masking import masked
from retentive.rules.targets import cites, where_said
from retentive.rules.text import terms
from retentive.rules.values import MAX_WORDS, value_of


def share_words(one: Fact, other: Fact) -> bool:
    """Tell whether two facts are told by the same text, learnt from the same words."""
    places = [(cited.entry_id, cited.span) for cited in other.provenance.citations]
    return one.text == other.text and one.key != other.key and cites(one, places)


def without(text: str, taken: Iterable[Claim], own: Claim) -> str:
    """Return a text with `[…]` in place of the values of claims that `own` does not name too."""
    kept = {at for span in where_said(text, own.value) for at in range(*span)}
    spans = [span for claim in taken for span in _told(text, claim.value, own.value, kept)]
    return masked(text, _joined(text, spans)) if spans else text


def _told(text: str, value: str, own: str, kept: Collection[int]) -> list[Span]:
    """Return where a text tells a value: as it is, else in single words that tell something."""
    whole = _apart(where_said(text, value), kept)
    if whole:
        return whole
    named = set(terms(own))
    words = [one.strip(".,;:") for one in value.split()[:MAX_WORDS] if named.isdisjoint(terms(one))]
    telling = (one for one in words if value_of(one).words or value_of(one).numbers)
    return _apart([at for word in telling for at in where_said(text, word)], kept)


def _apart(spans: Iterable[Span], kept: Collection[int]) -> list[Span]:
    return [one for one in spans if not any(at in kept for at in range(*one))]


def _joined(text: str, spans: Iterable[Span]) -> list[Span]:
    """Return spans with those as one between which no word stands."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and not any(map(str.isalnum, text[joined[-1].end : span.start])):
            span = Span(joined.pop().start, span.end)
        joined.append(span)
    return joined
