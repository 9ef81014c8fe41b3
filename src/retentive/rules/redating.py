"""A known fact with another date, where the words that were wrong told when: `April, not March`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo

from retentive.model.claim import Correction
from retentive.model.fact import Fact
from retentive.model.record import Occurred, Precision
from retentive.rules.correcting import exchanged
from retentive.rules.time_phrases import TimePhrase, TimeWords, find_times
from retentive.rules.values import mentions


def redated(known: Fact, said: Correction, zone: tzinfo, words: TimeWords) -> Fact | None:
    """Return a fact as its words with the right time tell it; None if the wrong ones told none.

    Its claim stays, so `I moved to Oslo in March` is still about Oslo. The times are read where
    and when the fact was said, and only those change that came of the wrong ones.
    """
    text = exchanged(known.text, said)
    if text is None or said.old is None or known.claim is None:
        return None
    if mentions(known.claim.value, said.old):
        return None
    at = known.text.lower().find(said.old.lower())
    was = _covering(find_times(known.text, known.said_at, zone, words), at)
    now = _covering(find_times(text, known.said_at, zone, words), at)
    if was is None or now is None:
        return None
    occurred = known.occurred
    if occurred is not None and now.start and now.end and now.precision:
        occurred = Occurred(start=now.start, end=now.end, precision=now.precision)
    valid_from, precision = _begins(known, was, now)
    return replace(
        known,
        text=text,
        occurred=occurred,
        valid_from=valid_from,
        from_precision=precision,
        valid_until=_ends(known, was, now),
    )


def _covering(phrases: Sequence[TimePhrase], at: int) -> TimePhrase | None:
    """Return the phrase that names an interval by a word at a place."""
    return next((one for one in phrases if one.dated and one.span.start <= at < one.span.end), None)


def _begins(
    known: Fact, was: TimePhrase, now: TimePhrase
) -> tuple[datetime | None, Precision | None]:
    if known.valid_from is None or known.valid_from not in (was.start, was.end):
        return known.valid_from, known.from_precision
    return (now.start if known.valid_from == was.start else now.end), now.precision


def _ends(known: Fact, was: TimePhrase, now: TimePhrase) -> datetime | None:
    if known.valid_until is None or known.valid_until not in (was.start, was.end):
        return known.valid_until
    return now.start if known.valid_until == was.start else now.end
