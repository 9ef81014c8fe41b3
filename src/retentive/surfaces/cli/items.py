"""Reading what `observe` is fed: a JSON array, JSON Lines, one message, or one with messages.

Every item keeps its place in the input, so that a refusal can name it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from retentive import InvalidInput


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the input and where it stands."""

    where: str
    value: Any


_MESSAGES = "messages"
"""The key under which an object holds a list of messages, as chat interfaces send them."""


_STRAY = re.compile("[\udc80-\udcff]")
"""Stands for a byte that is no UTF-8, where a text was read in spite of it."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A stretch of the input that is no JSON."""

    where: str
    reason: str


def read_items(data: bytes) -> list[Item | Unreadable]:
    """Return the items of an input, and what of it cannot be read, in their order.

    Raises `InvalidInput` where nothing can be told apart: a broken array, or one with bytes that
    are no UTF-8; of lines only those that hold such bytes are refused. A byte order mark is
    skipped.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if data.lstrip()[:1] == b"{" and b"\n" in data:
            return _lines(data.decode("utf-8", "surrogateescape"))
        line = data[: error.start].count(b"\n") + 1
        raise InvalidInput(
            f"line {line} is not UTF-8 text; nothing was stored", field="file", line=line
        ) from error
    start = text.lstrip()[:1]
    if start == "[":
        return _array(text)
    if start == "{":
        whole = _parsed(text)
        if not isinstance(whole, Unreadable):
            return _of_object(whole)
    return _lines(text)


def _of_object(whole: dict[str, Any]) -> list[Item | Unreadable]:
    """Return an object, or the messages that it holds."""
    held = whole.get(_MESSAGES)
    if isinstance(held, list) and "role" not in whole:
        return [Item(f"message {at}", value) for at, value in enumerate(held, start=1)]
    return [Item("the object", whole)]


def _array(text: str) -> list[Item | Unreadable]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"line {error.lineno}, column {error.colno} of the array is no JSON ({error.msg}); "
            "nothing was stored",
            field="file",
            line=error.lineno,
        ) from error
    except ValueError as error:  # Python reads no number of thousands of digits
        raise InvalidInput(
            f"the array cannot be read: {error}; nothing was stored", field="file"
        ) from error
    except RecursionError as error:
        raise InvalidInput("the array is nested too deeply; nothing was stored") from error
    return [Item(f"item {at}", value) for at, value in enumerate(found, start=1)]


def _lines(text: str) -> list[Item | Unreadable]:
    items: list[Item | Unreadable] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        value = _parsed(line)
        if isinstance(value, Unreadable):
            items.append(Unreadable(f"line {number}", value.reason))
        else:
            items.append(Item(f"line {number}", value))
    return items


def _parsed(text: str) -> Any:
    if _STRAY.search(text):
        return Unreadable("", "not UTF-8 text")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return Unreadable("", f"no JSON: {error.msg} at column {error.colno}")
    except ValueError as error:  # Python reads no number of thousands of digits
        return Unreadable("", str(error))
    except RecursionError:
        return Unreadable("", "nested too deeply")
