"""When a claim holds or happened, where another clause or sentence tells it."""

from __future__ import annotations

import pytest

from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from tests.rules.claims.saying import EXTRACTOR, SAID_AT, entry, found


def when(text: str, *earlier: str) -> set[str]:
    """Return the claims of a message of Monday 9 March 2026 with their times, if they have some."""
    return {
        f"{one.claim.attribute} {one.claim.value}: {told}"
        for one in found(text, earlier)
        if one.claim and (told := _told(one))
    }


def _told(one: Candidate) -> str:
    parts = []
    if one.valid_from is not None:
        parts.append(f"from {one.valid_from:%Y-%m-%d}")
    if one.valid_until not in (None, SAID_AT):
        parts.append(f"until {one.valid_until:%Y-%m-%d}")
    if one.occurred is not None:
        parts.append(f"{one.occurred.start:%Y-%m-%d}")
    return " ".join(parts)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # an aside stands between what happened and the sentence that tells when
        (
            "passed my driving test!! third time lucky. was on the 2nd",
            "event passed my driving test: 2026-03-02",
        ),
        # what follows from it begins with it, and lasts as long as what follows
        (
            "we split up in january, so i'm single again",
            "relationship_status single: from 2026-01-01",
        ),
        ("i have the flu so i'm out until thursday", "health flu: until 2026-03-13"),
        # a couple parted or met; the last of it, who took it; again in one of several tries
        (
            "I'm single again: Ivo and I split up on Boxing Day.",
            "relationship_status single: from 2025-12-26",
        ),
        (
            "I've been seeing someone since autumn. Her name is Mina.",
            "partner partner Mina: from 2025-09-01",
        ),
        ("I'm done with the clinic, last shift was Friday.", "works_at clinic: until 2026-03-06"),
        (
            "We sold the van. A neighbour picked it up on the sixth of March.",
            "owns van: until 2026-03-06",
        ),
        ("The Fiat is gone, I sold it to my cousin in June.", "owns Fiat: until 2025-06-01"),
        ("I passed my exam. Second attempt, on Thursday.", "event passed my exam: 2026-03-05"),
        (
            "Rob and I are no longer together, he moved out on Sunday.",
            "partner Rob: until 2026-03-08",
        ),
        (
            "I'm not vegan anymore, it lasted until a barbecue in July.",
            "diet vegan: until 2025-07-01",
        ),
        (
            "This week I do frontend because Sunil is on leave.",
            "job do frontend: from 2026-03-09 until 2026-03-16",
        ),
        ("I broke my wrist on 18 January.", "health broke my wrist: from 2026-01-18 2026-01-18"),
        (
            "We'll move in at the end of May; until then I'm living in Bow.",
            "lives_in Bow: until 2026-06-01",
        ),
        # the end of what was long done, behind another clause of it
        (
            "I used to drive for Arriva, did it nineteen years, packed it in in 2024.",
            "works_at Arriva: until 2025-01-01",
        ),
        # since alone; a length at a comma; a time that is no reported clause
        (
            "I was made redundant in november, been temping since",
            "job temping: from 2025-11-01",
        ),
        ("nurse here, eleven years at it.", "job nurse: from 2015-03-09"),
        (
            "Bogdan gave notice this morning, his last shift is on Friday",
            "event gave notice: 2026-03-09",
        ),
        # since the turn told before it; a first day; the way back ends what is for now
        (
            "Greta left us in February; she lives in Aarhus now.",
            "lives_in Aarhus: from 2026-02-01",
        ),
        ("started on friday! I'm a junior dev at Monzo", "works_at Monzo: from 2026-03-06"),
        (
            "I'm at my niece's in Shrewsbury while they fix the boiler, back home in two weeks.",
            "lives_in Shrewsbury: until 2026-03-23",
        ),
        # a state that is over ended when it was left; a stretch that runs to now is not over
        ("I worked at Nokia, left in 2019", "works_at Nokia: until 2020-01-01"),
        ("had a bad back for a fortnight now", "health bad back: from 2026-02-23"),
        # one time beside another that is of something else
        (
            "we're moving to Kilkenny at the end of june, keys on the 25th",
            "plan moving to Kilkenny: 2026-06-21",
        ),
        ("my hip replacement is scheduled for 11 May", "event hip replacement: 2026-05-11"),
        # before that; when both happened; how long it goes on; what comes round has no date
        (
            "retired in 2020, before that i was a postie for 31 yrs",
            "job postie: from 1989-01-01 until 2020-01-01",
        ),
        ("My parents moved to Spain when they retired in 2015.", "lives_in Spain: from 2015-01-01"),
        # where one ends another begins; what was given up, without the time
        ("used to live in Hull but moved to York in 2020", "lives_in Hull: until 2020-01-01"),
        (
            "I was at Siemens until 2019 and then worked for Bosch.",
            "works_at Bosch: from 2020-01-01",
        ),
        ("gave up the fags new years day", "hobby fags: until 2026-01-01"),
        # the sentence behind tells on which day; what was to be, and was moved
        ("I have a scan next week. It's on Friday.", "event scan: 2026-03-20"),
        (
            "I've got a dentist appointment. It's on Friday.",
            "event dentist appointment: 2026-03-13",
        ),
        (
            "The inspection was supposed to be today, but it got put back to June.",
            "event inspection: 2026-06-01",
        ),
        ("We've moved our Lisbon trip from May to September.", "trip Lisbon trip: 2026-09-01"),
        # what came before ended where this began; a hobby is left, and no job; a wedding
        (
            "I've been a bus driver for twelve years, and before that I was a postman.",
            "job postman: until 2014-03-09",
        ),
        (
            "Took up boxing in 2019 but I quit last year",
            "hobby boxing: from 2019-01-01 until 2026-01-01",
        ),
        (
            "I was married on 3 May 1999 in Lyon.",
            "relationship_status married: from 1999-05-03",
        ),
        # what is had on a day lies ahead, whatever was before; since a clause that tells when
        (
            "I was ill in January but I have an appointment on Thursday.",
            "event appointment: 2026-03-12",
        ),
        ("I was ill for a week in May.", "health ill: from 2025-05-01 until 2025-06-01"),
        (
            "Before I moved to Albany in 2012, I lived in Buffalo for ten years.",
            "lives_in Buffalo: from 2002-01-01 until 2012-01-01",
        ),
        ("It's two weeks since I broke my arm.", "event broke my arm: 2026-02-23"),
        (
            "I work at Ford. I've been there since I left the army in 2009.",
            "works_at Ford: from 2009-01-01",
        ),
        (
            "I've played chess since I was six, but had to stop last year.",
            "hobby chess: until 2026-01-01",
        ),
        # a past form that tells a begin; somebody called Will; what was when
        ("I started going out with Will in May.", "partner Will: from 2025-05-01"),
        ("My dad was put on statins in May.", "health statins: from 2025-05-01"),
        (
            "We lived in Japan while my dad was posted there, 1996 to 1999.",
            "lives_in Japan: from 1996-01-01 until 2000-01-01",
        ),
        (
            "I started learning Greek in January but I stopped in May.",
            "studies Greek: from 2025-01-01 until 2025-06-01",
        ),
        # since a clause behind it, up to a time in it; two times, and no stretch
        ("I've been in Bath since I started school in 2022.", "lives_in Bath: from 2022-01-01"),
        ("My contract was renewed last week until June.", "event contract renewed: 2026-03-02"),
        # an age counts from the birthday beside it
        ("Ida had her birthday on the 6th. She's eleven now.", "age eleven: from 2026-03-06"),
    ],
)
def test_a_time_told_beside_a_claim_is_that_of_the_claim(text: str, told: str) -> None:
    assert told in when(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # the time of another clause: when somebody moved in, retired, has a match
        (
            "My neighbour Doreen, who moved in last spring, keeps chickens.",
            {"friend neighbour Doreen", "pet chickens"},
        ),
        ("My sister Ann, who retired in May, plays golf.", {"hobby golf"}),
        ("My son has a match, which is on Saturday.", {"relative son"}),
        ("I have an exam. I leave on Friday.", {"event exam"}),
        ("I've signed the contract; my first day is 1 July.", {"event signed the contract"}),
        ("My brother Kees sold his farm last autumn and now drives a lorry.", {"job drives lorry"}),
        ("I like running but stopped in May.", {"likes running"}),
        ("My nephew's birthday was on Monday.", {"relative nephew"}),
        ("My dad, a retired cook, has been in a home since May.", {"job retired cook"}),
        ("We started yoga in May and stopped smoking in June.", {"works_at it"}),
    ],
)
def test_the_time_of_something_else_dates_nothing(text: str, told: set[str]) -> None:
    assert not {one.partition(":")[0] for one in when(text)} & told


@pytest.mark.parametrize(
    ("text", "asked", "reply", "told"),
    [
        ("I live in Hull.", "When did you move there?", "In June 2019.", "from 2019-06-01"),
        ("I got a job at Aldi.", "When do you start?", "On the 1st of April", "from 2026-04-01"),
        ("We sold the caravan.", "When was that?", "Last August, after the fair.", "2025-08-01"),
        ("I've got a physio appointment", "When is it?", "Friday", "2026-03-13"),
    ],
)
def test_an_answer_tells_when_it_was(text: str, asked: str, reply: str, told: str) -> None:
    question = entry(asked, seq=2, speaker="agent:a", kind=ActorKind.AGENT)
    (one,) = EXTRACTOR.extract(entry(reply, seq=3), [entry(text), question], None)
    assert _told(one) == told
    assert one.text.startswith(text.rstrip("."))


def test_an_age_is_a_year_where_the_message_before_tells_of_the_birth() -> None:
    told = when("we moved to Takoradi when I was six", "I was born in Kumasi in 1957.")
    assert told == {"lives_in Takoradi: from 1963-01-01"}


def test_an_answer_dates_what_was_told_before_the_question() -> None:
    before = entry("passed my driving test!")
    asked = entry("Congrats! When was it?", seq=2, speaker="agent:a", kind=ActorKind.AGENT)
    (told,) = EXTRACTOR.extract(entry("on the 2nd", seq=3), [before, asked], None)
    assert told.claim is not None
    assert told.occurred is not None
    assert (told.claim.value, told.occurred.start.day) == ("passed my driving test", 2)
