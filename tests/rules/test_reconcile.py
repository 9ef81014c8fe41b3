"""Decisions about one claim: the operation, its rule, and what of the known reads otherwise."""

from __future__ import annotations

import pytest

from retentive.languages import table
from retentive.model.claim import Claim, Cue, Polarity
from retentive.model.fact import Fact
from retentive.rules.attributes import registry_of
from retentive.rules.decisions import Operation, Said
from retentive.rules.reconcile import reconcile
from retentive.rules.timeline import Timeline
from retentive.testing import build

REGISTRY = registry_of(table("attributes.toml"))


def claiming(seq: int, value: str, attribute: str = "lives_in", **fields: object) -> Fact:
    polarity = Polarity.NEGATIVE if value.startswith("not ") else Polarity.POSITIVE
    claim = Claim(
        subject="user:ana",
        attribute=attribute,
        value=value.removeprefix("not "),
        polarity=polarity,
    )
    return build.fact(1, seq, value, claim=claim, reason="extracted", **fields)


@pytest.mark.parametrize(
    ("attribute", "known", "said", "cue", "told"),
    [
        ("lives_in", [], "Porto", Cue.NONE, "add one/first"),
        ("lives_in", ["Porto"], "Porto", Cue.STILL, "none again"),
        ("lives_in", ["Porto"], "Porto, Portugal", Cue.NONE, "update richer"),
        ("lives_in", ["Porto"], "Braga", Cue.NONE, "supersede one/newer"),
        ("lives_in", ["Porto"], "Braga", Cue.ALSO, "add one/also"),
        ("lives_in", ["Porto"], "Braga", Cue.FOR_NOW, "overlay one/for-now"),
        ("lives_in", ["Porto"], "not Porto", Cue.NO_MORE, "retract denied/ends"),
        ("lives_in", ["Porto"], "not Braga", Cue.NONE, "add denied/new"),
        ("job", ["nurse"], "head nurse", Cue.NONE, "update richer"),
        ("job", ["nurse"], "head nurse", Cue.NOW, "supersede one/newer"),
        ("lives_in", ["Porto, Portugal"], "Porto", Cue.NOW, "none again"),
        ("goal", ["be a baker"], "be a pilot", Cue.NOW, "supersede event/moved"),
        ("goal", ["be a baker"], "be a pilot", Cue.NONE, "add event/new"),
        ("goal", ["learn French"], "learn Spanish", Cue.NOW, "add event/new"),
        ("partner", ["wife"], "Lekshmi", Cue.NONE, "update richer"),
        ("likes", ["tea"], "coffee", Cue.NONE, "add many/new"),
        ("likes", ["tea"], "teas", Cue.NONE, "none again"),
        ("likes", ["tea"], "not tea", Cue.NO_MORE, "retract denied/ends"),
        ("likes", ["not tea"], "not tea", Cue.NONE, "none again"),
        ("pet", ["two cats"], "three cats", Cue.NONE, "supersede many/count"),
        ("pet", ["two cats"], "three cats", Cue.ALSO, "add many/new"),
        ("owns", ["red car"], "not car", Cue.NO_MORE, "retract denied/ends"),
        ("owns", ["red car", "blue car"], "not car", Cue.NO_MORE, "add denied/new"),
        ("hobby", ["coach of a rugby side"], "not rugby", Cue.NO_MORE, "retract denied/ends"),
        ("event", ["concert"], "concert", Cue.NONE, "none again"),
    ],
)
def test_a_claim_does_one_thing(
    attribute: str, known: list[str], said: str, cue: Cue, told: str
) -> None:
    facts = [claiming(seq, value, attribute) for seq, value in enumerate(known, start=1)]
    line = Timeline(REGISTRY.of(attribute), facts, {})
    decision = reconcile(Said(claiming(9, said, attribute), cue), line)
    assert f"{decision.operation.value} {decision.rule}" == told
    assert decision.reason


def test_a_persons_own_words_are_kept_beside_what_is_told_more_fully() -> None:
    pinned = claiming(1, "nurse", "job", pinned=True)
    line = Timeline(REGISTRY.of("job"), [pinned], {})
    fuller = claiming(9, "nurse at St Mary's", "job")
    decision = reconcile(Said(fuller), line)
    assert (decision.operation, decision.fact, decision.revised) == (Operation.ADD, fuller, ())


def test_a_persons_own_words_end_where_something_newer_was_said() -> None:
    pinned = claiming(1, "nurse", "job", pinned=True)
    line = Timeline(REGISTRY.of("job"), [pinned], {})
    newer = reconcile(Said(claiming(9, "teacher", "job")), line)
    (ended,) = newer.revised
    assert (ended.new.pinned, ended.new.valid_until) == (True, build.at(9))


def test_a_denial_ends_where_it_is_so_again() -> None:
    denied = claiming(1, "not tea", "likes")
    line = Timeline(REGISTRY.of("likes"), [denied], {})
    decision = reconcile(Said(claiming(9, "tea", "likes")), line)
    (ended,) = decision.revised
    assert (decision.operation, ended.new.valid_until) == (Operation.ADD, build.at(9))
