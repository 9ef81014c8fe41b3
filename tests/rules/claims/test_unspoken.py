"""What people leave out of what they tell of themselves, of theirs, and of what they would do."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = {
    "nobody says `I am`": [
        ("off dairy since june and my skin thanks me", ["diet no dairy"]),
        ("not a fan of coriander, tastes like soap to me", ["not likes coriander"]),
        ("bit of a bread snob tbh", ["likes bread"]),
        ("knee surgery tuesday, terrified of needles", ["event knee surgery", "health scared of"]),
        ("not allowed caffeine anymore, heart flutters", ["diet no caffeine"]),
        ("in the market for a pram, twins due in march", ["goal pram", "event twins due"]),
        ("so im anaemic, on iron now", ["health anaemic", "health iron"]),
        ("gone right off coffee since i got pregnant", ["health pregnant"]),
        ("been told to lay off crisps, cholesterol's up", ["diet no crisps", "high cholesterol"]),
        ("guess who finally bought a house 🏡", ["owns house", "purchase house"]),
        ("booked in for laser on my eyes, 3rd of june", ["event laser on my eyes"]),
        ("on the waiting list for a hip replacement", ["plan hip replacement"]),
        ("veggie here, 10 years", ["diet veggie"]),
        ("prepping for my grading in november", ["goal grading"]),
    ],
    "somebody else is": [
        ("He's mad on trains. and terrified of our dog", ["pet dog"]),
        ("kids are wild about Bluey", ["relative kids", "user:ana/children: likes Bluey"]),
        (
            "mum had a fall saturday, hip's fractured",
            ["event fall", "mother: health fractured hip"],
        ),
        ("my mams obsessed with line dancing", ["mother: likes line dancing"]),
        ("My baby he has the reflux", ["relative baby", "user:ana/baby: health reflux"]),
        ("the little one's scared of the hoover", ["relative little one", "scared of hoover"]),
        ("old man's getting a stent put in next thursday", ["father: event stent put in"]),
        ("our son has just started nursery", ["relative son", "son: event started nursery"]),
        ("picked up a kitten today!! she's called Crumb", ["pet kitten", "pet cat Crumb"]),
        (
            "my son Kit broke his ankle playing footy",
            ["relative son Kit", "kit: health broke his", "kit: event broke his"],
        ),
    ],
    "fondness": [
        ("I'd kill for a decent flat white rn", ["likes flat white"]),
        ("could eat pho every day", ["likes pho"]),
        ("I could eat the dog's food for a bet", []),
        ("i'd rather stick pins in my eyes than go camping", ["dislikes go camping"]),
        ("I would never eat snails.", ["not likes snails"]),
        ("never could stand beetroot", ["dislikes beetroot"]),
        ("looking to buy a house in Leith", ["goal buy a house in Leith"]),
        ("can't say no to anything with cardamom", ["likes cardamom"]),
        ("my son refuses to eat broccoli", ["relative son", "user:ana/son: dislikes broccoli"]),
    ],
    "what is theirs, in what they ask or complain of": [
        ("my old Volvo won't start, ideas?", ["owns old Volvo"]),
        ("my van needs a clutch, worth it?", ["owns van"]),
        ("since the hysterectomy I get tired by noon", ["event hysterectomy"]),
        ("dad's off pork since his gout", ["father: diet no pork", "father: health gout"]),
        ("you're from Cork, Ireland?", []),
        ("put a deposit down on a puppy!!", ["purchase puppy"]),
        ("dying for a break, two weeks in corfu booked for july", ["trip two weeks in corfu"]),
        ("I wasn't keen on sushi till I tried it", []),
    ],
    "no purchase, no job, no home": [
        ("We spent two weeks on Naxos in June", ["event spent two weeks on Naxos"]),
        ("bit better ta", []),
        ("I am from vegetarian family", []),
        ("finally got round to watching Dark", []),
    ],
    "lists": [
        ("I am allergic to penicillin and to latex", ["allergy penicillin", "allergy latex"]),
        ("Gudrun is allergic to bees and carries a pen", ["gudrun: allergy bees"]),
        ("no pork, no shellfish", ["diet no shellfish", "diet no pork"]),
        ("I take ramipril and metformin", ["health ramipril", "health metformin"]),
        ("dodgy knee so no more rugby for me", ["health dodgy knee", "not hobby rugby"]),
    ],
}


@pytest.mark.parametrize("kind", TOLD)
def test_what_is_left_out_is_understood(kind: str) -> None:
    for text, expected in TOLD[kind]:
        made = claims(text)
        assert len(made) == len(expected), (text, made)
        for one in expected:
            assert any(one in each for each in made), (text, made)
