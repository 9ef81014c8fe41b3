"""One state in the place of another: `lived in Hull, then moved to York in 2020`, `before that`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.rules.attributes import Registry
from retentive.rules.characters import listed
from retentive.rules.claims.dates.dating import Times
from retentive.rules.reading import Clause


def chained(
    sentence: Sequence[tuple[Candidate, ...]], times: Times, registry: Registry
) -> list[tuple[Candidate, ...]]:
    """Return the claims of a sentence, each state that is over with its end where the next begins.

    What is told behind the end of another, without a begin of its own, begins there. Only states
    of which somebody has one at a time follow each other.
    """
    every = [one for told in sentence for one in told]
    last: dict[tuple[str, str], int] = {}
    for at, one in enumerate(every):
        claim = one.claim
        if claim is None or claim.polarity is Polarity.NEGATIVE or one.cue is Cue.FOR_NOW:
            continue
        if not registry.of(claim.attribute).is_single:
            continue
        before = last.get((claim.subject, claim.attribute))
        if before is not None:
            every[before], every[at] = _joined(every[before], one, times)
        last[claim.subject, claim.attribute] = at
    made = iter(every)
    return [tuple(next(made) for _ in told) for told in sentence]


def _joined(one: Candidate, other: Candidate, times: Times) -> tuple[Candidate, Candidate]:
    begins, ends = other.valid_from, one.valid_until
    over = ends == times.said_at or (ends is not None and begins is not None and begins < ends)
    if over and begins is not None and (one.valid_from is None or one.valid_from < begins):
        return replace(one, valid_until=begins), other
    if ends is None or over or begins is not None or ends > times.said_at:
        return one, other
    later = other.valid_until is None or other.valid_until > ends
    return (one, replace(other, valid_from=ends)) if later else (one, other)


def before_that(
    clauses: Sequence[Sequence[Clause]],
    claims: Sequence[list[tuple[Candidate, ...]]],
    times: Times,
    registry: Registry,
) -> None:
    """Let a state end where the one begins that it was before, or begin where that ends.

    `I'm a nurse since 2014. Before that I was a cook`; `I cooked until 2014. After that I nursed`.
    """
    last: list[Candidate] = []
    for sentence, told in zip(clauses, claims, strict=True):
        for place, clause in enumerate(sentence):
            cue = _pointing(clause)
            lent = cue == "before" and not times.dates(clause.span)
            every = (_over(one, times) if lent else one for one in told[place])
            told[place] = tuple(_put(one, last, cue, times, registry) for one in every)
            last += told[place]


def _over(one: Candidate, times: Times) -> Candidate:
    """Return a state that was over without times that are not told with it."""
    if one.claim is None or one.valid_until is None or one.valid_until > times.said_at:
        return one
    return replace(one, valid_from=None, valid_until=times.said_at)


def _put(
    one: Candidate, last: Sequence[Candidate], cue: str, times: Times, registry: Registry
) -> Candidate:
    claim = one.claim
    if not cue or claim is None or claim.polarity is Polarity.NEGATIVE:
        return one
    names = {claim.attribute, *registry.of(claim.attribute).akin}
    near = (
        each
        for each in reversed(last)
        if each.claim and each.claim.subject == claim.subject and each.claim.attribute in names
    )
    other = next(near, None)
    if other is None or not registry.of(claim.attribute).is_single:
        return one
    if cue == "after":
        ended = other.valid_until if other.valid_until != times.said_at else None
        return one if ended is None or one.valid_from else replace(one, valid_from=ended)
    if other.valid_from is None or one.valid_until != times.said_at:
        return one
    begun = one.valid_from if one.valid_from and one.valid_from < other.valid_from else None
    return replace(one, valid_from=begun, valid_until=other.valid_from)


def _pointing(clause: Clause) -> str:
    """Return whether a clause tells of what was before or after what was told: `before that`."""
    lows = [word.low for word in clause.words]
    for at in (0, 1, len(lows) - 2):
        if lows[at + 1 : at + 2] and lows[at + 1] in _THAT and lows[at] in _POINTED:
            return "after" if lows[at] in _BEHIND else "before"
    return "before" if not _BEFORE.isdisjoint(lows[:2]) else ""


_THAT: Final = listed("that then this")
_BEHIND: Final = listed("after since")
_POINTED: Final = listed("before until till after since")
_BEFORE: Final = listed("previously beforehand")
