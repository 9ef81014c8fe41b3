"""When something was, told in another clause or sentence, by an age or a length."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import found


def _when(text: str, attribute: str) -> list[str]:
    """Return the dates of the claims of an attribute: begin, end, day or first day."""
    told = []
    for one in found(text):
        if one.claim is None or one.claim.attribute != attribute:
            continue
        dates = (one.valid_from, one.valid_until, one.occurred and one.occurred.start)
        told.append(" ".join("-" if each is None else f"{each:%Y-%m-%d}" for each in dates))
    return told


@pytest.mark.parametrize(
    ("text", "attribute", "dates"),
    [
        ("I lived in Dublin for six years, until 2021", "lives_in", "2015-01-01 2022-01-01 -"),
        ("For nine years until 2024 we ran a guest house", "event", "- - 2015-01-01"),
        ("I was a smoker for twenty years until 2015", "health", "1995-01-01 2016-01-01 -"),
        ("I've played the cello since I was seven. I'm 31.", "skill", "2002-01-01 - -"),
        ("I'm fifty. When I was twelve we moved to Hamburg.", "lives_in", "1988-01-01 - -"),
        ("We booked a trip to Crete. We leave on 12 June.", "trip", "- - 2026-06-12"),
        ("My mum fell downstairs on Boxing Day and broke her hip", "event", "- - 2025-12-26"),
        ("My flight was moved from Monday to Wednesday", "event", "- - 2026-03-11"),
        ("I took up pottery during the pandemic", "hobby", "2020-01-01 - -"),
        ("My leg was operated on and I'm on crutches until the 20th", "health", "- 2026-03-21 -"),
        ("The wedding is on 12 June. Two days before it I fly to Oslo", "trip", "- - 2026-06-10"),
        ("The kids are off and we go to Cornwall until 10 April", "trip", "- 2026-04-11 -"),
        ("The exam has been postponed until 15 May", "event", "- - 2026-05-15"),
        ("I walk with a stick until the middle of May", "health", "- 2026-05-16 -"),
        ("The first draft is due in two weeks, on the 23rd", "deadline", "- - 2026-03-23"),
        ("I used to smoke, gave it up on 1 January 2020", "hobby", "- 2020-01-02 -"),
        ("I'm Jo. It's on Friday.", "name", "- - -"),
        ("I'm a cook at Nando's. My first day was the 4th.", "works_at", "2026-03-04 - -"),
        ("Renata's my new boss, she's been in charge since May", "colleague", "2025-05-01 - -"),
        ("I don't have a bike, it got stolen last night", "owns", "- 2026-03-08 -"),
        ("I have type 2 diabetes, my GP told me last week", "health", "2026-03-02 - -"),
        ("We got married! Saturday, in Hull, by the sea", "relationship_status", "2026-03-07 - -"),
        ("We adopted two kittens on Friday, Bo and Mia", "pet", "2026-03-06 - -"),
        ("Took up yoga in May, dropped it in July", "hobby", "2025-05-01 2025-08-01 -"),
        ("The clocks changed on Sunday and I missed my train", "event", "- - 2026-03-08"),
        ("On Tuesday evening I have a concert at 18:30", "event", "- - 2026-03-10"),
        ("I was born in '91, moved to Hull at 18", "lives_in", "2009-01-01 - -"),
        ("The dentist is on the 19th, I mean the 20th", "event", "- - 2026-03-20"),
        ("The exam is in three weeks, on the 31st", "event", "- - 2026-03-31"),
        ("I'm not at Acme anymore, quit on Friday, long story", "works_at", "- 2026-03-06 -"),
        ("My sister is expecting, due in October", "health", "- - -"),
        ("My uncle in Chicago died. Tuesday night.", "relative", "- - -"),
        ("We married in '03", "relationship_status", "2003-01-01 - -"),
        ("Got engaged in Dingle, it was on the 3rd", "relationship_status", "2026-03-03 - -"),
        ("Flew to Rome on Monday, back Wednesday", "visited", "- - 2026-03-02"),
        ("Was in Rome in January, going to Lisbon in two weeks", "trip", "- - 2026-03-23"),
        ("I live in Leeds. Last Friday, pub with Tom", "lives_in", "- - -"),
        ("I have a dog. She's been limping since Sunday", "pet", "- - -"),
        ("I have a sister. She started school in 2012.", "relative", "- - -"),
        ("My wife worked there until she retired in 2020", "partner", "- - -"),
    ],
)
def test_dates_elsewhere(text: str, attribute: str, dates: str) -> None:
    assert dates in _when(text, attribute)
