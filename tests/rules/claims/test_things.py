"""What sentences claim of things, skills, habits, tools, events, plans, goals, trips, deadlines."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = [
    # having, getting, giving up
    ("i've got a campervan and two kayaks", ["owns campervan", "owns two kayaks"]),
    ("My gran left me a piano", ["relative gran", "owns piano"]),
    ("I sold the moped", ["not owns moped"]),
    ("we got rid of the telly", ["not owns telly"]),
    ("my bike got nicked last night", ["not owns bike"]),
    ("the van's dead", ["not owns van"]),
    ("traded in the Golf for a Skoda", ["not owns Golf", "owns Skoda"]),
    ("no car, just a bike", ["not owns car"]),
    ("bought a second-hand loom from a lady in Leith", ["purchase second-hand loom"]),
    ("I treated myself to new headphones", ["purchase new headphones"]),
    ("just got a new camera!", ["purchase new camera"]),
    # doing for pleasure
    ("I play five-a-side on tuesdays", ["hobby five-a-side"]),
    ("took up pottery in January", ["hobby pottery"]),
    ("I run most mornings", ["hobby run"]),
    ("i bake", ["hobby bake"]),
    ("I joined a running club", ["hobby running club"]),
    ("quit the choir", ["not hobby choir"]),
    ("I stopped running after the injury", ["not hobby running"]),
    # being able to
    ("I can't whistle", ["not skill whistle"]),
    ("I know how to weld", ["skill weld"]),
    ("I don't play any instrument", ["not skill instrument"]),
    ("I'm terrible at maths", ["not skill maths"]),
    # tools
    ("I use Obsidian for notes", ["uses_tool Obsidian"]),
    ("switched from vim to helix last year", ["not uses_tool vim", "uses_tool helix"]),
    ("we moved from Jira to Linear", ["not uses_tool Jira", "uses_tool Linear"]),
    ("i'm on arch btw", ["uses_tool arch"]),
    ("stopped using Slack", ["not uses_tool Slack"]),
    # how an agent is to do things
    ("always answer in bullet points", ["convention always answer in bullet points"]),
    ("Please reply in German", ["convention reply in German"]),
    ("never use semicolons", ["convention never use semicolons"]),
    ("use pnpm, not npm", ["convention use pnpm"]),
    ("use pnpm instead of npm", ["convention use pnpm"]),
    ("No emojis please", ["convention no emojis"]),
    ("keep answers short", ["convention keep answers short"]),
    # goals
    ("dreaming of a house by the sea", ["goal house by the sea"]),
    ("my goal is to read 20 books", ["goal read 20 books"]),
    ("Goals for the year: learn to sail", ["goal learn to sail"]),
    # trips
    ("we're going to Crete in June", ["trip going to Crete"]),
    ("our trip to Crete fell through", ["not trip trip to Crete"]),
    ("Booked: cabin near Sligo, March 14 to 16", ["trip cabin near Sligo"]),
    ("just got back from Malta", ["visited Malta"]),
    # days and deadlines
    ("essay's due tomorrow at noon", ["deadline essay"]),
    ("I have to hand in my thesis by June", ["deadline thesis"]),
    ("dentist tomorrow 9am", ["event dentist"]),
    ("the meeting moved to Thursday", ["event meeting"]),
    # what happened
    ("I passed my driving test!", ["event passed my driving test"]),
    ("the boiler broke on Sunday", ["event boiler broke"]),
    ("I broke my ankle in March", ["event broke my ankle"]),
    ("had my tonsils out when I was small", ["event tonsils out"]),
    ("Goals this year: run a 10k, read more", ["goal run a 10k", "goal read more"]),
    ("bike: sold", ["not owns bike"]),
    ("the canoe isn't ours anymore", ["not owns canoe"]),
    ("so no more rugby for me", ["not hobby rugby"]),
    ("ordered new skis", ["purchase new skis"]),
    ("I play bass in a punk band", ["skill bass", "hobby punk band"]),
    ("I write everything in Obsidian", ["uses_tool Obsidian"]),
    ("i use uv these days instead of poetry", ["uses_tool uv", "not uses_tool poetry"]),
    ("in this repo we never push to main", ["convention never push to main"]),
    ("commit messages in imperative mood", ["convention commit messages in imperative mood"]),
    ("I've given up on the PhD", ["not goal PhD"]),
    ("I don't want to move anymore", ["not goal move"]),
    ("the party's been pushed back to June", ["event party"]),
    ("gig on Saturday got cancelled", ["not event gig"]),
    ("we're spending Christmas in Bergen", ["trip Bergen"]),
    ("they extended the essay to the 20th", ["deadline essay"]),
    ("had a baby girl on Friday", ["event baby girl"]),
    ("a badger ate our tulips on Monday", ["event badger ate our tulips"]),
    ("Kira passed her exam yesterday", ["kira: event passed her exam"]),
    ("i'm not doing the marathon anymore", ["not event marathon"]),
    ("2pm call with the bank tomorrow", ["event call with the bank"]),
    ("the kitchen gets delivered on Monday", ["event kitchen delivered"]),
    ("handed in my notice today", ["event handed in my notice"]),
    ("I'm growing tomatoes", ["hobby growing tomatoes"]),
    ("we meet every Thursday for chess", ["convention meet every Thursday for chess"]),
    ("I go to bed at ten", ["convention go to bed at ten"]),
    ("call functions in snake_case", ["convention call functions in snake_case"]),
    ("my husband collects vinyl", ["partner husband", "user:ana/husband: hobby vinyl"]),
    ("we let the allotment go", ["not owns allotment"]),
    ("I'm off Facebook", ["not uses_tool Facebook"]),
    ("cancelled Netflix", ["not uses_tool Netflix"]),
    ("back to running after two years", ["hobby running"]),
    ("I took a break from pottery", ["not hobby pottery"]),
    ("my choir disbanded", ["not hobby choir"]),
    ("we're not buying the boat after all", ["not plan buying the boat"]),
    ("I decided against the marathon", ["not plan marathon"]),
    (
        "my parents are selling the house",
        ["relative parents", "user:ana/parents: plan selling the house"],
    ),
    ("we leave for Jersey on Friday", ["trip leave for Jersey"]),
    ("heading to Bergen next week", ["trip heading to Bergen"]),
    ("rehearsal every Wednesday at 7", ["event rehearsal"]),
    ("I have to finish the slides before Thursday", ["deadline slides"]),
    ("we hit a deer last night", ["event hit a deer"]),
    ("we dropped the tabs rule", ["not convention tabs"]),
    ("i fix old radios in my spare time", ["hobby fix old radios"]),
    ("no longer play squash, too old", ["not hobby squash"]),
    ("packed in the guitar lessons", ["not hobby guitar lessons"]),
    ("our stack is Django and Postgres", ["uses_tool Django", "uses_tool Postgres"]),
    ("I've moved everything to Proton", ["uses_tool Proton"]),
    ("dates as DD.MM.YYYY please", ["convention dates as DD.MM.YYYY"]),
    ("they cancelled my flight", ["not trip flight"]),
    ("we moved the trip to September", ["trip trip"]),
    ("I dropped the idea of a PhD", ["not goal PhD"]),
]

NOTHING = [
    "i own nothing at all",
    "I can see your point",
    "I've got to run",
    "have a great weekend",
    "I ran the tests and they failed",
    "I read the docs",
    "I need a break",
    "I want you to translate this",
    "a flight to Rome takes two hours",
    "the report is due diligence",
    "I lost my train of thought",
    "the server stopped",
    "my goal was offside",
    "do you use Obsidian for notes?",
    "If I had a boat I'd sail to Crete",
    "add a table for the tests",
    "can you use pnpm here?",
    "Should I sell the car",
    "the fox jumps over the lazy dog",
    "dishwashers break after ten years",
    "trains leave every hour",
    "that was the best thing I ever did",
    "don't worry about it",
    "let's keep going",
]


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=[text for text, _ in TOLD])
def test_a_sentence_claims(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_a_look_alike_claims_nothing(text: str) -> None:
    assert claims(text) == []
