"""Whether what is said is known already: in its words, its claim, and the time that it means.

Equal words said on other days may tell of other times: `I went to the dentist yesterday`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Final

from retentive.kernel.identity import keyed_hash
from retentive.kernel.times import to_micros
from retentive.model.fact import Fact
from retentive.model.record import Occurred
from retentive.rules.facts import DEFAULT_KIND, holds_at
from retentive.rules.revising import asserted_at
from retentive.rules.time_phrases import Role, TimePhrase, TimeWords, find_times
from retentive.rules.time_phrases.tokens import scan

_PLACED: Final = frozenset({Role.AT, Role.SINCE, Role.UNTIL, Role.BY, Role.DURING})
"""What a phrase says of the day that it names; a length and what comes round name none."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The words for times, and the zone in which days are told from each other."""

    words: TimeWords | None
    zone: tzinfo = UTC

    def differs(self, text: str, one: datetime, other: datetime) -> bool:
        """Tell whether a text names another time when it is said at another moment."""
        if one == other:
            return False
        first, then = (self.named(text, at) for at in (one, other))
        return any(_apart(*pair) for pair in zip(first, then, strict=False))

    def named(self, text: str, at: datetime) -> list[tuple[datetime, datetime]]:
        """Return the intervals that a text names and that another moment would move.

        A weekday or an hour alone that lies ahead may be that of every week and day.
        """
        found = find_times(text, at, self.zone, self.words)
        return [
            (one.start, one.end)
            for one in found
            if one.start is not None and one.end is not None and one.role in _PLACED
            if one.end <= at or self._counts(text, one)
        ]

    def _counts(self, text: str, phrase: TimePhrase) -> bool:
        """Tell whether a phrase counts from the moment it is said: `tomorrow`, `in two weeks`."""
        if self.words is None:
            return False
        tokens = scan(text[phrase.span.start : phrase.span.end])
        books = (self.words.days, self.words.this, self.words.units)
        places = range(len(tokens))
        return any(book.match(tokens, at) is not None for book in books for at in places)


def is_same_fact(known: Fact, new: Fact, calendar: Calendar) -> bool:
    """Tell whether `new` says nothing that `known`, of the same content hash, does not.

    A time, an expiry or a claim of its own makes it a statement of its own, and so does being
    said when `known` does not hold: folded into it, it would be lost.
    """
    return (
        known.content_hash == new.content_hash
        and known.expires_at == new.expires_at
        and _is_within(known, new)
        and new.claim in (None, known.claim)
        and (known.kind == new.kind or DEFAULT_KIND in (known.kind, new.kind))
        and is_of_one_time(known, new, calendar)
    )


def first_same(known: Iterable[Fact], new: Fact, calendar: Calendar) -> Fact | None:
    """Return the first of the `known` facts that says what `new` says."""
    return next((one for one in known if is_same_fact(one, new, calendar)), None)


def is_of_one_time(known: Fact, new: Fact, calendar: Calendar) -> bool:
    """Tell whether two facts of equal words tell of the same time."""
    if known.occurred is not None and new.occurred is not None:
        return meet(known.occurred, new.occurred)
    return not calendar.differs(new.text, asserted_at(known), asserted_at(new))


def told_hash(secret: bytes, fact: Fact, calendar: Calendar) -> str:
    """Return the hash of what a fact says, and of the time that this tells."""
    if fact.occurred is not None:
        times = [(fact.occurred.start, fact.occurred.end)]
    else:
        times = calendar.named(fact.text, asserted_at(fact))
    if not times:
        return fact.content_hash
    moments = (to_micros(at) for interval in times for at in interval)
    return keyed_hash(secret, "told", fact.content_hash, *moments).hex()


def meet(one: Occurred | None, other: Occurred | None) -> bool:
    """Tell whether two times may be one, as exactly as they are known."""
    return (
        one is None or other is None or not _apart((one.start, one.end), (other.start, other.end))
    )


def _apart(one: tuple[datetime, datetime], other: tuple[datetime, datetime]) -> bool:
    return one[0] != other[0] and (one[1] <= other[0] or other[1] <= one[0])


def _is_within(known: Fact, new: Fact) -> bool:
    if (known.valid_from, known.valid_until) == (new.valid_from, new.valid_until):
        return True
    return (
        new.valid_from in (None, known.valid_from)
        and new.valid_until in (None, known.valid_until)
        and holds_at(known, new.said_at)
    )
