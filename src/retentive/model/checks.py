"""What a value must be before it may exist; a breach is our own fault or a damaged store."""

from __future__ import annotations

from datetime import datetime

from retentive.kernel.errors import InvalidInput


def named(value: str, name: str) -> None:
    """Refuse an empty text where a name or words must stand."""
    if not value:
        raise InvalidInput(f"{name} must not be empty", field=name)


def share(value: float | None, name: str) -> None:
    """Refuse a number outside 0–1."""
    if value is not None and not 0 <= value <= 1:
        raise InvalidInput(f"{name} must be a number from 0 to 1, not {value!r}", field=name)


def aware(value: datetime | None, name: str) -> None:
    """Refuse a time without an offset (row Z-72)."""
    if value is not None and value.utcoffset() is None:
        raise InvalidInput(f"{name} has no UTC offset", field=name)
