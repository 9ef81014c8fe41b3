"""Stories of ends told in a roundabout way: what they mean is over, and nothing else."""

from __future__ import annotations

import asyncio

import pytest

from retentive.app.languages import RuleExtractor
from tests.pipeline.story import story

ENDS = {
    "who is gone": (
        ("my boss is called Ingrid", "Ingrid's gone, she got headhunted"),
        ("I live with my flatmate Pooja.", "pooja moved back to her parents"),
        ("My uncle Deniz drives a taxi.", "deniz doesnt drive the taxi anymore"),
        ("My landlord is Mr Havel.", "Mr Havel is no longer my landlord, he sold the building."),
        ("My sister Anouk is married to a guy called Bas.", "Anouk left Bas. about time"),
        ("I have a hamster called Biscuit.", "biscuit escaped and we never found him"),
        ("My physio is called Anders.", "I've stopped seeing Anders."),
        ("My dad Ray has prostate cancer.", "Dad's in remission!!"),
    ),
    "a pet": (
        ("I have a dog called Biscuit.", "We had to put Biscuit to sleep on Thursday."),
        ("I have two hens.", "The hens went to live with my niece."),
        ("my cat Olive sits on the keyboard", "olive didnt make it"),
    ),
    "a thing": (("I own an e-bike.", "someone nicked the e-bike outside the shop"),),
    "health": (
        ("I have a lump in my neck.", "Turns out the lump was nothing."),
        ("vegan for three years here", "ok confession: back on meat since easter"),
    ),
    "work": (
        ("My colleague Jo is great.", "jo's off to another team"),
        ("i work for deliveroo", "left deliveroo"),
        ("My sister works at Ikea.", "My sister has moved from Ikea to Lidl."),
        ("my manager Colm Fahey is ok", "Colm rang. He isn't my boss any more."),
        ("I study nursing.", "I dropped out of nursing school in January."),
    ),
    "couples": (
        ("I'm single.", "I have a girlfriend now, her name is Yuki."),
        ("my girlfriend Saoirse plays the fiddle", "i'm single again, just so you know"),
        ("been seeing a guy called Marcus", "marcus and i are done"),
    ),
    "rules": (
        ("no default exports in our code please", "default exports are allowed since monday"),
        ("Please write dates as DD/MM/YYYY.", "From now on write dates as YYYY-MM-DD."),
    ),
    "a count": (("we have six alpacas", "sold two alpacas to the school so it's four now"),),
    "what is named by `it`": (
        ("I drive a Ford Fiesta.", "The Fiesta failed its MOT, so it went for scrap."),
        ("we're off to Crete in April", "remember the trip to Crete? it's off"),
        ("I own a cello.", "The cello was too loud. I've given it away."),
    ),
    "what holds no more": (
        ("best way to reach me is signal", "not on signal any more, sorry"),
        ("I hate coriander.", "Coriander doesn't bother me any more."),
        ("I speak German.", "Honestly my German is gone."),
        ("we have a standing rule, no phones at the table", "the no phones rule is out"),
        ("I always squash commits before merging.", "Forget the rule about squashing commits."),
        ("friends call me Mee", "And don't call me Mee anymore, my name is Meera."),
        ("I have a nut allergy.", "They tested me again and the nut allergy is gone."),
        ("I'm a Catholic.", "So not a Catholic any more."),
        ("I work at the passport office.", "contract's up so no more passport office"),
        ("My wife is pregnant.", "Please delete what I told you about the pregnancy."),
        ("I'm in a chess club.", "I let my chess club membership lapse."),
        ("Call me on 0151 2345 6789.", "I don't use that phone number anymore."),
        ("We were planning a trip to Lapland.", "We won't be going to Lapland after all."),
        ("Please keep replies short.", "You needn't keep replies short anymore."),
        ("contact me by whatsapp please", "no whatsapp please"),
        ("I have celiac disease.", "new biopsy says it's not celiac after all"),
        ("I dislike cats.", "I've come round to cats."),
        ("I can't eat gluten.", "so gluten is back on the menu"),
        ("The visa form is due by the 20th.", "the visa form is done and dusted"),
    ),
    "what is called by its kind": (
        ("I drive a Renault Clio.", "I sold the car."),
        ("I ride a Brompton.", "My bike was stolen."),
        ("I'm a cook at a restaurant called Noor.", "I left the restaurant."),
        ("I rent a flat in Groningen.", "We moved out of the flat."),
        ("I'm studying law.", "I dropped out of law."),
    ),
    "what others have": (
        ("My brother Tom has a dog called Rex.", "Rex died."),
        ("My mum drives a Fiat Panda.", "Mum's car was stolen."),
        ("Nora is a good friend of mine.", "Nora is no longer my friend."),
        ("Jana is on my team.", "Jana quit last week."),
    ),
    "what is done with": (
        ("We use Notion for notes.", "I moved my notes out of Notion."),
        ("I have a bad back.", "My back is much better."),
        ("Don't use emojis.", "Emojis are fine now."),
    ),
    "it": (
        ("I have a phone.", "My phone broke so I sold it."),
        ("I own a bike.", "The bike was too heavy and I sold it."),
    ),
    "what is done no more": (
        ("I run every morning.", "My knee gave up, so I don't run any more."),
        ("My sister Ida smokes.", "Ida no longer smokes."),
        ("I'm in hospital with pneumonia.", "I got out of hospital."),
        ("The physio found a slipped disc.", "The slipped disc is gone."),
        ("Please email me.", "Please don't email me any more."),
        ("Always reply in bullet points.", "No more bullet points."),
    ),
    "an idea": (
        ("I want to climb Kilimanjaro.", "I've abandoned the Kilimanjaro idea."),
        ("aiming to quit sugar by xmas", "forget the sugar goal, i caved on day 3"),
    ),
    "a plan": (
        ("I'm meeting Carla for lunch on 30 March.", "Carla cancelled lunch."),
        ("off to lisbon with the girls in june, flights booked", "lisbon's off"),
        ("I'm going to Oslo in May.", "We can't make it to Oslo after all."),
    ),
    "a value that is put right": (
        ("my daughter's name is Anya", "typo: Anja"),
        ("my sisters called Lena", "*Leona"),
        ("we have 3 grandkids", "no wait, 4"),
        ("i hate mushrooms", "scratch that, i only hate them raw"),
    ),
}
KEEPS = (
    "Put the phone down. We're off to work. I'm back on track. Jo left early today.",
    "Someone took the train to Rome. The cat made it to the roof. My phone died again.",
    "I was born in 1988. I can't make it to the dinner. They let me go early. The cast was great.",
    "I might sell the phone. I almost quit Siemens. My friend's cat died. The film? It's over.",
    "There was a rumour that Jo and I quit Siemens. Sometimes I feel like giving up.",
    "My boss doesn't email me any more. I handed in my notice. My brother's phone was stolen.",
    "I was fired up about it. I dropped my phone. I got out of the house. Her wrist is fine.",
    "I left the flat at nine. I left Siemens at noon.",
    "My phone is gone to the repair shop. Tom pulled out of Rome.",
    "The bus to Rome was full and then it got cancelled. Someone else's phone got stolen.",
)


async def _told(*texts: str) -> set[str]:
    async with story(RuleExtractor()) as ana:
        await ana.tells(*((f"2026-03-{day:02}", text) for day, text in enumerate(texts, 1)))
        return await ana.values("2026-04-01")


@pytest.mark.parametrize("kind", ENDS)
def test_what_is_over_ends(kind: str) -> None:
    for was, over in ENDS[kind]:
        known = asyncio.run(_told(was))
        assert known - asyncio.run(_told(was, over)), over


def test_nothing_ends_by_words_that_only_sound_so() -> None:
    known = (
        "I work at Siemens. I have a cat called Tom. My colleague Jo is great. I own a phone.",
        "My birthday is 4 July 1988. I'm going to Rome in May. I'm a vegan. I have a broken wrist.",
    )
    assert asyncio.run(_told(*known)) <= asyncio.run(_told(*known, *KEEPS))


def test_an_end_that_is_qualified_otherwise_is_not_of_what_shares_its_noun() -> None:
    rules = "Always answer me in French. Keep answers under 100 words."
    left = asyncio.run(_told(rules, "You don't have to answer in French any more."))
    assert {one.lower() for one in left} == {"keep answers under 100 words"}
    hens = "I have two hens, and an old cat called Tom."
    assert "two hens" in asyncio.run(_told(hens, "Tom died on Monday."))


def test_a_home_ends_with_the_day_or_month_of_its_end_and_not_before_it_was_told() -> None:
    async def main() -> None:
        for told, left, until in (
            ("2026-02-10", "I left Porto on 1 March.", "2026-03-01"),
            ("2026-01-10", "I left Porto in February.", "2026-02-01"),
            ("2026-02-10", "I left Porto in February.", "2026-02-10"),  # it was still so then
        ):
            async with story(RuleExtractor()) as ana:
                await ana.tells((told, "I live in Porto."), ("2026-03-09", left))
                assert f"Porto […, {until})" in await ana.homes()

    asyncio.run(main())


def test_an_end_that_is_ahead_may_be_told_anew() -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(
                ("2026-03-09", "I live in Porto. I'm staying in Oslo until 20 March."),
                ("2026-03-10", "I'm staying in Oslo until 16 March."),
            )
            homes = await ana.homes()
            assert any(one.startswith("Oslo") and "2026-03-17" in one for one in homes), homes
            assert any(one.startswith("Porto") for one in homes), homes

    asyncio.run(main())
