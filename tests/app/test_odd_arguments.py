"""Every public verb refuses every odd argument by an error of ours, or serves it."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from retentive import Config, Handle, Memory, Receipt, RetentiveError, Scope
from retentive.app.drawers import Facts
from retentive.surfaces.wire import shape

EAST, WEST = timezone(timedelta(hours=14)), timezone(-timedelta(hours=12))

ODD: Mapping[str, object] = {
    "none": None,
    "true": True,
    "minus one": -1,
    "nought": 0,
    "a fraction": 1.5,
    "two": 2,
    "a number as text": "5",
    "not a number": math.nan,
    "infinity": math.inf,
    "a vast number": 10**400,
    "a decimal": Decimal("0.5"),
    "a complex number": 1j,
    "a word": "preference",
    "an empty text": "",
    "a blank": " \n\u200b",
    "NUL": "a\0b",
    "a lone surrogate": "a\ud800b",
    "a long text": "x" * 5_000,
    "digits": "1700000000",
    "bytes": b"abc",
    "an empty list": [],
    "a list of numbers": [5],
    "a list of texts": ["a", "b"],
    "a list of nothing": [None],
    "a mapping": {"a": 1},
    "a mapping of objects": {"a": object()},
    "a mapping by tuples": {(1, 2): 3},
    "an object": object(),
    "a class": str,
    "a function": len,
    "a path": Path("a/b"),
    "a date": date(2026, 3, 9),
    "a naive time": datetime(2026, 3, 9, 10, tzinfo=UTC).replace(tzinfo=None),
    "before the first": datetime(1, 1, 1, tzinfo=EAST),
    "the first in UTC": datetime(1, 1, 1, tzinfo=UTC),
    "beyond the last": datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=WEST),
    "the last in UTC": datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    "a span of time": timedelta(days=1),
    "something with parts": SimpleNamespace(role="user", content=5, text=None, timestamp=object()),
}

RAW: tuple[type[Exception], ...] = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, OSError, RuntimeError),
    *(TypeError, ValueError),
)

ITEM_FIELDS = (
    *("role", "content", "timestamp", "id", "name", "kind", "metadata", "timezone", "parts"),
    *("tool_calls", "event", "text", "payload", "tool"),
)


@dataclass(frozen=True)
class Verb:
    """One callable of the public face, and arguments that it serves."""

    call: Callable[..., object]
    usual: Mapping[str, object]
    of: type


def verbs(memory: Memory, folder: Path) -> dict[str, Verb]:
    """Return every public verb on an opened memory."""
    ana = memory.scope(user="ana", agent="bo", tenant="acme", project="p", session="s")
    message = {"role": "user", "content": "My dog is called Bica."}
    receipt = ana.observe([message])
    fact = ana.remember("Keeps two ferrets")

    def opened(**values: Any) -> None:
        Memory.open(**({"url": "memory://"} | values)).close()

    return {
        "open": Verb(opened, {}, Memory),
        "scope": Verb(memory.scope, {"user": "ana"}, Memory),
        "flush": Verb(memory.flush, {}, Memory),
        "rebuild": Verb(memory.rebuild, {}, Memory),
        "verify": Verb(memory.verify, {}, Memory),
        "memory.stats": Verb(memory.stats, {}, Memory),
        "session": Verb(ana.session, {"session": "s-2"}, Handle),
        "observe": Verb(ana.observe, {"messages": [message]}, Handle),
        "remember": Verb(ana.remember, {"text": "Likes tea"}, Handle),
        "recall": Verb(ana.recall, {"query": "dog"}, Handle),
        "context": Verb(ana.context, {"query": "dog"}, Handle),
        "correct": Verb(ana.correct, {"record_id": fact.id, "text": "Keeps a cat"}, Handle),
        "retract": Verb(ana.retract, {"record_id": "f_none"}, Handle),
        "forget": Verb(ana.forget, {"record_id": "f_none"}, Handle),
        "undo": Verb(ana.undo, {"change_id": "f_none"}, Handle),
        "history": Verb(ana.history, {"record_id": fact.id}, Handle),
        "stats": Verb(ana.stats, {}, Handle),
        "pending": Verb(ana.pending, {}, Handle),
        "list": Verb(ana.facts.list, {}, Facts),
        "get": Verb(ana.facts.get, {"record_id": fact.id}, Facts),
        "wait": Verb(receipt.wait, {}, Receipt),
    }


def taken(verb: str, call: Callable[..., object]) -> list[str]:
    """Return the names of the parameters of a verb."""
    return list(inspect.signature(Memory.open if verb == "open" else call).parameters)


def outcome(call: Callable[..., object], arguments: Mapping[str, object]) -> str | None:
    """Return what went wrong, if it was no error of ours."""
    try:
        call(**arguments)
    except RetentiveError as error:
        return None if error.message else "an error without a message"
    except RAW as error:
        return f"{type(error).__name__}: {error}"
    return None


@pytest.fixture(scope="module", params=["memory://", "memory.db"])
def memory(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("odd")
    url = request.param if "://" in request.param else folder / request.param
    with Memory.open(url) as opened:
        yield opened


def test_the_table_has_every_public_verb(memory: Memory, tmp_path: Path) -> None:
    found = verbs(memory, tmp_path)
    for kind in (Memory, Handle, Facts, Receipt):
        public = {
            name
            for name, member in inspect.getmembers(kind, callable)
            if not name.startswith("_") and name != "close"
        }
        assert {name.rpartition(".")[2] for name, one in found.items() if one.of is kind} == public


def test_every_parameter_of_every_verb_takes_or_refuses_odd_values(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    raw = []
    for name, verb in verbs(memory, tmp_path).items():
        for parameter in taken(name, verb.call):
            for odd, value in ODD.items():
                if parameter == "progress" and callable(value):
                    continue  # what a function of the caller's raises is his to see
                found = outcome(verb.call, {**verb.usual, parameter: value})
                if found is not None:
                    raw.append(f"{name}({parameter}={odd}): {found}")
    assert raw == []


def test_every_field_of_an_item_takes_or_refuses_odd_values(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="odd items")
    raw = []
    for usual in ({"role": "user", "content": "I like tea."}, {"event": "e", "text": "done"}):
        for field in ITEM_FIELDS:
            for odd, value in ODD.items():
                item = {**usual, field: value}
                found = outcome(ana.observe, {"messages": [item]})
                if found is not None:
                    raw.append(f"{field}={odd}: {found}")
    assert raw == []


def test_every_setting_and_scope_takes_or_refuses_odd_values() -> None:
    raw = []

    def settings(**values: Any) -> None:
        Memory.open("memory://", config=Config(**values)).close()

    for call in (settings, Scope):
        for parameter in inspect.signature(Config if call is settings else Scope).parameters:
            for odd, value in ODD.items():
                found = outcome(call, {parameter: value})
                if found is not None:
                    raw.append(f"{parameter}={odd}: {found}")
    assert raw == []


def everything(memory: Memory) -> Iterator[object]:
    """Yield what can be read and shown of ana's memory."""
    for ana in (
        memory.scope(user="ana", agent="bo", tenant="acme", project="p", session="s"),
        memory.scope(user="ana", session="odd items"),
    ):
        yield ana.facts.list(limit=1000, valid_at="any")
        yield ana.recall("tea ferrets dog a b x preference", limit=1000, valid_at="any")
        yield ana.context("tea ferrets dog")
        yield ana.stats()


def test_what_odd_arguments_left_behind_can_be_read_and_is_sound(memory: Memory) -> None:
    memory.flush()
    for answer in everything(memory):
        assert repr(answer)
        assert shape(answer) is not None
    with suppress(RetentiveError):
        memory.rebuild()
    assert memory.verify().damages == ()
