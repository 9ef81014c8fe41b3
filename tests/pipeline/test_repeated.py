"""A statement that is made again under its key: what it has become, and never another's words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from retentive import AsyncMemory
from retentive.app.handle import AsyncHandle
from retentive.model.fact import Fact, Standing
from tests.pipeline.scene import opened

DRUM = "I play drum."
CLINIC = "I was treated at the Zyx clinic"


async def _said(ana: AsyncHandle) -> Fact:
    return await ana.remember(DRUM, idempotency_key="k")


def _again(
    play: Callable[[AsyncMemory, AsyncHandle, Fact], Awaitable[object]],
) -> list[tuple[str, Standing]]:
    """Return what the retry answers at once, after digestion and after a rebuild."""

    async def main() -> list[tuple[str, Standing]]:
        async with await opened("memory://", words_alone=True) as memory:
            ana = memory.scope(user="ana")
            await play(memory, ana, await _said(ana))
            answers = [await _said(ana)]
            await memory.flush()
            answers.append(await _said(ana))
            await memory.rebuild()
            answers.append(await _said(ana))
            return [(fact.text, fact.standing) for fact in answers]

    return asyncio.run(main())


@pytest.mark.parametrize("digested", [True, False])
def test_what_was_corrected_and_forgotten_is_not_told_again(digested: bool) -> None:
    async def play(memory: AsyncMemory, ana: AsyncHandle, fact: Fact) -> None:
        if digested:
            await memory.flush()
        new = (await ana.correct(fact.id, CLINIC)).fact
        assert new is not None
        if digested:
            await memory.flush()
        await ana.forget(new.id)

    assert _again(play) == [(DRUM, Standing.FORGOTTEN)] * 3


@pytest.mark.parametrize("digested", [True, False])
def test_what_became_of_the_fact_that_it_confirmed_is_not_told_once_forgotten(
    digested: bool,
) -> None:
    async def play(memory: AsyncMemory, ana: AsyncHandle, fact: Fact) -> None:
        first = await ana.remember("My cat is Tom")
        await ana.remember("My cat is Tom.", idempotency_key="cat")
        if digested:
            await memory.flush()
        new = (await ana.correct(first.id, CLINIC)).fact
        assert new is not None
        await ana.forget(new.id)
        for _ in range(2):
            again = await ana.remember("My cat is Tom.", idempotency_key="cat")
            assert (again.text, again.standing) == ("My cat is Tom.", Standing.FORGOTTEN)
            assert CLINIC not in repr(again.provenance.citations)
            await memory.flush()

    assert [text for text, _ in _again(play)] == [DRUM] * 3


def test_what_was_forgotten_by_its_entry_is_told_as_forgotten() -> None:
    async def play(memory: AsyncMemory, ana: AsyncHandle, fact: Fact) -> None:
        await ana.forget(fact.provenance.citations[0].entry_id)

    assert _again(play) == [(DRUM, Standing.FORGOTTEN)] * 3


@pytest.mark.parametrize("digested", [True, False])
def test_what_was_retracted_is_told_as_retracted(digested: bool) -> None:
    async def play(memory: AsyncMemory, ana: AsyncHandle, fact: Fact) -> None:
        if digested:
            await memory.flush()
        await ana.retract(fact.id)

    assert _again(play) == [(DRUM, Standing.RETRACTED)] * 3


def test_what_was_corrected_is_told_as_it_is_now() -> None:
    async def play(memory: AsyncMemory, ana: AsyncHandle, fact: Fact) -> None:
        await ana.correct(fact.id, "I play the tuba.")

    assert {text for text, _ in _again(play)} == {"I play the tuba."}
