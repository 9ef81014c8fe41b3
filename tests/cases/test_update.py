"""Cases of update: what new words do to what is known, and what they must leave alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest

from retentive import Config, Handle, Memory
from tests.cases.playing import Play, found, listed, on_one_driver, texts


def said(play: Play, text: str) -> None:
    """The user says this a while later, and it is digested."""
    play.clock.tick(hours=1)
    play.user().observe([{"role": "user", "content": text}])
    play.memory.flush()
    play.clock.tick(hours=1)


def current(handle: Handle, attribute: str) -> list[str]:
    """The values of an attribute that hold now, of whomever."""
    claims = [one.claim for one in listed(handle) if one.claim is not None]
    return sorted(one.value for one in claims if one.attribute == attribute)


@pytest.mark.case("upd-02")
@pytest.mark.parametrize(
    ("before", "after", "attribute", "old", "new"),
    [
        ("I live in Lisbon.", "I moved to Porto.", "lives_in", "Lisbon", "Porto"),
        ("I work at Acme.", "I work at Initech now.", "works_at", "Acme", "Initech"),
    ],
)
def test_an_old_value_is_current_only_as_of_then(
    play: Play, before: str, after: str, attribute: str, old: str, new: str
) -> None:
    play.now("2026-02-01T09:00:00+00:00")
    said(play, before)
    play.now("2026-08-01T09:00:00+00:00")
    said(play, after)
    then = datetime.fromisoformat("2026-03-01T00:00:00+00:00")
    for _ in play.moments():
        assert current(play.user(), attribute) == [new]
        (was,) = play.user().facts.list(as_of=then)
        assert was.claim is not None
        assert was.claim.value == old


@pytest.mark.case("upd-03")
@pytest.mark.parametrize("again", ["message", "statement"])
def test_saying_it_twice_leaves_one_with_its_id(play: Play, again: str) -> None:
    text = "The tower clock was cast in 1712"
    kept = play.user().remember(text)
    if again == "message":
        said(play, text)
    else:
        play.user().remember(text)
    for _ in play.moments():
        (fact,) = listed(play.user())
        assert (fact.text, fact.key) == (text, kept.key)
        assert play.user().facts.get(kept.id).key == fact.key


@pytest.mark.case("upd-06")
def test_a_correction_keeps_all_but_the_words(play: Play) -> None:
    play.now("2026-01-05T10:00:00+00:00")
    meta = {"priority": "high", "bucket": 7, "nested": {"k": [1, 2]}}
    ana = play.user(agent="a1", session="s1")
    made = ana.remember(
        "Plays tabla on Fridays", kind="activity", tags=["music"], metadata=meta, importance=0.7
    )
    play.now("2026-04-01T00:00:00+00:00")
    play.user().correct(made.id, "Plays tabla on Thursdays")
    for _ in play.moments():
        fact = play.user().facts.get(made.id)
        assert fact.text == "Plays tabla on Thursdays"
        assert (fact.origin, fact.subject) == (made.origin, made.subject)
        assert (fact.kind, fact.tags, fact.metadata) == ("activity", ("music",), meta)
        assert fact.importance == 0.7
        first, *_ = play.user().history(made.id)
        assert f"{first.recorded_at:%Y-%m-%dT%H:%M}" == "2026-01-05T10:00"
        assert f"{fact.recorded_at:%Y-%m-%d}" == "2026-04-01"
        assert [one.id for one in play.user().facts.list(tags=["music"], kinds=["activity"])] == [
            fact.id
        ]


@pytest.mark.case("upd-08")
@pytest.mark.parametrize(
    "others",
    [
        [
            "Never skip weighing the flour when you feed the sourdough at 08:00.",
            "Sourdough fed at 08:00 cannot go straight into the oven.",
        ],
        ["Do not feed the sourdough twice.", "No longer than an hour after feeding it doubles."],
    ],
)
@pytest.mark.parametrize("way", ["stated", "said"])
def test_a_negation_elsewhere_in_the_words_contradicts_nothing(
    play: Play, others: Sequence[str], way: str
) -> None:
    made = play.user().remember("Feed the sourdough at 08:00.")
    for text in others:
        if way == "stated":
            play.user().remember(text)
        else:
            said(play, text)
    for _ in play.moments():
        fact = play.user().facts.get(made.id)
        assert (fact.text, fact.confidence) == (made.text, made.confidence)
        assert (fact.valid_until, fact.ended_by) == (None, None)
        assert fact.text in texts(play.user())


class DigitsBlind:
    """An embedder to which texts that differ in digits alone are the same."""

    identity = "digits-blind-1"
    dimensions = 2
    floor = 0.0

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the same vector for every text."""
        return [(1.0, 0.0) for _ in texts]

    def embed_query(self, text: str) -> Sequence[float]:
        """Return that vector."""
        return (1.0, 0.0)


@pytest.mark.case("upd-09")
@pytest.mark.parametrize("way", ["stated", "said"])
def test_what_differs_in_digits_alone_is_kept_apart(way: str) -> None:
    runs = [
        "Soak test run 41 finished in 318 ms at 12 clients",
        "Soak test run 42 finished in 281 ms at 12 clients",
    ]
    config = Config(background=False)
    with Memory.open("memory://", embedder=DigitsBlind(), config=config) as memory:
        ana = memory.scope(user="u1")
        for text in runs:
            if way == "stated":
                ana.remember(text)
            else:
                ana.observe([{"role": "user", "content": text}])
                memory.flush()
        memory.flush()
        assert texts(ana) == runs
        assert sorted(found(ana, "soak test run")) == runs


TEAM = [
    "Pavel lives in Tartu",
    "Pavel owns a kayak",
    "The Tartu office closes at 17:00",
    "Rina lives in Tartu",
]


@pytest.mark.case("upd-16")
@pytest.mark.parametrize("way", ["stated", "said"])
def test_news_of_one_person_end_only_what_they_contradict(play: Play, way: str) -> None:
    for text in TEAM:
        if way == "stated":
            play.user().remember(text)
        else:
            said(play, text)
    said(play, "Pavel moved to Narva")
    for _ in play.moments():
        assert texts(play.user()) == sorted([*TEAM[1:], "Pavel moved to Narva"])


@pytest.mark.case("upd-18")
@pytest.mark.parametrize(
    "retraction",
    [
        "I no longer like mangoes.",
        "I don't like mangoes any more.",
        "Forget what I said about mangoes.",
        "Please scrap that I like mangoes.",
    ],
)
@on_one_driver
def test_a_retraction_ends_what_it_names_alone(play: Play, retraction: str) -> None:
    for text in ("I like mangoes.", "I like hiking."):
        said(play, text)
    said(play, retraction)
    assert "mangoes" not in current(play.user(), "likes") or not [
        one
        for one in listed(play.user())
        if one.claim and one.claim.value == "mangoes" and one.claim.polarity.value == "positive"
    ]
    assert "hiking" in current(play.user(), "likes")


@pytest.mark.case("upd-01")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I love sardines", "I can't stand sardines now"),
        ("I hate figs.", "I love figs now."),
    ],
)
def test_a_taste_that_turned_leaves_the_new_one(play: Play, before: str, after: str) -> None:
    said(play, before)
    said(play, "I love hiking.")
    (old,) = [one for one in listed(play.user()) if one.text == before]
    said(play, after)
    for _ in play.moments():
        assert texts(play.user()) == sorted([after, "I love hiking."])
        last = play.user().history(old.id)[-1]
        assert last.valid_until is not None
        assert play.user().facts.get(last.ended_by or "").text == after


@pytest.mark.case("upd-01")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Loves sardines", "I can't stand sardines now"),
        ("Lives in Lisbon", "I live in Porto now."),
        ("The user lives in Lisbon", "The user lives in Porto"),
        ("Works as a nurse", "Works as a midwife"),
    ],
)
def test_what_was_noted_without_a_subject_is_about_its_author(
    play: Play, before: str, after: str
) -> None:
    noted = play.user().remember(before)
    play.clock.tick(hours=1)
    if after.startswith("I "):
        said(play, after)
    else:
        play.user().remember(after)
        play.memory.flush()
        play.clock.tick(hours=1)
    for _ in play.moments():
        assert texts(play.user()) == [after]
        assert play.user().history(noted.id)[-1].valid_until is not None


@pytest.mark.case("upd-18")
def test_a_denial_stays_beside_the_wish_to_forget_what_it_denies(play: Play) -> None:
    said(play, "I like fruit.")
    said(play, "I like hiking.")
    said(play, "I no longer like any fruit, please scrap what I said about fruit.")
    for _ in play.moments():
        assert texts(play.user()) == ["I like hiking.", "I no longer like any fruit"]
        assert found(play.user(), "fruit")[0] == "I no longer like any fruit"


@pytest.mark.case("upd-16")
@on_one_driver
def test_who_somebody_works_for_does_not_end_where_he_works(play: Play) -> None:
    said(play, "I work at Acme.")
    said(play, "My boss is Aylin Marsh, she seems strict.")
    assert current(play.user(), "works_at") == ["Acme"]


@pytest.mark.case("upd-18")
@pytest.mark.parametrize(
    ("known", "order", "left"),
    [
        (
            ["I love dried fruit.", "I love fresh fruit.", "I love hiking."],
            "Please scrap what I said about fruit.",
            ["I love hiking."],
        ),
        (
            ["I hate loud music.", "I hate live music.", "I hate loud bars."],
            "Forget everything about music.",
            ["I hate loud bars."],
        ),
        (
            ["I have a black cat.", "I have a grey cat."],
            "Forget what I said about the grey cat.",
            ["I have a black cat."],
        ),
    ],
)
@on_one_driver
def test_a_retraction_reaches_all_tastes_that_its_word_names(
    play: Play, known: list[str], order: str, left: list[str]
) -> None:
    for text in (*known, order):
        said(play, text)
    assert texts(play.user()) == left
