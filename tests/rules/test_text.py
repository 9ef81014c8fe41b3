"""The tokeniser, canonical texts and names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given

from retentive.rules.characters import is_blank, kinds
from retentive.rules.text import (
    MAX_TERM,
    STOP_WORDS,
    TOKENISER,
    content_hash_text,
    normalise,
    normalise_name,
    query_terms,
    terms,
)
from tests.rules.corpus import HOSTILE, LARGE


def test_the_version_stands_for_these_terms() -> None:
    # Whoever changes one of these must change the version: indexes store it.
    assert TOKENISER == "text-2"
    text = "Ana's generously running relationships, flying kites, organisation, happily dying"
    stems = "ana generous run relationship fli kite organis happili die"
    assert terms(text) == stems.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wind-down", ["wind", "down", "winddown"]),
        ("--dry-run", ["dri", "run", "dryrun"]),
        ("-down", ["down"]),
        ("cache:warm", ["cach", "warm", "cachewarm"]),
        ("PX-9", ["px", "9", "px9"]),
        ("snake_case", ["snake", "case", "snakecas"]),
        ("config.yaml", ["config", "yaml", "configyaml"]),
        ("3.5", ["3", "5", "3.5"]),
        ("2026-03-09", ["2026", "03", "09", "2026-03-09"]),
        ("1,000", ["1000"]),
        ("12,000,000 stars", ["12000000", "star"]),
        ("red,green", ["red", "green"]),
        ("1,2,3", ["1", "2", "3", "1,2,3"]),
        ("a/b/c/d/e", ["b", "c", "d", "e"]),
        ("don't", ["dont"]),
        ("don’t", ["dont"]),
        ("Don't feed", ["dont", "feed"]),
        ("Ana's", ["ana"]),
        ("parents' house", ["parent", "hous"]),
        ("we'll see", ["see"]),
        ("I'm tired", ["tire"]),
        ("o'neil", ["oneil", "neil"]),
        ("l'été", ["lété", "lete", "été", "ete"]),
        ("rock'n'roll", ["rocknrol", "rock"]),
        ("mother-in-law's", ["mother", "law", "motherinlaw"]),
        ("wait…what", ["wait"]),
        ("wait—what", ["wait", "waitwhat"]),
        ("set–up", ["set", "up", "setup"]),
        ("2019–2020", ["2019", "2020", "2019-2020"]),
        ("C++ C# F#", ["c", "c", "f", "c++", "c#", "f#"]),
        ("an A+", ["a+"]),
        ("C++11 #tag a+b", ["c", "11", "tag", "b", "ab", "c++"]),
        ("10² 102", ["10", "2", "102"]),
        ("1½ 2¾", ["1", "1", "2", "2", "3", "4"]),
        ("m² H₂O", ["m2", "h2o"]),
        ("𝐁𝐨𝐥𝐝 ﬁne ①", ["bold", "fine", "1"]),
        ("٣ cats", ["3", "cat"]),
        ("soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]),
        ("I love 🍜", ["love", "🍜"]),
        ("🏽👋", ["👋"]),
        ("a" * 100, ["a" * MAX_TERM]),
    ],
)
def test_words_and_identifiers(text: str, expected: list[str]) -> None:
    assert terms(text) == expected
    assert query_terms(text) == expected


@pytest.mark.parametrize(
    ("text", "indexed", "asked"),
    [
        ("水", ["水"], ["水"]),
        ("水やり", ["水", "や", "り", "水や", "やり"], ["水や", "やり"]),
        ("周四 Friday", ["周", "四", "周四", "friday"], ["周四", "friday"]),
        ("第3章", ["第", "3", "章"], ["第", "3", "章"]),
        ("ｶﾞｲﾄﾞ", ["ガ", "イ", "ド", "ガイ", "イド"], ["ガイ", "イド"]),
        ("ญแจ", ["ญ", "แ", "จ", "ญแ", "แจ"], ["ญแ", "แจ"]),
        ("ลิ้น", ["ลิ้", "น", "ลิ้น"], ["ลิ้น"]),
        ("창고", ["창", "고", "창고"], ["창고"]),
        ("창고는", ["창고는", "창", "고", "는", "창고", "고는"], ["창고는", "창고", "고는"]),
    ],
)
def test_scripts_without_spaces_and_korean(text: str, indexed: list[str], asked: list[str]) -> None:
    assert terms(text) == indexed
    assert query_terms(text) == asked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("الطبيب", ["طبيب"]),
        ("طبيب", ["طبيب"]),
        ("والطبيب", ["طبيب"]),
        ("الطَّبِيب", ["طبيب"]),
        ("الطـــبيب", ["طبيب"]),
        ("أحمد", ["احمد"]),
        ("המפתח", ["המפתח"]),
        ("הַמַּפְתֵּחַ", ["המפתח"]),
        ("चाबी दराज में", ["चाबी", "दराज", "में"]),
        ("Пропуск меняют", ["пропуск", "меняют"]),
        ("ΣΥΡΤΆΡΙ ΣΥΡΤΑΡΙ", ["συρτάρι", "συρταρι", "συρταρι"]),
        ("Ёлка мой", ["ёлка", "елка", "мой"]),
        ("İzmir'de ıspanak", ["izmird", "izmir", "ıspanak", "ispanak"]),
        ("ISPANAK", ["ispanak"]),
        ("ترجمه\u200cی", ["ترجمه", "ي", "ترجمهي"]),
        ("क़लम", ["क़लम", "कलम"]),
        ("Đà Nẵng", ["đà", "da", "nẵng", "nang"]),
        ("Łódź", ["łódź", "lodz"]),
        ("Köln Straße", ["köln", "koln", "strass"]),
        ("п'ять", ["пять", "ять"]),
    ],
)
def test_other_scripts(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_accents_tell_words_apart() -> None:
    assert terms("the thé") == ["thé"]
    assert terms("the\u0301") == ["thé"]


@pytest.mark.parametrize("text", ["To be or not to be", "AND", "who are you", "the"])
def test_stop_words_stay_where_there_is_nothing_else(text: str) -> None:
    assert terms(text) == text.casefold().split()


def test_stop_words_go_where_there_is_something_else() -> None:
    assert terms("When did the dock not open?") == ["dock", "open"]
    assert len(STOP_WORDS) < 100


@given(HOSTILE)
def test_terms_are_clean_and_stable(text: str) -> None:
    found = terms(text)
    assert all(0 < len(term) <= MAX_TERM * 3 and not term.isspace() for term in found)
    assert terms(text) == found
    assert set(query_terms(text)) <= set(found)
    assert terms(unicodedata.normalize("NFC", text)) == terms(unicodedata.normalize("NFD", text))


@given(HOSTILE)
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


def test_a_turkish_capital_reads_like_its_small_letter() -> None:
    assert terms("İSTANBUL") == terms("istanbul") == terms("I\u0307stanbul")
    assert terms("DİŞ") == terms("diş") != terms("dış")


@given(HOSTILE)
def test_every_character_has_a_kind(text: str) -> None:
    assert len(kinds(text)) == len(text)


def test_every_character_there_is_can_be_read() -> None:
    everything = "".join(map(chr, range(0x20000)))
    assert len(kinds(everything)) == len(everything)
    assert "水" in terms(everything)


@pytest.mark.parametrize("text", LARGE, ids=lambda text: f"{text[:6]!r}")
def test_large_texts_end(text: str) -> None:
    assert isinstance(terms(text), list)
    assert isinstance(content_hash_text(text), str)
    assert isinstance(normalise_name(text), str)


@pytest.mark.parametrize(
    "text", ["", "   ", "\t\n", "\u3000", "\u200b\u200b", "\u200b \u2060\u3164\x00"]
)
def test_what_shows_nothing_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", "!", "🍜", " \u200bx"])
def test_what_shows_something_is_not_blank(text: str) -> None:
    assert not is_blank(text)


@pytest.mark.req("Z-40")
@pytest.mark.parametrize(
    "same",
    [
        ["Likes  tea.", "likes tea", " LIKES\ntea!! ", "likes tea …"],
        ["Café Lorel", "Cafe\u0301 lorel."],
        ["locker ＰＸ－９", "locker PX-9"],
        ["ｶﾞｲﾄﾞ。", "ガイド"],
        ["STRASSE", "Straße"],
    ],
)
def test_equal_content_has_one_canonical_text(same: list[str]) -> None:
    assert len({content_hash_text(text) for text in same}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10² metres", "102 metres"),
        ("½ cup", "1⁄2 cup"),
        ("She moved?", "She moved."),
        ("3.5", "35"),
        ("thé", "the"),
    ],
)
def test_what_differs_in_meaning_stays_different(one: str, other: str) -> None:
    assert content_hash_text(one) != content_hash_text(other)


@given(HOSTILE)
def test_the_canonical_text_is_canonical(text: str) -> None:
    once = content_hash_text(text)
    assert content_hash_text(once) == once
    assert once == content_hash_text(unicodedata.normalize("NFD", text))


@pytest.mark.parametrize("text", ["...", "!", "?"])
def test_a_text_of_end_marks_keeps_them(text: str) -> None:
    assert content_hash_text(text) == text


@pytest.mark.req("C-49")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("The Blue Door", "blue door"),
        ("a  lighthouse", "lighthouse"),
        ("An Apple, Inc.", "apple inc"),
        ("the the band", "the band"),
        ("The", "the"),
        ("Theodore", "theodore"),
        ('O’Neil\'s "Bar"!?;:', "oneils bar"),
        ("snake_case  name", "snake case name"),
        ("Zoe\u0308 Hart", "zoë hart"),
        ("ＡＣＭＥ", "acme"),
        ("C++", "c++"),
        ("?!", "?!"),
        ("  ", ""),
    ],
)
def test_names_are_compared_without_case_article_and_punctuation(name: str, expected: str) -> None:
    assert normalise_name(name) == expected
