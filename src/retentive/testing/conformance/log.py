"""The log: appending, and finding entries again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from retentive.kernel.scope import Scope
from retentive.model.actor import Actor, ActorKind
from retentive.model.claim import Claim, Polarity
from retentive.model.entry import (
    Body,
    Command,
    Entry,
    Message,
    Observation,
    Reply,
    ReplyStatus,
    Role,
    Statement,
    Target,
    Verb,
)
from retentive.model.provenance import Span
from retentive.ports.rows import Seen, SeenEntry
from retentive.ports.store import Transaction
from retentive.testing import build
from retentive.testing.blocking import Blocking
from retentive.testing.conformance.contract import Desk, StoreContract, ids

CLAIM = Claim(subject="user:ana", attribute="likes", value="tea", polarity=Polarity.NEGATIVE)
BODIES: tuple[Body, ...] = (
    Message(role=Role.ASSISTANT, text=" 'é' \U0001f600\n%_\\ ", metadata={"a": [1, 2.5, None]}),
    Observation(event="tool", text="out", tool="search", payload={"q": {"deep": [True, "x"]}}),
    Statement(
        text="Likes tea",
        fact_kind="preference",
        confidence=0.1 + 0.2,
        importance=0.7,
        tags=("b", "a"),
        valid_from=build.at(0.1),
        valid_until=build.at(99),
        expires_at=build.at(999),
        claim=CLAIM,
        metadata={"k": "v"},
    ),
    Command(
        verb=Verb.CORRECT,
        target=Target(
            fact_id="fact_1",
            key="factkey_1",
            entry_id="entry_1",
            claim=CLAIM,
            citations=(("entry_1", Span(0, 4)), ("entry_2", Span(1, 2))),
        ),
        text="Likes coffee",
        arguments={"n": 1},
    ),
    Reply(
        about_seq=1,
        stage="extract",
        status=ReplyStatus.ANSWERED,
        prompt="p-1",
        model="m-1",
        input_hash="h",
        text="[]",
    ),
)


class LogContract(StoreContract):
    """Entries stay what they were, in the order of their seq."""

    @pytest.mark.parametrize("body", BODIES, ids=lambda body: type(body).__name__.lower())
    def test_an_entry_comes_back_as_it_was_appended(self, body: Body, ana: Desk) -> None:
        entry = build.entry(
            ana.number,
            1,
            body,
            recorded_at=build.at(1) + timedelta(microseconds=1),
            said_at=build.at(0.5).astimezone(timezone(timedelta(hours=5, minutes=45))),
            told_at=build.at(2),
            origin=Scope(tenant="acme", user="ana", agent="a", project="p", session="s"),
            speaker=Actor(id="tool:search", kind=ActorKind.TOOL, name=None),
            caller_id="m-1",
            zone="Europe/Lisbon",
        )
        ana.append(entry)
        assert list(ana.see(lambda view, space: view.entries(space, limit=9))) == [entry]

    def test_entries_come_oldest_first_after_a_seq_and_at_most_the_limit(self, ana: Desk) -> None:
        entries = ana.log("a", "b", "c", "d")
        assert list(ana.see(lambda view, space: view.entries(space, limit=9))) == entries
        page = ana.see(lambda view, space: view.entries(space, after=1, limit=2))
        assert list(page) == entries[1:3]

    def test_entries_beyond_the_horizon_are_absent(self, ana: Desk) -> None:
        entries = ana.log("a", "b", "c")
        assert list(ana.see(lambda v, s: v.entries(s, limit=9), horizon=2)) == entries[:2]
        named = ana.see(lambda v, s: v.entries_by_id(s, ids(entries)), horizon=2)
        assert dict(named) == {entry.id: entry for entry in entries[:2]}

    def test_entries_are_found_by_id_and_unknown_ids_are_absent(self, ana: Desk) -> None:
        first, _, third = ana.log("a", "b", "c")
        found = ana.see(lambda v, s: v.entries_by_id(s, [first.id, "none", third.id, first.id]))
        assert dict(found) == {first.id: first, third.id: third}

    def test_an_id_is_compared_exactly(self, ana: Desk) -> None:
        ana.append(build.entry(ana.number, 1, id="entry_A%"))
        asked = ["entry_a%", "entry_A", "entry_A%%", "entry_A_", " entry_A%"]
        assert ana.see(lambda view, space: view.entries_by_id(space, asked)) == {}

    @pytest.mark.parametrize("seq", [0, 1, 2, 4])
    def test_a_seq_that_does_not_follow_the_head_is_refused(self, seq: int, ana: Desk) -> None:
        ana.grow(2)
        with pytest.raises(ValueError, match=r".+"):
            ana.append(build.entry(ana.number, seq, recorded_at=build.at(9), id="new"))
        assert ana.space.head_seq == 2

    def test_a_gap_inside_one_append_is_refused(self, ana: Desk) -> None:
        with pytest.raises(ValueError, match=r".+"):
            ana.append(build.entry(ana.number, 1), build.entry(ana.number, 3))
        assert ana.space.head_seq == 0

    @pytest.mark.parametrize("minutes", [1.0, 0.5])
    def test_recorded_at_must_rise(self, minutes: float, ana: Desk) -> None:
        ana.grow(1)
        with pytest.raises(ValueError, match=r".+"):
            ana.append(build.entry(ana.number, 2, recorded_at=build.at(minutes)))
        with pytest.raises(ValueError, match=r".+"):
            ana.append(
                build.entry(ana.number, 2), build.entry(ana.number, 3, recorded_at=build.at(2))
            )
        assert ana.space.head_seq == 1

    def test_times_keep_their_microseconds(self, ana: Desk) -> None:
        ana.grow(1)
        later = build.at(1) + timedelta(microseconds=1)
        ana.append(build.entry(ana.number, 2, recorded_at=later, said_at=later))
        assert ana.space.last_recorded_at == later

    def test_neighbours_are_messages_of_the_session_in_the_order_they_were_said(
        self, ana: Desk
    ) -> None:
        said = {1: 5.0, 2: 1.0, 3: 3.0, 4: 3.0, 5: 2.0, 6: 4.0}
        ana.append(
            *(
                build.entry(ana.number, seq, recorded_at=build.at(9 + seq), said_at=build.at(at))
                for seq, at in said.items()
            )
        )
        middle = ana.see(lambda view, space: view.entries(space, after=2, limit=1))[0]
        around = ana.see(lambda view, space: view.neighbours(space, middle, before=9, after=9))
        assert [[entry.seq for entry in part] for part in around] == [[2, 5], [4, 6, 1]]
        near = ana.see(lambda view, space: view.neighbours(space, middle, before=1, after=2))
        assert [[entry.seq for entry in part] for part in near] == [[5], [4, 6]]
        none = ana.see(lambda view, space: view.neighbours(space, middle, before=0, after=0))
        assert [list(part) for part in none] == [[], []]

    def test_neighbours_are_never_from_another_session_nor_other_than_messages(
        self, ana: Desk
    ) -> None:
        ana.log("mine")
        ana.log("not mine", session="s-2")
        ana.log("nobody's", session=None)
        ana.log(Observation(event="tool", text="x"))
        (entry,) = ana.log("mine too")
        ana.log("nobody's either", session=None)
        before, after = ana.see(lambda v, s: v.neighbours(s, entry, before=9, after=9))
        assert ([entry.text for entry in before], list(after)) == (["mine"], [])

    def test_messages_without_a_session_are_neighbours(self, ana: Desk) -> None:
        (first,) = ana.log("a", session=None)
        ana.log("other")
        (third,) = ana.log("b", session=None)
        before, after = ana.see(lambda v, s: v.neighbours(s, first, before=9, after=9))
        assert (list(before), list(after)) == ([], [third])

    def test_neighbours_beyond_the_horizon_are_absent(self, ana: Desk) -> None:
        first, second, _ = ana.log("a", "b", "c")
        around = ana.see(lambda v, s: v.neighbours(s, first, before=9, after=9), horizon=2)
        assert [list(part) for part in around] == [[], [second]]

    def test_recent_are_the_newest_messages_in_ascending_seq(self, ana: Desk) -> None:
        ana.log("a", "b")
        ana.log("c", session="s-2")
        ana.log(Observation(event="tool", text="x"))
        ana.log("d", session=None)
        ana.log("e")

        def recent(session: str | None, limit: int, horizon: int | None = None) -> list[str]:
            found = ana.see(lambda v, s: v.recent(s, session, limit=limit), horizon=horizon)
            return [entry.text for entry in found]

        assert recent("s-1", 2) == ["b", "e"]
        assert recent("s-1", 9, horizon=5) == ["a", "b"]
        assert recent("s-1", 0) == []
        assert recent("none", 9) == []

    def test_recent_messages_without_a_session_are_a_session_of_their_own(self, ana: Desk) -> None:
        ana.log("a", "b", session=None)
        ana.log("c")
        ana.log("d", session=None)
        found = ana.see(lambda v, s: v.recent(s, None, limit=2))
        assert [entry.text for entry in found] == ["b", "d"]

    def test_entries_are_found_by_the_id_their_caller_gave_them(self, ana: Desk) -> None:
        ana.log("a", caller_id="m-1")
        ana.log("b", caller_id="m-1", session="s-2")
        ana.log("c", caller_id="M-1")
        ana.log("d")

        def called(name: str, session: str | None = None, **more: int) -> list[str]:
            limit, horizon = more.get("limit", 9), more.get("horizon")
            found = ana.see(
                lambda v, s: v.called(s, name, session=session, limit=limit), horizon=horizon
            )
            return [entry.text for entry in found]

        assert called("m-1") == ["a", "b"]
        assert called("m-1", "s-2") == ["b"]
        assert called("m-1", limit=1) == called("m-1", horizon=1) == ["a"]
        assert called("m-2") == called("m-1", "s-3") == []

    def test_replies_belong_to_the_entry_they_are_about_at_every_horizon(self, ana: Desk) -> None:
        ana.log("a", "b", "c")
        first, other, second = ana.log(build.reply(1), build.reply(2), build.reply(1))
        found = ana.see(lambda view, space: view.replies(space, [1, 2, 3]), horizon=2)
        assert {seq: list(replies) for seq, replies in found.items() if replies} == {
            1: [first, second],
            2: [other],
        }

    def test_replies_about_an_entry_beyond_the_horizon_are_absent(self, ana: Desk) -> None:
        ana.log("a", "b", build.reply(2))
        found = ana.see(lambda view, space: view.replies(space, [1, 2]), horizon=1)
        assert not any(found.values())


class SeenContract(StoreContract):
    """What an input's name was used for is remembered with its entry."""

    def test_names_are_remembered_and_new_ones_are_absent(self, store: Blocking, ana: Desk) -> None:
        known = {
            Seen("id", "s-1", "m-1"): SeenEntry("entry_1_1", "hash-1"),
            Seen("key", "call", "0"): SeenEntry("entry_1_2", "hash-2"),
            Seen("id", None, "m-1"): SeenEntry("entry_1_2", "hash-3"),
        }
        ana.append(*_two(ana), seen=known)
        unknown = [
            Seen("key", "s-1", "m-1"),
            Seen("id", "s-2", "m-1"),
            Seen("id", "s-1", "M-1"),
            Seen("id", "None", "m-1"),
            Seen("key", "call", "00"),
        ]
        found = store.write(build.ANA, lambda tx: dict(tx.seen([*known, *unknown])))
        assert found == known

    def test_names_of_one_space_are_unknown_in_another(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        name = Seen("id", "s-1", "m-1")
        ana.append(*_two(ana), seen={name: SeenEntry("entry_1_1", "hash")})
        assert store.write(build.BO, lambda tx: tx.seen([name])) == {}

    def test_names_outlive_a_new_generation(self, store: Blocking, ana: Desk) -> None:
        name = Seen("id", "s-1", "m-1")
        ana.append(*_two(ana), seen={name: SeenEntry("entry_1_1", "hash")})

        def rebuild(tx: Transaction) -> None:
            building = tx.begin_generation(tokeniser="words-2", maker="rules-2")
            tx.built(building, tx.space.head_seq)
            tx.swap_generation(building)

        store.write(build.ANA, rebuild)
        found = store.write(build.ANA, lambda tx: dict(tx.seen([name])))
        assert found == {name: SeenEntry("entry_1_1", "hash")}


def _two(desk: Desk) -> list[Entry]:
    first = build.entry(desk.number, 1)
    return [first, replace(build.entry(desk.number, 2), caller_id="m-1")]
