"""One state in the place of another: `lived in Hull, then moved to York in 2020`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.rules.attributes import Registry
from retentive.rules.claims.dates.dating import Times


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
