"""What is said later changes what was known, and nothing else: stories of updates."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.pipeline.claiming import when
from tests.pipeline.story import Story, shown, told

# ---------------------------------------------------------------- one value at a time


@told
async def test_a_new_home_ends_the_old_one_where_it_was_said(ana: Story) -> None:
    await ana.tells(("2025-01-01", "I live in Lisbon."), ("2026-01-01", "I live in Porto."))
    assert await ana.homes() == ["Lisbon […, 2026-01-01)", "Porto [by 2026-01-01, …)"]
    assert await ana.values() == {"Porto"}
    assert await ana.values("2025-06-01") == {"Lisbon"}


@told
async def test_a_stated_begin_is_where_the_old_one_ends(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I live in Lisbon."), ("2026-01-01", "I moved to Porto since 2025-11.")
    )
    assert await ana.homes() == ["Lisbon […, 2025-11-01)", "Porto [2025-11-01, …)"]


@told
async def test_what_was_known_before_is_found_again_with_its_history(ana: Story) -> None:
    await ana.tells(("2025-01-01", "I live in Lisbon."))
    (lisbon,) = await ana.facts()
    await ana.tells(("2026-01-01", "I moved to Porto."))
    history = await ana.ana.history(lisbon.id)
    assert [(one.text, one.valid_until, one.retired_at is None) for one in history] == [
        ("I live in Lisbon.", None, False),
        ("I live in Lisbon.", when("2026-01-01"), True),
    ]
    assert history[-1].reason.startswith("superseded")
    hits = await ana.ana.recall("Where do I live?", valid_at=datetime(2025, 5, 1, tzinfo=UTC))
    assert hits[0].text == "I live in Lisbon."


@told
async def test_saying_it_again_confirms_it(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I live in Porto."),
        ("2025-02-01", "I still live in Porto."),
        ("2025-03-01", "Yes, I live in porto."),
    )
    (porto,) = await ana.facts()
    assert (porto.confirmations, shown(porto)) == (1, "Porto […, …)")


@told
async def test_fuller_words_make_a_version_and_the_old_one_is_kept(ana: Story) -> None:
    await ana.tells(("2025-01-01", "I work as a nurse."))
    await ana.tells(("2025-02-01", "I work as a nurse at St Mary's."))
    (nurse,) = await ana.facts()
    assert nurse.text == "I work as a nurse at St Mary's."
    assert [one.text for one in await ana.ana.history(nurse.key)] == [
        "I work as a nurse.",
        "I work as a nurse at St Mary's.",
    ]
    await ana.tells(("2025-03-01", "I work as a nurse."))
    assert [one.text for one in await ana.facts()] == ["I work as a nurse at St Mary's."]


@told
async def test_a_begin_that_is_told_later_moves_the_end_of_what_was_before(ana: Story) -> None:
    await ana.tells(
        ("2024-01-01", "I live in Lisbon."),
        ("2026-01-01", "I live in Porto."),
        ("2026-02-01", "I live in Porto since 2025-06."),
    )
    assert await ana.homes() == ["Lisbon […, 2025-06-01)", "Porto [2025-06-01, …)"]


@told
async def test_a_late_message_is_filed_into_the_past(ana: Story) -> None:
    await ana.tells(
        ("2026-01-01", "I live in Porto."),
        ("2024-01-01", "I live in Lisbon."),
    )
    assert await ana.homes() == ["Lisbon […, 2026-01-01)", "Porto [by 2026-01-01, …)"]
    assert await ana.values() == {"Porto"}


@told
async def test_a_past_that_is_told_leaves_the_present_alone(ana: Story) -> None:
    await ana.tells(
        ("2026-01-01", "I live in Porto since 2020."),
        ("2026-02-01", "I lived in Rome from 2014 to 2017."),
        ("2026-03-01", "I moved to Oslo since 2012."),
    )
    assert await ana.homes() == [
        "Oslo [2012-01-01, 2014-01-01)",
        "Rome [2014-01-01, 2017-01-01)",
        "Porto [2020-01-01, …)",
    ]


@told
async def test_an_unknown_begin_reaches_back_to_what_is_stated_before(ana: Story) -> None:
    await ana.tells(
        ("2026-01-01", "I live in Porto."), ("2026-02-01", "I lived in Rome from 2014 to 2017.")
    )
    assert await ana.homes() == ["Rome [2014-01-01, 2017-01-01)", "Porto [by 2017-01-01, …)"]


@told
async def test_a_move_some_days_before_the_last_mention_is_still_news(ana: Story) -> None:
    await ana.tells(
        ("2026-03-10", "I live in Lisbon."), ("2026-03-20", "I moved to Porto since 2026-03-06.")
    )
    assert await ana.homes() == ["Porto [2026-03-06, …)", "Lisbon […, 2026-03-06)"]
    assert await ana.values() == {"Porto"}


@told
async def test_an_old_message_does_not_end_what_was_confirmed_since(ana: Story) -> None:
    await ana.tells(
        ("2024-01-01", "I live in Porto."),
        ("2026-01-01", "I still live in Porto."),
        ("2025-01-01", "I live in Faro."),
    )
    assert await ana.homes() == ["Porto […, …)", "Faro [by 2025-01-01, 2026-01-01) overlay"]


@told
async def test_who_comes_back_begins_anew(ana: Story) -> None:
    await ana.tells(
        ("2023-01-01", "I live in Lisbon."),
        ("2024-01-01", "I moved to Porto."),
        ("2025-01-01", "I live in Lisbon."),
    )
    assert await ana.homes() == [
        "Lisbon […, 2024-01-01)",
        "Porto [by 2024-01-01, 2025-01-01)",
        "Lisbon [by 2025-01-01, …)",
    ]


@told
async def test_what_holds_for_a_while_leaves_the_rest_standing(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I live in Vienna."),
        ("2026-01-01", "I live in Graz from 2026-02-01 to 2026-03-01."),
    )
    assert await ana.homes() == ["Vienna […, …)", "Graz [2026-02-01, 2026-03-01) overlay"]
    assert await ana.values("2026-02-10") == {"Vienna", "Graz"}
    assert await ana.values() == {"Vienna"}


@told
async def test_coming_home_ends_what_held_for_a_while(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I live in Haifa."),
        ("2026-01-01", "I am staying for now in Berlin."),
        ("2026-03-01", "I am back home in Haifa."),
    )
    assert await ana.homes() == ["Haifa […, …)", "Berlin [by 2026-01-01, 2026-03-01) overlay"]


@told
async def test_a_second_job_stands_beside_the_first(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I work as a paramedic."),
        ("2025-02-01", "I also work as a sound engineer."),
        ("2025-03-01", "I work now as a teacher."),
    )
    assert await ana.values() == {"a sound engineer", "a teacher"}
    await ana.tells(("2025-04-01", "I stopped work as a sound engineer."))
    assert await ana.values() == {"a teacher"}


@told
async def test_what_is_no_more_ends_where_that_is_said(ana: Story) -> None:
    await ana.tells(("2025-01-01", "I live in Lisbon."), ("2026-01-01", "I left Lisbon."))
    assert await ana.homes() == ["Lisbon […, 2026-01-01)", "not Lisbon [by 2026-01-01, …)"]
    assert await ana.values() == set()
    await ana.tells(("2026-02-01", "I live in Lisbon."))
    assert await ana.homes() == [
        "Lisbon […, 2026-01-01)",
        "not Lisbon [by 2026-01-01, 2026-02-01)",
        "Lisbon [by 2026-01-01, …)",
    ]


@told
async def test_an_end_that_is_told_ends_what_was_open(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I work as a clerk."), ("2025-09-01", "I worked as a clerk until 2025-08.")
    )
    assert await ana.values("2025-05-01") == {"a clerk"}
    assert await ana.values() == set()


@told
async def test_one_message_can_say_what_was_and_what_is(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I live in Lisbon."),
        ("2026-01-01", "I left Lisbon. I live now in Porto. I like fado."),
    )
    assert await ana.values() == {"Porto", "fado"}
    assert await ana.homes() == [
        "Lisbon […, 2026-01-01)",
        "Porto [by 2026-01-01, …)",
    ]


# ---------------------------------------------------------------- many values


@told
async def test_tastes_stand_side_by_side(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I like tea."),
        ("2025-02-01", "I like green tea."),
        ("2025-03-01", "I like coffee."),
    )
    assert await ana.values() == {"tea", "green tea", "coffee"}


@told
async def test_only_what_is_named_ends(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I like tea. I like coffee. I own a red car. I own a boat."),
        ("2025-02-01", "I no longer like coffee. I sold the car."),
    )
    assert await ana.values() == {"tea", "a boat"}


@told
async def test_of_two_things_of_a_kind_none_is_guessed(ana: Story) -> None:
    await ana.tells(("2025-01-01", "I own a red car. I own a blue car."))
    await ana.tells(("2025-02-01", "I sold the car."))
    assert await ana.values() == {"a red car", "a blue car"}
    await ana.tells(("2025-02-01", "I sold the red car."))
    assert await ana.values() == {"a blue car"}


@told
async def test_another_number_of_the_same_thing_takes_its_place(ana: Story) -> None:
    await ana.tells(("2025-01-01", "I keep two cats. I keep a dog."))
    await ana.tells(("2025-02-01", "I keep three cats."))
    assert await ana.values() == {"three cats", "a dog"}
    assert await ana.values("2025-01-15") == {"two cats", "a dog"}


@told
async def test_an_appointment_moves(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I have a dentist appointment on 2025-03-01. I have a concert."),
        ("2025-02-01", "I moved the dentist appointment on 2025-03-08."),
    )
    days = {
        one.claim.value: one.occurred and one.occurred.start
        for one in await ana.facts("2026-06-01")
        if one.claim
    }
    assert days == {"the dentist appointment": when("2025-03-08"), "a concert": None}


@told
async def test_two_events_of_one_name_are_two(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I have a concert on 2025-03-01."),
        ("2025-02-01", "I have a concert on 2025-03-08."),
        ("2025-02-02", "I have a concert on 2025-03-08!".replace("!", ".")),
    )
    assert len(await ana.facts()) == 2
