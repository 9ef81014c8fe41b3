"""What is put right, taken back or to be forgotten in passing: stories of corrections."""

from __future__ import annotations

from retentive.model.fact import Standing
from tests.pipeline.claiming import when
from tests.pipeline.story import Story, shown, told


@told
async def test_a_correction_was_never_so_and_keeps_its_time(ana: Story) -> None:
    await ana.tells(
        ("2026-01-01", "I lived in Takoradi from 1963 to 1971. I live in Accra since 1988."),
        ("2026-01-08", "I meant Sekondi, not Takoradi."),
    )
    assert await ana.homes() == ["Sekondi [1963-01-01, 1971-01-01)", "Accra [1988-01-01, …)"]
    (sekondi,) = [one for one in await ana.facts() if one.claim and one.claim.value == "Sekondi"]
    history = await ana.ana.history(sekondi.key)
    assert [one.text for one in history][-1] == "I lived in Sekondi from 1963 to 1971."
    assert history[-1].reason == "corrected"


@told
async def test_what_was_wrong_is_not_found_any_more(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I am called Hallorann."))
    await ana.tells(("2026-01-02", "I meant Halloran, not Hallorann."))
    assert await ana.line("name") == ["Halloran […, …)"]
    hits = await ana.ana.recall("What am I called?", include_log=False)
    assert [hit.text for hit in hits] == ["I am called Halloran."]
    await ana.tells(("2026-01-03", "I am called Hallorann. I like tea."))
    assert await ana.line("name") == ["Halloran […, …)"]


@told
async def test_only_the_wrong_part_of_a_value_is_put_right(ana: Story) -> None:
    await ana.tells(
        ("2026-01-01", "I keep two budgies. I like budgies. I meant cockatiels, not budgies.")
    )
    values = await ana.values()
    assert values in ({"two cockatiels", "budgies"}, {"two budgies", "cockatiels"})


@told
async def test_what_is_taken_back_is_gone_and_the_rest_stays(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I like persimmons. I like figs. I own a boat."))
    await ana.tells(("2026-02-01", "Scrap what I said about persimmons."))
    assert await ana.values() == {"figs", "a boat"}
    assert {one.standing for one in await ana.facts()} == {Standing.PLAIN}


@told
async def test_what_is_to_be_forgotten_is_silent_at_every_time(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I like persimmons. I like figs."))
    (persimmons,) = [one for one in await ana.facts() if "persimmons" in one.text]
    await ana.tells(("2026-02-01", "Forget persimmons."))
    assert await ana.values() == {"figs"}
    for known_at in (None, persimmons.recorded_at):
        hits = await ana.ana.recall("persimmons figs", known_at=known_at)
        assert [hit.text for hit in hits if "persimmon" in hit.text.lower()] == []
    await ana.tells(("2026-03-01", "I like persimmons."))
    assert await ana.values() == {"figs"}


@told
async def test_words_that_name_nothing_known_change_nothing(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I like figs."))
    before = await ana.facts()
    await ana.tells(("2026-02-01", "Forget the harbour. Scrap what I said about the oud."))
    assert await ana.facts() == before


@told
async def test_nobody_puts_right_what_another_said(ana: Story) -> None:
    await ana.tells(("2026-01-01", "I live in Porto."))
    await ana.ana.observe(
        [
            {
                "role": "user",
                "name": "Hank",
                "content": "I meant Braga, not Porto. Forget Porto.",
                "timestamp": when("2026-01-02"),
            }
        ]
    )
    await ana.memory.flush()
    assert await ana.values() == {"Porto"}


@told
async def test_the_fact_that_is_meant_is_found_however_long_ago_it_was_said(ana: Story) -> None:
    await ana.tells(("2020-01-01", "I own a harpsichord."))
    await ana.tells(
        *(
            (f"2021-01-{day:02}", f"I like dish{month}{day}.")
            for month in "abcd"
            for day in range(1, 29)
        )
    )
    await ana.tells(("2026-01-01", "I meant a spinet, not a harpsichord."))
    (spinet,) = [one for one in await ana.facts() if one.claim and one.claim.attribute == "owns"]
    assert shown(spinet) == "a spinet […, …)"


@told
async def test_what_a_forgotten_message_told_more_closely_is_gone_from_the_claim_too(
    ana: Story,
) -> None:
    await ana.tells(("2025-01-01", "I work as a nurse."))
    await ana.tells(("2025-02-01", "I work as a nurse at St Mary's."))
    (nurse,) = await ana.facts()
    (fuller,) = {one.entry_id for one in nurse.provenance.citations if "Mary" in one.quote}
    await ana.ana.forget(fuller)
    for _ in range(2):
        (left,) = await ana.facts()
        assert (left.text, left.claim and left.claim.value) == ("I work as a nurse.", "a nurse")
        assert "Mary" not in str(await ana.ana.history(nurse.key))
        await ana.memory.flush()


@told
async def test_a_history_tells_by_which_words_until_these_are_forgotten(ana: Story) -> None:
    await ana.tells(("2024-01-01", "I live in Lisbon."), ("2026-01-01", "I moved to Porto."))
    lisbon, porto = sorted(await ana.facts(), key=lambda one: one.text)
    assert (await ana.ana.history(lisbon.key))[-1].reason == "superseded: I moved to Porto."
    await ana.ana.forget(porto.id)
    assert (await ana.ana.history(lisbon.key))[-1].reason == "superseded"


@told
async def test_a_claim_whose_first_words_are_forgotten_rests_on_those_that_confirm_it(
    ana: Story,
) -> None:
    await ana.tells(
        ("2025-01-01", "Sadly I live in Porto."), ("2025-02-01", "I still live in Porto.")
    )
    (porto,) = await ana.facts()
    await ana.ana.forget(porto.provenance.citations[0].entry_id)
    await ana.memory.flush()
    assert [one.text for one in await ana.facts()] == ["I still live in Porto."]
