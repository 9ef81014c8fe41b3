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
    return read_content(content, calls, LIMITS).text()


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


TOOL_SHAPES = [
    {"type": "tool_result", "tool_use_id": "t1", "content": "sage"},
    {"type": "tool_result", "content": [{"type": "text", "text": "sage"}]},
    {"type": "function_call_output", "output": "sage"},
    [{"type": "tool_result", "content": ["sage"]}],
    {"parts": [{"functionResponse": {"name": "look", "response": "sage"}}]},
]


@pytest.mark.parametrize("content", TOOL_SHAPES)
def test_what_a_tool_answered_is_kept_as_its_words(content: object) -> None:
    read = read_content(content, None, LIMITS)
    assert (read.text(), read.is_answer) == ("sage", True)


@pytest.mark.parametrize("content", TOOL_SHAPES)
def test_beside_words_of_a_human_it_stands_in_a_fence(content: object) -> None:
    read = read_content(["hello", content], None, LIMITS)
    assert read.text(apart=True) == "hello\n~~~\nsage\n~~~"
    assert not read.is_answer


def test_nothing_in_a_quoted_text_closes_its_fence() -> None:
    read = read_content({"type": "tool_result", "content": "a\n~~~~\nb"}, None, LIMITS)
    assert read.text(apart=True) == "~~~~~\na\n~~~~\nb\n~~~~~"


@pytest.mark.parametrize(
    ("part", "kept"),
    [
        ({"type": "TEXT", "text": "hello"}, "hello"),
        ({"type": "Markdown", "markdown": "*hello*"}, "*hello*"),
        ({"type": ["x"], "text": "hello"}, "hello"),
        ({"type": "refusal", "refusal": "I cannot"}, "I cannot"),
        ({"type": "text", "content": [{"type": "text", "text": "hello"}]}, "hello"),
        ({"content": {"content": [{"text": "hello"}, "you"]}}, "hello\nyou"),
        ({"type": "input_audio", "transcript": "hello"}, "hello"),
        ({"type": "output_audio", "audio": {"transcript": "hello"}}, "hello"),
        ({"type": "document", "source": {"type": "text", "data": "a page"}}, "a page"),
        ({"type": "resource", "resource": {"uri": "x:y", "text": "a page"}}, "a page"),
        ({"type": "tool_use", "name": "f", "input": {"a": 1}}, '[tool call: f]\n{"a": 1}'),
        ({"functionCall": {"name": "f", "args": {"a": "é"}}}, '[tool call: f]\n{"a": "é"}'),
        ({"type": "function_call", "name": "f", "arguments": "{}"}, "[tool call: f]"),
        ({"type": "image", "text": "a hall", "image_url": "https://x.invalid"}, "a hall\n[image]"),
    ],
)
def test_every_text_of_a_part_is_kept(part: object, kept: str) -> None:
    assert words(part) == kept
    assert words(["one", part, "two"]) == f"one\n{kept}\ntwo"


@pytest.mark.parametrize(
    "content", [{}, [{}], [[{}], {}], {"type": "text", "text": None}, BarePart(), {"type": "text"}]
)
def test_parts_that_hold_nothing_leave_nothing(content: object) -> None:
    assert words(content) == ""


def test_what_is_not_kept_is_named() -> None:
    parts = [
        {"type": "image_url", "image_url": "data:image/png;base64,QUJD"},
        "hello",
        {"type": "input_audio", "input_audio": {"data": "QUJD"}},
        {"type": "image"},
        {"type": "tool_use", "name": "f"},
    ]
    assert read_content(parts, None, LIMITS).dropped == ("image", "audio")


def test_parts_are_lines() -> None:
    assert words(["one", {"text": "two"}]) == "one\ntwo"


@pytest.mark.parametrize(
    ("part", "mark"),
    [
        ({"type": "image_url", "image_url": {"url": "https://example.invalid/a.png"}}, "[image]"),
        ({"type": "input_audio", "input_audio": {"data": "QUJD"}}, "[audio]"),
        ({"type": "tool_result", "tool_use_id": "t1"}, "[tool_result]"),
        ({"type": "tool_use", "name": "look", "input": {}}, "[tool call: look]"),
        ({"type": "text", "text": {"value": 5}}, "[text]"),
        ({"inline_data": {"data": "QUJD"}}, "[attachment]"),
        ({"type": "IMAGE", "source": {"type": "base64", "data": "QUJD"}}, "[image]"),
        ({"type": "reasoning", "text": "hm"}, "[reasoning]"),
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


def test_calls_follow_the_words_beside_them() -> None:
    assert words("hello", [{"name": "look"}]) == "hello\n[tool call: look]"


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
    assert read_content(["é" * 5], None, Limits(part_bytes=10)).text() == "é" * 5
    with pytest.raises(TooLarge):
        read_content(["x", "é" * 6], None, Limits(part_bytes=10))
