"""Who lives with somebody, as it is told in chat: without `my`, without apostrophes, in answers."""

from __future__ import annotations

import pytest

from retentive.model.actor import ActorKind

from .saying import EXTRACTOR, claims, entry

TOLD = {
    "the missus is pregnant!!": ["partner missus", "user:ana/wife: health pregnant"],
    "dads on ramipril, mums 81 and deaf": [
        "user:ana/father: health ramipril",
        "user:ana/mother: health deaf",
        "user:ana/mother: age 81",
    ],
    "housemate's vegan so no roast": ["user:ana/flatmate: diet vegan"],
    "eldest is 16, youngest is 9": ["user:ana/eldest: age 16", "user:ana/youngest: age 9"],
    "took Pip to the vet, she's our old beagle": ["pet beagle Pip"],
    "theres this bloke at work, Ivo, plays the tuba": ["colleague Ivo"],
    "Wim and Alma from the kitchen are off": ["colleague Wim", "colleague Alma"],
    "me and Farah go way back": ["friend Farah"],
    "my climbing partner Ove is from Graz": ["friend climbing partner Ove", "ove: origin Graz"],
    "half Danish half Tongan": ["nationality Danish", "nationality Tongan"],
    "Yui's Japanese-Peruvian": ["yui: nationality Japanese-Peruvian"],
    "got two kids. Mia is 4 and Leo's 7": [
        "relative two kids",
        "relative child Mia",
        "relative child Leo",
        "mia: age 4",
        "leo: age 7",
    ],
    "my brother in Kelowna sings": [
        "relative brother",
        "user:ana/brother: hobby singing",
        "user:ana/brother: lives_in Kelowna",
    ],
    "gday noelene here 71": ["name noelene", "age 71"],
    "my left ear's no good": ["health left ear no good"],
    "not a fan of musicals if im honest": ["not likes musicals"],
    "roommates are Tunde and Ike, Ike has sickle cell": [
        "friend flatmate Tunde",
        "friend flatmate Ike",
        "ike: health sickle cell",
    ],
    "my partner on the rig is called Sabina": ["colleague colleague Sabina"],
    "I have a bad shoulder because of it": ["health bad shoulder"],
    "been type 1 since 2004": ["health type 1 diabetes"],
    "morning! Odile here, 58, retired, allergic to wasps": [
        "name Odile",
        "age 58",
        "job retired",
        "allergy wasps",
    ],
}
NOTHING = (
    "the kids next door have a trampoline",
    "Frida Kahlo was from Coyoacán.",
    "the lead in our play is called Tristan and he's a widower",
    "Harry is allergic to horses in the book I'm reading",
    "I'm like a mother to them",
    "Child care is expensive.",
    "ended up in A&E",
)
ANSWERED = {
    ("Do you have any pets?", "yes two, a tortoise (Gus) and a very old cat called Mo"): [
        ("pet", "tortoise Gus"),
        ("pet", "cat Mo"),
    ],
    ("Who are you with?", "Dimitra, my partner, and her dad. he's 77"): [
        ("partner", "partner Dimitra"),
        ("age", "77"),
    ],
    ("Where are you from originally?", "Nairobi, moved here in 2015"): [("origin", "Nairobi")],
    ("What languages do you speak?", "Dutch, a bit of Greek"): [
        ("speaks", "Dutch"),
        ("speaks", "Greek"),
    ],
}


@pytest.mark.parametrize("text", TOLD)
def test_people_around_somebody_are_told_in_chat(text: str) -> None:
    assert sorted(claims(text)) == sorted(TOLD[text])


def test_of_strangers_nothing_is_claimed() -> None:
    held = {text: [one for one in claims(text) if "event" not in one] for text in NOTHING}
    assert not any(held.values()), held


@pytest.mark.parametrize("said", ANSWERED)
def test_an_answer_in_a_few_words_tells_it_too(said: tuple[str, str]) -> None:
    asked = entry(said[0], speaker="agent:x", kind=ActorKind.AGENT)
    found = EXTRACTOR.extract(entry(said[1], seq=2), [asked], None)
    told = [(one.claim.attribute, one.claim.value) for one in found if one.claim]
    assert sorted(told) == sorted(ANSWERED[said])
