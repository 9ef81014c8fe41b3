"""JSON forms of values without parts of their own: text, numbers, times, bytes, named choices."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import NoneType
from typing import Any, NamedTuple


class Bad(ValueError):
    """Bad data, and the way to it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""

    def below(self, step: str) -> Bad:
        """Return this error as seen from one level further out."""
        self.path = step + self.path
        return self


class Codec(NamedTuple):
    """How one type is written to JSON and read from it."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def checked(data: Any, kind: type, name: str) -> Any:
    """Return `data` if it is of that kind."""
    if not isinstance(data, kind):
        raise Bad(f"expected {name}, found {type(data).__name__}")
    return data


def _plain(kind: type, name: str) -> Codec:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise Bad(f"expected {name}, found {type(data).__name__}")
        return data

    return Codec(lambda value: value, read)


def _read_float(data: Any) -> float:
    if type(data) not in (float, int):
        raise Bad(f"expected a number, found {type(data).__name__}")
    return float(data)


def _read_bytes(data: Any) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (TypeError, ValueError):
        raise Bad("expected base64") from None


def _write_time(at: datetime) -> str:
    if at.tzinfo is None:
        raise ValueError(f"{at!r} has no UTC offset")
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _read_time(data: Any) -> datetime:
    try:
        at = datetime.fromisoformat(data)
    except (TypeError, ValueError):
        raise Bad(f"expected a time, found {data!r}") from None
    if at.tzinfo is None:
        raise Bad("the time has no UTC offset")
    return at.astimezone(UTC)


PLAIN: dict[Any, Codec] = {
    str: _plain(str, "text"),
    int: _plain(int, "a whole number"),
    bool: _plain(bool, "true or false"),
    float: Codec(float, _read_float),
    bytes: Codec(lambda value: base64.b64encode(value).decode(), _read_bytes),
    datetime: Codec(_write_time, _read_time),
    NoneType: _plain(NoneType, "null"),
}


def one_of(members: Mapping[Any, Any], write: Callable[[Any], Any]) -> Codec:
    """Return the codec of a closed choice: what stands in JSON, and what it means."""

    def read(data: Any) -> Any:
        try:
            return members[data]
        except (KeyError, TypeError):
            raise Bad(f"expected one of {', '.join(map(str, members))}") from None

    return Codec(write, read)
