"""What a forgotten message told is in no claim, no text and no history any more."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from retentive import AsyncMemory, Config, NotFound
from retentive.app.handle import AsyncHandle
from retentive.rules.pace import Pace
from retentive.testing.fakes import frozen_ambient
from tests.pipeline.claiming import Reader
from tests.properties.places import Place, opened
from tests.support.plain import everything
from tests.support.stores import Driver

SAYINGS = (
    "I work as a nurse at {0}.",
    "I work as a nurse. I work as a nurse near {0}.",
    "I work now as a {0}.",
    "I live in Porto, {0}.",
    "I moved to {0}.",
    "I left Porto. I like {0}.",
    "I like tea with {0}.",
    "I keep two cats from {0}. I keep three cats of {0}.",
    "I meant a nurse of {0}, not a nurse.",
    "I meant {0}, not Porto.",
    "I have a concert with {0}.",
)
LIVES = st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=7)


def marker(number: int) -> str:
    return "zq" + "abcdefghij"[number] + "x"


async def told(ana: AsyncHandle, keys: Sequence[str]) -> str:
    """Return all that can be told of what was said."""
    every = "nurse Porto tea cats concert " + " ".join(map(marker, range(10)))
    histories = []
    for key in keys:
        try:
            histories.append(await ana.history(key))
        except NotFound:
            continue
    answers = [
        await ana.recall(every, limit=100, valid_at="any"),
        (await ana.facts.list(valid_at="any", limit=200)).items,
        await ana.context(every),
        histories,
    ]
    return everything(answers).replace(every, "")


async def forgotten(memory: AsyncMemory, life: list[str], pick: int) -> None:
    """Tell a life, forget one message of it, and find nothing of that any more."""
    ana = memory.scope(user="ana", session="s1")
    ids: list[str] = []
    for number, saying in enumerate(life):
        text = saying.format(marker(number))
        ids += (await ana.observe([{"role": "user", "content": text}])).ids
    await memory.flush()
    keys = [one.key for one in (await ana.facts.list(valid_at="any", limit=200)).items]
    gone = pick % len(life)
    await ana.forget(ids[gone])
    for _ in range(2):
        assert marker(gone) not in await told(ana, keys)
        await memory.flush()
    await memory.rebuild()
    assert marker(gone) not in await told(ana, keys)
    assert list((await memory.verify()).damages) == []


def test_nothing_of_a_forgotten_message_is_left_in_a_claim(place: Place) -> None:
    @place.always(60, life=LIVES, pick=st.integers(0, 6), pace=st.integers(1, 5))
    async def claim(data: Driver, life: list[str], pick: int, pace: int) -> None:
        config = Config(background=False, pace=Pace(entries=pace))
        async with await opened(
            data, frozen_ambient(), extractor=Reader(), config=config
        ) as memory:
            await forgotten(memory, life, pick)
