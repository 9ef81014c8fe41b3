"""Sections fitted into a budget."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.rules.fit import (
    TOKEN_ESTIMATE,
    Count,
    Fit,
    Kept,
    Overflow,
    Section,
    fit_lines,
)


def words(text: str) -> int:
    """Count words."""
    return len(text.split())


def section(key: str, weight: float, *lines: str, pinned: bool = False) -> Section:
    """Return a section with a header and a footer of one word each."""
    return Section(
        key=key, weight=weight, header=f"<{key}>", lines=lines, footer="</>", pinned=pinned
    )


def kept(sections: list[Section], budget: int, count: Count = words) -> list[tuple[str, ...]]:
    """Return the lines kept of each section."""
    fit = fit_lines(sections, budget, count)
    assert isinstance(fit, Fit)
    return [one.lines for one in fit.kept]


def test_what_fits_goes_in_whole() -> None:
    facts = section("facts", 1, "a b", "c")
    assert fit_lines([facts], 5, words) == Fit(
        kept=(Kept(key="facts", lines=("a b", "c"), dropped=0),),
        text="<facts>\na b\nc\n</>",
        tokens=5,
    )


def test_shares_follow_the_weights() -> None:
    many = tuple(f"w{at}" for at in range(20))
    first, second = kept([section("a", 3, *many), section("b", 1, *many)], 24)
    assert (len(first), len(second)) == (16, 4)


def test_an_unused_share_is_passed_on_to_the_heaviest() -> None:
    many = tuple(f"w{at}" for at in range(20))
    sections = [section("light", 1, *many), section("short", 5, "x"), section("heavy", 2, *many)]
    light, short, heavy = kept(sections, 29)
    assert len(short) == 1
    assert (len(light), len(heavy)) == (2, 20)


def test_a_line_that_is_too_long_is_passed_over() -> None:
    assert kept([section("a", 1, "one", "b " * 50, "two")], 4) == [("one", "two")]


def test_a_section_that_gets_no_line_prints_nothing() -> None:
    fit = fit_lines([section("a", 1, "b c d")], 4, words)
    assert fit == Fit(kept=(Kept(key="a", lines=(), dropped=1),), text="", tokens=0)


def test_pinned_sections_come_first_and_whole() -> None:
    slots = section("slots", 0, "x y z", pinned=True)
    assert kept([section("a", 9, "b", "c"), slots], 8) == [("b",), ("x y z",)]
    assert fit_lines([slots], 4, words) == Overflow(tokens=5)


def test_sections_without_weight_share_what_is_left() -> None:
    assert kept([section("a", 0, "b", "c"), section("d", 0, "e")], 6) == [("b", "c"), ()]


def test_empty_edges_print_nothing() -> None:
    bare = Section(key="a", weight=1, header="", lines=("b",), footer="")
    fit = fit_lines([bare], 1, words)
    assert isinstance(fit, Fit)
    assert fit.text == "b"


def test_a_frame_counts_when_the_counter_adds_it() -> None:
    assert kept([section("a", 1, "b", "c")], 7, lambda text: words(f"begin {text} end")) == [
        ("b", "c")
    ]
    assert kept([section("a", 1, "b", "c")], 5, lambda text: words(f"begin {text} end")) == [("b",)]


def test_room_that_rounding_left_is_used() -> None:
    lines = tuple("abc" for _ in range(30))
    fit = fit_lines(
        [Section(key="a", weight=1, header="", lines=lines, footer="")], 10, lambda t: len(t) // 10
    )
    assert isinstance(fit, Fit)
    assert fit.tokens == 10
    assert len(fit.kept[0].lines) >= 27


def erratic(text: str) -> int:
    """Count without rhyme: neither additive nor growing with the text, but the same each time."""
    return hashlib.sha256(text.encode()).digest()[0] % 40 if text else 0


COUNTERS = st.sampled_from(
    [words, len, erratic, TOKEN_ESTIMATE.count, lambda text: len(text) ** 2 // 50]
)
SECTIONS = st.lists(
    st.builds(
        Section,
        key=st.sampled_from("abc"),
        weight=st.floats(-1, 10),
        header=st.text("<h> ", max_size=6),
        lines=st.lists(st.text("ab é水\n", max_size=20), max_size=6).map(tuple),
        footer=st.text("</> ", max_size=4),
        pinned=st.booleans(),
    ),
    max_size=4,
)


@given(SECTIONS, st.integers(0, 120), COUNTERS)
def test_the_budget_holds_for_every_counter(
    sections: list[Section], budget: int, count: Count
) -> None:
    fit = fit_lines(sections, budget, count)
    if isinstance(fit, Overflow):
        assert fit.tokens > budget
        return
    assert fit.tokens == count(fit.text) <= budget
    parts: list[str] = []
    for one, given_section in zip(fit.kept, sections, strict=True):
        assert one.dropped == len(given_section.lines) - len(one.lines)
        assert not (given_section.pinned and one.dropped)
        remaining = iter(given_section.lines)
        assert all(line in remaining for line in one.lines)
        if one.lines:
            edges = (given_section.header, *one.lines, given_section.footer)
            parts.extend(edges[0:1] if edges[0] else ())
            parts.extend(one.lines)
            parts.extend(edges[-1:] if edges[-1] else ())
    assert fit.text == "\n".join(parts)


@pytest.mark.req("Z-11")
@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("abc", 1),
        ("a warm harbour", 5),
        ("12, 34!", 7),
        ("水やり", 5),
        ("é", 1),
        ("x" * 30, 15),
        ("x" * 15 + " " + "x" * 14, 10),
        ("\ud800", 2),
    ],
)
def test_the_estimate(text: str, tokens: int) -> None:
    assert TOKEN_ESTIMATE.name == "estimate-1"
    assert TOKEN_ESTIMATE.count(text) == tokens


@given(st.text(), st.text())
def test_the_estimate_grows_with_the_text(one: str, other: str) -> None:
    assert TOKEN_ESTIMATE.count(one) <= TOKEN_ESTIMATE.count(one + other)
