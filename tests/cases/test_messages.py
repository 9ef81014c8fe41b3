"""Messages in the shapes that chat interfaces give them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from retentive.model.actor import ActorKind
from retentive.model.report import Outcome
from retentive.testing.scripted import ScriptedExtractor
from tests.cases.playing import Play, found, listed, on_one_driver, texts

HALL = "Please paint the hallway sage green"
IMAGE = {"type": "image_url", "image_url": {"url": "https://example.invalid/hall.png"}}
CALL = {
    "id": "c1",
    "type": "function",
    "function": {"name": "lookup_paint", "arguments": '{"shade":"sage"}'},
}
MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "text", "text": HALL}, IMAGE]},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": '{"code":"SG-4"}'},
    {"role": "user", "content": {"type": "image_url", "image_url": {"url": "https://x.invalid/a"}}},
    {"role": "assistant", "content": []},
]


def answer(text: str, start: int, end: int) -> str:
    return json.dumps([{"text": text, "kind": "preference", "start": start, "end": end}])


@pytest.mark.case("ing-09")
def test_parts_null_and_tool_calls_reach_a_model_as_text(play: Play) -> None:
    wanted = "Wants the hallway painted sage green"
    told = HALL + "\n[image]"
    model = ScriptedExtractor({told: answer(wanted, 0, len(HALL)), "[image]": "[]"})
    play.extractor = model
    play.reopen()
    receipt = play.user().observe(MESSAGES)
    assert [item.outcome for item in receipt.items] == [Outcome.STORED] * 4 + [Outcome.REJECTED]
    assert receipt.items[4].reason.startswith("content: ")
    assert play.memory.flush().dead_letters == 0
    assert [question.text for question in model.asked] == [told, "[image]"]
    for _ in play.moments():
        (fact,) = listed(play.user())
        assert (fact.text, fact.subject) == (wanted, "user:u1")
        assert [one.quote for one in fact.provenance.citations] == [HALL]
        (hit,) = play.user().recall("SG-4")
        assert hit.sources[0].speaker.kind is ActorKind.TOOL
    assert len(model.asked) == 2


@pytest.mark.case("ing-09")
def test_parts_null_and_tool_calls_are_read_by_rules(play: Play) -> None:
    play.user().observe(MESSAGES)
    play.memory.flush()
    for _ in play.moments():
        assert texts(play.user()) == []  # a wish, and rules keep what is stated
        assert found(play.user(), "sage hallway")[0] == f"{HALL}\n[image]"
        for source in ("https", "example.invalid", "base64"):
            assert found(play.user(), source) == []
        (hit,) = play.user().recall("SG-4")
        assert (hit.text, hit.sources[0].speaker.kind) == ('{"code":"SG-4"}', ActorKind.TOOL)
        called = '[tool call: lookup_paint]\n{"shade":"sage"}'
        assert called in found(play.user(), "lookup_paint")


@dataclass
class Block:
    text: str | None = None
    type: str | None = "text"


@dataclass
class Parts:
    parts: list[object]
    role: str = "user"


@dataclass
class Chat:
    role: str
    content: object
    tool_calls: object = None


OVEN = "I own a clay oven"


@on_one_driver
@pytest.mark.case("ing-09")
@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": OVEN},
        {"role": "USER", "content": [OVEN]},
        {"role": "human", "content": {"type": "text", "text": OVEN}},
        {"role": "user", "content": [{"type": "text", "text": {"value": OVEN}}]},
        {"role": "user", "content": [{"type": "input_text", "text": OVEN}]},
        {"role": "user", "content": [{"type": "text", "text": OVEN}, None, {"type": "file"}]},
        {"role": "user", "content": [IMAGE, {"type": "text", "text": OVEN}]},
        {"role": "user", "content": [{"type": "text", "content": OVEN}]},
        {"role": "user", "content": [{"type": "tool_result", "content": "I own two"}, Block(OVEN)]},
        {"role": "user", "parts": [{"text": OVEN}, {"inline_data": {"data": "QUJD"}}]},
        {"role": "user", "content": {"role": "user", "parts": [{"text": OVEN}]}},
        {"role": "user", "content": OVEN, "tool_calls": None, "metadata": None, "name": None},
        Chat("user", OVEN),
        Chat("user", [Block(OVEN), Block(type="image_url")]),
        Chat("user", Parts([Block(OVEN, type=None), Block(None, type=None)])),
        Parts([Block(OVEN, type=None)]),
    ],
)
def test_the_words_of_a_user_become_one_fact_in_every_shape(play: Play, message: object) -> None:
    (item,) = play.user().observe([message]).items
    assert item.outcome is Outcome.STORED
    play.memory.flush()
    assert texts(play.user()) == [OVEN]


@on_one_driver
@pytest.mark.case("ing-09")
@pytest.mark.parametrize(
    "message",
    [
        {"role": "tool", "content": OVEN},
        {"role": "function", "name": "look", "content": OVEN},
        {"role": "system", "content": OVEN},
        {"role": "developer", "content": OVEN},
        {"role": "assistant", "content": OVEN},
        {"role": "user", "content": [{"type": "tool_result", "content": OVEN}]},
        {"role": "user", "content": [{"type": "tool_result", "content": [{"text": OVEN}]}]},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": OVEN}}]},
        {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": OVEN}}]},
        {
            "role": "assistant",
            "content": None,
            "function_call": {"name": "look", "arguments": OVEN},
        },
        {"role": "assistant", "content": " \n", "tool_calls": [Chat("f", None)]},
        {"event": "tool_use", "tool": "look", "text": OVEN},
    ],
)
def test_what_others_say_and_show_is_stored_and_no_fact_about_the_user(
    play: Play, message: object
) -> None:
    (item,) = play.user().observe([message]).items
    assert item.outcome is Outcome.STORED
    play.memory.flush()
    assert texts(play.user()) == []


@on_one_driver
@pytest.mark.case("ing-09")
@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        "text",
        [],
        {},
        {"role": None, "content": OVEN},
        {"role": 7, "content": OVEN},
        {"role": "narrator", "content": OVEN},
        {"role": "user"},
        {"role": "user", "content": 7},
        {"role": "user", "content": b"bytes"},
        {"role": "user", "content": [7]},
        {"role": "user", "content": {"parts": 7}},
        {"role": "user", "content": [[[[[[[[[[OVEN]]]]]]]]]]},
        {"role": "user", "content": OVEN, "metadata": [1]},
        {"role": "user", "content": OVEN, "metadata": {"a": object()}},
        {"role": "user", "content": OVEN, "name": 7},
        {"role": "user", "content": OVEN, "id": 7},
        {"role": "user", "content": OVEN, "kind": "ghost"},
        {"role": "user", "content": OVEN, "timestamp": "soon"},
        {"role": "user", "content": OVEN, "timestamp": "2026-01-01T00:00:00"},
        {"role": "user", "content": OVEN, "timezone": "../etc"},
        {"event": 7, "text": OVEN},
        {"event": "run"},
    ],
)
def test_a_message_nobody_can_read_is_refused_alone_with_a_reason(
    play: Play, message: object
) -> None:
    receipt = play.user().observe([message, {"role": "user", "content": "I own a kiln"}])
    assert [item.outcome for item in receipt.items] == [Outcome.REJECTED, Outcome.STORED]
    assert ": " in receipt.items[0].reason
    assert play.memory.flush().dead_letters == 0
    assert texts(play.user()) == ["I own a kiln"]


@on_one_driver
@pytest.mark.case("ing-09")
def test_what_a_tool_answered_is_the_tools_and_can_be_found(play: Play) -> None:
    answer = {"type": "tool_result", "content": [{"type": "text", "text": "I own zebra one"}]}
    page = {"type": "document", "source": {"type": "text", "data": "I own zebra two"}}
    play.user("u1").observe([{"role": "user", "content": [answer]}])
    play.user("u2").observe([{"role": "user", "content": [OVEN, answer, page]}])
    play.memory.flush()
    assert (texts(play.user("u1")), texts(play.user("u2"))) == ([], [OVEN])
    (hit,) = play.user("u1").recall("zebra")
    assert (hit.text, hit.sources[0].speaker.kind) == ("I own zebra one", ActorKind.TOOL)
    (hit,) = play.user("u2").recall("zebra")
    assert hit.sources[0].speaker.kind is ActorKind.HUMAN


@on_one_driver
@pytest.mark.case("ing-09")
@pytest.mark.parametrize("content", [{}, [{}], [{"type": "text", "text": None}], [[], None]])
def test_parts_that_hold_nothing_are_refused_as_blank(play: Play, content: object) -> None:
    (item,) = play.user().observe([{"role": "user", "content": content}]).items
    assert (item.outcome, item.reason) == (
        Outcome.REJECTED,
        "content: the message has no text and no other content",
    )


@on_one_driver
@pytest.mark.case("ing-09")
def test_the_receipt_says_what_of_a_message_is_not_kept(play: Play) -> None:
    sound = {"type": "input_audio", "input_audio": {"data": "QUJD"}}
    messages = [
        {"role": "user", "content": [OVEN, IMAGE, sound]},
        {"role": "user", "content": OVEN},
    ]
    receipt = play.user().observe(messages)
    assert [item.reason for item in receipt.items] == [
        "stored without what is no text: image, audio",
        "",
    ]
