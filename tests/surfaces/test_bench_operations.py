"""The scorer of operations: full marks for a memory that obeys the gold file, and for no other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from retentive.surfaces.bench.extraction import lines, report
from retentive.surfaces.bench.extraction_claims import Marks
from retentive.surfaces.bench.extraction_found import Held, of_candidate
from retentive.surfaces.bench.extraction_operations import close, operate
from retentive.surfaces.bench.extraction_play import played
from retentive.surfaces.bench.extraction_verdicts import Change
from retentive.types import Candidate
from tests.surfaces.gold import GOLD, Scripted, changes, quietly, shares, wanted


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


def test_the_table_has_a_row_for_every_operation() -> None:
    talks = GOLD[:1]
    found = report(talks, played(talks, quietly, extractor=Scripted(talks, wanted)), 1, quick=False)
    table = "\n".join(lines(found, details=False))
    assert all(f"\n{one} " in table for one in OPERATIONS)
