"""Every statement finds its rows by an index that leads with the space."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from retentive.adapters.sql import prepared
from retentive.adapters.sql.sqlite import SqliteEngine
from retentive.adapters.sql.store import SqlStore
from retentive.model.change import (
    Doc,
    Field,
    Owner,
    OwnerKind,
    Put,
    RetireDocs,
    SetDocs,
    Settle,
)
from retentive.model.entry import Statement
from retentive.model.fact import Standing
from retentive.model.query import EntityFilter, FactFilter
from retentive.ports.rows import Position, Seen, SeenEntry, Unmade
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.testing import build
from retentive.testing.asked import Asked
from retentive.testing.compare import QUESTIONS
from retentive.testing.fakes import frozen_ambient

ASKED = Asked(
    entry_ids=("entry_1_1",),
    names=("fact_x", "old"),
    keys=("factkey_x",),
    hashes=("hash_x",),
    claims=(("user:ana", "lives_in"),),
    heads=("porto",),
    entity_keys=("a",),
    entity_names=("Porto",),
    theme_keys=("t",),
    tags=("red",),
    kinds=("preference",),
    terms=("tea", "milk"),
    sessions=("s-1",),
    times=(build.at(1),),
    seqs=(0, 1),
    digests=(build.says("tea"), build.says("pot")),
)
SMALL = ("space", "stage", "meta")
"""Tables whose rows are as many as the spaces; they may be walked through."""


SELECTIVE = {
    "entry.id IN": "entry_id (space=? AND id=?)",
    "entry.caller_id = ?": "entry_caller_id_seq (space=? AND caller_id=?",
    "entry.about_seq IN": "entry_about_seq_seq (space=? AND about_seq=?)",
    "entry.session = ? ORDER BY entry.seq DESC": "entry_session_seq (space=? AND session=?",
    "entry.session IS NULL ORDER BY entry.seq DESC": "entry_session_seq (space=? AND session=?",
    "entry.said_at <= ?": "entry_session_said_at_seq (space=? AND session=? AND said_at<?)",
    "entry.said_at >= ?": "entry_session_said_at_seq (space=? AND session=? AND said_at>?)",
    "audit.change_id =": "audit_change_id (space=? AND change_id=?",
    "seen.name IN": "(space=? AND name=?)",
    "alias.name IN": "(space=? AND generation=? AND name=? AND seq<?)",
    "fact.born_seq <= ? AND fact.id IN (?": "fact_id (space=? AND generation=? AND id=?)",
    "entity.id IN": "entity_id (space=? AND generation=? AND id=?)",
    'fact."key" IN': "fact_key_born_seq (space=? AND generation=? AND key=?",
    'theme."key" =': "theme_key_born_seq (space=? AND generation=? AND key=?",
    "fact.content_hash IN": "fact_content_hash (space=? AND generation=? AND content_hash=?)",
    "fact.claim_subject =": "fact_claim_subject_claim_attribute_claim_",
    "fact.claim_begins <= ?": "claim_begins (space=? AND generation=? AND claim_subject=? AND "
    "claim_attribute=? AND claim_begins<?)",
    "fact.claim_begins > ?": "claim_begins (space=? AND generation=? AND claim_subject=? AND "
    "claim_attribute=? AND claim_begins>?)",
    "fact.claim_head =": "claim_head_born_seq (space=? AND generation=? AND claim_subject=? AND "
    "claim_attribute=? AND claim_head=?",
    "fact.subject =": "fact_subject_born_seq (space=? AND generation=? AND subject=?",
    "SELECT citation.fact_id": "fact_id (space=? AND generation=? AND id=?)",
    'confirmation."key" IN': "(space=? AND generation=? AND key=?",
    "confirmation.entry_id IN": "confirmation_entry_id (space=? AND generation=? AND entry_id=?)",
    "silence.entry_id IN": "silence_entry_id (space=? AND generation=? AND entry_id=?)",
    'silence."key" IN': "silence_key (space=? AND generation=? AND key=?)",
    "silence.content IN": "silence_content (space=? AND generation=? AND content=?)",
    "episode.session = ?": "episode_session_started_at (space=? AND generation=? AND session=?",
    "entity.name_start =": "entity_name_start (space=? AND generation=? AND name_start=?)",
    "relation.source_key = ? AND": "relation_source_key (space=? AND generation=? AND source",
    "(relation.source_key = ? OR": "MULTI-INDEX OR",
    "posting.term IN": "(space=? AND generation=? AND term=?)",
    "DELETE FROM posting WHERE posting.space = ? AND posting.generation = ? AND posting.doc IN": (
        "posting_doc (space=? AND generation=? AND doc=?)"
    ),
    "doc.doc IN": "(space=? AND generation=? AND doc=?)",
    "doc.digest IN": "doc_digest (space=? AND generation=? AND digest=?)",
    "doc.place_seq IN": "doc_place_seq (space=? AND generation=? AND place_seq=?)",
    "LEFT OUTER JOIN vector": "vector_digest (space=? AND generation=? AND digest=?)",
    "DELETE FROM vector WHERE vector.space = ? AND vector.generation = ? AND vector.digest IN": (
        "vector_digest (space=? AND generation=? AND digest=?)"
    ),
    "ORDER BY vector.number DESC": "sqlite_autoindex_vector_1 (space=? AND generation=? AND number",
    "JOIN doc ON doc.space": "doc_digest (space=? AND generation=? AND digest=?)",
    "vector.number > ? ORDER BY vector.number LIMIT": (
        "sqlite_autoindex_vector_1 (space=? AND generation=? AND number>?)"
    ),
    "doc.owner_id IN": "doc_owner_kind_owner_id (space=? AND generation=? AND owner_kind=? AND own",
}
"""By a part of a statement, the part of its plan that shows how few rows it reads."""


@contextmanager
def recorded(store: SqlStore) -> Iterator[list[tuple[str, Any]]]:
    """Give the statements that are executed meanwhile, with their values.

    Until then all go through SQLAlchemy, which tells of them with places for their values.
    """
    engine = store._engine
    assert isinstance(engine, SqliteEngine)
    found: list[tuple[str, Any]] = []

    def record(_: Any, __: Any, sql: str, values: Any, ___: Any, many: bool) -> None:
        found.append((sql, values[0] if many else values))

    pools = (engine._readers, engine._writer)
    for pool in pools:
        event.listen(pool, "before_cursor_execute", record)
    often, prepared.OFTEN = prepared.OFTEN, sys.maxsize
    yield found
    prepared.OFTEN = often
    for pool in pools:
        event.remove(pool, "before_cursor_execute", record)


async def _open(path: Path) -> SqlStore:
    return await SqlStore.open(path, ambient=frozen_ambient(), tokeniser="t-1", maker="e-1")


def remember(tx: Transaction) -> None:
    """Store one statement as `remember` does: entry, fact, document and audit row."""
    name = Seen("id", "s-1", f"m-{tx.space.head_seq}")
    tx.seen([name])
    number, seq = tx.space.id, tx.space.head_seq + 1
    said = build.entry(number, seq, Statement(text="Likes tea", fact_kind="preference"))
    tx.append([said], {name: SeenEntry(said.id, "hash")})
    fact = build.fact(number, seq, standing=Standing.FRESH, tags=("red",), entity_keys=("a",))
    words = {(f"word{index}", Field.BODY): 1 for index in range(10)}
    doc = Doc(born_seq=seq, dead_seq=None, length=10, terms=words, digest=build.says("words"))
    changes = build.change_set(seq, Put(fact), SetDocs(Owner(OwnerKind.FACT, fact.id), (doc,)))
    tx.apply(tx.space, changes, build.audit_row(tx.space.audit_number + 1, seq))


def _digest(tx: Transaction) -> None:
    space, seq = tx.space, tx.space.head_seq
    fact = build.fact(space.id, seq)
    old = build.episode(space.id, seq)
    tx.apply(space, build.change_set(seq, Settle(seq), Put(fact), Put(old)), None)
    owner = Owner(OwnerKind.FACT, fact.id)
    doc = build.doc("tea", seq, place=build.place(seq))
    changes = build.change_set(seq, SetDocs(owner, (doc,)), build.vector("tea"))
    tx.apply(space, changes, None)
    _embed(tx)
    tx.apply(space, build.change_set(seq, RetireDocs(owner, seq)), None)
    tx.apply(space, build.change_set(seq, SetDocs(owner, (build.doc("pot", seq),))), None)
    building = tx.begin_generation(tokeniser="t-2", maker="e-2")
    tx.built(building, seq)
    tx.swap_generation(building)


def _embed(tx: Transaction) -> None:
    found = tx.not_embedded(tx.space, limit=9)
    tx.embedded(tx.space, found.until)
    building = tx.begin_vectors("toy-2")
    tx.embedded(building, tx.not_embedded(building, limit=9).until)
    tx.note_unmade(building, {build.says("tea"): Unmade(1, build.at(1))})
    tx.apply(building, build.change_set(1, build.vector("tea")), None)
    tx.note_unmade(building, {build.says("pot"): Unmade(1, build.at(1))})
    tx.swap_vectors(building)


def _everything(view: View) -> None:
    (space,) = view.spaces
    for question in QUESTIONS.values():
        question(view, space, ASKED)
    view.facts(space, FactFilter(), after=Position(9, "x"), limit=3)
    view.entities(space, EntityFilter(name="Porto"), limit=3)


def plan_of(connection: Any, sql: str, values: Any) -> list[str]:
    """Return the lines of a statement's plan."""
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all()
    return [row[3] for row in rows]


def _wanders(line: str) -> bool:
    """Tell whether a step of a plan reads rows of more than one space."""
    found = re.match(r"(SCAN|SEARCH) (?:CORRELATED )?(\w+)(.*)", line)
    if found is None or found[2] in SMALL or found[2].startswith(("anon", "CONSTANT", "SUBQUERY")):
        return False
    if "watermark_pending" in found[3]:
        return "(stage=?" not in found[3]
    return "(space=?" not in found[3]


def test_every_statement_stays_in_its_space(tmp_path: Path) -> None:
    async def main() -> list[tuple[str, list[str]]]:
        store = await _open(tmp_path / "m.db")
        with recorded(store) as found:
            await store.write(build.BO, remember)
            await store.write(build.ANA, remember)
            lease = await store.lease("digest", "me", able=["e-1"], now=build.at(9), seconds=9)
            assert lease is not None
            await store.write(build.BO, lambda tx: tx.advance(lease, 1))
            await store.release(lease)
            await store.read([build.ANA], _everything, known_at=build.at(0.5))
            await store.read([build.ANA], _everything)
            await store.write(build.ANA, _digest)
            await store.pending("digest")
        engine = store._engine
        assert isinstance(engine, SqliteEngine)
        with engine.reading() as connection:
            plans = [
                (sql, plan_of(connection, sql, values))
                for sql, values in dict((sql, (sql, values)) for sql, values in found).values()
                if sql.startswith(("SELECT", "UPDATE", "DELETE"))
            ]
        await store.close()
        return plans

    plans = asyncio.run(main())
    assert len(plans) > 80
    wandering = {sql: lines for sql, lines in plans if any(map(_wanders, lines))}
    assert wandering == {}
    for part, wanted in SELECTIVE.items():
        steps = [lines for sql, lines in plans if part in " ".join(sql.split())]
        assert steps, part
        for lines in steps:
            assert any(wanted in line for line in lines), (part, lines)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SCAN fact", True),
        ("SEARCH fact USING INDEX x (kind=?)", True),
        ("SEARCH fact USING INDEX fact_id (space=? AND generation=? AND id=?)", False),
        ("SEARCH watermark USING INDEX watermark_pending (stage=?)", False),
        ("SCAN watermark USING INDEX watermark_pending", True),
        ("SCAN space", False),
        ("USE TEMP B-TREE FOR ORDER BY", False),
    ],
)
def test_a_walk_through_other_spaces_is_recognised(sql: str, told: bool) -> None:
    assert _wanders(sql) is told


def test_remembering_takes_few_statements(tmp_path: Path) -> None:
    async def main() -> list[str]:
        store = await _open(tmp_path / "m.db")
        await store.write(build.ANA, lambda tx: None)
        with recorded(store) as found:
            await store.write(build.ANA, remember)
        await store.close()
        return [sql for sql, _ in found]

    statements = asyncio.run(main())
    assert len(statements) <= 16, statements
