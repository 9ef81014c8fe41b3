"""Damages to plant in the memory of `scene`, each with all that `verify` is to say of it."""

from __future__ import annotations

from collections.abc import Callable

from tests.pipeline.database import Database
from tests.pipeline.scene import Scene

Named = set[tuple[str, str]]
"""Checks and places."""

Plant = Callable[[Database, Scene], Named]

PLANTS: dict[str, Plant] = {}


def plant(function: Plant) -> Plant:
    """Add a damage to the list under its name."""
    PLANTS[function.__name__] = function
    return function


def at(seq: int) -> str:
    return f"space 1 entry {seq}"


def _document(db: Database, owner: str) -> int:
    number: int = db.one("SELECT doc FROM doc WHERE owner_id = ?", owner)
    return number


# ---------------------------------------------------------------- the log


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
    return {("log-gap", at(12))}


@plant
def the_space_keeps_another_time(db: Database, scene: Scene) -> Named:
    db.run("UPDATE space SET last_recorded_at = last_recorded_at + 1")
    return {("log-head", at(11))}


# ---------------------------------------------------------------- the audit chain


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


# ---------------------------------------------------------------- records


@plant
def a_fact_is_altered(db: Database, scene: Scene) -> Named:
    db.run("UPDATE fact SET content_hash = 'other' WHERE id = ?", scene.tea.id)
    return {("checksum", f"fact {scene.tea.id}")}


@plant
def a_content_hash_is_flipped(db: Database, scene: Scene) -> Named:
    wrong = scene.tea.content_hash[::-1]
    db.rewrite("fact", f"id = '{scene.tea.id}'", scene.tea.content_hash, wrong)
    return {("content-hash", f"fact {scene.tea.id}")}


@plant
def a_span_is_shifted(db: Database, scene: Scene) -> Named:
    db.rewrite("fact", f"id = '{scene.tea.id}'", "[17,28]", "[16,27]")
    return {("citation", f"fact {scene.tea.id}")}


@plant
def a_span_ends_beyond_the_text(db: Database, scene: Scene) -> Named:
    db.rewrite("fact", f"id = '{scene.tea.id}'", "[17,28]", "[17,280]")
    return {("citation", f"fact {scene.tea.id}")}


@plant
def a_fact_cites_what_came_later(db: Database, scene: Scene) -> Named:
    where = f"id = '{scene.tea.id}'"
    cited = scene.tea.provenance.citations[0].entry_id
    later = db.one("SELECT id FROM entry WHERE seq = 2")
    db.rewrite("fact", where, f'"{cited}"', f'"{later}"')
    db.rewrite("fact", where, "[17,28]", "[0,11]")
    db.run("UPDATE citation SET entry_id = ? WHERE fact_id = ?", later, scene.tea.id)
    return {("citation", f"fact {scene.tea.id}")}


@plant
def a_fact_cites_nothing_that_exists(db: Database, scene: Scene) -> Named:
    cited = scene.tea.provenance.citations[0].entry_id
    db.rewrite("fact", f"id = '{scene.tea.id}'", f'"{cited}"', '"m_nowhere"')
    db.run("UPDATE citation SET entry_id = 'm_nowhere' WHERE fact_id = ?", scene.tea.id)
    return {("citation", f"fact {scene.tea.id}")}


@plant
def a_fact_was_recorded_at_another_time(db: Database, scene: Scene) -> Named:
    db.rewrite("fact", f"id = '{scene.tea.id}'", '{"recorded_at":"2026', '{"recorded_at":"2025')
    return {("record-time", f"fact {scene.tea.id}")}


@plant
def a_fact_was_retired_at_another_time(db: Database, scene: Scene) -> Named:
    db.run("UPDATE fact SET retired_at = retired_at + 1 WHERE id = ?", scene.porto.id)
    return {("record-end", f"fact {scene.porto.id}")}


@plant
def a_fact_is_superseded_by_nothing(db: Database, scene: Scene) -> Named:
    db.run("UPDATE fact SET superseded_by = 'f_nowhere' WHERE id = ?", scene.porto.id)
    return {("superseded-by", f"fact {scene.porto.id}")}


@plant
def a_fact_is_superseded_by_a_stranger(db: Database, scene: Scene) -> Named:
    db.run("UPDATE fact SET superseded_by = ? WHERE id = ?", scene.tea.id, scene.porto.id)
    return {("chain", f"fact {scene.porto.id}")}


@plant
def two_versions_are_live(db: Database, scene: Scene) -> Named:
    db.run(
        "UPDATE fact SET dead_seq = NULL, retired_at = NULL, superseded_by = NULL WHERE id = ?",
        scene.porto.id,
    )
    # Its document ended with it, and now should not have.
    return {("two-live", f"fact {scene.porto.id}"), ("index", f"fact {scene.porto.id}")}


@plant
def a_fact_lost_its_tag(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM fact_label WHERE fact_id = ?", scene.email.id)
    return {("lists", f"fact {scene.email.id}")}


@plant
def an_entry_does_not_lead_to_its_fact(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM citation WHERE fact_id = ?", scene.tea.id)
    return {("lists", f"fact {scene.tea.id}")}


@plant
def an_episode_start_is_moved(db: Database, scene: Scene) -> Named:
    episode, start = _first_episode(db)
    second = db.one("SELECT id FROM entry WHERE seq = 2")
    db.rewrite(
        "episode", f"id = '{episode}'", f'"start_entry":"{start}"', f'"start_entry":"{second}"'
    )
    return {("episode", f"episode {episode}")}


@plant
def an_episode_starts_with_another_message(db: Database, scene: Scene) -> Named:
    episode, start = _first_episode(db)
    where = f"id = '{episode}'"
    second, said = db.run("SELECT id, said_at FROM entry WHERE seq = 2")[0].values()
    db.rewrite("episode", where, f'"start_entry":"{start}"', f'"start_entry":"{second}"')
    db.rewrite("episode", where, '"start_seq":1', '"start_seq":2')
    db.rewrite("episode", where, '"started_at":"2025-12-30T00:00', '"started_at":"2025-12-30T00:01')
    db.run(f"UPDATE episode SET started_at = ? WHERE {where}", said)
    db.reseal("episode", where)
    return {("episode", f"episode {episode}")}


@plant
def an_episode_is_removed(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM episode WHERE born_seq = 4")
    return {("episode", at(4))}


def _first_episode(db: Database) -> tuple[str, str]:
    return (
        db.one("SELECT id FROM episode WHERE born_seq = 1"),
        db.one("SELECT id FROM entry WHERE seq = 1"),
    )


# ---------------------------------------------------------------- the index


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
    db.run("INSERT INTO doc VALUES (1, 1, 999, 'fact', ?, 4, 7, 1)", scene.chess.id)
    db.run("INSERT INTO posting VALUES (1, 1, 'chess', 999, 0, 1, 1, 4, 7)")
    return {("index", f"fact {scene.chess.id}")}


@plant
def a_pending_turn_is_in_the_index(db: Database, scene: Scene) -> Named:
    turn = db.one("SELECT id FROM entry WHERE seq = 11")
    db.run("INSERT INTO doc VALUES (1, 1, 999, 'turn', ?, 11, 12, 1)", turn)
    db.run("INSERT INTO posting VALUES (1, 1, 'cano', 999, 0, 1, 1, 11, 12)")
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
    db.run("INSERT INTO doc VALUES (1, 1, 999, 'fact', 'f_nowhere', 1, 2, 0)")
    return {("document", "space 1 document 999")}


@plant
def a_posting_has_no_document(db: Database, scene: Scene) -> Named:
    db.run("INSERT INTO posting VALUES (1, 1, 'tea', 999, 0, 1, 2, 1, NULL)")
    return {("posting", "space 1 document 999")}


@plant
def a_counter_is_off(db: Database, scene: Scene) -> Named:
    db.run("UPDATE generation SET live_docs = live_docs + 1 WHERE family = 'text'")
    return {("counters", "space 1")}


# ---------------------------------------------------------------- notes and watermarks


@plant
def nothing_is_confirmed(db: Database, scene: Scene) -> Named:
    first = db.one("SELECT id FROM entry WHERE seq = 1")
    values = (first, "user:ana", "s1")
    db.run("INSERT INTO confirmation VALUES (1, 1, 'k_nowhere', ?, 1, ?, ?)", *values)
    return {("confirmation", at(1))}


@plant
def a_stranger_confirms(db: Database, scene: Scene) -> Named:
    db.run("UPDATE confirmation SET speaker = 'user:bo' WHERE seq = 2")
    return {("confirmation", at(2))}


@plant
def an_alias_leads_nowhere(db: Database, scene: Scene) -> Named:
    name = db.one("SELECT name FROM alias ORDER BY name LIMIT 1")
    db.run("UPDATE alias SET key = 'k_nowhere' WHERE name = ?", name)
    return {("alias", f"alias {name}")}


@plant
def aliases_lead_in_a_circle(db: Database, scene: Scene) -> Named:
    one, other = [row["name"] for row in db.run("SELECT name FROM alias")]
    db.run("UPDATE alias SET key = ? WHERE name = ?", other, one)
    db.run("UPDATE alias SET key = ? WHERE name = ?", one, other)
    return {("alias", f"alias {one}"), ("alias", f"alias {other}")}


@plant
def a_silence_ends_beyond_the_text(db: Database, scene: Scene) -> Named:
    db.run('UPDATE silence SET "end" = 999 WHERE seq = 7 AND ordinal = 1')
    return {("silence", at(7))}


@plant
def a_silence_names_no_lineage(db: Database, scene: Scene) -> Named:
    db.run("UPDATE silence SET key = 'k_nowhere' WHERE seq = 6 AND ordinal = 0")
    return {("silence", at(6))}


@plant
def a_silence_was_not_settled(db: Database, scene: Scene) -> Named:
    db.run("UPDATE silence SET tentative = true WHERE seq = 6 AND ordinal = 1")
    return {("tentative", at(6))}


@plant
def a_command_is_unplaced_too_early(db: Database, scene: Scene) -> Named:
    db.run("INSERT INTO unplaced (space, generation, seq, reason) VALUES (1, 1, 10, 'x')")
    return {("unplaced", at(10))}


@plant
def a_watermark_is_beyond_the_head(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET done_seq = 99")
    return {("watermark", "space 1")}


@plant
def a_watermark_went_back(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET done_seq = 7")
    # What entry 8 did is there already.
    names = [row["name"] for row in db.run("SELECT name FROM alias")]
    assert len(names) == 2
    return {("confirmation", at(8)), ("tentative", at(8))}


@plant
def a_watermark_ran_ahead(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET done_seq = 9")
    return {("fresh", f"fact {scene.ferrets.id}")}


@plant
def a_name_of_an_input_belongs_to_no_entry(db: Database, scene: Scene) -> Named:
    db.run("INSERT INTO seen VALUES (1, '[\"key\",\"k\",\"0\"]', 'm_nowhere', 'x')")
    return {("seen", "space 1")}
