"""Damages of vectors and of what ties them to documents."""

from __future__ import annotations

from tests.pipeline.damage import SUMS, Named, plant
from tests.pipeline.database import Database
from tests.pipeline.scene import Scene

PLACE = "space 1 vector 1"
ONE = bytes.fromhex("003c")
"""1 as it is stored."""


def _rewrite(db: Database, dim: int, data: bytes) -> Named:
    db.run("UPDATE vector SET dim = ?, data = ? WHERE number = 1", dim, data)
    return {("vector", PLACE), SUMS}


@plant
def a_vector_is_too_short(db: Database, scene: Scene) -> Named:
    return _rewrite(db, 16, ONE + bytes(28))


@plant
def a_vector_has_another_length_than_the_others(db: Database, scene: Scene) -> Named:
    return _rewrite(db, 2, ONE + bytes(2))


@plant
def a_vector_has_no_numbers(db: Database, scene: Scene) -> Named:
    return _rewrite(db, 0, b"")


@plant
def a_vector_is_too_long(db: Database, scene: Scene) -> Named:
    return _rewrite(db, 16, ONE * 2 + bytes(28))


@plant
def a_vector_is_not_finite(db: Database, scene: Scene) -> Named:
    return _rewrite(db, 16, bytes.fromhex("007c") + bytes(30))


@plant
def a_vector_holds_no_number(db: Database, scene: Scene) -> Named:
    return _rewrite(db, 16, bytes.fromhex("007e") + bytes(30))


@plant
def a_vector_has_no_direction(db: Database, scene: Scene) -> Named:
    return _rewrite(db, 16, bytes(32))


@plant
def a_vector_is_exchanged(db: Database, scene: Scene) -> Named:
    other = db.one("SELECT data FROM vector ORDER BY number DESC LIMIT 1")
    db.run("UPDATE vector SET data = ? WHERE number = 1", other)
    return {SUMS}


@plant
def a_vector_is_lost(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM vector WHERE number = 1")
    return {SUMS}


@plant
def a_vector_is_of_a_text_that_nobody_said(db: Database, scene: Scene) -> Named:
    db.run("UPDATE vector SET digest = ? WHERE number = 1", b"x" * 16)
    return {("vector", PLACE), SUMS}


@plant
def a_document_has_the_digest_of_another(db: Database, scene: Scene) -> Named:
    digests = "SELECT digest FROM doc WHERE owner_id = ?"
    own, other = db.one(digests, scene.email.id), db.one(digests, scene.lisbon.id)
    number = db.one("SELECT number FROM vector WHERE digest = ?", own)
    db.run("UPDATE doc SET digest = ? WHERE owner_id = ?", other, scene.email.id)
    return {("index", f"fact {scene.email.id}"), ("vector", f"space 1 vector {number}")}


@plant
def a_document_stands_at_another_turn(db: Database, scene: Scene) -> Named:
    db.run("UPDATE doc SET place_seq = 3 WHERE owner_id = ?", scene.tea.id)
    return {("index", f"fact {scene.tea.id}")}


@plant
def a_document_is_of_another_session(db: Database, scene: Scene) -> Named:
    db.run("UPDATE doc SET session = 's9' WHERE owner_id = ?", scene.tea.id)
    return {("index", f"fact {scene.tea.id}")}


@plant
def embedding_is_ahead_of_digestion(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET done_seq = done_seq + 1 WHERE stage = 'embed'")
    return {("watermark", "space 1")}


@plant
def embedding_goes_further_than_digestion(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET head_seq = head_seq + 1 WHERE stage = 'embed'")
    return {("watermark", "space 1")}


@plant
def more_documents_were_looked_at_than_there_are(db: Database, scene: Scene) -> Named:
    db.run("UPDATE generation SET last_doc = 999 WHERE family = 'vectors'")
    return {("counters", "space 1")}


@plant
def vectors_are_counted_too_low(db: Database, scene: Scene) -> Named:
    db.run("UPDATE generation SET last_vector = 1 WHERE family = 'vectors'")
    return {("counters", "space 1")}


@plant
def embedding_waits_for_another_embedder(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET maker = 'toy-9' WHERE stage = 'embed'")
    return {("watermark", "space 1")}
