"""Constructions in which people tell of things, pastimes, skills, tools and rules."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = {
    "a make, and what is not to be had": [
        ("Mine's a Brompton.", ["owns Brompton"]),
        ("No television here.", ["not owns television"]),
        ("That boat belongs to my uncle.", ["relative uncle", "user:ana/uncle: owns boat"]),
        ("For my birthday I was given a telescope.", ["owns telescope"]),
        ("My uncle left us his cabin", ["relative uncle", "owns cabin"]),
        ("I have no television", ["not owns television"]),
        ("There's a piano in our living room", ["owns piano"]),
    ],
    "what was bought": [
        (
            "I bought a used Fender amp at the weekend",
            ["owns used Fender amp", "purchase used Fender amp"],
        ),
        ("We paid 300 euros for a kayak", ["purchase kayak"]),
        ("I bought a lamp on Monday and a rug on Friday", ["purchase lamp", "purchase rug"]),
    ],
    "a pastime by its name": [
        ("My new hobby is hill walking.", ["hobby hill walking"]),
        ("Chess is my only hobby", ["hobby Chess"]),
        ("I'm a keen photographer", ["hobby keen photographer"]),
        ("I go to a pottery class every Thursday.", ["hobby pottery"]),
    ],
    "in one's free time": [
        ("In my free time I build model rockets with friends", ["hobby building model rockets"]),
        (
            "My sister bakes cakes for fun",
            ["relative sister", "user:ana/sister: hobby baking cakes"],
        ),
        ("I write poems", ["hobby writing poems"]),
        ("I paint still lifes", ["hobby painting still lifes"]),
        ("I joined a writers' group", ["hobby writers' group"]),
        (
            "My cousin breeds canaries",
            ["relative cousin", "user:ana/cousin: hobby breeding canaries"],
        ),
        ("In my free time I like to draw", ["hobby drawing"]),
        ("I've swum every morning since 2010", ["hobby swimming"]),
    ],
    "what somebody can": [
        ("My aunt taught me to mend nets", ["relative aunt", "skill mend nets"]),
        ("I never learned to ride a bike", ["not skill ride a bike"]),
        ("I'm a good cook", ["skill good cook"]),
        ("I draw well", ["skill drawing"]),
        ("I'm no good at small talk", ["not skill small talk"]),
        ("Excel is my strong point", ["skill Excel"]),
    ],
    "tools, each for its use": [
        ("My notes live in Obsidian", ["uses_tool Obsidian"]),
        ("I started with Notion in January", ["uses_tool Notion"]),
        ("The backend is written in Go", ["uses_tool Go"]),
        (
            "I keep my invoices in Lexware and my drafts in Scrivener",
            ["uses_tool Lexware", "uses_tool Scrivener"],
        ),
        ("Everything runs on Debian", ["uses_tool Debian"]),
        ("I use vim rather than emacs", ["uses_tool vim"]),
        ("charts in Looker", ["uses_tool Looker"]),
        ("Our team moved from Slack to Teams", ["uses_tool Teams"]),
        ("I dropped Neovim for Helix", ["uses_tool Helix"]),
        ("We deploy with Terraform", ["uses_tool Terraform"]),
        ("I'm using an app called Kotoba", ["uses_tool Kotoba"]),
    ],
    "rules of a house": [
        ("In my repos we indent with two spaces", ["convention indent with two spaces"]),
        ("two spaces for indentation please", ["convention two spaces for indentation"]),
        ("The house rule is four spaces", ["convention four spaces"]),
        ("No meetings before ten, please", ["convention no meetings before ten"]),
        ("I don't take calls after six", ["convention don't take calls after six"]),
        ("I never work on Sundays", ["convention never work on Sundays"]),
        ("Our team never deploys on Fridays", ["convention never deploys on Fridays"]),
        ("Round everything to two decimals", ["convention Round everything to two decimals"]),
        ("My rule is one coffee a day", ["convention one coffee a day"]),
        (
            "Every pull request needs two reviews",
            ["convention Every pull request needs two reviews"],
        ),
    ],
    "what an agent is to do": [
        (
            "When you write prices for me, use kronor and no decimals.",
            ["convention use kronor", "convention no decimals"],
        ),
        ("I want you to answer in French", ["convention answer in French"]),
        ("By default, book me an aisle seat", ["convention book me an aisle seat"]),
        ("I'd rather you didn't use bullet points", ["convention don't use bullet points"]),
        ("I prefer short answers", ["convention short answers"]),
        ("No more exclamation marks, please", ["convention no exclamation marks"]),
        ("Stick to British English", ["convention stick to British English"]),
        ("Please send me a summary every Friday", ["convention send me a summary every Friday"]),
    ],
}

NOTHING = {
    "owns": [
        "I sold mine last year",
        "I have a lot of optimism",
        "Mine is a nightmare",
        "I have surgery on Friday",
        "I've got a car coming at eight",
        "I have the car until Sunday",
        "I've just ordered a standing desk",
        "I test drove a Tesla",
        "sold eighty of the cows",
    ],
    "hobby": [
        "I collect my parcel at the post office",
        "I'm painting the hall this week",
        "I joined the team in March",
        "I gave up the job",
        "I'm in the group",
        "I eat fish",
        "I'm a keen supporter of the plan",
        "the server is still running",
    ],
    "uses_tool": [
        "I keep my boat in Kiel",
        "I work with Maya",
        "Everything is in Lisbon",
        "We store the wine in Bordeaux",
    ],
    "convention": [
        "I've always thought so",
        "Keep it short",
        "nothing new on Monday",
        "The kids have no screen time on weekdays.",
        "When you are done, take a break.",
        "remind me at noon",
        "I always get this wrong",
        "Don't tell Anna about the party",
        "The rule is stupid.",
        "When I get home, call mum.",
    ],
    "purchase": ["I ordered a taxi", "I bought some time"],
    "skill": ["I can't swim for six weeks", "she taught me to be patient"],
}


@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD)
def test_a_construction_claims(told: list[tuple[str, list[str]]]) -> None:
    assert [(text, claims(text)) for text, _ in told] == told


@pytest.mark.parametrize(("attribute", "texts"), NOTHING.items(), ids=NOTHING)
def test_what_looks_like_it_claims_nothing_of_the_kind(attribute: str, texts: list[str]) -> None:
    made = [one for text in texts for one in claims(text) if attribute in one.split()]
    assert made == []
