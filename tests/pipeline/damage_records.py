"""Damages of facts and episodes."""

from __future__ import annotations

from tests.pipeline.damage import Named, at, plant
from tests.pipeline.database import Database
from tests.pipeline.scene import Scene


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
