"""What doctors give and find, what is eaten again, liked as a list, and done at a club."""

from __future__ import annotations

from tests.rules.claims.saying import claims


def _tells(told: dict[str, str]) -> None:
    for text, wanted in told.items():
        assert wanted in claims(text), (text, claims(text))


def test_medicines_are_given_by_doctors() -> None:
    _tells(
        {
            "The consultant has me on losartan.": "health losartan",
            "My rheumatologist gave me methotrexate, ten a week.": "health methotrexate",
            "They swapped it for apixaban last week.": "health apixaban",
        }
    )


def test_doctors_and_scans_find_what_somebody_has() -> None:
    _tells(
        {
            "The scan showed a slipped disc.": "health slipped disc",
            "The MRI found a torn ligament in my shoulder.": "health torn ligament",
            "The consultant told me it was shingles.": "health shingles",
            "Went to the physio about my elbow, and she thinks it's bursitis.": "health bursitis",
            "My asthma is no joke.": "health asthma",
        }
    )
    for text in (
        "I took my mum to the doctor. She says it's gout.",
        "The doctor says it's nothing.",
        "My boss says it's flu season.",
        "Does the doctor say it's gout?",
    ):
        assert "health" not in str(claims(text)), text


def test_what_a_body_does_and_cannot_do() -> None:
    _tells(
        {
            "I get horribly carsick.": "health carsick",
            "I stutter when I'm tired.": "health stutter",
            "I threw my back out on Friday.": "health threw my back out",
            "My uncle can't manage stairs.": "user:ana/uncle: health can't manage stairs",
            "My dad has two new knees.": "user:ana/father: health new knees",
            "My grandmother is frail.": "user:ana/grandmother: health frail",
            "My niece has a skin thing, eczema.": "user:ana/niece: health eczema",
            "My elbows are finished.": "health finished elbows",
        }
    )
    for text in ("I'm weak, that's so funny.", "My argument is weak."):
        assert "health" not in str(claims(text)), text


def test_a_body_of_somebody_unknown_is_not_the_speakers() -> None:
    for text in (
        "Her migraines are back.",
        "His knee is playing up.",
        "My colleague Lena's well but your shoulder is bad.",
    ):
        assert "health" not in str(claims(text)), text
    assert "user:ana/wife: health bad elbow" in claims("My wife is fine but her elbow is bad.")


def test_who_sees_a_dentist_has_no_partner_and_who_passes_an_exam_is_alive() -> None:
    for text in ("I'm seeing a dentist in Bonn, Eva Kurz.", "I'm seeing a lawyer from Bonn, Eva."):
        assert "partner" not in str(claims(text)), text
    assert "partner Eva" in claims("I'm seeing a woman from Bonn, Eva.")
    assert "passed away" not in str(claims("My daughter passed on Friday."))
    assert "passed away" in str(claims("My grandfather passed on Friday."))


def test_who_eats_fish_again_has_another_diet() -> None:
    _tells(
        {
            "I eat meat again.": "diet eats meat",
            "My sister has started eating fish again.": "user:ana/sister: diet eats fish",
            "My in-laws are Jain, my wife is a strict Jain too.": "user:ana/wife: diet Jain",
            "I react badly to cashews.": "allergy cashews",
        }
    )
    for text in ("I'm eating fish again tonight.", "I react badly to criticism."):
        assert not {"diet eats fish", "allergy criticism"} & set(claims(text)), text


def test_what_is_liked_and_hated_may_be_a_list() -> None:
    assert claims("Three things I love: rain, old maps and tea.") == [
        "likes rain",
        "likes old maps",
        "likes tea",
    ]
    assert claims("Stuff I'm into: kites, go-karts") == ["likes kites", "likes go-karts"]
    _tells(
        {
            "Things I hate: queues, cold coffee.": "dislikes cold coffee",
            "I live on coffee and toast.": "likes toast",
            "My brother can't do crowds.": "user:ana/brother: dislikes crowds",
            "I can't bear anything with a clown.": "dislikes clown",
        }
    )
    for text in (
        "I live on Mill Street.",
        "I may not touch the piano before June.",
        "No ice no crab.",
        "Rosa, a colleague I really like, is here.",
    ):
        assert "likes" not in str(claims(text)), text


def test_an_opinion_may_be_of_any_one_of_a_kind() -> None:
    _tells(
        {
            "I think a garden should be wild.": "belief a garden should be wild",
            "I believe that a late train is better than none.": (
                "belief a late train is better than none"
            ),
            "My unpopular opinion: every city should ban cars.": (
                "belief every city should ban cars"
            ),
        }
    )
    for text in (
        "I think a bus is coming.",
        "I think a taxi would be cheaper.",
        "I think a taxi should be here by now.",
    ):
        assert "belief" not in str(claims(text)), text


def test_hobbies_are_told_by_what_is_run_fostered_and_joined() -> None:
    _tells(
        {
            "I run half marathons.": "hobby running marathons",
            "My aunt fosters old greyhounds.": "user:ana/aunt: hobby fostering greyhounds",
            "I do choir on Thursdays.": "hobby choir",
            "I train an under-tens rugby team.": "hobby training under-tens rugby team",
            "Every morning I walk to the lighthouse.": "hobby walking to lighthouse",
            "I met Sipho through my running club.": "hobby running club",
            "So now I swim, twice a week.": "hobby swimming",
            "I smoke again, half a pack a day.": "hobby smoking",
            "I'm doing pilates in the park for now.": "hobby pilates",
        }
    )
    for text in (
        "I'm packing boxes, so be brief.",
        "Every morning I walk to the office.",
        "Coach mode on please.",
        "I run the server now.",
    ):
        assert "hobby" not in str(claims(text)), text


def test_fragments_tell_of_bodies_and_tastes() -> None:
    _tells(
        {
            "knee's acting up again": "health knee pain",
            "no booze for me, on antibiotics": "health antibiotics",
            "off sugar until easter": "diet no sugar",
            "ankle sprained": "health sprained ankle",
            "tested positive for covid": "health covid",
            "done my back in": "health done my back in",
            "back at choir": "hobby choir",
            "surprises stress me out": "dislikes surprises",
            "crowds make me anxious": "dislikes crowds",
            "her blood sugar is high so no sweets for me": "diet no sweets",
        }
    )
    for text in (
        "off milk, need to buy some",
        "my head of sales is killing me",
        "this makes me nervous",
        "the test came back positive for errors",
    ):
        assert claims(text) == [], text


def test_what_somebody_is_allergic_to_may_be_named_before() -> None:
    _tells(
        {
            "Keep the kiwis, I'm allergic to them.": "allergy kiwis",
            "My son can't have eggs, he's allergic to them.": "user:ana/son: allergy eggs",
            "Rye bread I could live on.": "likes Rye bread",
            "I believe that no child should go hungry.": "belief no child should go hungry",
        }
    )
    assert "allergy" not in str(claims("I hate meetings. I'm allergic to them."))
    assert claims("I think no trains are running.") == []
