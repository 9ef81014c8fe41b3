"""What stands beside a name or a number tells who it is: a table of sentences and their claims."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims, found

WIDOWED = "relationship_status widowed"
TOLD: dict[str, dict[str, list[str]]] = {
    "behind the name": {
        "We took Ola. My nephew. He sang": ["relative nephew Ola"],
        "Did you meet Per? My new bloke.": ["partner boyfriend Per"],
        "Greta, that's my aunt, is 80": ["relative aunt Greta", "greta: age 80"],
        "my aunt can't come, Greta, she's ill": ["relative aunt Greta", "greta: health ill"],
        "My boyfriend Yann's sister sings": [
            "partner boyfriend Yann",
            "yann: relative sister",
            "person:yann/sister: hobby singing",
        ],
    },
    "no name": {
        "Thanks. My nephew.": ["relative nephew"],
        "We landed in Lund. My nephew.": ["relative nephew"],
        "my brother met a girl, Nora, she's nice": ["relative brother"],
    },
    "several": {
        "We have twin girls, Lea and Mia": ["relative daughter Lea", "relative daughter Mia"],
        "my kids, Ada 9 and Bo 6, are here": [
            "relative child Ada",
            "relative child Bo",
            "ada: age 9",
            "bo: age 6",
        ],
        "two daughters: Ada and the youngest one, Cleo": [
            "relative daughter Ada",
            "relative daughter Cleo",
        ],
        "three cats of my own, so no": ["pet three cats"],
        "I have a mind of my own": [],
        "mum of 3 here": ["relative 3 children"],
        "proud granddad of four": ["relative four grandchildren"],
        "father of two killed in crash": [],
        "she has two kids of her own": [],
        "our little girl Ines sings": ["relative little girl Ines", "ines: hobby singing"],
        "a little girl lives next door": [],
    },
    "a household in half a sentence": {
        "I like tea. Two boys, Veit and Emil.": [
            "likes tea",
            "relative son Veit",
            "relative son Emil",
        ],
        "She is married. Two boys, Veit and Emil.": ["relative Two boys"],
        "It's a boy! Leo, born on Friday": ["relative son Leo", "leo: birthday 6 March"],
        "It's a girl! Congrats, Ida": [],
        "We eat at my girlfriend's family": ["partner girlfriend"],
        "our son was born last Friday at noon": [
            "relative son",
            "user:ana/son: birthday 6 March",
        ],
    },
    "animals": {
        "I live with a gecko, Moss, he bites": ["pet gecko Moss"],
        "adopted a kitten, named her Olive": ["pet kitten Olive"],
        "my sister adopted a kitten and named her Olive": [
            "relative sister",
            "user:ana/sister: pet kitten Olive",
        ],
        "Home is Lund, with a hen called Olga": ["lives_in Lund", "pet hen Olga"],
    },
    "what one is called": {
        "Good evening. Ana Prado, 71 years, tired": ["name Ana Prado", "age 71"],
        "Ana went home": [],
        "Correction: my son is eight": ["relative son", "user:ana/son: age eight"],
        "I'm Alexandra, Sasha to my friends": ["name Alexandra", "nickname Sasha"],
        "My uncle Giuseppe (Beppe to everyone) bakes": [
            "relative uncle Giuseppe",
            "giuseppe: nickname Beppe",
            "giuseppe: hobby baking",
        ],
        "My nickname among the nurses is Turbo": ["nickname Turbo"],
        "my legal name on the deed is Ana Lucia Prado": ["name Ana Lucia Prado"],
        "I'm Ana, cook to the stars": ["name Ana", "job cook"],
        "hey its Monday": [],
    },
    "how old": {
        "divorced, 52": ["relationship_status divorced", "age 52"],
        "single, 3 jobs": ["relationship_status single"],
        "the big 50 was last Friday!": ["age 50", "birthday 6 March"],
        "Saturday was my birthday, so 41": ["birthday 7 March", "age 41"],
        "I'm 46, not 64": ["age 46"],
        "Been here 14 months": [],
    },
    "couples": {
        "Her wife died in May": [],
        "we split up in June": ["relationship_status single"],
        "We're getting married in May": ["plan getting married"],
        "I'm twice divorced": ["relationship_status divorced"],
        "my wife died of laughter": ["partner wife", "user:ana/wife: event died"],
        "I'm a retired cook and a widow": [WIDOWED, "job retired cook"],
        "my cousin Ola is getting divorced": [
            "relative cousin Ola",
            "ola: relationship_status getting a divorce",
        ],
        "I'm dating a guy from the choir, Tess": ["partner partner Tess"],
        "My sister got engaged, to Luca": [
            "relative sister",
            "user:ana/sister: relationship_status engaged",
            "user:ana/sister: partner Luca",
        ],
    },
    "whom everybody has": {
        "My dad said so": [],
        "My nan brought me up": ["relative nan"],
        "My dad has asthma": ["relative dad", "user:ana/father: health asthma"],
    },
}


@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD)
def test_what_stands_beside_a_name_tells_who_it_is(told: dict[str, list[str]]) -> None:
    assert {text: claims(text) for text in told} == told


@pytest.mark.parametrize("text", ["My husband Piet passed away in 2021", "I lost my wife in May"])
def test_who_outlives_his_partner_is_widowed(text: str) -> None:
    assert WIDOWED in claims(text)
    assert WIDOWED not in claims("I lost my husband in the crowd")


def test_a_participant_is_known_by_his_name() -> None:
    told = found("Tobias here. Call me Toby.", speaker="name:Tobias")
    assert [one.claim.attribute for one in told if one.claim] == ["nickname"]
