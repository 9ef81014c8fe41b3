"""Words typed without their marks, and names that only a sign tells apart."""

from __future__ import annotations

import pytest

from retentive.app.sync_handle import Handle
from tests.cases.playing import Play, found


def _stored(handle: Handle, *said: str) -> None:
    for text in said:
        handle.remember(text)


MARKED = {
    "Le thé refroidit sur la véranda": ["véranda", "veranda", "VÉRANDA", "verandas"],
    "Clé à molette cassée": ["clé", "cle", "CLÉ"],
    "Año nuevo en São Paulo": ["año", "ano", "sao paulo"],
    "Straße nach Köln gesperrt": ["koln", "Köln", "strasse"],
    "Łódź jest duża": ["łódź", "lodz"],
    "Đà Nẵng rất đẹp": ["da nang", "Đà Nẵng"],
    "Το κλειδί είναι στο συρτάρι": ["ΣΥΡΤΑΡΙ", "συρταρι", "συρτάρι"],
    "Зелёная ёлка у входа": ["елка", "ЁЛКА", "зеленая"],
    "İzmir'de ıspanak aldım": ["izmir", "İZMİR", "ISPANAK", "ıspanak"],
    "ترجمه\u200cی کتاب": ["ترجمه", "ترجمه\u200cی", "ترجمهی"],
    "क़लम मेज़ पर है": ["कलम", "क़लम"],
    "The set–up guide is on page 4": ["setup", "set-up", "set up"],
}


@pytest.mark.parametrize("said", MARKED)
def test_words_are_found_without_their_marks(play: Play, said: str) -> None:
    _stored(play.user(), *MARKED)
    for _ in play.moments():
        for query in MARKED[said]:
            assert found(play.user(), query) == [said], query


def test_the_word_as_it_is_written_comes_first(play: Play) -> None:
    _stored(
        play.user(), "Ana ma ano w domu", "Año en casa", "Wir treffen uns schon", "Es ist schön"
    )
    _stored(
        play.user("u2"), "C# handles the tool", "C++ is used in the engine", "Grade A+", "C minor"
    )
    _stored(
        play.user("u3"), "Area is 10² here", "Room 102 is free", "Le thé est prêt", "See the dock"
    )
    for _ in play.moments():
        assert found(play.user(), "año")[0] == "Año en casa"
        assert found(play.user(), "schön")[0] == "Es ist schön"
        assert found(play.user("u2"), "C++")[0] == "C++ is used in the engine"
        assert found(play.user("u2"), "c#")[0] == "C# handles the tool"
        assert found(play.user("u2"), "A+") == ["Grade A+"]
        assert found(play.user("u3"), "10²") == ["Area is 10² here"]
        assert found(play.user("u3"), "102") == ["Room 102 is free"]
        assert found(play.user("u3"), "thé") == ["Le thé est prêt"]
