"""The keys of an item: those that are read, and those that look as if they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from difflib import SequenceMatcher

READ = frozenset(
    [
        "role",
        "content",
        "parts",
        "tool_calls",
        "function_call",
        "name",
        "kind",
        "metadata",
        "id",
        "timestamp",
        "timezone",
        "event",
        "hook_event_name",
        "hook_type",
        "tool",
        "tool_name",
        "text",
        "prompt",
        "output",
        "error",
        "payload",
    ]
)
"""What messages and events are read from; `rules.intake` reads it."""

_TIMES = frozenset(
    [
        "time",
        "ts",
        "date",
        "datetime",
        "created",
        "createdat",
        "createtime",
        "createdtime",
        "sent",
        "sentat",
        "senttime",
        "when",
        "at",
        "saidat",
        "posted",
        "postedat",
        "publishedat",
        "timestampms",
        "unixtime",
        "epoch",
    ]
)
_ALIKE = 0.8
_SHOWN = 64
"""Letters of a key that a receipt shows."""


def mistaken_time(item: object) -> str | None:
    """Return the key under which an item without a `timestamp` seems to have one."""
    if not isinstance(item, Mapping) or item.get("timestamp") is not None:
        return None
    return next((name for name in _unread(item) if _is_time(name, item[name])), None)


def _is_time(name: str, value: object) -> bool:
    if not isinstance(value, str | int | float | datetime) or isinstance(value, bool):
        return False
    plain = "".join(char for char in name.casefold() if char.isalnum())
    return plain in _TIMES or SequenceMatcher(None, "timestamp", plain).ratio() >= _ALIKE


def ignored(item: object) -> tuple[str, ...]:
    """Return the keys of an item that nothing reads; what an object has besides is its own."""
    if not isinstance(item, Mapping):
        return ()
    return tuple(name[:_SHOWN] for name in _unread(item) if item[name] is not None)


def _unread(item: Mapping[object, object]) -> Iterator[str]:
    return (name for name in item if isinstance(name, str) and name not in READ)
