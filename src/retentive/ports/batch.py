"""Many names at once over a source that answers one name at a time.

For plug-ins: our own drivers answer for many names in one question.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


async def batch_get_fallback(
    ids: Iterable[str], get_single: Callable[[str], Awaitable[T | None]]
) -> dict[str, T]:
    """Return what `get_single` finds for each id, asked in parallel (row C-16).

    Ids for which it returns None are absent; the rest keep the order of `ids`. An id that
    comes twice is asked once. If one call raises, the others are cancelled and its exception
    comes out.
    """
    names = list(dict.fromkeys(ids))
    tasks = [asyncio.ensure_future(get_single(name)) for name in names]
    try:
        values = await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
    return {name: value for name, value in zip(names, values, strict=True) if value is not None}
