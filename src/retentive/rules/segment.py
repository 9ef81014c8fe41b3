"""Where episodes begin: a conversation is cut where it paused (row C-22).

`cuts` is the definition; `inserted` says what one more message changes, however late it comes.
Both know only when messages were said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

GAP: Final = 300_000_000
"""The longest pause inside an episode, five minutes, in microseconds (row C-22)."""


class Moment(NamedTuple):
    """When a message was said, in microseconds, and its place in the log; orders a session."""

    said_at: int
    seq: int


@dataclass(frozen=True, slots=True)
class Joins:
    """The message belongs to the episode of `before`; no boundary moves."""

    before: Moment


@dataclass(frozen=True, slots=True)
class Starts:
    """The message starts an episode of its own; a later message keeps starting its own."""

    message: Moment


@dataclass(frozen=True, slots=True)
class ExtendsStart:
    """The message comes first in the episode that `after` started until now."""

    message: Moment
    after: Moment


@dataclass(frozen=True, slots=True)
class Bridges:
    """The message closes the pause: the episode that `after` started ends into `before`'s."""

    before: Moment
    after: Moment


Placement = Joins | Starts | ExtendsStart | Bridges


def cuts(times: Sequence[tuple[int, int]], gap: int = GAP) -> list[int]:
    """The indices at which an episode starts, in messages sorted by (said_at, seq).

    A pause greater than `gap` microseconds starts one; a pause as long as the gap does not.
    """
    return [
        index
        for index, (said_at, _) in enumerate(times)
        if index == 0 or said_at - times[index - 1][0] > gap
    ]


def inserted(
    before: Moment | None,
    message: Moment,
    after: Moment | None,
    gap: int = GAP,
    *,
    after_starts: bool,
) -> Placement:
    """What one more message does to the episodes of its session.

    `before` and `after` are its nearest neighbours in the order of (said_at, seq), and
    `after_starts` tells whether `after` is an episode's first message now. A session that was cut
    with another gap is refused by ValueError: it must be cut again as a whole.
    """
    follows = before is not None and message.said_at - before.said_at <= gap
    leads = after is not None and after.said_at - message.said_at <= gap
    starts = after is not None and after_starts
    if after is not None and not starts and not (follows and leads):
        raise ValueError(f"the session was not cut with a gap of {gap} µs")
    if before is not None and follows:
        return Bridges(before, after) if after is not None and leads and starts else Joins(before)
    return ExtendsStart(message, after) if after is not None and leads else Starts(message)
