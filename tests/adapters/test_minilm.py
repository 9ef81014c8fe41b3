"""The offline embedder: pieces, vectors, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from retentive.adapters.embedders.minilm import DIMENSIONS, MOST_PIECES, MiniLM
from retentive.adapters.embedders.wordpiece import WordPiece, words
from retentive.kernel.errors import EmbedderUnavailable


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM()


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


def test_words_are_split_as_bert_does() -> None:
    cases = {
        "I moved to Porto!": ["i", "moved", "to", "porto", "!"],
        "naïve Café Ängström": ["naive", "cafe", "angstrom"],
        "don't e-mail": ["don", "'", "t", "e", "-", "mail"],
        "東京に": ["東", "京", "に"],
        "a\u200bb\x00c\td": ["abc", "d"],
        "İstanbul ΣΑΣ": ["istanbul", "σασ"],
        "$5 #tag ^_^": ["$", "5", "#", "tag", "^", "_", "^"],
        " \n\t ": [],
    }
    assert {text: list(words(text)) for text in cases} == cases


def test_a_word_is_cut_into_the_longest_pieces() -> None:
    pieces = WordPiece.of(["[CLS]", "[SEP]", "[UNK]", "play", "##ing", "##i", "##n", "##g", "p"])
    assert pieces.encode("Playing", 10) == [0, 3, 4, 1]
    assert pieces.encode("playz", 10) == [0, 2, 1]
    assert pieces.encode("p" * 101, 10) == [0, 2, 1]
    assert pieces.encode("play " * 50, 5) == [0, 3, 3, 3, 1]


def test_numbers_of_pieces_are_those_of_the_published_vocabulary(minilm: MiniLM) -> None:
    minilm.embed(["load"])
    assert minilm.pieces("I moved from Lisbon to Porto last Friday.") == [
        101, 1045, 2333, 2013, 11929, 2000, 13809, 2197, 5958, 1012, 102,
    ]  # fmt: skip


def test_vectors_have_unit_length_and_tell_meaning(minilm: MiniLM) -> None:
    home, moved, rain = minilm.embed(
        ["Where does she live?", "She moved to a flat in Porto.", "The rain ruined the picnic."]
    )
    assert len(home) == minilm.dimensions == DIMENSIONS
    assert cosine(home, home) == pytest.approx(1.0, abs=1e-5)
    assert cosine(home, moved) > cosine(home, rain) + 0.15


def test_a_vector_does_not_depend_on_what_is_embedded_beside_it(minilm: MiniLM) -> None:
    texts = [f"sentence number {count} " + "and so on " * (count % 9) for count in range(40)]
    together = minilm.embed(texts)
    assert [list(one) for one in together[::23]] == [
        list(minilm.embed([text])[0]) for text in texts[::23]
    ]


def test_pieces_beyond_the_limit_are_not_read(minilm: MiniLM) -> None:
    start = "word " * MOST_PIECES
    assert list(minilm.embed([start])[0]) == list(minilm.embed([start + "other things"])[0])


def test_the_empty_text_has_a_vector(minilm: MiniLM) -> None:
    assert len(minilm.embed([""])[0]) == DIMENSIONS
    assert len(minilm.embed([])) == 0


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EmbedderUnavailable, match=r"cannot be read"):
        MiniLM(tmp_path / "model.onnx")


def test_a_flipped_byte_is_refused_before_anything_is_loaded(
    tmp_path: Path, minilm: MiniLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bytearray(minilm.path.read_bytes())
    data[len(data) // 2] ^= 1
    flipped = tmp_path / "model.onnx"
    flipped.write_bytes(data)
    monkeypatch.setattr("retentive.adapters.embedders.minilm._installed_file", lambda: flipped)
    with pytest.raises(EmbedderUnavailable, match="SHA-256"):
        MiniLM().embed(["hello"])


def test_the_same_file_elsewhere_is_the_same_embedder(tmp_path: Path, minilm: MiniLM) -> None:
    copy = tmp_path / "model.onnx"
    copy.write_bytes(minilm.path.read_bytes())
    assert MiniLM(copy).identity == minilm.identity


@pytest.mark.parametrize("data", [b"not a model", b"", b"\x08\x07"])
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, data: bytes) -> None:
    junk = tmp_path / "model.onnx"
    junk.write_bytes(data)
    with pytest.raises(EmbedderUnavailable, match="not a model"):
        MiniLM(junk).embed(["hello"])
