"""What claims do to each other is a function of the log too: batches and rebuilds agree."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from retentive import AsyncMemory, Config
from retentive.rules.pace import Pace
from retentive.testing.fakes import frozen_ambient
from tests.pipeline import life
from tests.pipeline.claiming import Reader
from tests.pipeline.test_fold import copied, log_of, state, store_of
from tests.support.fast import examples

SENTENCES = (
    "I live in Porto.",
    "I moved to Faro.",
    "I moved to Faro since 2025-06. I also live in Porto.",
    "I left Porto. I like chess.",
    "I am staying for now in Graz.",
    "I live in Porto, Portugal.",
    "I meant Faro, not Porto.",
    "Scrap what I said about Faro.",
    "Forget chess.",
    "I like chess. I keep two cats.",
    "I keep three cats. I no longer like chess.",
    "I have a concert on 2026-02-01.",
    "I moved the concert on 2026-02-08.",
)
LIVES = st.lists(
    st.one_of(
        st.builds(
            life.Say,
            user=st.just("ana"),
            session=st.sampled_from(("s1", "s2")),
            text=st.sampled_from(SENTENCES),
            role=st.just("user"),
            minutes=st.integers(0, 40),
            visibility=st.none(),
            name=st.sampled_from((None, None, None, "Rosa")),
        ),
        st.builds(
            life.State, user=st.just("ana"), text=st.sampled_from(SENTENCES), visibility=st.none()
        ),
        st.builds(
            life.Curate,
            user=st.just("ana"),
            verb=st.sampled_from(("correct", "retract", "forget", "undo", "undo")),
            pick=st.integers(0, 5),
            text=st.sampled_from(SENTENCES),
        ),
        st.builds(life.ForgetEntry, user=st.just("ana"), pick=st.integers(0, 8)),
        st.builds(life.Digest, all=st.booleans()),
    ),
    min_size=3,
    max_size=16,
)


async def opened(pace: Pace) -> AsyncMemory:
    config = Config(background=False, pace=pace)
    return await AsyncMemory.open(
        "memory://", ambient=frozen_ambient(), config=config, extractor=Reader()
    )


@settings(max_examples=examples(200), deadline=None)
@given(lived=LIVES, pace=st.integers(1, 7))
def test_claims_are_decided_alike_in_any_batches_and_when_rebuilt(
    lived: list[life.Act], pace: int
) -> None:
    async def main() -> None:
        async with await opened(Pace()) as memory, await opened(Pace(entries=pace)) as other:
            await life.live(memory, lived)
            await memory.flush()
            was = await state(memory)
            await copied(await log_of(store_of(memory)), store_of(other))
            await other.flush()
            assert await state(other) == was
            await memory.rebuild()
            assert await state(memory) == was
            assert list((await memory.verify()).damages) == []
            assert (await memory.stats()).dead_letters == 0

    asyncio.run(main())
