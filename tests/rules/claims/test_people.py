"""People, what they are to one another, how old they are: a table of sentences and their claims."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims, found

WHO = [
    ("Hi, I'm Ines, 28, and I live in Faro", ["name Ines", "age 28", "lives_in Faro"]),
    ("hey! i'm pavel, 40, new here", ["name Pavel", "age 40"]),
    ("my name is spelled Katharyn", ["name Katharyn"]),
    ("I changed my name to Alex", ["name Alex"]),
    ("They call me Bo", ["nickname Bo"]),
    ("im eighty one", ["age eighty one"]),
    ("I'm in my thirties", ["age thirties"]),
    ("just turned forty!", ["age forty"]),
    ("My daughter is 4 months old", ["relative daughter", "user:ana/daughter: age 4 months"]),
    (
        "my brother Tim, 34, lives in Oslo",
        ["relative brother Tim", "tim: age 34", "tim: lives_in Oslo"],
    ),
    (
        "my mum, who is 70, loves bingo",
        ["relative mum", "user:ana/mother: age 70", "user:ana/mother: likes bingo"],
    ),
    ("my birthday is 4 May", ["birthday 4 May"]),
    ("dob: 1990-02-11", ["birthday 1990-02-11"]),
    ("hello, Bertil here", ["name Bertil"]),
    ("My name used to be Smith", []),
    ("Leo is four and a half", ["leo: age four and a half"]),
    ("Leo and Ada are 4 and 6", []),
    ("33 years old here", ["age 33"]),
    ("I'm Tartu born and bred", ["origin Tartu"]),
    ("languages I speak: Finnish, some Russian", ["speaks Finnish", "speaks Russian"]),
    ("I'm Dr. Hale", ["name Dr. Hale"]),
    ("my 6 year old son Leo loves trains", ["relative son Leo", "leo: age 6"]),
    ("my birthday's in October", ["birthday October"]),
    ("I'm from a small town near Bergen", ["origin Bergen"]),
    ("born in Lagos, raised in London", ["origin Lagos", "origin London"]),
    ("my mother tongue is Basque", ["speaks Basque"]),
    ("My german is french", []),
    ("I can speak a little Welsh", ["speaks Welsh"]),
    ("Languages: Dutch, Frisian", ["speaks Dutch", "speaks Frisian"]),
]

TIES = [
    ("my wife anna is a nurse", ["partner wife anna", "anna: job nurse"]),
    ("I have a cat named Miso", ["pet cat Miso"]),
    ("We've got a new puppy, we named her Biscuit", ["pet puppy", "pet dog Biscuit"]),
    ("I've got one brother and two sisters", ["relative one brother", "relative two sisters"]),
    (
        "I have two sons, Jack (8) and Leo (5)",
        [
            "relative son Jack",
            "relative son Leo",
            "jack: age 8",
            "leo: age 5",
        ],
    ),
    ("I'm an only child", ["not relative siblings"]),
    ("I don't have any kids", ["not relative kids"]),
    ("nope, no sister, only a half-brother", ["not relative sister", "relative half-brother"]),
    ("Tom is not my brother", ["not relative brother Tom"]),
    ("Kwame on my team owns the lint job", ["colleague Kwame"]),
    ("I have a mentor called Ines", ["colleague mentor Ines"]),
    (
        "I'm seeing someone, his name is Joakim",
        ["partner partner Joakim"],
    ),
    ("Tui and I are a couple", ["partner Tui"]),
    ("Tom and I broke up last month", ["not partner Tom"]),
    ("we broke up", ["relationship_status single"]),
    ("we got engaged on Christmas Eve", ["relationship_status engaged"]),
    ("my divorce came through in June", ["relationship_status divorced"]),
    (
        "My wife Maureen passed away in 2019",
        [
            "partner wife Maureen",
            "maureen: event passed away",
            "relationship_status widowed",
        ],
    ),
    ("We had to put our cat Miso down yesterday", ["not pet cat Miso"]),
    ("i gave my sister flowers", ["relative sister"]),
    ("We rehomed the rabbits", ["not pet rabbits"]),
    ("me and Jonas got engaged last week", ["partner Jonas", "relationship_status engaged"]),
    ("I'm dating a guy called Luis", ["partner partner Luis"]),
    ("I've been married for 20 years", ["relationship_status married"]),
    ("my boyfriend left me", ["not partner boyfriend"]),
    ("my niece Nina and nephew Max", ["relative niece Nina", "relative nephew Max"]),
    ("I work with Sven and Ilse", ["colleague Sven", "colleague Ilse"]),
    ("Amara has been my best friend since school", ["friend best friend Amara"]),
    ("Zoltan isn't my friend anymore", ["not friend friend Zoltan"]),
    ("we're getting a puppy", ["plan getting a puppy"]),
    ("my hamster escaped", ["not pet hamster"]),
    ("I've 3 hens left", ["pet 3 hens"]),
    ("and has a newborn", []),
    (
        "Sara is my daughter's teacher",
        ["relative daughter", "user:ana/daughter: colleague teacher Sara"],
    ),
    ("my boss is Ida Brandt", ["colleague boss Ida Brandt"]),
    ("We have 7 hens and a rooster called Bob", ["pet 7 hens", "pet rooster Bob"]),
    ("my late wife Efua", ["partner wife Efua"]),
    ("Lou, my girlfriend, is from Oslo", ["partner girlfriend Lou", "lou: origin Oslo"]),
    ("me n my gf broke up", ["not partner gf"]),
    ("Jo and I are best mates", ["friend Jo"]),
    ("my team: Sven, Ilse and Bela", ["colleague Sven", "colleague Ilse", "colleague Bela"]),
    ("she's 79, Lorna", ["lorna: age 79"]),
    ("9 chicks, so fourteen in all", ["pet 9 chicks"]),
]

NOTHING = [
    "I saw a dog called Rex in the park",
    "two dogs barked all night",
    "she's not my girlfriend",
    "I was nine when it burned down",
    "technically I'm 11",
]


@pytest.mark.parametrize(("text", "expected"), WHO + TIES, ids=[text for text, _ in WHO + TIES])
def test_a_sentence_claims(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_of_nobody_ones_own_nothing_is_claimed(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    "earlier", ["I have two daughters, Ava and Mia.", "My kids are Ava and Mia."]
)
@pytest.mark.parametrize("who", ["the kids", "they", "Ava and Mia"])
def test_what_is_said_of_several_is_said_of_each(earlier: str, who: str) -> None:
    told = claims(f"{who} turned five yesterday", earlier)
    assert {"ava: age five", "mia: age five"} <= set(told)


def test_a_pet_that_was_named_ends_by_its_name() -> None:
    told = claims("Gravy passed in October.", "My cat Gravy is 16.")
    assert told == ["not pet cat Gravy", "gravy: event passed away"]


TASTES = [
    ("I went off coffee", ["not likes coffee"]),
    ("I'm so over techno these days", ["not likes techno"]),
    ("horror films aren't my thing", ["not likes horror films"]),
    ("not keen on mushrooms", ["not likes mushrooms"]),
    ("not into techno anymore", ["not likes techno"]),
    ("I've stopped liking jazz", ["not likes jazz"]),
    ("I've grown to like olives", ["likes olives"]),
    ("Likes: tea. Dislikes: coffee", ["likes tea", "dislikes coffee"]),
    ("Favourite food: ramen", ["likes ramen"]),
    ("i like cats more than dogs", ["likes cats"]),
    ("opera is not for me", ["not likes opera"]),
    ("I'm not a big fan of horror films", ["not likes horror films"]),
    (
        "My favorite band is Big Thief and my favourite film is Alien",
        ["likes Big Thief", "likes Alien"],
    ),
    ("sudoku is my guilty pleasure", ["likes sudoku"]),
    ("I can't get enough of mango", ["likes mango"]),
    ("I'd rather have tea than coffee", ["likes tea"]),
    ("I couldn't care less about football", ["not likes football"]),
    ("my sister hates mondays", ["relative sister", "user:ana/sister: dislikes mondays"]),
    ("mushrooms make me gag", ["dislikes mushrooms"]),
    ("dont like fish", ["not likes fish"]),
    ("Darcy hates it in Adelaide", ["darcy: dislikes Adelaide"]),
    ("I don't believe in star signs", ["not belief star signs"]),
    ("I'm a Buddhist", ["belief Buddhist"]),
    ("we think homeschooling is great", ["belief homeschooling is great"]),
    (
        "I reckon remote work is better for juniors too",
        ["belief remote work is better for juniors"],
    ),
]

BODY = [
    ("I was diagnosed with coeliac disease in 2021", "health coeliac disease"),
    ("I'm over the flu", "not health flu"),
    ("my knee's killing me", "health knee pain"),
    ("I've got a bad back", "health bad back"),
    ("My doctor put me on statins", "health statins"),
    ("I stopped taking the pills", "not health pills"),
    ("weighed in at 13 stone", "health 13 stone"),
    ("I'm deaf in one ear", "health deaf in one ear"),
    ("my blood pressure is high", "health high blood pressure"),
    ("penicillin brings me out in hives", "allergy penicillin"),
    ("I'm allergic to peanuts", "allergy peanuts"),
    ("I'm recovering from knee surgery", "health recovering from knee surgery"),
    ("I've recovered from covid", "not health covid"),
    ("no more migraines", "not health migraines"),
    ("my back is fine again", "not health back"),
    ("I have severe allergies to pollen", "allergy pollen"),
    ("gluten makes me ill", "allergy gluten"),
    ("I've got a slipped disc", "health slipped disc"),
    ("dad's got Parkinson's", "user:ana/father: health Parkinson"),
    ("I don't do dairy", "diet no dairy"),
    ("vegan since June", "diet vegan"),
    ("I'm not vegan anymore", "not diet vegan"),
    ("I can't eat seafood", "diet no seafood"),
    ("no dairy for me", "diet no dairy"),
    ("I gave up sugar", "diet no sugar"),
]

UNTOLD = [
    "I love it when it rains",
    "I enjoyed the concert",
    "I love this idea",
    "people love pizza",
    "I think she lives in Rome",
    "I think it will rain",
    "our landlord is a pain",
    "I'm not allergic to anything",
    "If you are allergic to nuts, avoid marzipan",
    "vegans don't eat honey",
    "I haven't eaten breakfast",
    "I haven't had coffee yet",
    "no coffee for me today",
    "I'm 100% sure",
    "I'm 5 minutes away",
    "I'm over the moon",
    "I'm over 40",
    "I come from work",
    "I like to think so",
    "I love the way you explain",
    "my view is blocked by a tree",
    "we're married to this vendor",
    "I'm allergic to mondays",
    "I'm expecting a parcel",
    "I'm blind to that",
    "I caught a bug in production",
    "Chapter one, 12 pages",
    "Sorry, 5 more minutes",
    "Rosa died laughing",
    "I gave Tom a book",
    "cancer runs in my family",
]


@pytest.mark.parametrize(("text", "expected"), TASTES, ids=[text for text, _ in TASTES])
def test_tastes_and_beliefs_are_told(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


@pytest.mark.parametrize(("text", "expected"), BODY, ids=[text for text, _ in BODY])
def test_health_and_diet_are_told(text: str, expected: str) -> None:
    assert expected in claims(text)


@pytest.mark.parametrize("text", UNTOLD)
def test_of_tastes_and_health_nothing_is_guessed(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize("text", ["my late wife Efua loved it.", "My wife Efua died in 2019."])
def test_a_partner_who_died_is_one_no_more(text: str) -> None:
    (one,) = [one for one in found(text) if one.claim and one.claim.attribute == "partner"]
    assert one.claim is not None
    assert (one.claim.value, one.valid_until is not None) == ("wife Efua", True)
