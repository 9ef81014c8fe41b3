"""Rows as values: one that cannot be read is an error of ours, and in a sweep a `Damage`.

Neither says what stands in the row, which may be words of the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from retentive.kernel.errors import CorruptStore
from retentive.model.report import Damage

T = TypeVar("T")

UNREADABLE = (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError)
"""What reading a row raises that is not as it was written."""


def corrupt(place: str) -> CorruptStore:
    """Return the error of a read that met a row which cannot be read."""
    return CorruptStore(
        f"{place} cannot be read; run `retentive verify` to see what else is wrong", place=place
    )


def checked(row: Any, kind: type, *names: str, null: bool = False) -> Any:
    """Return a row whose columns of these names are of a kind; raise `TypeError` if one is not.

    SQLite keeps in a column whatever it is given.
    """
    for name in names:
        value = getattr(row, name)
        if not (isinstance(value, kind) or (null and value is None)):
            raise TypeError(f"{name} is no {kind.__name__}")
    return row


def checked_mark(row: Any) -> Any:
    """Return a watermark's row; raise `TypeError` if its numbers are none."""
    checked(row, int, "generation", "done_seq", "head_seq", "fence", "attempts")
    return checked(row, int, "until", "next_try", "waiting_since", null=True)


def decoded(make: Callable[[Any], T], row: Any, place: str) -> T:
    """Return the value of a row; raise `CorruptStore` naming `place` if there is none."""
    try:
        return make(row)
    except UNREADABLE as error:
        raise corrupt(place) from error


def swept(make: Callable[[Any], T], row: Any, place: str) -> T | Damage:
    """Return the value of a row, or the damage that there is none."""
    try:
        return make(row)
    except UNREADABLE as error:
        return unreadable(place, error)


def unreadable(place: str, error: Exception) -> Damage:
    """Return the damage of what cannot be read."""
    detail = f"cannot be read: {type(error).__name__}"
    return Damage(check="unreadable", place=place, detail=detail)
