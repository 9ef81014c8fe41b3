"""Trades, tools and rules that are told by what is done, not by the word."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("been a glazier 15 yrs, my back is gone", ["job glazier"]),
        ("my aunt nurses at St Luke's", ["user:ana/aunt: job nurse"]),
        ("on the tills at Aldi for now", ["works_at Aldi"]),
        (
            "I've been in insurance for ten years and I live in Excel",
            ["job insurance", "uses_tool Excel"],
        ),
        ("I'm on the ferries", ["job on the ferries"]),
        ("I sell old maps for a living.", ["job sell old maps"]),
        ("I've been with Corrigan Tiles since 2020", ["works_at Corrigan Tiles"]),
        ("self employed tiler, semi retired now", ["job self-employed tiler", "job semi-retired"]),
    ],
)
def test_a_trade_is_told_by_what_is_done(text: str, told: list[str]) -> None:
    assert set(told) <= set(claims(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The blog runs on Zola, backups go through Borg", ["uses_tool Zola", "uses_tool Borg"]),
        ("we're on Postgres 16, stats in R", ["uses_tool Postgres", "uses_tool R"]),
        ("knip does the linting. tests run with pnpm", ["uses_tool knip", "uses_tool pnpm"]),
        ("eslint is gone", ["not uses_tool eslint"]),
        ("we moved everything off Nomad onto Render", ["uses_tool Render"]),
        ("our frontend is plain Stimulus", ["uses_tool Stimulus"]),
        (
            "no more Excel for me. photos get edited in Darktable",
            ["not uses_tool Excel", "uses_tool Darktable"],
        ),
    ],
)
def test_a_tool_is_told_by_its_work(text: str, told: list[str]) -> None:
    assert claims(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("house rules: no shoes indoors, lights out at ten", 2),
        ("don't rename anything in the schema", 1),
        ("Ask before deleting branches.", 1),
        ("no ORM in here, ever", 1),
        ("hands off the lock file", 1),
        ("we don't release on Fridays", 1),
        ("answer in French unless I write in English. never touch vendor/", 2),
        ("Letters to parents go out in Welsh. max 60 chars a line", 2),
        ("put new routes in api/v2. Error messages should be in Dutch", 2),
        ("all our endpoints return JSON, quotes are valid 14 days", 2),
        ("one PR per feature, clients are always addressed by surname", 2),
    ],
)
def test_a_rule_is_told_where_it_holds(text: str, told: int) -> None:
    assert [one.split()[0] for one in claims(text)] == ["convention"] * told


@pytest.mark.parametrize(
    "text",
    [
        "The generator runs on diesel",
        "commit 3 is on the wrong branch",
        "don't send it yet",
        "My grandmother nursed a grudge",
        "the data goes to Bob on Monday",
        "I run the Oslo half marathon",
        "don't think cars should be banned",
    ],
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert not {"uses_tool", "works_at", "convention", "job"} & {
        word for one in claims(text) for word in one.split()[:2]
    }
