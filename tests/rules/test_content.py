"""The words of messages in the shapes that chat interfaces give them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from retentive.kernel.errors import InvalidInput, TooLarge
from retentive.rules.content import is_mark, read_content
from retentive.rules.limits import LIMITS, Limits


@dataclass
class TextPart:
    text: str
    type: str = "text"


@dataclass
class BarePart:
    text: str | None = None


@dataclass
class Parts:
    parts: list[object]


@dataclass
class Call:
    name: str


def words(content: object, calls: object = None) -> str:
    return read_content(content, calls, LIMITS)


@pytest.mark.parametrize(
    "content",
    [
        "hello",
        ["hello"],
        ("hello",),
        [None, "hello", None],
        {"type": "text", "text": "hello"},
        {"text": "hello"},
        {"type": "text", "content": "hello"},
        {"role": "user", "content": "hello"},
        [{"type": "input_text", "text": "hello"}],
        [{"type": "output_text", "text": "hello"}],
        [{"type": "text", "text": {"value": "hello", "annotations": []}}],
        {"parts": [{"text": "hello"}]},
        {"role": "user", "parts": ["hello"]},
        [TextPart("hello")],
        Parts([BarePart("hello")]),
        [[["hello"]]],
    ],
)
def test_text_is_found_in_every_shape(content: object) -> None:
    assert words(content) == "hello"


def test_parts_are_lines() -> None:
    assert words(["one", {"text": "two"}]) == "one\ntwo"


@pytest.mark.parametrize(
    ("part", "mark"),
    [
        ({"type": "image_url", "image_url": {"url": "https://example.invalid/a.png"}}, "[image]"),
        ({"type": "input_audio", "input_audio": {"data": "QUJD"}}, "[audio]"),
        ({"type": "tool_result", "content": "secret"}, "[tool_result]"),
        ({"type": "tool_use", "name": "look", "input": {}}, "[tool_use]"),
        ({"type": "text", "text": None}, "[text]"),
        ({"type": "text", "text": {"value": 5}}, "[text]"),
        ({}, "[attachment]"),
        (BarePart(), "[attachment]"),
        (TextPart("data", type="thinking"), "[thinking]"),
        ({"type": "x" * 100}, f"[{'x' * 40}]"),
    ],
)
def test_what_is_no_text_leaves_a_mark(part: object, mark: str) -> None:
    assert words(part) == mark
    assert is_mark(mark)


@pytest.mark.parametrize("content", [None, "", " \n", [], [None], {"parts": []}, [[]], "\u200b"])
def test_a_message_that_only_calls_tools_says_so(content: object) -> None:
    calls = [{"function": {"name": "look"}}, {"name": "go"}, Call("stop"), {}]
    assert words(content, calls) == (
        "[tool call: look]\n[tool call: go]\n[tool call: stop]\n[tool call: unknown]"
    )
    assert words(content, {"name": "old", "arguments": "{}"}) == "[tool call: old]"
    assert not words(content).strip(" \n\u200b")


@pytest.mark.parametrize("text", ["[tool call: look up]", "[REDACTED]", "[PRIVATE]"])
def test_a_mark_stands_for_what_nobody_said(text: str) -> None:
    assert is_mark(text)


@pytest.mark.parametrize("text", ["", "image", "[I own a kiln]", "see [image]", "[a][b]", "[]"])
def test_words_are_no_mark(text: str) -> None:
    assert not is_mark(text)


def test_calls_beside_words_are_not_told() -> None:
    assert words("hello", [{"name": "look"}]) == "hello"


@pytest.mark.parametrize("content", [5, 2.5, b"bytes", object(), [5], True])
def test_what_has_no_words_is_refused(content: object) -> None:
    with pytest.raises(InvalidInput, match="must be text or a list of parts"):
        words(content)


def test_parts_nested_without_end_are_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(InvalidInput):
        words(endless)


def test_a_part_has_a_size() -> None:
    assert read_content(["é" * 5], None, Limits(part_bytes=10)) == "é" * 5
    with pytest.raises(TooLarge):
        read_content(["x", "é" * 6], None, Limits(part_bytes=10))
