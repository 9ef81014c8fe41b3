"""Names in a text and what relates them, through the public module `retentive.extraction`."""

from __future__ import annotations

import re

import pytest

from retentive.extraction import RuleBasedExtractor, extract_entities, extract_relations
from retentive.rules.relations import inflected

VERBS = (
    "works at|reports to|manages|leads|creates|authors|owns|uses|depends on|contains|belongs to"
    "|collaborates with|reviews|approves|deploys|tests|maintains|supports|blocks|requires|acquires"
    "|appoints|replaces|succeeds|funds|sponsors|opens|signs|chairs|joins|hires|launches|publishes"
    "|serves|advises|invests in|partners with"
)


def named(text: str) -> dict[str, str]:
    return {one["name"]: one["type"] for one in extract_entities(text)}


def related(text: str) -> list[tuple[str, str, str]]:
    return [(one.source, one.type, one.target) for one in extract_relations(text)]


@pytest.mark.req("C-25")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We met Alice Smith at Acme Corp", {"Alice Smith": "person", "Acme Corp": "organization"}),
        ("the board of Meridian's rival", {"Meridian": "concept"}),
        ("ask @rob, not a@b.example", {"@rob": "person"}),
        ("the flag darkMode turns NASA blue", {"darkMode": "concept", "NASA": "concept"}),
        ('we call it "Blue Fin" now', {"Blue Fin": "concept"}),
        ("we call it 'dark mode', Rosa's idea", {"dark mode": "concept", "Rosa": "concept"}),
        (
            "the Universität Åbo and Émile Zola",
            {"Universität Åbo": "person", "Émile Zola": "person"},
        ),
        ("on Friday in May we met", {}),
        ("Then The Acme Corp closed", {"Acme Corp": "organization"}),
        ("thanks Dr, see you", {}),
        ("we saw Dr. Marcus Webb", {"Marcus Webb": "person"}),
        ("Jean-Luc O'Brien won", {"Jean-Luc O'Brien": "person"}),
        ("Deploy it. Because it works. But slowly.", {}),
        ("I TOLD YOU NOT TO SHOUT", {}),
        ("", {}),
    ],
)
def test_names_are_told_by_their_form(text: str, names: dict[str, str]) -> None:
    assert named(text) == names


@pytest.mark.req("C-25")
def test_the_first_word_of_a_text_is_a_name_if_it_is_one_further_on() -> None:
    assert named("Boxes came for Rosa.") == {"Rosa": "concept"}
    assert named("Rosa slept. I woke Rosa.") == {"Rosa": "concept"}


@pytest.mark.req("C-25")
def test_a_name_of_several_words_is_not_taken_apart() -> None:
    assert list(named("the Annual Report names Ann and the Annual again")) == [
        "Annual Report",
        "Ann",
    ]


@pytest.mark.req("C-25")
@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Then Alice Smith works at Acme Corp.", [("Alice Smith", "work_at", "Acme Corp")]),
        ("Then Priya managed Tom for years.", [("Priya", "manage", "Tom")]),
        ("Our Atlas depends on Boron here.", [("Atlas", "depend_on", "Boron")]),
        ("Last year Vesta Labs acquired Orrery Ltd.", [("Vesta Labs", "acquire", "Orrery Ltd")]),
        ("Today Priya led Atlas Team well.", [("Priya", "lead", "Atlas Team")]),
        ("Then Priya doesn't manage Tom at all.", []),
        ("Then Priya never worked at Orrery Ltd.", []),
        ("Then Atlas misleads Boron, because they can.", []),
        ("Our Atlas works near Boron, does it?", []),
        ("Our Priya came. Then Tom manages it.", []),
        ("Priya left us. I hear Priya joins Tom soon.", [("Priya", "join", "Tom")]),
    ],
)
def test_a_verb_between_two_names_relates_them(
    text: str, links: list[tuple[str, str, str]]
) -> None:
    assert related(text) == links


@pytest.mark.req("C-25")
def test_the_first_word_of_a_sentence_relates_if_it_is_a_name_elsewhere() -> None:
    text = "I know Priya from school. Priya manages Tom these days."
    assert related(text) == [("Priya", "manage", "Tom")]


@pytest.mark.req("C-25")
@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("use", ("use", "uses", "used", "using")),
        ("supply", ("supply", "supplies", "supplied", "supplying")),
        ("deploy", ("deploy", "deploys", "deployed", "deploying")),
        ("launch", ("launch", "launches", "launched", "launching")),
        ("open", ("open", "opens", "opened", "opening")),
    ],
)
def test_verbs_are_inflected_regularly(verb: str, forms: tuple[str, ...]) -> None:
    assert inflected(verb) == forms


@pytest.mark.req("C-25")
def test_patterns_and_verbs_can_be_added() -> None:
    extractor = RuleBasedExtractor(
        entity_patterns=(r"ticket (\d+)", re.compile(r"v\d+\.\d+")),
        relationship_verbs=("rely_on",),
    )
    text = "Then Atlas relied on ticket 4711 and v1.2 together."
    assert [one["name"] for one in extractor.extract_entities(text)] == ["Atlas", "4711", "v1.2"]
    assert extractor.extract_relations(text)[0].type == "rely_on"


@pytest.mark.req("C-25")
def test_short_sentences_tell_nothing_unless_that_is_asked_for() -> None:
    text = "Ok then. Dr. Ito moved to Kobe last year.\nIt rains a lot there, e.g. in June."
    assert RuleBasedExtractor().sentences(text) == [
        "Dr. Ito moved to Kobe last year.",
        "It rains a lot there, e.g. in June.",
    ]
    assert len(RuleBasedExtractor(min_sentence_length=1).sentences(text)) == 3


@pytest.mark.req("C-25")
def test_a_sentence_said_twice_is_one() -> None:
    text = "The build is red again today. the build  is red again today."
    assert RuleBasedExtractor().sentences(text) == ["The build is red again today."]


@pytest.mark.req("Z-38")
def test_counts_are_no_limits() -> None:
    verbs = VERBS.split("|")
    text = " ".join(f"Today Atlas {verb} Boron number {at}." for at, verb in enumerate(verbs))
    assert len({one.type for one in extract_relations(text)}) == len(verbs) == 37
    assert len(RuleBasedExtractor().sentences(text)) == 37


@pytest.mark.parametrize("part", ["'a", '"', "Aa ", "@", "a'", "NASA ", "Aa'b-", "“a"])
def test_a_spiteful_text_is_read_all_the_same(part: str) -> None:
    assert extract_entities(part * 20_000) is not None
