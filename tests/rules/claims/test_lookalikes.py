"""Sentences that look like a claim and make none, or none of the speaker; and what still does."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

NOTHING = [
    # A trade that is named is not the speaker's, nor is what a label or a number stands before.
    "The plumber!",
    "No, the baker.",
    "The conductor at Lund missed the signal",
    "plumber says copper",
    "Electrician: Joachim",
    "New panel: 16 fitters",
    "The surveyor, Mr Carpenter, shrugged",
    "guides for us only in summer",
    "Nasreen, chemist, makes the decisions",
    # No employer.
    "Joined hands with Petra",
    "First day with gloves at the same gate",
    "Reading at 40 bar, engineer at about the same",
    # No place to live.
    "I'm in logging now",
    "In Tokyo, Goran has lessons until June",
    # No name and no age of the speaker's.
    "Rack: 42",
    "Changed the will as well, 80%",
    "Invoice is here.",
    "We had a helper with us, Halvor, 23, all thumbs",
    "For my aunt Lise, 60, and for peace",
    # No taste, no custom, no food left out.
    "I feel like a count",
    "Round Gotland in eight days",
    "07:15 she calls me",
    "She will eat porridge anyway",
    # No origin, no illness.
    "Flour for the week: 30 kilos, from Dubois",
    "after 3 weeks: the lamp also too cold in the morning",
    "Train to be extended by 20 metres",
    "Osei's fixing the roof",
    # What is left out of the sentence is nobody's trade, age, name or employer.
    "the new clause: repaired corner, clean edges",
    "THE MAN IN GENT, five years old!!",
    "The starter lives since 2021, name: Birger",
    "I cook for the whole ward on Sundays",
    "Signed with Hovgard from the 1st of January",
    "I was made team captain",
    "Kornelia was promised a second tester",
    "An importer from Lier takes 900 bottles",
    "Printer in Mantova: 60 copies, 740 euros",
    "my heap is cold, wet, with slimy grass",
    "None after 2 pm from now on",
    "write down my blood pressure daily",
    "The vet put 5 mg prednisolone daily in his food",
    "all seven of us, 3",
    "I'm seeing Nils tomorrow",
    "I'm seeing double",
    "I married Nils's sister",
    "I'm allergic to small talk",
    "I'm not saying I'm vegan",
    "Not me, Nils is the vegan",
    "I've worked at worse places",
    "No sugar for me this morning",
    "She's coming from Nagpur on the 28th",
    "Using the money for the moth",
    # Who is told of before is meant by what follows, or somebody else, and not the speaker.
    "The puppy is six days old. Name: Runa",
    "She's called Mirela, welder at the yard",
    "it's the tonsils. dentist.",
    "a lad called Ferko who paints at home, 45 and worked for the mayor",
    "Heron count at Gimsøya: 41",
    "vacancy for welders. text please, nothing long",
    "I paint them in black, never in red",
    "Queen's Day: sold the old lamps",
    "Pensioners do not eat chilli",
    "I bake 90 in 1h20",
    "Shares: 45, 30, 25",
    "some fellow in the film quit his job and bought a dog",
    '"born in the eighties" is my song',
    "my inner child is 52",
    "we ended up in Bergen for a weekend",
    "I'm no surgeon",
    "every time I bake bread I cry",
    "Dear Mr Holm, I am a vegan and live in Ely",
    "my hen's got a sprain, she's only 4, tablets twice a day",
    "Skipper: Halldis, 61, sailed in 1979",
    "Director of the zoo wants me on Fridays",
    "I'm not the Olga who ordered the lamps",
    "We named her Runa after my aunt, she's 9 weeks",
    "playing skyrim, married Lydia, bought a house",
    "the rows hold a user called Bo who lives in Ely",
]

OTHERS = (
    "partner",
    "convention",
    "studies",
    "owns",
    "allergy",
    "timezone",
    "contact_preference",
)


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_a_claim_makes_none(text: str) -> None:
    named = ("name", "age", "job", "works_at", "lives_in", "origin", "diet", "likes", "health")
    made = [one for one in claims(text) if not one.startswith(("event", "plan", "trip"))]
    ours = [one for one in made if one.split()[0] in (*named, *OTHERS)]
    assert ours == []


STILL = [
    ("plumber at Voss & Sons", ["job plumber", "works_at Voss & Sons"]),
    ("I teach history", ["job teach history"]),
    ("Ines, 28, from Faro", ["name Ines", "age 28"]),
    ("me: Ines, 28", ["name Ines", "age 28"]),
    ("I'm in Lisbon now", ["lives_in Lisbon"]),
    ("she's got a Vespa", []),
    ("I like a good book", ["likes good book"]),
    ("I restore clocks", ["job restore clocks"]),
    ("Name: Ines. City: Faro", ["name Ines"]),
    ("text please", ["contact_preference text"]),
    ("My mentor, Professor Ek, moved to Lund", ["colleague Professor Ek"]),
    ("My cousin Jonna works at Lumo as it happens, welder", ["jonna: job welder"]),
]


@pytest.mark.parametrize(("text", "made"), STILL)
def test_what_is_one_is_still_claimed(text: str, made: list[str]) -> None:
    assert [one for one in made if one not in claims(text)] == []
