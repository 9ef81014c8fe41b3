"""Texts that are broken, blank, long, or spelled in escapes."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from retentive import Memory
from retentive.app.config import Config
from retentive.app.sync_handle import Handle
from retentive.kernel.errors import BlankContent, InvalidId, NotFound, RetentiveError, TooLarge
from retentive.model.report import Outcome
from retentive.rules.limits import Limits
from tests.cases.playing import Play, found, is_utf8, listed, on_one_driver, texts


def told(text: str) -> dict[str, object]:
    return {"role": "user", "content": text}


# ---------------------------------------------------------------- broken characters


@pytest.mark.case("ing-01")
def test_a_lone_surrogate_is_replaced_and_spoils_nothing_else(play: Play) -> None:
    body = (
        r'{"items":[{"text":"Harbour tour went well \ud83d today"},'
        r'{"text":"Second note about the harbour crane"}]}'
    )
    items = [item["text"] for item in json.loads(body)["items"]]
    receipt = play.user().observe([told(text) for text in items])
    assert [item.outcome for item in receipt.items] == [Outcome.STORED, Outcome.STORED]
    assert receipt.replaced == 1
    for text in items:
        play.user("u2").remember(text)
    for moment in play.moments():
        assert is_utf8(listed(play.user())), moment
        assert texts(play.user("u2")) == [
            "Harbour tour went well \ufffd today",
            "Second note about the harbour crane",
        ]
        assert "Second note about the harbour crane" in found(play.user("u2"), "harbour")
        if moment != "at once":
            assert "Second note about the harbour crane" in found(play.user(), "harbour")
        block = play.user().context("harbour").text
        assert is_utf8(block, [hit.text for hit in play.user().recall("harbour")])


BROKEN = ["\ud800", "\udfff", "a\udc00b\ud800", "\x00", "nul\x00inside", "\ud83c\ud83c\udf5c"]


@pytest.mark.case("ing-01")
@pytest.mark.parametrize("broken", BROKEN)
def test_no_broken_character_gets_through_any_field(play: Play, broken: str) -> None:
    ana = play.user()
    fact = ana.remember(
        f"The crane {broken} is yellow", metadata={f"k {broken}": [{"v": f"x {broken}"}]}
    )
    changed = ana.correct(fact.id, f"The crane {broken} is green").fact
    assert changed is not None
    ana.retract(ana.remember("The quay is long").id, reason=f"because {broken}")
    ana.forget(ana.remember("The quay is short").id, reason=f"because {broken}")
    receipt = ana.observe(
        [
            told(f"The lock {broken} is shut"),
            {"role": "user", "content": [{"type": "text", "text": f"The gate {broken} is open"}]},
            {"role": "user", "content": "The pier is dry", "metadata": {broken: broken}},
            {"event": "run", "text": f"tool said {broken}", "payload": {broken: [broken]}},
        ]
    )
    assert [item.outcome for item in receipt.items] == [Outcome.STORED] * 4
    for moment in play.moments():
        facts = listed(play.user())
        assert is_utf8(facts, play.user().history(fact.id)), moment
        assert is_utf8(found(play.user(), f"crane {broken}"))
        assert is_utf8(play.user().context(f"crane {broken} lock gate").text)
        assert any("is green" in one.text for one in facts)


@pytest.mark.case("ing-01")
@pytest.mark.parametrize("broken", ["\ud800", "a\x00b", "line\nbreak", "", "x" * 257])
def test_a_name_that_cannot_be_stored_is_refused_and_nothing_is_written(
    play: Play, broken: str
) -> None:
    ana = play.user()
    refused: list[Callable[[], object]] = [
        lambda: ana.remember("Owns a kiln", kind=broken),
        lambda: ana.remember("Owns a kiln", idempotency_key=broken),
        lambda: ana.observe([told("Owns a kiln")], idempotency_key=broken),
        lambda: ana.recall("kiln", kinds=[broken]),
        lambda: ana.facts.get(broken),
        lambda: ana.history(broken),
        lambda: ana.correct(broken, "Owns two kilns"),
        lambda: ana.retract(broken),
        lambda: ana.forget(broken),
        lambda: play.user(broken),
        lambda: play.user("u1", session=broken),
        lambda: play.user("u1", tenant=broken),
    ]
    for call in refused:
        with pytest.raises(InvalidId):
            call()
    for name in ("id", "name"):
        if broken or name == "id":
            (item,) = ana.observe([told("Owns a kiln") | {name: broken}]).items
            assert item.outcome is Outcome.REJECTED
            assert name in item.reason
    assert play.memory.stats().entries == 0


# ---------------------------------------------------------------- blank texts


BLANK = ["", "   ", "\t\n", "\u3000", "\u200b\u200b", "\u00a0\u2028", "\ufeff", "\u2800", "\x00\a"]


@on_one_driver
@pytest.mark.case("ing-02")
@pytest.mark.parametrize("blank", BLANK)
def test_a_blank_text_is_refused_and_writes_nothing(play: Play, blank: str) -> None:
    with pytest.raises(BlankContent):
        play.user().remember(blank)
    receipt = play.user().observe(
        [told(blank), told("Keeps bees"), {"event": "run", "text": blank}]
    )
    assert [item.outcome for item in receipt.items] == [
        Outcome.REJECTED,
        Outcome.STORED,
        Outcome.REJECTED,
    ]
    assert all(item.reason for item in receipt.rejected)
    for _ in play.moments():
        assert play.memory.stats().entries == 1
        assert all(fact.text.strip() for fact in listed(play.user()))


@pytest.mark.case("ing-02")
def test_a_batch_with_a_blank_item_stores_the_others_and_says_so(play: Play) -> None:
    receipt = play.user().observe([told("I keep bees"), told("   "), told("I own a kiln")])
    assert [item.index for item in receipt.rejected] == [1]
    assert len(receipt.stored) == 2
    for blank in BLANK:
        with pytest.raises(BlankContent):
            play.user().remember(blank)
    play.memory.flush()
    assert texts(play.user()) == ["I keep bees", "I own a kiln"]


@on_one_driver
@pytest.mark.case("ing-02")
@pytest.mark.parametrize("blank", BLANK)
def test_a_blank_correction_is_refused_and_changes_nothing(play: Play, blank: str) -> None:
    fact = play.user().remember("Plays the oud")
    for _ in play.moments():
        with pytest.raises(BlankContent):
            play.user().correct(fact.id, blank)
        assert play.user().facts.get(fact.id).text == "Plays the oud"
        assert texts(play.user()) == ["Plays the oud"]
        assert len(play.user().history(fact.id)) == 1


@on_one_driver
@pytest.mark.case("ing-02")
@pytest.mark.parametrize("wrong", [None, 5, b"Plays", ["Plays"], {"text": "Plays"}])
def test_what_is_no_text_is_refused_too(play: Play, wrong: Any) -> None:
    fact = play.user().remember("Plays the oud")
    for call in (
        lambda: play.user().remember(wrong),
        lambda: play.user().correct(fact.id, wrong),
        lambda: play.user().forget(fact.id, reason=wrong),
        lambda: play.user().recall(wrong),
        lambda: play.user().context(wrong),
    ):
        with pytest.raises(RetentiveError) as refused:
            call()
        assert refused.value.status == 422
    for _ in play.moments():
        assert texts(play.user()) == ["Plays the oud"]


# ---------------------------------------------------------------- long texts


LONG = [
    "0123456789" * 233 + "END-MARKER-QX",
    "abcdefghij" * 450 + "END-MARKER-ZK",
    "水車が回る" * 5_000 + "END-MARKER-CD",
    "line of words\n" * 6_000 + " END-MARKER-GH",
]


@pytest.mark.case("ing-04")
@pytest.mark.parametrize(("first", "second"), list(zip(LONG, LONG[1:] + LONG[:1], strict=True)))
def test_a_long_text_is_stored_whole(play: Play, first: str, second: str) -> None:
    fact = play.user().remember(first)
    assert play.user().facts.get(fact.id).text == first
    play.user().correct(fact.id, second)
    play.user("u2").observe([{"role": "user", "content": first, "id": "m1"}])
    for _ in play.moments():
        assert play.user().facts.get(fact.id).text == second
        assert [one.text for one in play.user().history(fact.id)] == [first, second]
        (only,) = listed(play.user())
        assert only.text == second
        assert [one.quote for one in only.provenance.citations] == [second]
    (hit,) = play.user("u2").recall(first[-13:] if " " in first else first)[:1]
    whole = "".join(one.text for one in reversed(listed(play.user("u2"))))
    assert first in (hit.text, whole) or first.endswith(hit.text)


SMALL = Config(background=False, limits=Limits(part_bytes=100, call_bytes=150, items=99))


def _over_the_limit(ana: Handle, text: str) -> None:
    fact = ana.remember("Owns a kiln")
    for call in (
        lambda: ana.remember(text),
        lambda: ana.correct(fact.id, text),
        lambda: ana.retract(fact.id, reason=text),
        lambda: ana.observe([told("Owns an anvil"), told(text)]),
        lambda: ana.observe([told("Owns an anvil"), {"event": "run", "text": text}]),
        lambda: ana.observe([told("n" * 80), told("n" * 80)]),
        lambda: ana.observe(told("Owns an anvil") for _ in count()),
    ):
        with pytest.raises(TooLarge) as refused:
            call()
        assert refused.value.status == 413
        assert str(refused.value.facts["limit"]) in refused.value.message
    assert texts(ana) == ["Owns a kiln"]


@pytest.mark.case("ing-04")
@pytest.mark.parametrize("text", ["x" * 101, "水" * 34, "\ud800" * 34])
def test_over_the_limit_a_call_fails_loudly_and_stores_nothing(text: str) -> None:
    with Memory.open("memory://", config=SMALL) as memory:
        _over_the_limit(memory.scope(user="u1"), text)
        assert memory.stats().entries == 1
        assert memory.scope(user="u2").remember("x" * 100).text == "x" * 100


# ---------------------------------------------------------------- escapes


ESCAPED = [
    (
        r"Orders \ud83c\udf5c noodles and waves \ud83d\udc4b\ud83c\udffd with \u0065\u0301lan",
        "Orders \U0001f35c noodles and waves \U0001f44b\U0001f3fd with e\u0301lan",
    ),
    (r"flag \ud83c\uddf5\ud83c\uddf9 and family \ud83d\udc68\u200d\ud83d\udc69", None),
    (r"old script \ud808\udc00, music \ud834\udd1e, han \ud842\udfb7", None),
    (r"half \ud83c whole \ud83c\udf5c half \udf5c", "half \ufffd whole \U0001f35c half \ufffd"),
    (r"quote \" backslash \\ tab \t line \n slash \/", None),
]


def _halves(text: str) -> str:
    """The text in UTF-16 units, one character each, as some decoders leave it."""
    units = memoryview(text.encode("utf-16-le")).cast("H")
    return "".join(map(chr, units))


def test_an_escaped_pair_is_one_character(play: Play) -> None:
    meant: dict[str, tuple[str, str]] = {}
    for number, (escaped, wanted) in enumerate(ESCAPED):
        text = json.loads(f'{{"text":"{escaped}"}}')["text"]
        whole = wanted or text
        for side, spelled in enumerate((text, _halves(whole))):
            user = f"u{number}-{side}"
            fact = play.user(user).remember(spelled, metadata={"same": spelled})
            meant[user] = (fact.id, whole)
    for _ in play.moments():
        for user, (fact_id, whole) in meant.items():
            ana = play.user(user)
            stored = ana.facts.get(fact_id)
            assert (stored.text, stored.metadata) == (whole, {"same": whole})
            assert is_utf8(listed(ana), ana.history(fact_id), found(ana, whole))
            assert is_utf8(ana.context(whole).text)


@on_one_driver
@pytest.mark.parametrize("name", ["%", "_", "*", "no-such-id", "f_%", "\u200b"])
def test_an_unknown_id_is_not_found(play: Play, name: str) -> None:
    play.user().remember("Keeps bees")
    for call in (play.user().facts.get, play.user().history, play.user().forget):
        with pytest.raises(NotFound):
            call(name)
