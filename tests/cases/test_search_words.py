"""What people type into a search: punctuation, operators, half-remembered words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from retentive.app.sync_handle import Handle
from tests.cases.playing import Play, found, listed, texts


def stored(handle: Handle, *said: str) -> Handle:
    for text in said:
        handle.remember(text)
    return handle


CHECKLIST = "The wind-down checklist lives in the blue folder"


@pytest.mark.case("sea-01")
def test_a_hyphen_is_no_operator(play: Play) -> None:
    stored(play.user(), CHECKLIST, "Wind speed was low", "Run it with --dry-run first")
    for _ in play.moments():
        assert found(play.user(), "wind-down")[0] == CHECKLIST
        assert found(play.user(), "-down") == [CHECKLIST]
        assert found(play.user(), "--dry-run") == ["Run it with --dry-run first"]
        for query in ("wind down", "WIND-DOWN", "winddown", "‐wind‐down‐", "wind--down"):
            assert found(play.user(), query)[0] == CHECKLIST, query
        for query in ("-", "--", "---", "- -", "-x", "-wind -down", "wind-", "!wind", "~wind"):
            assert isinstance(found(play.user(), query), list)


PARROT = "Don't feed the parrot after noon"
DOCK = "Meeting NEAR the dock, not at it"
CACHE = "Set cache:warm before load (really)"

WANTED = {
    "don't feed": PARROT,
    "don’t feed": PARROT,
    "dont feed": PARROT,
    "(parrot": PARROT,
    "parrot AND": PARROT,
    '"parrot': PARROT,
    "parrot*": PARROT,
    "parrot;": PARROT,
    "[parrot]": PARROT,
    "cache:warm": CACHE,
    "cache:": CACHE,
    "(really)": CACHE,
    "NEAR(dock, 2)": DOCK,
    "Meeting NEAR": DOCK,
    "NEAR": DOCK,
    "^dock": DOCK,
    "dock NOT": DOCK,
    "{dock}": DOCK,
    "text : dock": DOCK,
    "dock + noon": None,
    "dock AND parrot": None,
}
UNFINDABLE = [
    'he said "no',
    "AND",
    "OR",
    "NOT",
    "*",
    '"',
    "'",
    "\\",
    'a" OR "1"="1',
    "",
    " ",
    "%",
    "_",
    "?",
    "()",
    "'; DROP TABLE fact; --",
    "\x00",
    "\ud800",
    "\u202e",
    "👋",
    "col:",
    "$",
    "{}",
    "NEAR/2",
    "a OR",
    "((((",
    "x" * 10_000,
    "\\u0000",
]


@pytest.mark.case("sea-02")
def test_no_query_is_syntax(play: Play) -> None:
    stored(play.user(), PARROT, DOCK, CACHE)
    for _ in play.moments():
        for query, wanted in WANTED.items():
            hits = found(play.user(), query)
            assert hits, query
            assert wanted in (hits[0], None), query
            assert wanted is None or wanted in play.user().context(query).text.replace("’", "'")
        assert set(found(play.user(), "dock + noon")) == {DOCK, PARROT}
        for query in UNFINDABLE:
            assert set(found(play.user(), query)) <= {PARROT, DOCK, CACHE}, query
            play.user().context(query)
        assert texts(play.user()) == sorted([PARROT, DOCK, CACHE])


@pytest.mark.case("sea-02")
def test_boolean_words_are_words(play: Play) -> None:
    stored(play.user(), "The AND gate is broken", "The gate is open", "Or is a town in Oregon")
    for _ in play.moments():
        assert set(found(play.user(), "AND gate")) == {"The AND gate is broken", "The gate is open"}
        assert set(found(play.user(), "gate NOT open")) == set(found(play.user(), "gate open"))
        assert found(play.user(), "gate OR oregon") == found(play.user(), "gate oregon")


BACKUP = "The backup of the orchard database moves to Friday nights"


@pytest.mark.case("sea-04")
def test_words_need_neither_stand_together_nor_all_occur(play: Play) -> None:
    stored(play.user(), BACKUP, "The gardener has Mondays off")
    for _ in play.moments():
        for query in (
            "database backup",
            "when is the orchard backup done",
            "nights friday",
            "orchards' backups",
            "what about the DATABASE, please?",
            "moving the databases of the orchard",
            "Is anybody going to tell me, before the weekend, at which hour the backup starts",
        ):
            assert found(play.user(), query)[0] == BACKUP, query
            assert BACKUP in play.user().context(query).text


LIKES = "Likes quince jam"
USERS = [
    "team-blue",
    "00000000-0000-4000-8000-0000000000aa",
    "a_b",
    "main",
    "_",
    "x.y@z",
    "o'neil",
    "юзер",
    "two words",
    "%",
    "*",
    "a/b",
    "..",
    '"quoted"',
    "[1]",
    "null",
    "None",
    "0",
    "-",
    "a:b",
    "é",
    "e\u0301",
    "👋",
    "x" * 256,
    "'; DROP TABLE fact; --",
    " lead",
    "\u200b",
]


@pytest.mark.case("sea-10")
def test_an_id_that_can_write_can_search(play: Play) -> None:
    for number, name in enumerate(USERS):
        play.user(name).remember(f"{LIKES} {number}")
        play.user("u", agent=name).remember(f"Agent {number}", visibility="private")
        play.user(None, project=name).remember(f"Project {number}")
        play.user("u", tenant=name).remember(f"Tenant {number}")
    for _ in play.moments():
        for number, name in enumerate(USERS):
            assert found(play.user(name), "quince") == [f"{LIKES} {number}"], name
            assert texts(play.user(name)) == [f"{LIKES} {number}"]
            assert texts(play.user("u", agent=name)) == [f"Agent {number}"]
            assert texts(play.user(None, project=name)) == [f"Project {number}"]
            assert texts(play.user("u", tenant=name)) == [f"Tenant {number}"]


OTTER = "An otter sighting worth keeping, at the old mill"


def _thirty(handle: Handle) -> list[str]:
    return [handle.remember(f"Otter sighting {n} by the weir").id for n in range(30)]


@pytest.mark.case("sea-17")
@pytest.mark.parametrize("verb", ["forget", "retract", "supersede"])
def test_what_ended_takes_no_place_among_the_results(play: Play, verb: str) -> None:
    seeds = _thirty(play.user())
    kept = play.user().remember(OTTER)
    for fact_id in seeds:
        match verb:
            case "forget":
                play.user().forget(fact_id)
            case "retract":
                play.user().retract(fact_id)
            case _:
                play.user().correct(fact_id, "A heron was here")
    for moment in play.moments():
        assert [hit.id for hit in play.user().recall("otter sighting", limit=5)] == [kept.id]
        assert [hit.id for hit in play.user().context("otter sighting").hits] == [kept.id]
        if moment != "at once":
            stats = play.user().stats()
            assert stats.live_documents == stats.facts == len(listed(play.user())), moment
    if verb == "forget":
        assert (stats.facts, stats.documents) == (1, 1)


def test_what_expired_takes_no_place_among_the_results(play: Play) -> None:
    soon = play.clock.now() + timedelta(days=1)
    for number in range(30):
        play.user().remember(f"Otter sighting {number} by the weir", expires_at=soon)
        play.user().remember(f"Otter sighting {number} by the dam", valid_until=soon)
    kept = play.user().remember(OTTER)
    play.clock.tick(days=2)
    for _ in play.moments():
        assert [hit.id for hit in play.user().recall("otter sighting", limit=5)] == [kept.id]
        assert texts(play.user()) == [OTTER]
        stats = play.user().stats()
        assert stats.facts == stats.live_documents == 61  # no entry of the log has ended them


@pytest.mark.case("sea-17")
def test_a_forgotten_turn_takes_no_place_among_the_results(play: Play) -> None:
    said = [{"role": "user", "content": f"I saw otter {n} by the weir"} for n in range(30)]
    receipt = play.user().observe(
        [*said, {"role": "user", "content": "I saw an otter at the mill"}]
    )
    play.memory.flush()
    for entry_id in receipt.ids[:30]:
        play.user().forget(entry_id)
    for moment in play.moments():
        assert found(play.user(), "otter", limit=5) == ["I saw an otter at the mill"], moment
        if moment != "at once":
            assert play.user().stats().live_documents == 2


ASSAM, KEEMUN = "Tea order: assam", "Tea order: keemun"


@pytest.mark.case("sea-19")
def test_being_found_changes_no_score(play: Play) -> None:
    stored(play.user(), ASSAM, KEEMUN)
    for _ in play.moments():
        before = play.user().recall("tea order")
        entries = play.memory.stats()
        for _ in range(50):
            play.user().recall("tea order assam")
            play.user().context("tea")
            play.user().facts.get(before[0].id)
        assert play.user().recall("tea order") == before
        assert before[0].score - before[1].score == 0
        assert play.memory.stats() == entries
