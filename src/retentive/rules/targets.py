"""Finding what a command is about, also under rules that changed since it was given.

A record's id and key say where it was made and by which cut of the words; other rules cut
otherwise, and give the same key to something else. So a name counts for itself alone only
under the rules that gave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from retentive.model.change import Confirm, Silence
from retentive.model.claim import Claim
from retentive.model.entry import Target
from retentive.model.fact import Fact
from retentive.model.provenance import Span


def exactly(target: Target, maker: str, by_name: Mapping[str, Fact]) -> Fact | None:
    """Return the fact that a target names, if `maker` made the name; None if there is none."""
    return next(iter(_named(target, by_name)), None) if target.maker == maker else None


def meant(
    target: Target,
    by_name: Mapping[str, Fact],
    claiming: Iterable[Fact],
    saying: Iterable[Fact],
) -> list[Fact]:
    """Return all facts that a target of other rules may mean, the likeliest first.

    By the same claim, and of those `saying` it, which rest on or are confirmed by its words, each
    that is not known to be about something else. What has its name and agrees with its claim goes
    first if it is one of them, and counts by itself only where there are none: other rules give
    the name to other words.
    """
    claimed = [fact for fact in claiming if fact.claim == target.claim]
    said = [fact for fact in saying if not _is_elsewhere(fact.claim, target.claim)]
    others = {fact.key for fact in (*claimed, *said)}
    named = [fact for fact in _named(target, by_name) if agrees(fact, target)][:1]
    first = [fact for fact in named if fact.key in others or not others]
    found: dict[str, Fact] = {}
    for fact in (*first, *claimed, *said):
        found.setdefault(fact.key, fact)
    return list(found.values())


def agrees(fact: Fact, target: Target) -> bool:
    """Tell whether a fact claims what the target claims, as far as both claim anything."""
    return fact.claim is None or target.claim is None or fact.claim == target.claim


def named(found: Sequence[Fact], target: Target, maker: str) -> list[Fact]:
    """Return those of the facts of a target's words that it means: all, if it names none.

    Under the rules that named it, it is itself; under others what claims the same, else all.
    """
    if target.key is None:
        return list(found)
    if target.maker == maker:
        return [fact for fact in found if fact.key == target.key]
    claiming = [fact for fact in found if fact.claim is not None and fact.claim == target.claim]
    return claiming or list(found)


def overlaps(place: tuple[str, Span], wanted: Iterable[tuple[str, Span]]) -> bool:
    """Tell whether a span of an entry shares a code point with one of the `wanted`."""
    entry_id, span = place
    return any(entry_id == other and span.overlaps(words) for other, words in wanted)


def cites(fact: Fact, wanted: Sequence[tuple[str, Span]]) -> bool:
    """Tell whether a fact rests on words that overlap the `wanted`."""
    return any(overlaps((one.entry_id, one.span), wanted) for one in fact.provenance.citations)


def confirms(row: Confirm, wanted: Sequence[tuple[str, Span]]) -> bool:
    """Tell whether words that overlap the `wanted` confirm."""
    return any(overlaps((row.entry_id, span), wanted) for span in row.spans)


def where_said(text: str, value: str) -> list[Span]:
    """Return where whole words of `text` are those of a value, in any case."""
    low, wanted = text.lower(), value.lower()
    found: list[Span] = []
    if not wanted or len(low) != len(text):
        return found
    at = low.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (low[max(at - 1, 0) : at].isalnum() or low[end : end + 1].isalnum()):
            found.append(Span(at, end))
        at = low.find(wanted, end)
    return found


def silent_near(
    silences: Iterable[Silence], wanted: Sequence[tuple[str, Span]]
) -> list[tuple[str, Span]]:
    """Return the silenced spans that overlap the `wanted`."""
    spans = [(one.entry_id, one.span) for one in silences]
    return [
        (name, span) for name, span in spans if name and span and overlaps((name, span), wanted)
    ]


def _named(target: Target, by_name: Mapping[str, Fact]) -> list[Fact]:
    names = (target.fact_id, target.key)
    return [by_name[name] for name in names if name is not None and name in by_name]


def _is_elsewhere(claim: Claim | None, wanted: Claim | None) -> bool:
    if claim is None or wanted is None:
        return False
    return (claim.subject, claim.attribute) != (wanted.subject, wanted.attribute)
