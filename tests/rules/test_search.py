"""What queries of the written search cases find, by words alone."""

from __future__ import annotations

import pytest

from retentive.rules.text import content_hash_text, normalise_name
from tests.rules.corpus import search

WIND = ["The wind-down checklist lives in the blue folder", "Wind speed was low"]
NOTES = [
    "Don't feed the parrot after noon",
    "Meeting NEAR the dock, not at it",
    "Set cache:warm before load (really)",
]
ORCHARD = ["The backup of the orchard database moves to Friday nights"]
CJK = ["観葉植物の水やりは木曜日にする", "团队周会改到周四下午三点", "배송 창고는 인천에 있다"]
SCRIPTS = [
    "Пропуск меняют раз в квартал",
    "Το κλειδί είναι στο συρτάρι",
    "موعد الطبيب يوم الثلاثاء",
    "המפתח אצל השכן",
    "กุญแจอยู่ในลิ้นชัก",
    "चाबी दराज में है",
    "Le thé refroidit sur la véranda",
]
FORMS = ["Booked Cafe\u0301 Lorel for Zoe\u0308, locker \uff30\uff38\uff0d\uff19", "Booked a boat"]


@pytest.mark.case("sea-01")
@pytest.mark.parametrize(
    ("query", "found"), [("wind-down", [0, 1]), ("-down", [0]), ("--dry-run", [])]
)
def test_a_hyphen_is_no_operator(query: str, found: list[int]) -> None:
    assert search(WIND, query) == found


@pytest.mark.case("sea-02")
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("don't feed", [0]),
        ("dont feed", [0]),
        ("don’t feed", [0]),
        ('he said "no', []),
        ("(parrot", [0]),
        ("cache:warm", [2]),
        ("AND", []),
        ("OR", []),
        ("NOT", []),
        ("parrot AND", [0]),
        ("NEAR(dock, 2)", [1]),
        ("NEAR", [1]),
        ("Meeting NEAR", [1]),
        ("dock NOT", [1]),
        ("*", []),
        ("^dock", [1]),
        ('"', []),
        ("'", []),
        ("{dock}", [1]),
        ("text : dock", [1]),
        ("dock + noon", [0, 1]),
        ("\\", []),
        ('a" OR "1"="1', []),
    ],
)
def test_marks_and_boolean_words_are_ordinary_text(query: str, found: list[int]) -> None:
    assert sorted(search(NOTES, query)) == found


@pytest.mark.case("sea-04")
@pytest.mark.parametrize("query", ["database backup", "when is the orchard backup done"])
def test_words_need_not_be_adjacent_or_in_order(query: str) -> None:
    assert search(ORCHARD, query) == [0]


@pytest.mark.case("sea-05")
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("水やり", 0),
        ("周会", 1),
        ("창고", 2),
        ("木曜日", 0),
        ("周四下午", 1),
        ("周会 Friday", 1),
        ("水", 0),
        ("창", 2),
    ],
)
def test_scripts_without_spaces_are_searched_by_substring(query: str, first: int) -> None:
    assert search(CJK, query)[0] == first


@pytest.mark.case("sea-06")
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Пропуск", 0),
        ("συρτάρι", 1),
        ("الطبيب", 2),
        ("طبيب", 2),
        ("המפתח", 3),
        ("กุญแจ", 4),
        ("चाबी", 5),
        ("thé", 6),
        ("the thé", 6),
    ],
)
def test_words_of_every_script_are_found(query: str, first: int) -> None:
    assert search(SCRIPTS, query) == [first]


@pytest.mark.parametrize("query", ["Zoë café", "PX-9", "px9", "ＰＸ－９"])
def test_every_unicode_form_finds_every_other(query: str) -> None:
    assert search(FORMS, query)[0] == 0


def test_every_unicode_form_is_the_same_content_and_name() -> None:
    assert content_hash_text(FORMS[0]) == content_hash_text(
        "Booked Caf\u00e9 Lorel for Zo\u00eb, locker PX-9"
    )
    assert normalise_name("Zoe\u0308 Hart") == normalise_name("Zo\u00eb Hart")


def test_a_note_of_stop_words_is_found_by_them() -> None:
    assert search(["To be or not to be", "The dock is not open"], "to be or not to be") == [0]
