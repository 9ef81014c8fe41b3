"""What the extraction of an entry may look at."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.testing.scripted import ScriptedExtractor
from tests.properties.places import opened
from tests.support.stores import MemoryData


@dataclass
class Looking(ScriptedExtractor):
    """An extractor without a model that notes which earlier messages it was given."""

    window: int = 9
    seen: dict[str, list[str]] = field(default_factory=dict)

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> None:
        """Ask no model."""

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Note what was given."""
        self.seen[entry.text] = [one.text for one in earlier]
        return []


def test_extraction_sees_earlier_messages_of_the_same_session_and_no_others() -> None:
    async def main() -> None:
        looking = Looking()
        async with await opened(MemoryData(), extractor=looking) as memory:
            ana = memory.scope(user="ana")
            for session, text in (("s", "a"), (None, "b"), ("s", "c"), (None, "d"), ("t", "e")):
                handle = ana if session is None else ana.session(session)
                await handle.observe([{"role": "user", "content": text}])
            await memory.flush()
        assert looking.seen == {"a": [], "b": [], "c": ["a"], "d": ["b"], "e": []}

    asyncio.run(main())
