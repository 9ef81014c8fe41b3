"""Damages of what a space and the whole store keep about themselves."""

from __future__ import annotations

from tests.pipeline.damage import SUMS, Named, plant
from tests.pipeline.database import Database
from tests.pipeline.scene import Scene

SPACE = "space 1"


@plant
def a_space_is_lost(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM space")
    return {("orphan", SPACE)}


@plant
def a_space_has_another_number(db: Database, scene: Scene) -> Named:
    db.run("UPDATE space SET id = 2")
    return {("orphan", SPACE), ("generation", "space 2"), ("unreadable", "space 2")}


@plant
def a_space_is_renamed(db: Database, scene: Scene) -> Named:
    db.run("UPDATE space SET address = replace(address, 'ana', 'bob')")
    return {("address", SPACE)}


@plant
def the_address_of_a_space_cannot_be_read(db: Database, scene: Scene) -> Named:
    db.run("UPDATE space SET address = substr(address, 1, 5)")
    return {("address", SPACE)}


@plant
def a_space_is_not_found_by_its_name(db: Database, scene: Scene) -> Named:
    db.run("UPDATE space SET name = ?", bytes(16))
    return {("address", SPACE)}


@plant
def a_generation_is_lost(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM generation WHERE family = 'text'")
    return {("orphan", f"{SPACE} generation 1"), ("unreadable", SPACE)}


@plant
def a_generation_is_of_a_family_that_is_not_known(db: Database, scene: Scene) -> Named:
    db.run("UPDATE generation SET family = 'songs' WHERE family = 'vectors'")
    return {("unreadable", SPACE), ("orphan", "space 1 generation 1")}


@plant
def a_generation_more_is_kept(db: Database, scene: Scene) -> Named:
    db.run(
        "INSERT INTO generation SELECT space, 'songs', 1, maker, 0, 0, 0, 0, 0, sums "
        "FROM generation WHERE family = 'vectors'"
    )
    return {("generation", SPACE), SUMS}


@plant
def a_generation_is_made_by_another(db: Database, scene: Scene) -> Named:
    db.run("UPDATE generation SET maker = 'text-0' WHERE family = 'text'")
    return {SUMS}


@plant
def the_sums_cannot_be_read(db: Database, scene: Scene) -> Named:
    db.run("UPDATE generation SET sums = '[' WHERE family = 'records'")
    return {SUMS}


@plant
def the_last_generation_is_forgotten(db: Database, scene: Scene) -> Named:
    db.run("UPDATE space SET last_generation = 0")
    return {("generation", SPACE)}


@plant
def documents_will_be_numbered_twice(db: Database, scene: Scene) -> Named:
    db.run("UPDATE generation SET last_doc = 1 WHERE family = 'text'")
    return {("counters", SPACE)}


@plant
def a_stage_is_lost(db: Database, scene: Scene) -> Named:
    db.run("DELETE FROM stage")
    return {("marks", "store"), ("watermark", SPACE)}


@plant
def the_mark_of_the_program_is_lost(db: Database, scene: Scene) -> Named:
    db.run("INSERT INTO meta VALUES ('theirs', '1')")
    return {("marks", "store")}
