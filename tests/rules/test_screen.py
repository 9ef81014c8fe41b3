"""What callers give, as it may be stored, with what was changed in it counted."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from retentive.kernel.errors import InvalidInput, TooLarge
from retentive.model.entry import Json
from retentive.rules.limits import LIMITS, Limits
from retentive.rules.screen import DEEPEST, Screen

KEY = "sk-test-0000aaaa1111bbbb2222cccc3333dddd"


def stored(value: object, screen: Screen | None = None, limits: Limits = LIMITS) -> Json:
    return dict((screen or Screen()).metadata(value, "metadata", limits))


def nested(levels: int, kind: type = dict) -> object:
    value: object = "x"
    for _ in range(levels):
        value = {"a": value} if kind is dict else [value]
    return value


def test_secrets_and_broken_characters_are_counted_over_all_texts_of_an_item() -> None:
    screen = Screen()
    assert screen.text("a \ud800 b \x00") == "a \ufffd b \ufffd"
    assert screen.text(f"the key is {KEY}") == "the key is [REDACTED]"
    metadata = {"note": [f"or {KEY}", 7, None, True, 2.5], "password": "hunter2hunter2"}
    assert stored(metadata, screen) == {
        "note": ["or [REDACTED]", 7, None, True, 2.5],
        "password": "[REDACTED]",
    }
    assert screen.replaced == 2
    assert sum(screen.redacted.values()) == 3
    assert list(screen.redacted) == sorted(screen.redacted)


def test_what_needs_no_change_is_kept_and_counts_nothing() -> None:
    screen = Screen()
    value = {"k": [1, {"e\u0301": "line\u2028 \x01 {}"}], "": "", "n": {"a": {}, "b": []}}
    assert stored(value, screen) == value
    assert screen == Screen()


@pytest.mark.parametrize("value", [{"a\ud800": 1, "a\x00": 2}, {1: "a", "1": "b"}])
def test_keys_that_would_become_one_are_refused(value: Mapping[object, object]) -> None:
    with pytest.raises(InvalidInput, match="two keys"):
        stored(value)
    with pytest.raises(InvalidInput, match="two keys"):
        stored({"deeper": [value]})


@pytest.mark.parametrize("kind", [dict, list])
def test_nesting_is_bounded(kind: type) -> None:
    assert stored({"a": nested(DEEPEST, kind)}) == {"a": nested(DEEPEST, kind)}
    for levels in (DEEPEST + 1, 500, 5000):
        with pytest.raises(InvalidInput, match="nested deeper than 64"):
            stored({"a": nested(levels, kind)})


@pytest.mark.parametrize("value", [None, [], "text", 7])
def test_metadata_is_a_mapping(value: object) -> None:
    with pytest.raises(InvalidInput, match="must be a mapping"):
        stored(value)


@pytest.mark.parametrize("value", [{"a": object()}, {"a": float("nan")}, {("a",): 1}, {"a": {1}}])
def test_metadata_is_json(value: object) -> None:
    with pytest.raises(InvalidInput, match="cannot be written as JSON"):
        stored(value)


def test_metadata_has_a_size() -> None:
    small = Limits(metadata_bytes=20)
    assert stored({"a": "é" * 5}, limits=small) == {"a": "é" * 5}
    with pytest.raises(TooLarge):
        stored({"a": "é" * 7}, limits=small)
