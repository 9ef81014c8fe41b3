"""What a person states or corrects outright changes what is known, like what is said in passing."""

from __future__ import annotations

from tests.pipeline.claiming import when
from tests.pipeline.story import Story, shown, told


@told
async def test_a_statement_takes_its_place_in_time(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I live in Lisbon."))
    stated = await ana.ana.remember("I moved to Porto.")
    await ana.memory.flush()
    assert await ana.homes() == ["Lisbon […, 2026-06-01)", "Porto [by 2026-06-01, …)"]
    now = await ana.ana.facts.get(stated.id)
    assert (now.key, now.text) == (stated.key, "I moved to Porto.")


@told
async def test_what_is_said_later_ends_what_was_stated(ana: Story) -> None:
    await ana.ana.remember("I live in Lisbon.", valid_from=when("2025-01-01"))
    await ana.memory.flush()
    ana.clock.tick(days=90)
    await ana.tells(("2026-08-01", "I moved to Porto."))
    assert await ana.homes() == ["Lisbon [2025-01-01, 2026-08-01)", "Porto [by 2026-08-01, …)"]


@told
async def test_what_was_said_long_ago_does_not_touch_what_was_stated(ana: Story) -> None:
    await ana.ana.remember("I live in Porto.")
    await ana.memory.flush()
    (porto,) = await ana.facts()
    await ana.tells(("2020-01-01", "I live in Lisbon."))
    assert await ana.values("2026-06-02") == {"Porto"}
    assert (await ana.ana.facts.get(porto.id)).text == porto.text
    assert await ana.values("2022-01-01") == {"Lisbon"}


@told
async def test_a_persons_own_words_stand_beside_what_was_said_before(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I live in Porto. I like tea."))
    await ana.ana.remember("As you know, I live in Porto. ")
    await ana.ana.remember("By the way: I like tea.")
    await ana.memory.flush()
    texts = {one.text for one in await ana.facts()}
    assert {"As you know, I live in Porto.", "By the way: I like tea."} <= {
        text.strip() for text in texts
    }
    ana.clock.tick(days=60)
    await ana.tells(("2026-07-01", "I moved to Faro."))
    assert {one.claim.value for one in await ana.facts("2026-08-01") if one.claim} == {
        "Faro",
        "tea",
    }


@told
async def test_a_statement_of_many_claims_ends_others_and_is_ended_by_none(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I live in Lisbon. I work as a nurse."))
    stated = await ana.ana.remember("I moved to Porto. I work now as a teacher.")
    await ana.memory.flush()
    assert await ana.values() == {"Lisbon", "a nurse"}
    assert await ana.values("2026-06-02") == set()
    ana.clock.tick(days=60)
    await ana.tells(("2026-07-01", "I moved to Faro."))
    assert (await ana.ana.facts.get(stated.id)).valid_until is None


@told
async def test_a_correction_claims_what_its_words_say_and_keeps_its_time(ana: Story) -> None:
    await ana.tells(("2024-01-01", "I live in Lisbon."), ("2026-01-01", "I moved to Porto."))
    (porto,) = [one for one in await ana.facts() if "Porto" in one.text]
    await ana.ana.correct(porto.id, "I live in Braga.")
    await ana.memory.flush()
    assert await ana.homes() == ["Lisbon […, 2026-01-01)", "Braga [by 2026-01-01, …)"]
    ana.clock.tick(days=90)
    await ana.tells(("2026-08-01", "I moved to Faro."))
    assert await ana.homes() == [
        "Lisbon […, 2026-01-01)",
        "Braga [by 2026-01-01, 2026-08-01)",
        "Faro [by 2026-08-01, …)",
    ]


@told
async def test_a_correction_to_another_claim_is_decided_like_any(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I live in Lisbon. I like fado."))
    (fado,) = [one for one in await ana.facts() if "fado" in one.text]
    await ana.ana.correct(fado.id, "I moved to Porto.")
    await ana.memory.flush()
    assert await ana.homes() == ["Lisbon […, 2026-06-01)", "Porto [by 2026-06-01, …)"]
    (porto,) = [one for one in await ana.facts("2026-06-02") if one.claim]
    assert (porto.key, porto.pinned, shown(porto)) == (fado.key, True, "Porto [by 2026-06-01, …)")
