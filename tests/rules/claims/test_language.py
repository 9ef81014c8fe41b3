"""The pattern language: what can be written in a language's files, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from retentive.rules.claims.matching.compiling import book_of
from retentive.rules.claims.matching.lexicon import lexicon_of
from retentive.rules.claims.matching.line import line_of
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.matcher import Matcher
from retentive.rules.reading import words_of

WORDS: dict[str, Any] = {
    "classes": {
        "common": "is a the",
        "colours": "red green light_blue",
        "joins": "and",
        "zero": "no",
        "after_head": "of",
        "before_subject": "and",
        "before_noun": "the",
        "possessives": "my",
        "possessive_marks": "'s",
        "name_inside": "de",
        "no_name": "the",
        "numbers": "two",
    },
    "verbs": {"paint": "paint paints painting painted"},
    "verb_classes": {"arts": "paint"},
    "auxiliaries": {"be": "is are", "future": "will"},
    "adverbs": {"kept": "really_blue", "plain": "really", "not": "not", "ever": "ever"},
    "kinds": {
        "np": {"stops": "because", "drop": "a the no", "ends": "of", "most": 4},
        "thing": {"bars": "@colours out_of", "without": "in_part", "most": 4},
        "sum": {"opens": "more_than two", "most": 4},
    },
}


def matched(say: str, text: str, **row: Any) -> list[Match]:
    """Return the matches of one pattern in a text."""
    tables = {"rows.toml": {"claim": [{"say": say, "attribute": "it", **row}]}}
    lexicon = lexicon_of({"words.toml": WORDS, **tables})
    line = line_of(text, words_of(text), lexicon)
    return list(Matcher(book_of(tables, lexicon, {"it"}), lexicon).matches(line))


def values(say: str, text: str, name: str = "np") -> list[str]:
    """Return what a pattern captures in a text."""
    lexicon = lexicon_of({"words.toml": WORDS})
    line = line_of(text, words_of(text), lexicon)
    found = matched(say, text)
    return [line.between(one.start, one.end) for match in found for one in match.values(name)]


@pytest.mark.parametrize(
    ("say", "text", "expected"),
    [
        ("{who} <paint> {np}", "Ana paints boats because she can", ["boats"]),
        ("{who} <paint> {np}", "Ana will really paint the boats", ["boats"]),
        (
            "{who} <@arts> {np*}",
            "Ana painted boats, two cats and a dog",
            ["boats", "two cats", "dog"],
        ),
        ("{np} is|are @colours", "the old boat is light blue", ["old boat"]),
        ("{np} is|are @colours", "the old boat is new", []),
        ("^ paint {np} $", "paint boats", ["boats"]),
        ("^ paint {np} $", "we paint boats", []),
        ("paint (all) {np} of|by {x:np}", "paint all boats of mine", ["boats"]),
        ("{whose} {np} is @colours", "my old boat is red", ["old boat"]),
        ("^|{whose} {np} is @colours", "we all see my old boat is red", ["old boat"]),
        ("^|{whose} {np} is @colours", "old boat is red", ["old boat"]),
        ("{who} <h_paint> {np}", "she paints boats", ["boats"]),
        ("{who} <h_paint> {np}", "I painted boats", []),
        ("{who} <h3_paint> {np}", "I paint boats", []),
        ("{who} <sell|h_sing> {np}", "Ana sold boats", ["boats"]),
    ],
)
def test_a_pattern_captures(say: str, text: str, expected: list[str]) -> None:
    assert values(say, text) == expected


def test_words_can_be_the_value() -> None:
    assert values("paint it {hue=@colours}", "paint it light blue", "hue") == ["light blue"]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"say": "{np}"}, "no word to look for"),
        ({"say": "paint @shapes"}, "no class 'shapes'"),
        ({"say": "<flyy> {np}"}, "no verb 'flyy'"),
        ({"say": "paint {town}"}, "no kind of value 'town'"),
        ({"say": "paint {np}", "polarty": -1}, "unknown polarty"),
        ({"say": "<@sports> {np}"}, "no verb class 'sports'"),
        ({"say": "paint {np}", "attribute": "livesin"}, "attribute: unknown 'livesin'"),
        ({"say": "paint {np}", "past": "hodls"}, "past: unknown 'hodls'"),
        ({"say": "paint {np}", "future": "plna"}, "future: unknown 'plna'"),
        ({"say": "paint {np}", "negated": "skpi"}, "negated: unknown 'skpi'"),
        ({"say": "paint {np}", "type": "evnet"}, "type: unknown 'evnet'"),
        ({"say": "paint {np}", "cue": "nwo"}, "cue: unknown 'nwo'"),
        ({"say": "paint {np}", "polarity": 2}, "polarity: unknown 2"),
        ({"say": "paint {np}", "known": "yes"}, "known: unknown 'yes'"),
        ({"say": "paint {np}", "tenses": "past presnet"}, "tenses: unknown 'presnet'"),
        ({"say": "paint {np}", "needs": "date nwo"}, "needs: unknown 'nwo'"),
        ({"say": "paint {np}", "modality": "assreted"}, "modality: unknown 'assreted'"),
        ({"say": "paint {np}", "value": "{pn}"}, "value: unknown 'pn'"),
        ({"say": "paint {np}", "value": "{verb} {np}"}, "value: unknown 'verb'"),
        ({"say": "paint {np}", "about": "pn"}, "about: unknown 'pn'"),
        ({"say": "paint {np}", "old": "the lsat"}, "old: unknown 'the lsat'"),
        ({"say": "paint {np}", "new": "the last"}, "new: unknown 'the last'"),
        ({"say": "paint {np}", "also": [{"atribute": "it"}]}, "unknown atribute"),
        ({"say": "paint {np}", "also": [{"attribute": "ti"}]}, "attribute: unknown 'ti'"),
        ({"say": "paint {np}", "also": [{"value": "{pn}"}]}, "value: unknown 'pn'"),
        ({"say": "paint {np}", "also": [{"rank": 2}]}, "unknown rank"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused(row: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=f"rows.toml: .*: .*{told}"):
        matched(text="paint boats", **row)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"clams": []}, "more.toml: unknown clams"),
        ({"classes": {"colours": "blue"}}, "more.toml: classes.colours is defined in words.toml"),
        ({"kinds": {"np": {"most": 2}}}, "more.toml: kinds.np is defined in words.toml"),
        ({"verbs": {"paint": "paint"}}, "more.toml: verbs.paint is defined in words.toml"),
        ({"verb_classes": {"arts": ""}}, "more.toml: verb_classes.arts is defined in words.toml"),
        ({"classes": {"hues": "@colors"}}, "'hues' takes in 'colors', which there is not"),
        ({"verbs": {"draw": "draw draws drawing"}}, "'draw' has 3 columns"),
        ({"kinds": {"town": {"mots": 2}}}, "kind 'town': unknown mots"),
        ({"kinds": {"town": {"form": "plcae"}}}, "kind 'town': unknown form 'plcae'"),
        ({"kinds": {"town": {"bars": "@shapes"}}}, "kind 'town': bars has no class 'shapes'"),
        ({"kinds": {"town": {"ends": "so_on"}}}, "kind 'town': ends takes single words"),
    ],
)
def test_a_file_that_means_nothing_or_defines_twice_is_refused(
    table: dict[str, Any], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        lexicon_of({"words.toml": WORDS, "more.toml": table})


@pytest.mark.parametrize(
    ("row", "text", "expected"),
    [
        ({"unless": "light_blue"}, "paint it light blue", 0),
        ({"unless": "@colours"}, "paint it light blue", 0),
        ({"unless": "@colours"}, "paint it light", 1),
        ({"unless": "@colours"}, "paint it blue, in light", 1),
        ({"with": "@colours"}, "paint it light blue", 1),
        ({"with": "@colours"}, "paint it light", 0),
        ({"with": "ana's_boat"}, "paint Ana's boat", 1),
    ],
)
def test_a_guard_and_what_is_required_may_be_words_in_a_row(
    row: dict[str, Any], text: str, expected: int
) -> None:
    assert len(matched("paint", text, **row)) == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("thing", "paint light boats", ["light boats"]),
        ("thing", "paint light blue boats", []),
        ("thing", "paint out of town", []),
        ("thing", "paint boats in part", []),
        ("sum", "paint more than two", ["more than two"]),
        ("sum", "paint more boats", []),
    ],
)
def test_what_a_value_may_be_is_told_by_words_in_a_row(
    kind: str, text: str, expected: list[str]
) -> None:
    assert values(f"paint {{{kind}}}", text, kind) == expected


def test_what_a_row_says_also_has_all_that_it_does_not_tell_itself_of_the_row() -> None:
    row = {"type": "event", "polarity": -1, "also": [{"value": "paint"}, {"type": "state"}]}
    (match,) = matched("paint {np}", "paint boats", **row)
    first, *others = match.pattern.says
    assert others == [
        replace(first, value="paint"),
        replace(first, type="state", negated="keep"),
    ]


@pytest.mark.parametrize(("text", "expected"), [("paint not", 1), ("paint ever", 1), ("paint", 0)])
def test_of_needs_with_a_bar_between_them_one_is_enough(text: str, expected: int) -> None:
    assert len(matched("paint", text, needs="not|ever")) == expected


def test_an_adverb_that_is_kept_stays_in_its_words_alone() -> None:
    assert values("paint it {np}", "paint it really blue") == ["really blue"]
    assert values("paint it {np}", "paint it really red") == ["red"]


def test_what_an_apostrophe_joins_is_found_as_the_words_it_is_cut_to() -> None:
    assert len(matched("paint the smith's|dean's", "paint the smith's")) == 1


def test_a_value_does_not_run_over_a_comma_or_past_a_negation() -> None:
    assert values("paint {np}", "paint boats, the sea is calm") == ["boats"]
    assert values("paint {np}", "paint boats not cats") == ["boats"]
