"""What a context holds and what it says of itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from datetime import timedelta

import pytest

from retentive.app.handle import AsyncHandle
from retentive.kernel.errors import ContextOverBudget
from retentive.pipeline.assemble import fitted
from retentive.rules.fit import TOKEN_ESTIMATE, Section
from retentive.rules.render import PREFACE
from retentive.testing.fakes import START
from tests.pipeline.scene import opened

FOREIGN = "zyzzyva"
"""A word that nobody says, so that nothing but the recent messages is in the block."""


class Words:
    """Counts words."""

    name = "words-1"

    def count(self, text: str) -> int:
        return len(text.split())


async def _say(handle: AsyncHandle, texts: Sequence[str], minute: int = 0) -> None:
    for number, text in enumerate(texts):
        said = START - timedelta(days=1) + timedelta(minutes=minute + number)
        await handle.observe([{"role": "user", "content": text, "timestamp": said}])


def _lines(text: str) -> list[str]:
    return [line.split(": ")[1] for line in text.splitlines() if line.startswith("- ")]


def test_a_small_budget_keeps_the_newest_messages_in_the_order_of_time() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", session="s")
            await _say(ana, [f"Turn {number} is about nothing much." for number in range(8)])
            whole = await ana.context(FOREIGN)
            assert _lines(whole.text) == [f"Turn {n} is about nothing much." for n in range(8)]
            small = await ana.context(FOREIGN, budget=whole.tokens - 30)
            assert _lines(small.text) == [f"Turn {n} is about nothing much." for n in range(2, 8)]
            assert {one.section: one.cut for one in small.account}["recent"] == 2

    asyncio.run(main())


def test_the_last_messages_of_several_spaces_are_those_said_last() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", agent="desk", session="s")
            await _say(ana, ["one", "two", "three", "four"])
            for text in ("five", "six"):
                await ana.observe([{"role": "user", "content": text}], visibility="private")
            await _say(ana, ["seven", "eight"], minute=9)
            wanted = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
            assert _lines((await ana.context(FOREIGN)).text) == wanted

    asyncio.run(main())


def test_the_account_adds_up() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", session="s")
            await _say(ana, ["I like green tea.", "My tea is gone.", "Whatever.", "It rains."])
            await memory.flush()
            for budget in (80, 120, 2000):
                block = await ana.context("tea", budget=budget)
                assert block.text
                assert sum(one.tokens for one in block.account) == block.tokens <= budget
                printed = [line for line in block.text.splitlines() if line.startswith("- ")]
                assert sum(one.lines for one in block.account[1:]) == len(printed)

    asyncio.run(main())


@pytest.mark.req("Z-11")
def test_whatever_counts_the_tokens_is_named_and_counts_the_markup_too() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", session="s")
            await _say(ana, ["I like green tea.", "My tea is gone.", "It rains."])
            await memory.flush()
            usual = await ana.context("tea")
            assert (usual.counter, usual.tokens) == ("estimate-1", TOKEN_ESTIMATE.count(usual.text))
            block = await ana.context("tea", counter=Words())
            assert (block.counter, block.tokens) == ("words-1", len(block.text.split()))
            told = {one.section: one.tokens for one in block.account}
            blocks = re.findall(r'(<memory section="(\w+)".*?</memory>)', block.text, re.S)
            sizes = {section: len(whole.split()) for whole, section in blocks}
            assert told == {"preface": len(PREFACE.split()), "log": 0} | sizes
            assert len(sizes) >= 2

    asyncio.run(main())


@pytest.mark.req("A-18")
def test_every_section_of_a_context_is_wrapped_and_names_whose_it_is() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", agent="desk", project="<p>", session="s")
            await _say(ana, ["I like green tea.", "Is my tea gone?", "It rains."])
            await memory.flush()
            block = await ana.context("tea")
            assert block.text.startswith(f"{PREFACE}\n<memory ")
            whole = re.compile(r'<memory section="(\w+)" scope="([^"]+)">\n(?:- .+\n)+</memory>')
            assert whole.sub("", block.text.removeprefix(PREFACE)).strip() == ""
            scope = "user:ana agent:desk project:&lt;p&gt;"
            sections = [(key, scope) for key in ("facts", "log", "recent")]
            assert whole.findall(block.text) == sections

    asyncio.run(main())


def test_a_budget_too_small_for_a_line_tells_what_was_cut() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", session="s")
            await _say(ana, ["I like green tea.", "It rains."])
            await memory.flush()
            block = await ana.context("tea", budget=20)
            assert (block.text, block.stable, block.volatile, block.tokens) == ("", "", "", 0)
            assert {one.section: (one.tokens, one.lines, one.cut) for one in block.account} == {
                "facts": (0, 0, 1),
                "log": (0, 0, 0),
                "recent": (0, 0, 1),
            }

    asyncio.run(main())


def test_pinned_lines_that_do_not_fit_are_an_error_that_says_how_much_they_take() -> None:
    pinned = Section(
        key="slots", weight=1, header="<s>", lines=("a b c",), footer="</s>", pinned=True
    )
    with pytest.raises(ContextOverBudget, match="5 tokens, the budget is 4") as caught:
        fitted([pinned], 4, lambda text: len(text.split()))
    assert caught.value.facts == {"tokens": 5, "budget": 4}


def test_the_budget_decides_how_many_messages_go_in() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", session="s")
            said = [{"role": "user", "content": f"Turn {n} is idle."} for n in range(230)]
            await ana.observe(said)
            block = await ana.context(FOREIGN, budget=100_000)
            assert _lines(block.text) == [f"Turn {n} is idle." for n in range(30, 230)]
            small = await ana.context(FOREIGN, budget=500)
            recent = next(one for one in small.account if one.section == "recent")
            assert recent.lines + recent.cut == 200
            assert 10 < recent.lines < 60

    asyncio.run(main())


def test_a_message_that_was_forgotten_takes_no_line() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", session="s")
            receipt = await ana.observe(
                [{"role": "user", "content": text} for text in ("I like tea. Really.", "Hello.")]
            )
            await ana.forget(receipt.ids[0])
            assert _lines((await ana.context(FOREIGN)).text) == ["Hello."]
            await memory.flush()
            assert _lines((await ana.context(FOREIGN)).text) == ["Hello."]

    asyncio.run(main())


@pytest.mark.parametrize("digested", [True, False])
@pytest.mark.parametrize("turn", ["Where is my dog?", "I like my dog."])
def test_a_turn_that_was_stored_before_it_is_asked_is_not_given_back(
    turn: str, digested: bool
) -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", session="s")
            await _say(ana.session("before"), ["My dog is called Bica."])
            await _say(ana, ["Hello."])
            await memory.flush()
            await ana.observe([{"role": "user", "content": f"{turn} "}])
            if digested:
                await memory.flush()
            block = await ana.context(turn)
            assert turn not in block.text
            assert "Hello." in block.text
            assert "Bica" in block.text
            assert turn not in [hit.text for hit in block.hits]
            other = await ana.session("later").context(turn)
            assert (turn in other.text) == digested

    asyncio.run(main())
