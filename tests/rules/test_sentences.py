"""Where sentences begin and end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.rules.sentences import sentences
from tests.rules.corpus import HOSTILE, LARGE


def split(text: str) -> list[str]:
    """Return the sentences of a text as texts."""
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("  One. Two!  Three?  ", ["One.", "Two!", "Three?"]),
        ("no full stop", ["no full stop"]),
        ("i like tea. i hate coffee", ["i like tea.", "i hate coffee"]),
        ("Mr. Holt met Dr. Abe. They talked.", ["Mr. Holt met Dr. Abe.", "They talked."]),
        ("Fruit, e.g. Plums, is good.", ["Fruit, e.g. Plums, is good."]),
        ("At 5 p.m. She left.", ["At 5 p.m.", "She left."]),
        ("At 5 p.m. Friday it rains.", ["At 5 p.m. Friday it rains."]),
        ("I live in the U.S. The food is good.", ["I live in the U.S.", "The food is good."]),
        ("A U.S. Army base.", ["A U.S. Army base."]),
        ("J. R. Holt came.", ["J. R. Holt came."]),
        ("So did I. Then we left.", ["So did I.", "Then we left."]),
        ("No. 5 is mine. No. Never.", ["No. 5 is mine.", "No.", "Never."]),
        ("Nuts, figs etc. are fine.", ["Nuts, figs etc. are fine."]),
        ("Nuts, figs etc. Then tea.", ["Nuts, figs etc.", "Then tea."]),
        ("Version 3.11.7 costs 3.5 now.", ["Version 3.11.7 costs 3.5 now."]),
        ("See https://a.example/b.c?d=1. Done.", ["See https://a.example/b.c?d=1.", "Done."]),
        ("Open notes.txt first.", ["Open notes.txt first."]),
        ("Hm... maybe. Well... I went.", ["Hm... maybe.", "Well...", "I went."]),
        ("Well… fine.", ["Well… fine."]),
        ("What?! No!!", ["What?!", "No!!"]),
        ('He said "No." Then he left.', ['He said "No."', "Then he left."]),
        ('"Really?" she asked.', ['"Really?" she asked.']),
        ("(It rained.) We stayed.", ["(It rained.)", "We stayed."]),
        ("one line\ngoes on here\nNew one", ["one line\ngoes on here", "New one"]),
        ("one\r\n\r\ntwo", ["one", "two"]),
        ("- tea\n* jam. Good!\n1. bread\n2) salt", ["tea", "jam.", "Good!", "bread", "salt"]),
        ("# Plans\n\nGo home.", ["Plans", "Go home."]),
        ("- - \n-5 degrees", ["-5 degrees"]),
        ("水やりは木曜日。雨なら休み！", ["水やりは木曜日。", "雨なら休み！"]),
        ("「行く？」と言った。終わり", ["「行く？」と言った。", "終わり"]),
        ("「行く？」", ["「行く？」"]),
        ("चाबी यहाँ है। ठीक", ["चाबी यहाँ है।", "ठीक"]),
        (
            "Look:\n```py\nx. y\n\nz\n```\nDone. Ok.",
            ["Look:", "```py\nx. y\n\nz\n```", "Done.", "Ok."],
        ),
        ("~~~\n```\n~~~", ["~~~\n```\n~~~"]),
        ("Look:\n```\nx. y", ["Look:", "```\nx. y"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@given(st.one_of(HOSTILE, st.text('Aa. !?\n`~-1")…。', max_size=80)))
def test_spans_are_ordered_trimmed_and_leave_only_marks_out(text: str) -> None:
    at = 0
    for start, end in sentences(text):
        assert at <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert not any(char.isalpha() for char in text[at:start])
        at = end
    assert not any(char.isalpha() for char in text[at:])


@pytest.mark.parametrize("text", LARGE, ids=lambda text: f"{text[:6]!r}")
def test_large_texts_end(text: str) -> None:
    assert all(start < end for start, end in sentences(text))
