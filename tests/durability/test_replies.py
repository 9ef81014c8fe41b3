"""Of what several workers do about one entry, one thing counts, in every replay."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from retentive import AsyncMemory, Config
from retentive.kernel.scope import Address, Visibility
from retentive.model.entry import Reply, ReplyStatus
from retentive.model.space import DIGEST
from retentive.pipeline.replies import record_reply
from retentive.rules.pace import WorkPolicy
from retentive.testing.scripted import ScriptedExtractor
from tests.durability.logs import later, log_of, on, settled, store_of

HOME = Address(visibility=Visibility.USER, user="ana")
TEXT = "I like tea."
ANSWER = json.dumps([{"text": "Likes tea", "start": 0, "end": 10, "kind": "preference"}])


def reply(status: ReplyStatus, text: str) -> Reply:
    return Reply(
        about_seq=1, stage=DIGEST, status=status, prompt="p", model="m", input_hash="h", text=text
    )


async def recorded(memory: AsyncMemory, *replies: Reply) -> list[str]:
    ambient = later()
    return [(await record_reply(store_of(memory), ambient, HOME, one)).text for one in replies]


def test_of_several_answers_to_one_question_the_first_counts_and_is_the_only_one_kept(
    tmp_path: Path,
) -> None:
    async def work(memory: AsyncMemory) -> int:
        await memory.scope(user="ana").observe([{"role": "user", "content": TEXT}])
        answered = [reply(ReplyStatus.ANSWERED, text) for text in ("first", "second")]
        assert await recorded(memory, *answered) == ["first", "first"]
        (entries,) = (await log_of(memory)).values()
        return len(entries)

    assert on(tmp_path / "answers.db", work) == 2


def test_an_answer_that_comes_after_its_entry_was_given_up_is_not_taken(tmp_path: Path) -> None:
    async def work(memory: AsyncMemory) -> int:
        await memory.scope(user="ana").observe([{"role": "user", "content": TEXT}])
        dead, late = reply(ReplyStatus.DEAD, "broke"), reply(ReplyStatus.ANSWERED, "late")
        assert await recorded(memory, dead, late) == ["broke", "broke"]
        (entries,) = (await log_of(memory)).values()
        return len(entries)

    assert on(tmp_path / "late.db", work) == 2


@dataclass
class Overtaken(ScriptedExtractor):
    """Fails, after another worker has taken over and digested the entry."""

    other: Callable[[], None] = print

    async def ask(self, question: object) -> str:
        await asyncio.to_thread(self.other)
        raise ValueError("too late")


def test_who_lost_the_lease_gives_up_no_entry_that_another_has_digested(tmp_path: Path) -> None:
    path = str(tmp_path / "overtaken.db")
    work = WorkPolicy(attempts=1, lease_seconds=0.0)

    def other() -> None:
        on(
            path,
            lambda memory: memory.flush(timeout=30),
            extractor=ScriptedExtractor({TEXT: ANSWER}),
            config=Config(background=False, work=WorkPolicy(lease_seconds=0.0)),
        )

    async def overtaken(memory: AsyncMemory) -> None:
        await memory.scope(user="ana").observe([{"role": "user", "content": TEXT}])
        await memory.flush(timeout=30)
        assert (await memory.stats()).dead_letters == 0

    slow = Overtaken(other=other)
    on(path, overtaken, extractor=slow, config=Config(background=False, work=work))
    script = ScriptedExtractor()

    async def judged(memory: AsyncMemory) -> None:
        await settled(memory, ScriptedExtractor())
        (fact,) = (await memory.scope(user="ana").facts.list()).items
        assert fact.text == "Likes tea"

    on(path, judged, extractor=script)
    assert script.asked == []
