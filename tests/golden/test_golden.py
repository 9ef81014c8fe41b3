"""Old logs are read for good, and what the fold's rules yield does not change unnoticed."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from types import SimpleNamespace
from typing import get_args

import pytest

from retentive.adapters.sql.rows import entry_columns, entry_of
from retentive.kernel.errors import NewerEntry, StoreError
from retentive.model.bodies import read_body, write_body
from retentive.model.entry import Body, Command, Message, ReplyStatus, Verb
from retentive.rules.text import TOKENISER
from retentive.testing.fakes import frozen_ambient
from tests.golden.derive import DERIVED, MAKER, digested, entries, rows
from tests.properties.places import Place, place

__all__ = ["place"]


def test_the_golden_log_holds_every_kind_of_body() -> None:
    kinds = Counter(type(entry.body) for entry in entries())
    assert set(kinds) == set(get_args(Body))
    assert {row["version"] for row in rows()} == {1}


def test_the_first_version_is_written_as_it_was() -> None:
    for row, entry in zip(rows(), entries(), strict=True):
        written, _ = entry_columns(1, entry, b"golden")
        assert {name: written[name] for name in row} == row


def test_what_was_said_comes_back() -> None:
    first, *_ = log = entries()
    assert isinstance(first.body, Message)
    assert (first.text, first.zone) == ("I live in Porto. I like tea.", "Europe/Lisbon")
    assert first.body.metadata == {"channel": "chat", "turn": 1}
    verbs = [entry.body.verb for entry in log if isinstance(entry.body, Command)]
    assert verbs == [Verb.RETRACT, Verb.CORRECT, Verb.FORGET, Verb.RETRACT]
    assert [row["status"] for row in rows() if row["status"]] == [
        ReplyStatus.ANSWERED,
        ReplyStatus.DEAD,
    ]


def test_the_rules_yield_what_they_yielded(place: Place) -> None:
    """Where this fails, the fold, the extractor or the tokeniser needs a new version."""

    async def main() -> None:
        store = await place.fresh().open(ambient=frozen_ambient(), tokeniser=TOKENISER, maker=MAKER)
        assert await digested(store) == json.loads(DERIVED.read_text("utf-8"))
        await store.close()

    asyncio.run(main())


@pytest.mark.parametrize(("kind", "version"), [("message", 2), ("outcome", 1)])
def test_what_a_newer_version_wrote_is_told(kind: str, version: int) -> None:
    with pytest.raises(NewerEntry, match="upgrade") as told:
        read_body(kind, version, {})
    assert isinstance(told.value, StoreError)
    assert told.value.facts == {"kind": kind, "version": version}


def test_versions_count_from_one() -> None:
    with pytest.raises(ValueError, match="has no version 0"):
        read_body("message", 0, {})


def test_bodies_are_written_as_they_are_read() -> None:
    for entry in entries():
        assert read_body(*write_body(entry.body)) == entry.body


def test_a_row_of_a_newer_version_is_not_read() -> None:
    row = rows()[0] | {"version": 2}
    with pytest.raises(NewerEntry):
        entry_of(SimpleNamespace(**row), {})
