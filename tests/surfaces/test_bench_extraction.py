"""The scorer of extraction: full marks for what the gold file says, and an eye for each error."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive import InvalidInput
from retentive.surfaces.bench.extraction import Extraction, report
from retentive.surfaces.bench.extraction_gold import (
    Dialogue,
    GoldTurn,
    Worth,
    load_gold,
)
from retentive.surfaces.bench.extraction_play import played
from retentive.surfaces.bench.extraction_quick import extracted
from retentive.surfaces.cli import root
from retentive.types import Candidate, Claim, Polarity, Span
from tests.surfaces.gold import (
    DEV,
    GOLD,
    Scripted,
    candidate,
    quietly,
    shares,
    wanted,
)

Plant = Callable[[Dialogue, GoldTurn, list[Candidate]], Sequence[Candidate]]


def quick(plant: Plant = lambda dialogue, turn, found: found) -> Extraction:
    script = Scripted(GOLD, lambda dialogue, turn: plant(dialogue, turn, wanted(dialogue, turn)))
    return report(GOLD, extracted(GOLD, script), 0, quick=True)


def claimed(one: Candidate) -> Claim:
    assert one.claim is not None
    return one.claim


def test_the_file_is_read_whole() -> None:
    turns = [turn for one in GOLD for turn in one.turns]
    claims = [claim for turn in turns for claim in turn.claims]
    assert (len(GOLD), len(turns)) == (35, 395)
    assert sum(one.worth is Worth.WANTED for one in claims) == 418
    assert sum(len(turn.operations) for turn in turns) == 427
    assert sum(turn.nothing for turn in turns) == 113


def test_another_file_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text('[{"id": "x"}]')
    with pytest.raises(InvalidInput, match="gold file"):
        load_gold(other)


def test_what_the_file_says_gets_full_marks() -> None:
    found = quick()
    assert found.misses == ()
    assert shares(found) == {
        "claim recall": 1,
        "claim precision": 1,
        "subjects": 1,
        "dates": 1,
        "in the place given": 1,
        "in the same words": 1,
        "junk": 0,
        "unreal stored": 0,
        "from agents' text": 0,
        "false in adversarial turns": 0,
    }
    assert found.figures["claim recall"].questions == 418


def other_value(dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]) -> list[Candidate]:
    return [replace(one, claim=replace(claimed(one), value="xyzzy")) for one in found]


def other_attribute(dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]) -> list[Candidate]:
    return [
        replace(one, claim=replace(claimed(one), attribute="shoe", value="xyzzy")) for one in found
    ]


def other_subject(dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]) -> list[Candidate]:
    return [replace(one, claim=replace(claimed(one), subject="person:xyzzy")) for one in found]


def denied(dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]) -> list[Candidate]:
    turned = {
        Polarity.POSITIVE: Polarity.NEGATIVE,
        Polarity.NEGATIVE: Polarity.POSITIVE,
    }
    return [
        replace(one, claim=replace(claimed(one), polarity=turned[claimed(one).polarity]))
        for one in found
    ]


def later(dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]) -> list[Candidate]:
    shift = timedelta(days=4000)
    return [
        replace(
            one,
            occurred=one.occurred
            and replace(
                one.occurred, start=one.occurred.start + shift, end=one.occurred.end + shift
            ),
            valid_from=one.valid_from and one.valid_from + shift,
            valid_until=one.valid_until and one.valid_until + shift,
        )
        for one in found
    ]


def undated(dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]) -> list[Candidate]:
    return [replace(one, occurred=None, valid_from=None, valid_until=None) for one in found]


def whole_turn(dialogue: Dialogue, turn: GoldTurn) -> Candidate:
    return Candidate(
        text=turn.text,
        kind="knowledge",
        subject=f"user:{dialogue.user}",
        span=Span(0, len(turn.text)),
        quote=turn.text,
    )


def sentences_of_nothing(
    dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]
) -> list[Candidate]:
    return [*found, whole_turn(dialogue, turn)] if turn.nothing else found


def sentences_of_agents(
    dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]
) -> list[Candidate]:
    return [*found, whole_turn(dialogue, turn)] if turn.role == "assistant" else found


def what_was_not_meant(
    dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]
) -> list[Candidate]:
    unreal = [one for one in turn.claims if one.worth is Worth.FORBIDDEN]
    return [*found, *(candidate(dialogue, turn, one, ordinal=90) for one in unreal)]


def bait(dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]) -> list[Candidate]:
    if not turn.adversarial:
        return found
    claim = Claim(subject=f"user:{dialogue.user}", attribute="likes", value="xyzzy")
    return [*found, replace(whole_turn(dialogue, turn), claim=claim)]


@pytest.mark.parametrize(
    ("plant", "seen", "line"),
    [
        (lambda dialogue, turn, found: [], {"claim recall": 0.0}, "MISSED"),
        (other_value, {"claim recall": 0.0, "claim precision": 0.0}, "FALSE"),
        (other_attribute, {"claim recall": 0.0, "claim precision": 0.0}, "FALSE"),
        (other_subject, {"claim recall": 0.0, "subjects": 0.0}, "SUBJECT"),
        (later, {"claim recall": 1.0, "dates": 0.0}, "DATE"),
        (undated, {"claim recall": 1.0, "dates": 0.0}, "DATE"),
    ],
)
def test_an_error_everywhere_shows_in_its_figures(
    plant: Plant, seen: Mapping[str, float], line: str
) -> None:
    found = quick(plant)
    assert {name: shares(found)[name] for name in seen} == pytest.approx(seen, abs=0.03)
    assert any(f" {line}" in one for one in found.misses)


def test_a_denial_is_not_what_it_denies() -> None:
    assert shares(quick(denied))["claim recall"] < 0.03


def test_the_sound_figures_stay_sound_beside_an_error() -> None:
    found = shares(quick(later))
    assert (found["claim precision"], found["subjects"], found["junk"]) == (1, 1, 0)


@pytest.mark.parametrize(
    ("plant", "name", "line"),
    [
        (sentences_of_nothing, "junk", "JUNK NOTHING"),
        (sentences_of_agents, "from agents' text", "JUNK AGENT"),
        (what_was_not_meant, "unreal stored", "JUNK"),
        (bait, "false in adversarial turns", "FALSE"),
    ],
)
def test_what_must_not_be_learnt_shows_in_its_figure(plant: Plant, name: str, line: str) -> None:
    found = quick(plant)
    assert shares(found)[name] > 0
    assert shares(found)["claim recall"] == 1
    assert any(f" {line}" in one for one in found.misses)


def test_every_claim_that_was_not_meant_is_seen() -> None:
    unreal = sum(
        one.worth is Worth.FORBIDDEN
        for dialogue in GOLD
        for turn in dialogue.turns
        for one in turn.claims
    )
    figure = quick(what_was_not_meant).figures["unreal stored"]
    assert round(figure.mean * figure.questions) == unreal > 15


def test_optional_claims_and_second_readings_count_for_nothing() -> None:
    def more(dialogue: Dialogue, turn: GoldTurn, found: list[Candidate]) -> list[Candidate]:
        optional = [one for one in turn.claims if one.worth is Worth.OPTIONAL]
        return [*found, *(candidate(dialogue, turn, one, ordinal=90) for one in optional)]

    assert shares(quick(more)) == shares(quick())


def test_a_memory_is_asked_after_every_turn() -> None:
    talks = GOLD[:3]
    found = report(talks, played(talks, quietly, extractor=Scripted(talks, wanted)), 0, quick=False)
    figures = shares(found)
    assert (figures["claim recall"], figures["claim precision"], figures["dates"]) == (1, 1, 1)
    assert figures["ADD right"] == 1


def test_the_command_prints_figures_and_lines_to_search_in(tmp_path: Path) -> None:
    data = tmp_path / "gold.json"
    data.write_text(json.dumps(json.loads(DEV.read_text("utf-8"))[:1]), "utf-8")

    def ran(*options: str) -> str:
        done = CliRunner().invoke(root, ["bench", "extraction", "--data", str(data), *options])
        assert done.exit_code == 0, done.output
        return done.stdout

    assert "claim recall" in ran("--quick")
    assert "dev-01 s" in ran("--quick", "--details")
    assert json.loads(ran("--quick", "--json"))["figures"]["claim recall"]["questions"] > 9
