"""Search in scripts other than plain Latin, and in other spellings of the same text."""

from __future__ import annotations

import json
import unicodedata

import pytest

from tests.cases.playing import Play, found, texts

UNSPACED = ["観葉植物の水やりは木曜日にする", "团队周会改到周四下午三点", "배송 창고는 인천에 있다"]


@pytest.mark.case("sea-05")
def test_a_part_of_a_text_without_spaces_is_found(play: Play) -> None:
    for text in UNSPACED:
        play.user().remember(text)
    wanted = {
        "水やり": 0,
        "周会": 1,
        "창고": 2,
        "木曜日": 0,
        "周四下午": 1,
        "周会 Friday": 1,
        "水": 0,
        "植物": 0,
        "水やりはいつ？": 0,
        "三点": 1,
        "团队的会": 1,
        "인천": 2,
        "창고가 어디": 2,
        "배송창고": 2,
    }
    for _ in play.moments():
        for query, line in wanted.items():
            assert found(play.user(), query)[:1] == [UNSPACED[line]], query
            assert UNSPACED[line] in play.user().context(query).text


SPOKEN = {
    "Пропуск": "Пропуск меняют раз в квартал",
    "συρτάρι": "Το κλειδί είναι στο συρτάρι",
    "الطبيب": "موعد الطبيب يوم الثلاثاء",
    "המפתח": "המפתח אצל השכן",
    "กุญแจ": "กุญแจอยู่ในลิ้นชัก",
    "चाबी": "चाबी दराज में है",
    "thé": "Le thé refroidit sur la véranda",
}
AS_WELL = {
    "пропуск": "Пропуск",
    "ΣΥΡΤΆΡΙ": "συρτάρι",
    "طبيب": "الطبيب",
    "الثلاثاء": "الطبيب",
    "השכן": "המפתח",
    "ลิ้นชัก": "กุญแจ",
    "दराज": "चाबी",
    "THÉ": "thé",
    "véranda": "thé",
    "the thé": "thé",
}
DIRECTIONS = {
    chr(code) for code in (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
}


@pytest.mark.case("sea-06")
def test_words_of_every_script_are_found(play: Play) -> None:
    for text in SPOKEN.values():
        play.user().remember(text)
    play.user().observe([{"role": "user", "content": text} for text in SPOKEN.values()])
    for _ in play.moments():
        for query, text in SPOKEN.items():
            (best, *_) = play.user().recall(query)
            assert best.text == text, query
            assert not DIRECTIONS.intersection(best.text)
        for query, key in AS_WELL.items():
            assert found(play.user(), query)[:1] == [SPOKEN[key]], query


NFD = '{"text":"Booked Cafe\\u0301 Lorel for Zoe\\u0308, locker \\uff30\\uff38\\uff0d\\uff19"}'
NFC = '{"text":"Booked Caf\\u00e9 Lorel for Zo\\u00eb, locker \\uff30\\uff38\\uff0d\\uff19"}'


def test_composed_and_decomposed_texts_find_each_other_and_are_the_same(play: Play) -> None:
    given, composed = json.loads(NFD)["text"], json.loads(NFC)["text"]
    fact = play.user().remember(given)
    for _ in play.moments():
        for query in ("Zo\u00eb caf\u00e9", "Zoe\u0308 cafe\u0301", "PX-9", "ＰＸ－９", "px-9"):
            assert found(play.user(), query) == [given], query
        assert play.user().remember(composed).id == fact.id
        assert play.user().remember(unicodedata.normalize("NFKC", composed)).id == fact.id
        assert play.user().facts.get(fact.id).text == given
        assert texts(play.user()) == [given]


SPELLINGS = [
    ("Ｆｕｌｌ width locker", "full"),
    ("Half width ｶﾒﾗ", "カメラ"),
    ("한글 decomposed", unicodedata.normalize("NFD", "한글")),
    ("Straße is long", "STRASSE"),
    ("The ﬁle is here", "file"),
    ("İstanbul trip", "istanbul"),
    ("Soft\u00adhyphen note", "softhyphen"),
    ("zero\u200bwidth note", "zerowidth"),
    ("Ångström scale", "A\u030angstro\u0308m"),
    ("Room ١٢٣", "123"),
]


def test_other_spellings_of_a_text_find_it(play: Play) -> None:
    for number, (stored, _) in enumerate(SPELLINGS):
        play.user(f"u{number}").remember(stored)
    for _ in play.moments():
        for number, (stored, query) in enumerate(SPELLINGS):
            assert found(play.user(f"u{number}"), query) == [stored], query
            assert texts(play.user(f"u{number}")) == [stored]
