"""Time phrases against a table made from calendars; and that whatever is written does no harm."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import FrameType
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.rules.time_phrases import TimePhrase, find_times
from tests.rules.times import english

TABLE = Path(__file__).with_name("time_phrases.txt")
_WEEK = re.compile(r"(\d{4})-W(\d\d)")


@dataclass(frozen=True)
class Row:
    """One text, when and where it was written, and the one phrase it holds, if any."""

    text: str
    anchor: datetime
    zone: ZoneInfo
    phrase: str | None
    says: str


def rows() -> list[Row]:
    found: list[Row] = []
    anchor, zone = datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo("UTC")
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("@"):
            _, at, name = line.split()
            zone = ZoneInfo(name)
            written = datetime.fromisoformat(at)
            anchor = written if written.tzinfo else written.replace(tzinfo=zone)
        elif line and not line.startswith("#"):
            marked, _, says = line.partition(" => ")
            phrase = re.search(r"\[(.*)\]", marked)
            text = marked.replace("[", "").replace("]", "")
            found.append(Row(text, anchor, zone, phrase and phrase[1], says.strip()))
    return found


def told(at: datetime | None, zone: ZoneInfo) -> str:
    if at is None:
        return ""
    local = at.astimezone(zone)
    return local.isoformat(timespec="minutes")


def expected(says: str, zone: ZoneInfo) -> tuple[str, str, str, str]:
    """Return role, start, end and precision of a row's shorthand."""
    role, _, interval = says.partition(" ")
    if not interval:
        return role, "", "", ""
    if ".." in interval:
        ends, precision = interval.split()
        start, end = ends.split("..")
        return role, told(_at(start, zone), zone), told(_at(end, zone), zone), precision
    start_at, end_at, precision = _period(interval, zone)
    return role, told(start_at, zone), told(end_at, zone), precision


def _at(written: str, zone: ZoneInfo) -> datetime | None:
    if not written:
        return None
    at = datetime.fromisoformat(written)
    return at if at.tzinfo else at.replace(tzinfo=zone)


def _period(written: str, zone: ZoneInfo) -> tuple[datetime, datetime, str]:
    def start(year: int, month: int, day: int) -> datetime:
        return datetime(year, month, day, tzinfo=zone)

    week = _WEEK.fullmatch(written)
    if week:
        monday = date.fromisocalendar(int(week[1]), int(week[2]), 1)
        sunday = monday + timedelta(days=7)
        return (
            start(monday.year, monday.month, monday.day),
            start(sunday.year, sunday.month, sunday.day),
            "week",
        )
    if "T" in written:
        at = _at(written, zone)
        assert at is not None
        return at, (at.astimezone(UTC) + timedelta(minutes=1)).astimezone(zone), "minute"
    parts = [int(part) for part in written.split("-")]
    if len(parts) == 1:
        return start(parts[0], 1, 1), start(parts[0] + 1, 1, 1), "year"
    if len(parts) == 2:
        year, month = parts
        return start(year, month, 1), start(year + month // 12, month % 12 + 1, 1), "month"
    day = date(*parts) + timedelta(days=1)
    return start(*parts), start(day.year, day.month, day.day), "day"


def shown(row: Row, found: tuple[TimePhrase, ...]) -> list[tuple[str, str, str, str, str]]:
    return [
        (
            row.text[one.span.start : one.span.end],
            one.role.value,
            told(one.start, row.zone),
            told(one.end, row.zone),
            one.precision.value if one.precision else "",
        )
        for one in found
    ]


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.text}-{row.anchor:%Y%m%d}")
def test_a_phrase_names_the_interval_a_calendar_gives(row: Row) -> None:
    found = find_times(row.text, row.anchor, row.zone, english())
    wanted = [] if row.phrase is None else [(row.phrase, *expected(row.says, row.zone))]
    assert shown(row, found) == wanted


def test_the_table_has_four_hundred_rows_and_is_without_repeats() -> None:
    seen = [(row.text, row.anchor, row.zone.key) for row in rows()]
    assert len(seen) >= 400
    assert len(set(seen)) == len(seen)


def test_without_words_nothing_is_known_to_be_a_time() -> None:
    assert find_times("tomorrow", datetime(2026, 3, 11, tzinfo=UTC), UTC) == ()


def test_a_text_may_name_several_times_and_later_ones_lean_on_earlier() -> None:
    assert spoken(
        "essay due this Friday, lab report a week later. oral exam on the same day",
    ) == [
        ("this Friday", "2026-03-13"),
        ("a week later", "2026-03-20"),
        ("on the same day", "2026-03-20"),
    ]
    assert spoken("Five days ago I slipped; since then my back hurts") == [
        ("Five days ago", "2026-03-06"),
        ("since then", "2026-03-06"),
    ]
    assert spoken("next month I fly to Colombo, 12th to 15th") == [
        ("next month", "2026-04-01"),
        ("12th to 15th", "2026-04-12"),
    ]
    assert spoken(
        "we left on 3 May; the following Monday it rained, the day before it was hot"
    ) == [
        ("on 3 May", "2025-05-03"),
        ("the following Monday", "2025-05-05"),
        ("the day before", "2025-05-04"),
    ]
    assert spoken("I'm going to Japan for two weeks in October") == [("in October", "2026-10-01")]
    assert spoken("not before the 8th of November, my exam is on the 6th") == [
        ("before the 8th of November", "2026-11-08"),
        ("on the 6th", "2026-11-06"),
    ]
    assert spoken("We move in at the end of May; until then I'm in Bow") == [
        ("at the end of May", "2026-05-21"),
        ("until then", "2026-05-21"),
    ]
    assert spoken("I quit on Monday and start again in April") == [
        ("on Monday", "2026-03-09"),
        ("in April", "2026-04-01"),
    ]


def spoken(text: str) -> list[tuple[str, str]]:
    zone = ZoneInfo("Europe/Lisbon")
    found = find_times(text, datetime(2026, 3, 11, 10, tzinfo=zone), zone, english())
    return [
        (text[one.span.start : one.span.end], one.start.date().isoformat())
        for one in found
        if one.start is not None
    ]


def test_a_time_of_no_calendar_is_none_and_stops_nothing() -> None:
    zone = ZoneInfo("Europe/Lisbon")
    late = datetime(9999, 12, 31, 12, tzinfo=UTC)
    early = datetime(1, 1, 2, 12, tzinfo=UTC)
    text = "in 900 years, 999 decades ago, next year, last century, tomorrow and yesterday"
    for anchor in (late, early):
        for one in find_times(text, anchor, zone, english()):
            assert one.start is None or one.end is None or one.start < one.end


@given(st.text(alphabet="0123456789:-/. '’aptfsmonh\n", max_size=60), st.datetimes(
    min_value=datetime.fromisoformat("1900-01-01"), max_value=datetime.fromisoformat("2200-01-01")
))  # fmt: skip
def test_whatever_is_written_gives_spans_in_order_and_intervals_that_run_ahead(
    text: str, anchor: datetime
) -> None:
    zone = ZoneInfo("America/New_York")
    end = 0
    for one in find_times(text, anchor.replace(tzinfo=zone), zone, english()):
        assert end <= one.span.start < one.span.end <= len(text)
        end = one.span.end
        assert one.start is None or one.start.tzinfo is zone
        assert one.start is None or one.end is None or one.start < one.end


WORDS = """in on the a last next week day two Monday May at 5 : 30 from to until since - and of for
ago end first before after every when I was 2019 3/4 'til birthday is"""


@given(st.lists(st.sampled_from(WORDS.split()), max_size=16))
def test_words_of_time_in_any_order_give_intervals_that_run_ahead(words: list[str]) -> None:
    zone = ZoneInfo("Europe/Berlin")
    text = " ".join(words)
    for one in find_times(text, datetime(2025, 3, 30, 4, tzinfo=zone), zone, english()):
        assert one.start is None or one.end is None or one.start < one.end


HOSTILE_PIECES = [
    "the end of ", "the first Monday after ", "from 3 to ", "the day after ", "two ", "1-", 
    "in the ",
    "Monday, ", "at at ", "since about around ",
    "the week of the ", "mid-", "twenty-", "3:", "'",
    "early late mid ", "birthday is ", "a", "9", "the same ", "last next this ", "between 1 and ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE_PIECES)
def test_work_grows_with_the_text_and_no_faster(piece: str) -> None:
    """Steps of the interpreter, not seconds: of four times the text some four times as many."""
    small, large = steps(piece * 40), steps(piece * 160)
    assert large <= 4.6 * small + 2000


def steps(text: str) -> int:
    zone = ZoneInfo("Europe/Lisbon")
    words, count = english(), 0

    def step(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(step)
    try:
        find_times(text, datetime(2026, 3, 11, 10, tzinfo=zone), zone, words)
    finally:
        sys.setprofile(None)
    return count
