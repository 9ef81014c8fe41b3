"""The scorer of extraction: full marks for what the gold file says, and an eye for each error."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive import InvalidInput
from retentive.surfaces.bench.extraction import Extraction, lines, report
from retentive.surfaces.bench.extraction_claims import Marks
from retentive.surfaces.bench.extraction_dates import dated
from retentive.surfaces.bench.extraction_found import Held, of_candidate
from retentive.surfaces.bench.extraction_gold import (
    Dates,
    Dialogue,
    GoldTurn,
    Interval,
    Worth,
    load_gold,
)
from retentive.surfaces.bench.extraction_operations import Change, close, operate
from retentive.surfaces.bench.extraction_play import played
from retentive.surfaces.bench.extraction_quick import extracted
from retentive.surfaces.bench.extraction_words import EXACT, NEAR, OTHER, about, likeness
from retentive.surfaces.cli import root
from retentive.types import Candidate, Claim, Polarity, Span
from tests.house.source import ROOT
from tests.surfaces.gold import Scripted, at, candidate, changes, occurred, wanted

DEV = ROOT / "benchmarks" / "data" / "extraction" / "dev.json"
GOLD = load_gold(DEV)

Plant = Callable[[Dialogue, GoldTurn, list[Candidate]], Sequence[Candidate]]


@contextmanager
def quietly(label: str) -> Iterator[Callable[[int, int], None]]:
    yield lambda done, total: None


def quick(plant: Plant = lambda dialogue, turn, found: found) -> Extraction:
    script = Scripted(GOLD, lambda dialogue, turn: plant(dialogue, turn, wanted(dialogue, turn)))
    return report(GOLD, extracted(GOLD, script), 0, quick=True)


def shares(found: Extraction) -> Mapping[str, float]:
    return {name: one.mean for name, one in found.figures.items()}


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


def operated(plant: Callable[[Change], Change] = lambda change: change) -> Mapping[str, float]:
    marks = [Marks(one.id) for one in GOLD]
    for dialogue, mark in zip(GOLD, marks, strict=True):
        for change in changes(dialogue):
            operate(plant(change), mark)
    return shares(report(GOLD, marks, 0, quick=False))


OPERATIONS = ("ADD", "UPDATE", "NONE", "CONFIRM", "SUPERSEDE", "RETRACT", "OVERLAY")


def test_a_memory_that_obeys_the_file_gets_full_marks() -> None:
    found = operated()
    assert {one: found[f"{one} right"] for one in OPERATIONS} == dict.fromkeys(OPERATIONS, 1.0)
    assert all(share == 0 for name, share in found.items() if name.endswith("collateral"))


def test_a_memory_that_does_nothing_omits() -> None:
    found = operated(lambda change: replace(change, after=change.before))
    for op in ("ADD", "SUPERSEDE", "RETRACT", "OVERLAY"):
        assert found[f"{op} omitted"] > 0.7, op
    assert found["UPDATE omitted"] > 0.4, "of the others the file says that none is needed"


def test_a_memory_that_ends_nothing_is_wrong() -> None:
    def kept(change: Change) -> Change:
        return replace(change, after={**change.before, **change.after})

    found = operated(kept)
    assert found["SUPERSEDE wrong"] > 0.4
    assert found["RETRACT omitted"] > 0.8
    assert found["ADD right"] == 1


def test_a_memory_that_stores_repeats_again_is_wrong() -> None:
    def again(change: Change) -> Change:
        copies = {
            f"{key} again": replace(one, key=f"{key} again") for key, one in change.after.items()
        }
        repeats = any(one.op in ("NONE", "CONFIRM") for one in change.turn.operations)
        return replace(change, after={**change.after, **(copies if repeats else {})})

    found = operated(again)
    assert found["NONE wrong"] > 0.9
    assert found["CONFIRM wrong"] > 0.9


def test_a_memory_that_ends_more_than_it_is_told_does_damage() -> None:
    def cleared(change: Change) -> Change:
        new = {key: one for key, one in change.after.items() if change.before.get(key) != one}
        return replace(change, after=new)

    found = operated(cleared)
    for op in ("ADD", "SUPERSEDE", "RETRACT", "OVERLAY", "no operation"):
        assert found[f"{op} collateral"] > 0.5, op


def test_an_overlay_needs_an_end() -> None:
    def endless(change: Change) -> Change:
        after = {
            key: replace(one, found=replace(one.found, valid_until=None))
            for key, one in change.after.items()
        }
        return replace(change, after=after)

    assert operated(endless)["OVERLAY wrong"] > 0.5


def held(found: Sequence[Candidate]) -> dict[str, Held]:
    return {
        str(place): Held(
            id=str(place),
            key=str(place),
            turns=frozenset(),
            confirmations=0,
            current=True,
            found=of_candidate(one),
        )
        for place, one in enumerate(found)
    }


def test_the_end_is_looked_at() -> None:
    everything = Marks("dev-01")
    nothing = Marks("dev-01")
    state = held([one for turn in GOLD[0].turns for one in wanted(GOLD[0], turn)])
    close(GOLD[0], state, list(state.values()), everything)
    close(GOLD[0], {}, [], nothing)
    assert set(everything.values["final"]) == {1.0}
    assert set(everything.values["ended"]) == {0.0}
    assert set(everything.values["ended, ever learnt"]) == {1.0}
    assert set(nothing.values["final"]) == {0.0}
    assert set(nothing.values["ended"]) == {1.0}
    assert set(nothing.values["ended, ever learnt"]) == {0.0}


@pytest.mark.parametrize(
    ("ours", "wanted", "same"),
    [
        ("the harbour pilots", "harbour pilots", EXACT),
        ("eighty-one", "81", EXACT),
        ("18th November", "November 18", NEAR),
        ("two cats", "cats", NEAR),
        ("moving to Bern", "move to Bern", EXACT),
        ("brutalist car parks, risograph prints and rainy mondays", "rainy mondays", OTHER),
        ("Porto", "Portugal", OTHER),
        ("two", "two cats", OTHER),
        ("sister", "sister Rosa", NEAR),
        ("sound", "sound at a bar that burnt down", OTHER),
    ],
)
def test_values_are_compared_in_words(ours: str, wanted: str, same: int) -> None:
    assert likeness(ours, [wanted]) == same


@pytest.mark.parametrize(
    ("subject", "wanted", "same"),
    [
        ("user:ana", "user", True),
        ("user:ana", "Ana", True),
        ("name:Hank", "hank", True),
        ("person:rosa lima", "Rosa", True),
        ("person:user:ana/sister", "user's sister", True),
        ("person:name:Hank/dad", "Hank's father", True),
        ("person:yilmaz", "Mr. Yilmaz", True),
        ("person:user:ana/sister", "user", False),
        ("person:user:ana/sister", "user's brother", False),
        ("person:hank", "user", False),
        ("agent:assistant", "user", False),
    ],
)
def test_subjects_are_compared_by_name_or_relation(subject: str, wanted: str, same: bool) -> None:
    assert about(subject, [wanted], "ana") is same


@pytest.mark.parametrize(
    ("wanted", "found", "same"),
    [
        ("day", "day", True),
        ("day", "week", True),
        ("week", "day", True),
        ("year", "month", True),
    ],
)
def test_dates_are_compared_at_the_coarser_precision(wanted: str, found: str, same: bool) -> None:
    zone = GOLD[0].turns[0].said_at.tzinfo
    assert zone is not None
    spans = {
        "day": Interval(start="2026-03-06", end="2026-03-07", precision="day"),
        "week": Interval(start="2026-03-02", end="2026-03-09", precision="week"),
        "month": Interval(start="2026-03-01", end="2026-04-01", precision="month"),
        "year": Interval(start="2026-01-01", end="2027-01-01", precision="year"),
    }
    dates = Dates(zone=zone, occurred=spans[wanted])
    base = of_candidate(whole_turn(GOLD[0], GOLD[0].turns[0]))
    assert dated(replace(base, occurred=occurred(spans[found], dates)), dates) is same
    assert dated(base, dates) is None
    assert dated(replace(base, valid_from=at("2026-03-06", dates)), dates) is False


def test_the_command_prints_figures_and_lines_to_search_in() -> None:
    found = CliRunner().invoke(root, ["bench", "extraction", "--data", str(DEV), "--quick"])
    assert found.exit_code == 0, found.output
    assert "claim recall" in found.output
    detailed = CliRunner().invoke(
        root, ["bench", "extraction", "--data", str(DEV), "--quick", "--details"]
    )
    assert "dev-01 s1.t" in detailed.output
    machine = CliRunner().invoke(
        root, ["bench", "extraction", "--data", str(DEV), "--quick", "--json"]
    )
    assert json.loads(machine.stdout)["figures"]["claim recall"]["questions"] == 418


def test_the_table_has_a_row_for_every_operation() -> None:
    talks = GOLD[:1]
    found = report(talks, played(talks, quietly, extractor=Scripted(talks, wanted)), 1, quick=False)
    table = "\n".join(lines(found, details=False))
    assert all(f"\n{one} " in table for one in OPERATIONS)
