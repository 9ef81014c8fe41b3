"""Damages of confirmations, aliases, silences and watermarks."""

from __future__ import annotations

from tests.pipeline.damage import SUMS, Named, at, plant
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


@plant
def a_name_of_an_input_is_lost(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM seen")
    return {SUMS}


@plant
def a_name_of_an_input_leads_to_another_entry(db: Database, scene: Scene) -> Named:
    db.run("UPDATE seen SET entry_id = ?", db.one("SELECT id FROM entry WHERE seq = 2"))
    return {SUMS}


@plant
def an_input_is_said_to_have_been_another(db: Database, scene: Scene) -> Named:
    db.run("UPDATE seen SET content = 'other'")
    return {SUMS}


@plant
def an_alias_is_lost(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM alias")
    return {SUMS}


@plant
def a_confirmation_is_lost(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM confirmation WHERE seq = 8")
    return {SUMS}


@plant
def a_confirmation_counts_other_words(db: Database, scene: Scene) -> Named:
    db.run("UPDATE confirmation SET spans = '[]' WHERE seq = 2")
    return {SUMS}


@plant
def a_silence_of_a_lineage_is_lost(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM silence WHERE entry_id IS NULL")
    return {SUMS}


@plant
def a_confirmation_cannot_be_read(db: Database, scene: Scene) -> Named:
    db.run("UPDATE confirmation SET spans = '[[' WHERE seq = 2")
    return {("unreadable", "space 1 entry 2 confirmation"), SUMS}


@plant
def a_silence_cannot_be_read(db: Database, scene: Scene) -> Named:
    db.run("UPDATE silence SET mode = 'whispered' WHERE entry_id IS NULL AND seq = 7")
    return {("unreadable", "space 1 entry 7 silence"), SUMS}


@plant
def a_watermark_is_of_another_generation(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET maker = 'rules-0'")
    return {("watermark", "space 1")}


@plant
def a_watermark_thinks_the_log_is_shorter(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET head_seq = 8")
    return {("watermark", "space 1")}


@plant
def a_lease_never_ends(db: Database, scene: Scene) -> Named:
    db.run("UPDATE watermark SET owner = 'w_1', until = NULL")
    return {("watermark", "space 1")}
