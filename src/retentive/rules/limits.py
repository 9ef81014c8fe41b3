"""Sizes that are accepted (row Z-73); `rules.checked` holds the checks."""

from __future__ import annotations

from dataclasses import dataclass, fields

from retentive.kernel.errors import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Largest sizes accepted; over them a call raises `TooLarge` and stores nothing."""

    part_bytes: int = 1_000_000
    call_bytes: int = 10_000_000
    items: int = 10_000
    tags: int = 64
    tag_length: int = 128
    query_bytes: int = 1_000_000
    metadata_bytes: int = 64_000

    def __post_init__(self) -> None:
        """Refuse a limit that is no whole number from 1 up."""
        for one in fields(self):
            size = getattr(self, one.name)
            if isinstance(size, bool) or not isinstance(size, int) or size < 1:
                raise InvalidInput(
                    f"{one.name} must be a whole number from 1 up, not {size!r:.80}",
                    field=one.name,
                )


LIMITS = Limits()
