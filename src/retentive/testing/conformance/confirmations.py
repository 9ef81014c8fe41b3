"""Confirmations and silences of facts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retentive.model.change import Confirm, Mute, Silencing
from retentive.model.provenance import Span
from retentive.testing import build
from retentive.testing.conformance.contract import Desk, StoreContract


def _confirm(key: str, seq: int, session: str | None, entry: str | None = None) -> Confirm:
    entry_id = entry or build.entry_id(1, seq)
    return Confirm(
        key=key,
        entry_id=entry_id,
        seq=seq,
        speaker="user:ana",
        session=session,
        at=build.at(seq),
    )


class ConfirmContract(StoreContract):
    """Confirmations count sessions; silences name what is not to be shown."""

    def _count(self, desk: Desk, horizon: int | None = None) -> dict[str, int]:
        found = desk.see(lambda v, s: v.confirmations(s, ["k", "l", "none"]), horizon=horizon)
        return {key: one.sessions for key, one in found.items()}

    def test_confirmations_tell_when_the_last_one_was(self, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(_confirm("k", 1, "s-1"), _confirm("k", 3, "s-2"))
        for horizon, seq in ((2, 1), (3, 3)):
            found = ana.see(lambda v, s: v.confirmations(s, ["k"]), horizon=horizon)
            assert found["k"].last_at == build.at(seq)

    def test_confirmations_count_distinct_sessions(self, ana: Desk) -> None:
        ana.grow(4)
        ana.apply(
            _confirm("k", 1, "s-1"),
            _confirm("k", 2, "s-1"),
            _confirm("k", 3, "s-2"),
            _confirm("l", 4, "s-1"),
            _confirm("m", 4, "s-1"),
        )
        assert self._count(ana) == {"k": 2, "l": 1}

    def test_entries_without_a_session_count_one_each(self, ana: Desk) -> None:
        ana.grow(4)
        ana.apply(
            _confirm("k", 1, None),
            _confirm("k", 2, None),
            _confirm("k", 3, build.entry_id(1, 1)),
            _confirm("k", 4, ""),
        )
        assert self._count(ana) == {"k": 4}

    def test_confirmations_beyond_the_horizon_do_not_count(self, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(_confirm("k", 1, "s-1"), _confirm("k", 3, "s-2"))
        assert self._count(ana, horizon=2) == {"k": 1}

    def test_a_second_confirmation_by_the_same_entry_changes_nothing(self, ana: Desk) -> None:
        ana.grow(1)
        ana.apply(_confirm("k", 1, "s-1"))
        ana.apply(_confirm("k", 1, "s-2"))
        found = ana.see(lambda view, space: list(view.all_confirmations(space)))
        assert found == [_confirm("k", 1, "s-1")]

    def test_confirmations_come_with_the_words_that_say_it(self, ana: Desk) -> None:
        ana.grow(3)
        spans = ((Span(0, 4), Span(9, 12)), (), (Span(1, 2),), (Span(0, 1),))
        rows = [
            replace(_confirm(key, seq, None), spans=said)
            for (key, seq), said in zip(
                [("k", 3), ("k", 1), ("l", 2), ("m", 1)], spans, strict=True
            )
        ]
        ana.apply(*rows)

        def found(horizon: int | None = None) -> list[int]:
            known = ana.see(lambda v, s: v.confirming(s, ["l", "k", "none"]), horizon=horizon)
            return [rows.index(row) for row in known]

        assert found() == [1, 0, 2]
        assert found(horizon=2) == [1, 2]

    def test_confirmations_are_found_by_the_entries_that_made_them(self, ana: Desk) -> None:
        ana.grow(3)
        rows = [_confirm(key, seq, None) for key, seq in (("l", 2), ("k", 2), ("k", 3), ("m", 1))]
        ana.apply(*rows)

        def found(*seqs: int, keys: tuple[str, ...] = ()) -> list[int]:
            ids = [build.entry_id(ana.space.id, seq) for seq in seqs]
            known = ana.see(lambda v, s: v.confirming(s, keys, entry_ids=ids))
            return [rows.index(row) for row in known]

        assert found(2) == [1, 0]
        assert found(2, keys=("k", "m")) == [1, 2, 0, 3]
        assert found() == []

    def test_silences_are_found_by_entry_lineage_or_content_in_their_order(self, ana: Desk) -> None:
        ana.grow(5)
        silences = [
            build.silence(5, entry_id="e", span=Span(0, 3), key="k"),
            build.silence(2, ordinal=1, key="k"),
            build.silence(2, ordinal=0, entry_id="e", tentative=True),
            build.silence(3, entry_id="e2", span=Span(1, 2)),
            build.silence(4, key="other"),
            build.silence(1, content="h"),
        ]
        ana.apply(*map(Mute, silences))

        def found(
            *entry_ids: str, keys: tuple[str, ...] = (), contents: tuple[str, ...] = ()
        ) -> list[int]:
            rows = ana.see(
                lambda v, s: v.silences(s, entry_ids=entry_ids, keys=keys, contents=contents)
            )
            return [silences.index(row) for row in rows]

        assert found("e", "e2", keys=("k",)) == [2, 1, 3, 0]
        assert found(keys=("other",), contents=("h", "e")) == [5, 4]
        assert found("e") == [2, 0]
        assert found(keys=("k",)) == [1, 0]
        assert found() == []

    @pytest.mark.parametrize("mode", list(Silencing))
    def test_only_what_is_forgotten_is_silent_before_its_seq(
        self, mode: Silencing, ana: Desk
    ) -> None:
        ana.grow(3)
        ana.apply(Mute(build.silence(2, mode, key="k")))

        def silent(horizon: int) -> bool:
            return bool(ana.see(lambda v, s: v.silences(s, keys=["k"]), horizon=horizon))

        assert (silent(3), silent(2)) == (True, True)
        assert silent(1) is (mode is Silencing.FORGOTTEN)
