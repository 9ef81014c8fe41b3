"""Damages of the text index."""

from __future__ import annotations

from tests.pipeline.damage import Named, at, plant
from tests.pipeline.database import Database
from tests.pipeline.scene import Scene

DOC = "(space, generation, doc, owner_kind, owner_id, born_seq, dead_seq, length, digest)"
POSTING = "(space, generation, term, doc, field, tf, length, born_seq, dead_seq)"


def _add_document(db: Database, *values: object) -> None:
    """Add document 999, and let the index count on from there."""
    db.run(f"INSERT INTO doc {DOC} VALUES (1, 1, 999, ?, ?, ?, ?, ?, ?)", *values, b"x")
    db.run("UPDATE generation SET last_doc = 999 WHERE family = 'text'")


def _document(db: Database, owner: str) -> int:
    number: int = db.one("SELECT doc FROM doc WHERE owner_id = ?", owner)
    return number


@plant
def a_posting_is_dropped(db: Database, scene: Scene) -> Named:
    number = _document(db, scene.tea.id)
    db.run("DELETE FROM posting WHERE doc = ? AND term = 'tea'", number)
    return {("index", f"fact {scene.tea.id}")}


@plant
def a_count_of_a_term_is_changed(db: Database, scene: Scene) -> Named:
    number = _document(db, scene.tea.id)
    db.run("UPDATE posting SET tf = 7 WHERE doc = ? AND term = 'tea'", number)
    return {("index", f"fact {scene.tea.id}")}


@plant
def a_turn_has_another_word(db: Database, scene: Scene) -> Named:
    turn = db.one("SELECT id FROM entry WHERE seq = 2")
    number = _document(db, turn)
    db.run("UPDATE posting SET term = 'coffe' WHERE doc = ? AND term = 'tea'", number)
    return {("index", at(2))}


@plant
def forgotten_words_are_in_the_index(db: Database, scene: Scene) -> Named:
    _add_document(db, "fact", scene.chess.id, 4, 7, 1)
    db.run(f"INSERT INTO posting {POSTING} VALUES (1, 1, 'chess', 999, 0, 1, 1, 4, 7)")
    return {("index", f"fact {scene.chess.id}")}


@plant
def a_pending_turn_is_in_the_index(db: Database, scene: Scene) -> Named:
    turn = db.one("SELECT id FROM entry WHERE seq = 11")
    _add_document(db, "turn", turn, 11, 12, 1)
    db.run(f"INSERT INTO posting {POSTING} VALUES (1, 1, 'cano', 999, 0, 1, 1, 11, 12)")
    return {("index", at(11))}


@plant
def a_posting_differs_from_its_document(db: Database, scene: Scene) -> Named:
    number = _document(db, scene.tea.id)
    db.run("UPDATE posting SET dead_seq = 5 WHERE doc = ? AND term = 'tea'", number)
    return {("posting", f"space 1 document {number}")}


@plant
def a_document_ends_too_early(db: Database, scene: Scene) -> Named:
    number = _document(db, scene.porto.id)
    for table in ("doc", "posting"):
        db.run(f"UPDATE {table} SET dead_seq = 5 WHERE doc = ?", number)
    return {("index", f"fact {scene.porto.id}")}


@plant
def a_document_has_no_owner(db: Database, scene: Scene) -> Named:
    _add_document(db, "fact", "f_nowhere", 1, 2, 0)
    return {("document", "space 1 document 999")}


@plant
def a_posting_has_no_document(db: Database, scene: Scene) -> Named:
    db.run(f"INSERT INTO posting {POSTING} VALUES (1, 1, 'tea', 999, 0, 1, 2, 1, NULL)")
    return {("posting", "space 1 document 999")}


@plant
def a_counter_is_off(db: Database, scene: Scene) -> Named:
    db.run("UPDATE generation SET live_docs = live_docs + 1 WHERE family = 'text'")
    return {("counters", "space 1")}
