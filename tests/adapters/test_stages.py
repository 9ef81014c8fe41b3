"""A stage that begins while others write."""

from __future__ import annotations

import asyncio
import threading

from retentive.ports.store import Transaction
from retentive.testing import build
from tests.adapters.opening import append, opened


def test_a_stage_that_begins_during_an_append_waits_for_it(postgres_url: str) -> None:
    async def main() -> None:
        writing, beginning = await opened(postgres_url, 10), await opened(postgres_url, 10)
        begun = threading.Event()

        def begin() -> None:
            asyncio.run(beginning.lease("other", "me", able=("x",), now=build.at(1), seconds=9))
            begun.set()

        starter = threading.Thread(target=begin)

        def work(tx: Transaction) -> int:
            head = append(tx)
            starter.start()
            begun.wait(0.5)  # it is still waiting then; what it reads must be what we commit
            return head

        await writing.write(build.ANA, append)
        head = await writing.write(build.ANA, work)
        await asyncio.to_thread(starter.join)
        ((_, mark, _),) = await writing.pending("other")
        assert mark.head_seq == head == 2
        await writing.close()
        await beginning.close()

    asyncio.run(main())
