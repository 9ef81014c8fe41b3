"""What cannot be digested is given up by itself, kept, and tried again by a rebuild."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from retentive import AsyncMemory
from retentive.errors import ExtractorUnavailable
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.testing.scripted import ScriptedExtractor
from tests.durability.lives import BROKEN, FERRETS, SCRIPT, TEA, answer, expected
from tests.durability.logs import later, log_of, on, settled, state

ANSWERS = {**SCRIPT, BROKEN: answer(BROKEN, "This one")}


@dataclass
class Flaky(ScriptedExtractor):
    """Answers from a script, and fails as long as it is told to."""

    fails: Callable[[str], bool] = field(default=lambda text: False)

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Fail, or read the answer."""
        if self.fails(entry.text):
            raise ConnectionError("no route to host")
        return super().extract(entry, earlier, reply)


async def say(memory: AsyncMemory, *texts: str) -> None:
    await memory.scope(user="ana").observe([{"role": "user", "content": text} for text in texts])


async def facts(memory: AsyncMemory) -> set[str]:
    return {one.text for one in (await memory.scope(user="ana").facts.list()).items}


@pytest.mark.parametrize("texts", [(TEA,), (TEA, FERRETS)])
def test_while_nothing_works_nothing_is_given_up_and_all_is_digested_later(
    tmp_path: Path, texts: tuple[str, ...]
) -> None:
    flaky = Flaky(SCRIPT, fails=lambda text: True)

    async def down(memory: AsyncMemory) -> None:
        await say(memory, *texts)
        with pytest.raises(ExtractorUnavailable, match="no route to host"):
            await memory.flush()
        assert (await memory.stats()).pending >= len(texts)
        with pytest.raises(ExtractorUnavailable, match="run the rebuild again"):
            await memory.rebuild()
        assert (await memory.stats()).dead_letters == 0
        flaky.fails = lambda text: False
        assert (await memory.flush()).pending == 0
        assert "I like tea" in await facts(memory)
        await settled(memory, flaky)

    on(tmp_path / "down.db", down, extractor=flaky)


@pytest.mark.parametrize("asked", [True, False])
def test_what_was_given_up_is_tried_again_by_a_rebuild_and_has_its_place_in_the_log(
    tmp_path: Path, asked: bool
) -> None:
    path = tmp_path / "given-up.db"
    broken = Flaky(SCRIPT if asked else ANSWERS, fails=lambda text: text == BROKEN and not asked)

    async def given_up(memory: AsyncMemory) -> None:
        await say(memory, TEA, BROKEN, FERRETS)
        assert (await memory.flush()).dead_letters == 1
        assert (await memory.rebuild()).dead_letters == 1

    async def revived(memory: AsyncMemory) -> None:
        assert (await memory.flush()).dead_letters == 0  # nothing is pending: no space waited for
        assert (await memory.rebuild()).dead_letters == 0
        assert "This one" in await facts(memory)
        assert (await memory.verify()).damages == ()
        assert await state(memory) == await expected(memory)
        log = await log_of(memory)
        await memory.rebuild()
        assert await log_of(memory) == log

    on(path, given_up, extractor=broken)
    on(path, revived, extractor=Flaky(ANSWERS), ambient=later())
