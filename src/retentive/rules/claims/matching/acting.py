"""The words of whom a match is about: left of its verb, or of what is somebody's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.match import Match

LONGEST_SUBJECT: Final = 8
"""Words left of a verb among which its subject is looked for."""
Classes = Mapping[str, frozenset[str]]


def with_subject(
    got: Match, line: Line, classes: Classes, *, set_off: bool, verbal: bool
) -> Match | None:
    """Return a match with the words of its subject: those left of it, or none at all.

    `set_off` tells that an edge stands between the two, `verbal` that the pattern has a verb: then
    only one that was found has a subject.
    """
    at = got.start
    if got.verb == at > 0 and line.words[at - 1].low in classes["before_noun"]:
        return None  # `no screen time`: a noun
    breaks, start = classes["before_subject"], at
    while start > 0 and at - start < LONGEST_SUBJECT:
        if line.breaks[start] and not (set_off and start == at):
            break
        if line.words[start - 1].low in breaks:
            break
        start -= 1
    if at > start and got.verb < 0 and verbal:
        return None
    return got._replace(start=start, subject=(start, at))


def with_owner(got: Match, line: Line, classes: Classes) -> Match | None:
    """Return a match with the words of an owner, which stand right before it."""
    at = got.start
    low = line.words[at - 1].low
    if low in classes["possessives"]:
        return got._replace(start=at - 1, subject=(at - 1, at), whose=True)
    if low not in classes["possessive_marks"] or at < 2:
        return None
    start = at - 1
    while start > 0 and at - start < LONGEST_SUBJECT and not line.breaks[start]:
        start -= 1
    return got._replace(start=start, subject=(start, at - 1), whose=True)
