"""Plans, journeys, deadlines, skills and studies as they are told in passing."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims, found

TOLD = [
    ("been to japan 3 times, going again in october", ["visited japan"]),
    ("just back from 2 weeks in bali", ["visited bali"]),
    ("In 2016 I backpacked through Vietnam and Laos.", ["visited Vietnam", "visited Laos"]),
    ("We never made it to Petra.", ["not visited Petra"]),
    ("in barcelona till tuesday btw", ["trip barcelona"]),
    ("wanna get my black belt", ["goal get my black belt"]),
    ("I want to learn how to sail.", ["goal learn how to sail"]),
    ("gotta send the contract back by tomorrow noon", ["deadline contract"]),
    ("There is no deadline for the mural.", []),
    ("second year physics student at tcd here", ["studies physics", "studies_at tcd"]),
    ("pretty handy with a sewing machine", ["skill sewing machine"]),
    ("i switched to psych in may", ["studies psych"]),
    ("The plumber is coming on Wednesday morning.", ["event plumber coming"]),
    ("my daughter lost her first tooth yesterday", ["relative daughter", "daughter: event lost"]),
    ("i'm convinced my landlord is a vampire lol", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), TOLD)
def test_what_is_told_in_passing_is_claimed(text: str, told: list[str]) -> None:
    made = [one.split("/")[-1] for one in claims(text)]
    assert len(made) == len(told)
    assert all(one.startswith(start) for one, start in zip(made, told, strict=True))


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("I'm helping my brother move flat on Saturday", "user:ana"),
        ("boss is away until tuesday", "person:user:ana/boss"),
        ("bf wants to open a bike shop", "person:user:ana/boyfriend"),
    ],
)
def test_whose_plan_it_is(text: str, subject: str) -> None:
    plans = [one for one in found(text) if one.claim and one.claim.attribute in ("plan", "goal")]
    assert [one.subject for one in plans] == [subject]


def test_what_is_ahead_dates_nothing_that_was() -> None:
    made = [one for one in found("been to japan 3 times, going again in october") if one.claim]
    assert made[0].occurred is None


HEADLINES = [
    ("chem CAT on thursday", ["event chem CAT"]),
    ("The tiles come on Wednesday.", ["event tiles come"]),
    ("My company is sending me to Eindhoven in April.", ["plan sending to Eindhoven"]),
    ("gym again since january", ["hobby gym"]),
    ("not great with numbers", ["not skill numbers"]),
    ("rain on saturday", []),
    ("same time tomorrow", []),
    ("see you on friday", []),
    ("The season runs from April to October.", []),
]


def test_a_line_of_a_diary_is_an_event() -> None:
    assert [(text, claims(text)) for text, _ in HEADLINES] == HEADLINES


PASSING = [
    ("mam's op is on thursday", ["mother: event op"]),
    ("i'm taking the day off", ["plan taking day off"]),
    ("need the slides by thursday btw", ["deadline slides"]),
    ("the plan: sell the flat, buy a van", ["plan sell the flat", "plan buy a van"]),
    ("i think cash should be banned tbh", ["belief cash should be banned"]),
    ("I believe that everybody deserves a second chance.", ["belief everybody deserves"]),
    ("just signed the lease!! moving in on the 1st", ["event signed", "plan moving in"]),
    ("off sick till wednesday", ["plan off sick"]),
    ("visa came through!!!!", ["event visa came through"]),
    ("broke my phone yesterday so if i dont reply thats why", ["event broke my phone"]),
    ("My sister Ines teaches herself Korean.", ["relative sister Ines", "ines: studies Korean"]),
    ("i'm the worst driver", []),
    ("been in the us for 2 weeks now, flying back on the 18th", ["plan flying back"]),
    ("used to do ballet til i was 15", ["hobby ballet"]),
    ("not going to the wedding, can't face it", ["not event wedding"]),
    ("booked the registry office for the 14th of august", ["event registry office"]),
    ("I have never learned to drive.", ["not skill drive"]),
    ("Our wedding anniversary is on 11 May.", ["event wedding anniversary"]),
    ("off to see my nan in donegal this weekend", ["trip see my nan in donegal"]),
    ("we won't be going to Turkey this summer", ["not trip going to Turkey"]),
]


def test_short_ways_to_tell_plans_and_views() -> None:
    for text, told in PASSING:
        made = [one.split("/")[-1] for one in claims(text)]
        assert len(made) == len(told), text
        assert all(one.startswith(start) for one, start in zip(made, told, strict=True)), text


def test_what_is_booked_lies_ahead() -> None:
    (made,) = [one for one in found("booked the flights, porto 3 to 10 may") if one.claim]
    assert made.occurred is not None
    assert made.occurred.start.year == 2026
