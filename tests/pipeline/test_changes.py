"""What is so no more, in words that do not say of what it is: only what is known tells."""

from __future__ import annotations

import asyncio

import pytest

from retentive.app.languages import RuleExtractor
from tests.pipeline.story import story

STORIES: dict[str, tuple[tuple[str, ...], str, list[str]]] = {
    "a study that is dropped": (
        ("I'm learning Welsh.", "Welsh dropped, too little time"),
        "studies",
        ["Welsh […, 2026-02-01)", "not Welsh [by 2026-02-01, …)"],
    ),
    "one language for another": (
        ("I'm learning Dutch.", "I dropped Dutch, it's Danish now"),
        "studies",
        ["Dutch […, 2026-02-01)", "Danish […, …)"],
    ),
    "hens that a fox left": (
        ("We have seven hens.", "a fox took three, so four left"),
        "pet",
        ["seven hens […, 2026-02-01)", "four hens [by 2026-02-01, …)"],
    ),
    "a tool instead of another": (
        ("I use Vim for everything.", "it's VS Code now instead of Vim"),
        "uses_tool",
        ["Vim […, 2026-02-01)", "VS Code [by 2026-02-01, …)"],
    ),
    "a home that is none any more": (
        ("I live in Hull.", "not in Hull anymore, as of today it's York"),
        "lives_in",
        ["Hull […, 2026-02-01)", "York [2026-02-01, …)"],
    ),
    "what was sold was a pet": (
        ("We keep two alpacas.", "we sold the alpacas"),
        "pet",
        ["two alpacas […, 2026-02-01)", "not alpacas [by 2026-02-01, …)"],
    ),
    "another channel": (
        ("Reach me on Signal please.", "WhatsApp please, I lost the phone with Signal on it"),
        "contact_preference",
        ["Signal […, 2026-02-01)", "WhatsApp [by 2026-02-01, …)"],
    ),
    "a mind that changes": (
        ("My son Tom wants to be a vet.", "Tom now wants to be a pilot"),
        "goal",
        ["be a vet […, 2026-02-01)", "be a pilot […, …)"],
    ),
    "a job that is not named": (
        ("I work at Acme.", "I got fired"),
        "works_at",
        ["Acme […, 2026-02-01)", "not Acme [by 2026-02-01, …)"],
    ),
    "a couple that parts": (
        ("I have a girlfriend, Aoife.", "we broke up"),
        "partner",
        ["girlfriend Aoife […, 2026-02-01)", "not girlfriend Aoife [by 2026-02-01, …)"],
    ),
    "a pet by its name": (
        ("We have a dog called Rufus.", "Rufus died"),
        "pet",
        ["dog Rufus […, 2026-02-01)", "not Rufus [by 2026-02-01, …)"],
    ),
    "one aim rather than another": (
        ("I want to learn Italian.", "I'd rather learn Greek than Italian"),
        "goal",
        ["learn Italian […, 2026-02-01)", "learn Greek […, …)"],
    ),
    "another number": (
        ("My phone number is 555 0101.", "new number: 555 0199"),
        "contact",
        ["555 0101 […, 2026-02-01)", "555 0199 [by 2026-02-01, …)"],
    ),
    "an address beside a number": (
        ("My phone number is 555 0101.", "my new email is ana@post.example"),
        "contact",
        ["555 0101 […, …)", "ana@post.example […, …)"],
    ),
    "nothing known of what is dropped": (
        ("I'm learning Welsh.", "I dropped the kids off at school. The meeting is over."),
        "studies",
        ["Welsh […, …)"],
    ),
}


@pytest.mark.req("M-03")
@pytest.mark.parametrize("name", STORIES)
def test_a_change_is_of_what_is_known(name: str) -> None:
    told, attribute, expected = STORIES[name]

    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            for at, text in zip(("2026-01-01", "2026-02-01"), told, strict=True):
                await ana.tells((at, text))
            assert await ana.line(attribute) == expected

    asyncio.run(main())


def test_an_appointment_moves_by_any_name() -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-01-01", "My flight to Rome is on 12 February."))
            await ana.tells(("2026-01-02", "the airline moved me to the 15th"))
            lines = ["flight to Rome […, 2026-01-02)", "flight to Rome […, …)"]
            assert sorted(await ana.line("trip")) == lines
            (now,) = [one for one in await ana.facts("2026-01-03") if one.occurred]
            assert now.occurred is not None
            assert now.occurred.start.date().isoformat() == "2026-02-15"

    asyncio.run(main())


def test_a_clock_time_alone_keeps_the_day_of_what_is_known() -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-01-01", "I have a checkup on 12 February at 4:45 pm."))
            await ana.tells(("2026-01-02", "sorry, the checkup is at quarter past four"))
            (now,) = [one for one in await ana.facts("2026-01-03") if one.occurred]
            assert now.occurred is not None
            assert now.occurred.start.isoformat() == "2026-02-12T16:15:00+00:00"

    asyncio.run(main())


def test_what_follows_begins_where_what_was_before_ends() -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-01-01", "I live in Braga."))
            await ana.tells(
                ("2026-03-14", "we left Braga at the end of January and are in Faro now")
            )
            homes = await ana.homes()
            assert [one.split()[0] for one in homes] == ["Braga", "Faro"]
            assert "2026-01-2" in homes[1]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("known", "moved", "day"),
    [
        ("The wedding is on 6 June.", "we had to postpone the wedding to 12 September", "09-12"),
        ("The report is due on 6 May.", "they extended the deadline to 20 May", "05-20"),
    ],
)
def test_what_is_ahead_moves_ahead(known: str, moved: str, day: str) -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-01-01", known))
            await ana.tells(("2026-03-01", moved))
            (now,) = [one for one in await ana.facts("2026-03-02") if one.occurred]
            assert now.occurred is not None
            assert now.occurred.start.date().isoformat() == f"2026-{day}"

    asyncio.run(main())


@pytest.mark.req("M-03")
def test_words_like_those_of_a_change_leave_what_is_known_alone() -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(
                ("2026-01-01", "I live in Rome. I work at Acme. We have two cats and I like tea."),
                ("2026-01-02", "My flight to Oslo is on 20 May."),
            )
            before = {one.id for one in await ana.facts()}
            await ana.tells(
                ("2026-02-01", "My tea is cold now. It's raining now. Only two days left."),
                ("2026-02-02", "I left Rome this morning for a trip to Milan. I left Acme early."),
                ("2026-02-03", "We moved it to the kitchen on Monday. She pushed me on Monday."),
                ("2026-02-04", "The bike race is over. It's Friday now. There are four left."),
                ("2026-02-05", "I changed my mind about lunch. I dropped my phone. Sam got fired."),
                ("2026-02-06", "No trip today, it's too late now. Instead of coffee I had tea."),
            )
            assert before <= {one.id for one in await ana.facts()}

    asyncio.run(main())
