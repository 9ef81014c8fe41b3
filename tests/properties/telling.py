"""Stories whose end must outlast a rebuild."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from retentive import AsyncMemory
from retentive.app.handle import AsyncHandle
from tests.pipeline.test_fold import state
from tests.properties.places import Place, opened


def told(place: Place, story: Callable[[AsyncMemory, AsyncHandle], Awaitable[None]]) -> None:
    """Let a story happen to Ana's empty memory; a rebuild must change nothing of how it ends."""

    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            await story(memory, memory.scope(user="ana", session="s-1"))
            await memory.flush()
            before = await state(memory)
            await memory.rebuild()
            assert await state(memory) == before
            assert (await memory.verify()).damages == ()

    asyncio.run(main())
