"""Time phrases against a table made from calendars, and how they bound states and date events."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from retentive.rules.time_phrases import TimePhrase, TimeWords, find_times

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


@cache
def english() -> TimeWords:
    source = files("retentive.languages").joinpath("en", "times.toml")
    return TimeWords.of(tomllib.loads(source.read_text(encoding="utf-8")))


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
