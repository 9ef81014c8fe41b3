"""How values show themselves to a person at a prompt or in a log: short, on one line."""

from __future__ import annotations

SHOWN = 60


def brief(text: str) -> str:
    """Return a text in quotes, its beginning alone if it is long."""
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")
