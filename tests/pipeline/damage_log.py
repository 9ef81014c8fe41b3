"""Damages of the log and the audit chain."""

from __future__ import annotations

from tests.pipeline.damage import Named, at, plant
from tests.pipeline.database import Database
from tests.pipeline.scene import Scene


@plant
def an_entry_is_cut(db: Database, scene: Scene) -> Named:
    db.run("UPDATE entry SET body = substr(body, 1, 5) WHERE seq = 1")
    return {("checksum", at(1))}


@plant
def an_entry_was_cut_before_it_was_sealed(db: Database, scene: Scene) -> Named:
    db.run("UPDATE entry SET body = substr(body, 1, 5) WHERE seq = 1")
    db.reseal("entry", "seq = 1")
    return {("unreadable", at(1))}


@plant
def an_entry_was_written_by_a_newer_version(db: Database, scene: Scene) -> Named:
    db.run("UPDATE entry SET version = 2 WHERE seq = 1")
    db.reseal("entry", "seq = 1")
    return {("version", at(1))}


@plant
def an_entry_is_of_a_kind_that_is_not_known_yet(db: Database, scene: Scene) -> Named:
    db.run("UPDATE entry SET kind = 'outcome' WHERE seq = 1")
    db.reseal("entry", "seq = 1")
    return {("version", at(1))}


@plant
def an_entry_is_removed(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM entry WHERE seq = 1")
    return {("log-gap", at(1))}


@plant
def the_newest_entry_is_removed(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM entry WHERE seq = 11")
    return {("log-gap", at(11))}


@plant
def uncited_words_of_an_entry_are_altered(db: Database, scene: Scene) -> Named:
    db.run("UPDATE entry SET text = 'Noted, thank her.' WHERE seq = 3")
    return {("checksum", at(3))}


@plant
def words_of_an_entry_are_altered_and_sealed(db: Database, scene: Scene) -> Named:
    db.run("UPDATE entry SET text = 'I live in Porto. I like ale.' WHERE seq = 1")
    db.reseal("entry", "seq = 1")
    return {("index", at(1)), ("citation", f"fact {scene.tea.id}")}


@plant
def an_entry_is_recorded_too_early(db: Database, scene: Scene) -> Named:
    early = db.one("SELECT recorded_at FROM entry WHERE seq = 8")
    db.run("UPDATE entry SET recorded_at = ?, said_at = ? WHERE seq = 11", early, early)
    db.reseal("entry", "seq = 11")
    return {("log-time", at(11)), ("log-head", at(11))}


@plant
def an_entry_is_said_after_it_was_recorded(db: Database, scene: Scene) -> Named:
    db.run("UPDATE entry SET said_at = recorded_at + 1 WHERE seq = 11")
    db.reseal("entry", "seq = 11")
    return {("log-time", at(11))}


@plant
def the_head_is_ahead_of_the_log(db: Database, scene: Scene) -> Named:
    db.run("UPDATE space SET head_seq = 12")
    return {("log-gap", at(12)), ("watermark", "space 1")}


@plant
def the_space_keeps_another_time(db: Database, scene: Scene) -> Named:
    db.run("UPDATE space SET last_recorded_at = last_recorded_at + 1")
    return {("log-head", at(11))}


@plant
def an_audit_link_is_flipped(db: Database, scene: Scene) -> Named:
    db.run("UPDATE audit SET link = ? WHERE number = 3", bytes(16))
    return {("audit-link", "space 1 audit 3")}


@plant
def the_last_audit_link_is_flipped(db: Database, scene: Scene) -> Named:
    last = db.one("SELECT max(number) FROM audit")
    db.run("UPDATE audit SET link = ? WHERE number = ?", bytes(16), last)
    return {("audit-link", f"space 1 audit {last}")}


@plant
def an_audit_row_says_something_else(db: Database, scene: Scene) -> Named:
    db.run("UPDATE audit SET touched = '[]' WHERE number = 1")
    return {("audit-link", "space 1 audit 1")}


@plant
def an_audit_row_names_somebody_else(db: Database, scene: Scene) -> Named:
    db.run("UPDATE audit SET actor = 'a_0' WHERE number = 2")
    return {("audit-link", "space 1 audit 2")}


@plant
def an_audit_row_gives_another_reason(db: Database, scene: Scene) -> Named:
    db.run("UPDATE audit SET reason = 'undo' WHERE number = 2")
    return {("audit-link", "space 1 audit 2")}


@plant
def an_audit_row_names_another_rule(db: Database, scene: Scene) -> Named:
    db.run("UPDATE audit SET rule = 'fold-0' WHERE number = 2")
    return {("audit-link", "space 1 audit 2")}


@plant
def an_audit_row_claims_an_older_format(db: Database, scene: Scene) -> Named:
    db.run("UPDATE audit SET format = 0 WHERE number = 2")
    return {("audit-link", "space 1 audit 2")}


@plant
def an_audit_row_was_written_by_a_newer_version(db: Database, scene: Scene) -> Named:
    db.run("UPDATE audit SET format = 2 WHERE number = 2")
    return {("version", "space 1 audit 2")}


@plant
def an_audit_row_is_removed(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM audit WHERE number = 3")
    return {("audit-gap", "space 1 audit 3")}


@plant
def the_last_audit_row_is_removed(db: Database, scene: Scene) -> Named:
    last = db.one("SELECT max(number) FROM audit")
    db.run("DELETE FROM audit WHERE number = ?", last)
    return {("audit-gap", f"space 1 audit {last}")}


@plant
def the_space_keeps_another_audit_head(db: Database, scene: Scene) -> Named:
    last = db.one("SELECT max(number) FROM audit")
    db.run("UPDATE space SET audit_link = ?", bytes(16))
    return {("audit-head", f"space 1 audit {last}")}
