"""A small memory with something of everything, half of its last entries not yet digested."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from retentive import AsyncMemory, Config
from retentive.kernel.ambient import Ambient
from retentive.model.fact import Fact
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance, ToyEmbedder

BEGUN = START - timedelta(days=2)


@dataclass(frozen=True)
class Scene:
    """The ids of what was said and learnt, all in space 1."""

    tea: Fact
    porto: Fact
    lisbon: Fact
    chess: Fact
    email: Fact
    folded: Fact
    ferrets: Fact


async def opened(url: str, *, words_alone: bool = False) -> AsyncMemory:
    """Open a memory whose ids, keys and times are always the same."""
    clock = FrozenClock(step=timedelta(seconds=1))
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    config = Config(background=False)
    embedder = None if words_alone else ToyEmbedder()
    return await AsyncMemory.open(url, ambient=ambient, config=config, embedder=embedder)


async def played(memory: AsyncMemory) -> Scene:
    """Let Ana say, correct and forget; entries 1 to 8 are digested, 9 to 11 are not."""
    ana = memory.scope(user="ana", agent="support", session="s1")
    await ana.observe(
        [
            _said("I live in Porto. I like tea.", 0),
            _said("I like tea.", 1),
            {"role": "assistant", "content": "Noted, thank you.", "timestamp": BEGUN},
            _said("I play chess on Sundays.", 600) | {"id": "chess-1"},
        ]
    )
    await memory.flush()
    facts = {fact.text: fact for fact in (await ana.facts.list()).items}
    porto, chess = facts["I live in Porto."], facts["I play chess on Sundays."]
    email = await ana.remember("Prefers e-mail over phone", tags=["contact"])
    lisbon = (await ana.correct(porto.id, "Lives in Lisbon")).fact
    await ana.forget(chess.id)
    await memory.flush()
    folded = await ana.session("s2").remember("prefers e-mail over phone.")
    await memory.flush()
    ferrets = await ana.remember("Keeps two ferrets")
    await ana.retract(facts["I like tea."].id)
    await ana.observe([_said("I own a canoe.", 1200)])
    assert lisbon is not None
    settled = (await ana.history(lisbon.id))[-1]
    return Scene(
        tea=facts["I like tea."],
        porto=porto,
        lisbon=settled,
        chess=chess,
        email=replace(email, standing=folded.standing),
        folded=folded,
        ferrets=ferrets,
    )


def _said(text: str, minutes: int) -> dict[str, object]:
    return {"role": "user", "content": text, "timestamp": BEGUN + timedelta(minutes=minutes)}
