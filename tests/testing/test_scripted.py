"""An extractor whose model answers from a script."""

from __future__ import annotations

import asyncio
import json

import pytest

from retentive.model.actor import Actor, ActorKind
from retentive.model.candidate import Candidate
from retentive.model.entry import Observation, ReplyStatus
from retentive.model.provenance import Span
from retentive.ports.stages import Extractor, Question
from retentive.testing import build
from retentive.testing.scripted import ScriptedExtractor

ENTRY = build.entry(1, 1, "I like tea and I live in Porto.")
ANSWER = json.dumps(
    [
        {"text": "Lives in Porto", "start": 17, "end": 30, "kind": "identity"},
        {"text": "Likes tea", "start": 0, "end": 10, "kind": "preference"},
    ]
)


def _question(extractor: Extractor) -> Question:
    question = extractor.question(ENTRY, [])
    assert question is not None
    return question


def _ask(extractor: Extractor) -> str:
    return asyncio.run(extractor.ask(_question(extractor)))


def test_every_human_message_has_a_question_that_depends_on_its_text_alone() -> None:
    extractor = ScriptedExtractor()
    question = _question(extractor)
    assert (question.text, question.model) == (ENTRY.text, "scripted-1")
    assert extractor.question(build.entry(2, 9, ENTRY.text), [ENTRY]) == question
    other = extractor.question(build.entry(1, 2, "other"), [])
    assert other is not None
    assert other.input_hash != question.input_hash


def test_nothing_else_has_a_question() -> None:
    agent = Actor(id="agent:support", kind=ActorKind.AGENT)
    tool = Observation(event="tool", text="x")
    entries = [build.entry(1, 1, "x", speaker=agent), build.entry(1, 1, tool)]
    assert [ScriptedExtractor().question(entry, []) for entry in entries] == [None, None]


def test_answers_come_by_text() -> None:
    extractor = ScriptedExtractor({ENTRY.text: ANSWER})
    assert (_ask(extractor), _ask(extractor)) == (ANSWER, ANSWER)
    assert extractor.asked == [_question(extractor)] * 2


def test_answers_come_one_after_the_other_and_may_raise() -> None:
    extractor = ScriptedExtractor([TimeoutError("slow"), ANSWER])
    with pytest.raises(TimeoutError, match="slow"):
        _ask(extractor)
    assert _ask(extractor) == ANSWER
    with pytest.raises(LookupError):
        _ask(extractor)


def test_a_recorded_answer_becomes_candidates_in_the_order_of_their_spans() -> None:
    reply = build.reply(1, text=ANSWER)
    assert list(ScriptedExtractor().extract(ENTRY, [], reply)) == [
        Candidate(
            text=text, kind=kind, subject="user:ana", span=span, quote=quote, rule="scripted-1"
        )
        for text, kind, span, quote in [
            ("Likes tea", "preference", Span(0, 10), "I like tea"),
            ("Lives in Porto", "identity", Span(17, 30), "live in Porto"),
        ]
    ]


@pytest.mark.parametrize("text", ["", "no JSON", "{}", "[1]", '[{"text": "x"}]', "null"])
def test_an_answer_of_another_form_yields_nothing(text: str) -> None:
    assert list(ScriptedExtractor().extract(ENTRY, [], build.reply(1, text=text))) == []


@pytest.mark.parametrize("status", [ReplyStatus.FAILED, ReplyStatus.SKIPPED, ReplyStatus.DEAD])
def test_without_an_answer_there_are_no_candidates(status: ReplyStatus) -> None:
    extractor = ScriptedExtractor()
    assert list(extractor.extract(ENTRY, [], build.reply(1, status, ANSWER))) == []
    assert list(extractor.extract(ENTRY, [], None)) == []
