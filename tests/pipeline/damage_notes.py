"""Damages of confirmations, aliases, silences and watermarks."""

from __future__ import annotations

from tests.pipeline.damage import Named, at, plant
from tests.pipeline.database import Database
from tests.pipeline.scene import Scene


@plant
def nothing_is_confirmed(db: Database, scene: Scene) -> Named:
    db.run("UPDATE confirmation SET key = 'k_nowhere' WHERE seq = 2")
    return {("confirmation", at(2))}


@plant
def a_stranger_confirms(db: Database, scene: Scene) -> Named:
    db.run("UPDATE confirmation SET speaker = 'user:bo' WHERE seq = 2")
    return {("confirmation", at(2))}


@plant
def words_beyond_the_text_confirm(db: Database, scene: Scene) -> Named:
    db.run("UPDATE confirmation SET spans = '[[0,999]]' WHERE seq = 2")
    return {("confirmation", at(2))}


@plant
def an_alias_leads_nowhere(db: Database, scene: Scene) -> Named:
    name = db.one("SELECT name FROM alias ORDER BY name LIMIT 1")
    db.run("UPDATE alias SET key = 'k_nowhere' WHERE name = ?", name)
    return {("alias", f"alias {name}")}


@plant
def an_alias_led_nowhere_for_a_while(db: Database, scene: Scene) -> Named:
    (row,) = db.run("SELECT * FROM alias ORDER BY name LIMIT 1")
    early = row | {"key": "k_nowhere", "seq": 1}
    marks = ", ".join("?" * len(early))
    db.run(f"INSERT INTO alias ({', '.join(early)}) VALUES ({marks})", *early.values())
    return {("alias", f"alias {row['name']}")}


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
    return {("confirmation", at(8)), ("tentative", at(8)), ("watermark", "space 1")}


@plant
def a_watermark_ran_ahead(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET done_seq = 9")
    return {("fresh", f"fact {scene.ferrets.id}"), ("watermark", "space 1")}


@plant
def a_name_of_an_input_belongs_to_no_entry(db: Database, scene: Scene) -> Named:
    db.run("INSERT INTO seen VALUES (1, '[\"key\",\"k\",\"0\"]', 'm_nowhere', 'x')")
    return {("seen", "space 1")}
