"""Where somebody is at home, what he speaks and has, and how he is reached."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = [
    ("I'd rather be contacted by text", ["contact_preference text"]),
    ("letters are fine again for me", ["contact_preference letters"]),
    ("texts are ok after all", ["contact_preference texts"]),
    ("For the cafe I only take orders by email", ["contact_preference email"]),
    ("ring me on the work line", ["contact_preference work line"]),
    ("Ways to reach us: Telegram, not email", ["contact_preference Telegram"]),
    ("write me at jo.drums@example.org", ["contact jo.drums@example.org"]),
    ("my phone is 0805 555 0162 if the courier needs it", ["contact 0805 555 0162"]),
    ("Tom speaks Basque better than I do", ["tom: speaks Basque"]),
    ("I interpret from Danish into Welsh", ["speaks Danish", "speaks Welsh"]),
    ("I speak Tiv, Twi and Danish", ["speaks Tiv", "speaks Twi", "speaks Danish"]),
    ("I have two passports, Swiss and Greek", ["nationality Swiss", "nationality Greek"]),
    ("my gran came from Turin", ["grandmother: origin Turin"]),
    ("you can sleep at ours in Hull", ["lives_in Hull"]),
    ("new address: Hull", ["lives_in Hull"]),
    ("I'm sleeping at my oma's in Bonn till June", ["lives_in Bonn"]),
    ("we've got a people carrier, a Hilux", ["owns Hilux"]),
    ("Tom is lending me his drill until May", ["tom: owns drill"]),
    ("I have a canoe that would never sink", ["owns canoe"]),
    ("I have a canoe if the others want one", ["owns canoe"]),
]


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=[text for text, _ in TOLD])
def test_it_is_told_in_passing(text: str, expected: list[str]) -> None:
    assert [one.replace("user:ana/", "") for one in claims(text)] == expected


def test_who_buys_a_thing_has_it() -> None:
    assert "ines: owns kayak" in claims("I sold the kayak to Ines")
    assert "owns small bakery" in claims("I own a small bakery in Hull")


def test_what_only_looks_like_it_claims_no_such_thing() -> None:
    nothing = [
        "send me the slides by email",
        "the phone is fine now",
        "New address: see below",
        "Is there a bar at ours in Hull?",
        "I have a day off if the boss needs nobody to work",
        "I'll sell the kayak to Ines",
        "my dad came from Lugo to see us",
        "please text me when you land",
    ]
    wanted = {"contact_preference", "contact", "lives_in", "owns", "origin"}
    for text in nothing:
        told = {part for one in claims(text) for part in one.split()}
        assert told.isdisjoint(wanted), text
