"""Where episodes begin, all at once and message by message."""

from __future__ import annotations

from bisect import bisect_left, insort

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.rules.segment import (
    GAP,
    Bridges,
    ExtendsStart,
    Joins,
    Moment,
    Starts,
    cuts,
    inserted,
)

SHORT = 10
TIMES = st.lists(st.integers(0, 80), max_size=25)


@pytest.mark.req("C-22")
def test_a_pause_longer_than_five_minutes_starts_an_episode() -> None:
    minute = 60_000_000
    times = [(0, 1), (5 * minute, 2), (10 * minute + 1, 3), (10 * minute + 2, 4)]
    assert 5 * minute == GAP
    assert cuts(times) == [0, 2]
    assert cuts([]) == []


EARLY, MESSAGE, LATE = Moment(0, 1), Moment(10, 9), Moment(20, 2)
FAR_EARLY, FAR_LATE = Moment(-1, 1), Moment(21, 2)


@pytest.mark.parametrize(
    ("before", "after", "after_starts", "placement"),
    [
        (None, None, False, Starts(MESSAGE)),
        (FAR_EARLY, None, False, Starts(MESSAGE)),
        (FAR_EARLY, FAR_LATE, True, Starts(MESSAGE)),
        (None, FAR_LATE, True, Starts(MESSAGE)),
        (EARLY, None, False, Joins(EARLY)),
        (EARLY, FAR_LATE, True, Joins(EARLY)),
        (EARLY, LATE, False, Joins(EARLY)),
        (EARLY, LATE, True, Bridges(EARLY, LATE)),
        (FAR_EARLY, LATE, True, ExtendsStart(MESSAGE, LATE)),
        (None, LATE, True, ExtendsStart(MESSAGE, LATE)),
    ],
)
def test_one_more_message_changes_the_episodes(
    before: Moment | None,
    after: Moment | None,
    after_starts: bool,
    placement: Joins | Starts | ExtendsStart | Bridges,
) -> None:
    assert inserted(before, MESSAGE, after, SHORT, after_starts=after_starts) == placement


@pytest.mark.parametrize(("before", "after"), [(None, LATE), (EARLY, FAR_LATE), (FAR_EARLY, LATE)])
def test_a_session_cut_with_another_gap_is_refused(before: Moment | None, after: Moment) -> None:
    with pytest.raises(ValueError, match="gap of 10"):
        inserted(before, MESSAGE, after, SHORT, after_starts=False)


@pytest.mark.req("C-22")
@given(TIMES)
def test_messages_in_any_order_give_the_episodes_of_the_whole(times: list[int]) -> None:
    session: list[Moment] = []
    starts: set[Moment] = set()
    for seq, said_at in enumerate(times):
        message = Moment(said_at, seq)
        at = bisect_left(session, message)
        before = session[at - 1] if at else None
        after = session[at] if at < len(session) else None
        match inserted(before, message, after, SHORT, after_starts=after in starts):
            case Starts():
                starts.add(message)
            case ExtendsStart(new, old):
                starts ^= {new, old}
            case Bridges(_, old):
                starts.remove(old)
            case Joins():
                pass
        insort(session, message)
        assert sorted(starts) == [session[index] for index in cuts(session, SHORT)]
