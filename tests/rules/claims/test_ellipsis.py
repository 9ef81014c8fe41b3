"""What a sentence, or a speaker after another, leaves out, and what marks stand for words."""

from __future__ import annotations

from tests.rules.claims.saying import EXTRACTOR, claims, entry

LEFT_OUT = [
    ("I'm 41 and my husband 44.", "user:ana/husband: age 44"),
    ("My brother works at a brewery and my sister at a bank.", "user:ana/sister: works_at bank"),
    ("Rosa lives in Turin, Paolo in Genoa.", "paolo: lives_in Genoa"),
    ("My birthday is on 2 June, hers on the 9th.", ""),  # whose?
    ("My son is a dentist, my daughter a plumber.", "user:ana/daughter: job plumber"),
    ("I work in a bank, Mondays in the shop", ""),
    ("he's a firefighter in Dundee, my dad I mean", "user:ana/father: job firefighter"),
    ("shes moved to York, my best mate Jess", "jess: lives_in York"),
    ("My partner is vegetarian; so am I.", "diet vegetarian"),
]

MARKS = [
    ("Name: Oskar Lind\nAge: 52\nCity: Uppsala", "name Oskar Lind|age 52|lives_in Uppsala"),
    ("- job: paralegal\n- allergies - nuts", "job paralegal|allergy nuts"),
    ("my manager = Beth", "colleague manager Beth"),
    ("my mums a nurse", "user:ana/mother: job nurse"),
    ("2 cats (Tofu, Miso)", "pet cat Tofu|pet cat Miso"),
    ("For the character sheet fill in: Name: Torgrim, Age: 57", ""),
]


def test_what_is_left_out_has_just_been_said() -> None:
    for text, expected in LEFT_OUT:
        others = [one for one in claims(text) if one == expected or "pl" in one[-3:]]
        assert (text, others) == (text, [expected] if expected else [])


def test_marks_stand_for_words() -> None:
    for text, expected in MARKS:
        told = [one for one in claims(text) if not one.startswith("relative")]
        assert (text, "|".join(told)) == (text, expected)


def test_what_runs_on_is_cut_where_a_sentence_is_whole() -> None:
    told = claims("i live in porto i work at lidl i hate mondays")
    assert told == ["lives_in porto", "works_at lidl", "dislikes mondays"]
    assert claims("yes im vegan yes im single") == ["diet vegan", "relationship_status single"]
    assert claims("cant eat shellfish btw learned it the hard way") == ["diet no shellfish"]
    assert claims("the guys i work with in oslo i love") == []


def test_another_says_the_same_of_himself_in_no_words_of_his_own() -> None:
    said = [
        ("name:bo", "I don't eat meat btw"),
        ("name:kei", "same here"),
        ("user:ana", "me neither"),
    ]
    told = [entry(text, seq=at, speaker=who) for at, (who, text) in enumerate(said, 1)]
    for at, one in enumerate(told):
        found = [each.claim for each in EXTRACTOR.extract(one, told[:at], None) if each.claim]
        assert [(each.subject, each.value) for each in found] == [(one.speaker.id, "no meat")]
