"""What keeps the fast suite fast: files in memory, and PostgreSQL where it says something new.

Every promise of the store port is proved on every driver by `tests/contract`, so the cases and
properties, which stand above that port, repeat on PostgreSQL what they say on SQLite. The fast
suite leaves that to the full one; the properties it plays in memory alone, the cases on SQLite.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

REPEATED = (
    "tests/adapters/",
    "tests/cases/",
    "tests/durability/",
    "tests/pipeline/",
    "tests/properties/",
)
HEAVY = (
    "[memory-first2-second2]",
    "[memory-first3-second3]",
    "[memory-sentences-1]",
    "nothing_acknowledged_is_lost_and_nothing_is_half_done[1]",
    "takes_or_refuses_odd_values[memory://]",
    "test_bench_times.py::",
    "test_changed_rules.py::test_a_claim_tells_what_a_command_was_about[sqlite",
    "test_changed_rules.py::test_what_was_ended_stays_ended_and_no_correction_is_lost[sqlite",
    "test_concurrency.py::test_no_write_of_several_processes_is_dropped",
    "test_concurrency.py::test_processes_that_store_the_same",
    "test_concurrency.py::test_several_sessions_end_all_their_calls",
    "test_conformance.py::test_a_wrong_driver_fails",
    "test_crash.py::test_killed_in_the_middle_of_a_write_to_a_file",
    "test_embedders.py::test_an_embedder_that_hangs_keeps_neither",
    "test_embedding.py::test_killed_anywhere_while_it_embeds",
    "test_embedding.py::test_killed_anywhere_while_vectors_are_made_anew",
    "test_embedding.py::test_of_two_that_make_all_vectors_anew",
    "test_embedding.py::test_others_digest_embed_and_recall_while_vectors_are_made_anew[sqlite-toy-1]",
    "test_embedding.py::test_others_digest_embed_and_recall_while_vectors_are_made_anew[sqlite-toy-2]",
    "test_ends.py::test_a_program_that_ends_while_its_memory_embeds",
    "test_ends.py::test_ctrl_c_ends_soon_and_what_was_acknowledged_is_there[False",
    "test_ends.py::test_ctrl_c_ends_soon_and_what_was_acknowledged_is_there[True-flush]",
    "test_ends.py::test_ctrl_c_ends_soon_and_what_was_acknowledged_is_there[True-remember]",
    "test_every_command.py::test_long_work_tells_how_far_it_is[flush]",
    "test_every_command.py::test_long_work_tells_how_far_it_is[observe]",
    "test_every_command.py::test_long_work_tells_how_far_it_is[rebuild]",
    "test_every_command.py::test_no_odd_value_of_an_option_is_our_fault",
    "test_foreign.py::test_nothing_that_others_store_changes_an_answer[memory-words]",
    "test_ingest.py::test_a_long_text_is_stored_whole[sqlite-first2",
    "test_ingest.py::test_a_long_text_is_stored_whole[sqlite-first3",
    "test_loading_order.py::test_graphs_and_the_offline_embedder_load_in_any_order[order1]",
    "test_odd_arguments.py::test_every_field_of_an_item_takes",
    "test_odd_arguments.py::test_what_odd_arguments_left_behind",
    "test_offline.py::test_without_any_socket_everything_works",
    "test_process.py::test_a_reader_that_goes_away",
    "test_process.py::test_a_terminal_without_utf_8",
    "test_process.py::test_ctrl_c_ends_with_130",
    "test_process.py::test_nothing_uses_the_network",
    "test_rebuild.py::test_killed_anywhere_in_a_rebuild",
    "test_rebuild.py::test_readers_and_writers_go_on_during_rebuilds",
    "test_replay.py::test_what_was_known_then_is_what_the_log_up_to_then_gives[memory-words]",
    "test_retrieve.py::test_of_many_equal_scores_those_said_last_come_first[300]",
    "test_retrieve.py::test_of_many_equal_scores_those_said_last_come_first[3]",
    "test_scopes.py::test_a_name_is_no_prefix_suffix_or_pattern_of_another[sqlite]",
    "test_search_words.py::test_an_id_that_can_write_can_search[sqlite]",
    "test_search_words.py::test_being_found_changes_no_score",
    "test_search_words.py::test_what_ended_takes_no_place_among_the_results[sqlite-forget]",
    "test_search_words.py::test_what_ended_takes_no_place_among_the_results[sqlite-retract]",
    "test_together.py::test_two_memories_on_one_file_in_one_process",
    "test_verify.py::test_any_life_in_sqlite_verifies_clean",
    "test_verify.py::test_progress_is_told_on_the_loop",
    "test_workers.py::test_any_crew_with_any_deaths",
    "test_workers.py::test_the_lease_of_a_killed_worker_is_taken_over_when_it_ends",
    "test_writers.py::test_the_first_calls_of_many_processes_create_one_store",
    "test_writers.py::test_writers_that_are_killed",
    "though_another_holds_the_lock[observe]",
    "though_another_holds_the_lock[supersede]",
)
"""What takes long and repeats, larger, what another test of its file shows."""

TABLES = ("[fact]",)
"""Of the tables in which any change is planted, those of the fast suite."""

FEWER = 4
"""A property is tried on a fourth of its examples where `RETENTIVE_TESTS` is `fast`."""

MEMORY = Path("/dev/shm")
ROOM = 1 << 30
_ROOT = "PYTEST_DEBUG_TEMPROOT"


def keep_files_in_memory() -> None:
    """Put the folders of tests where a sync costs nothing, if this machine has such a place."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault(_ROOT, str(MEMORY))


def examples(wanted: int) -> int:
    """Return on how many examples to try a property: all that are wanted, or fewer to be fast."""
    return max(2, wanted // FEWER) if os.environ.get("RETENTIVE_TESTS") == "fast" else wanted


def leave_to_the_full_suite(items: Sequence[pytest.Item]) -> None:
    """Mark as slow what only repeats on another driver, and what is heavy."""
    for item in items:
        if _repeats(item) or _is_heavy(item.nodeid) or _is_further_table(item):
            item.add_marker(pytest.mark.slow)


def _repeats(item: pytest.Item) -> bool:
    if item.nodeid.startswith("tests/properties/") and _on(item, "sqlite"):
        return True
    test, _, values = item.nodeid.partition("[")
    if item.nodeid.startswith("tests/cases/") and "memory" in values:
        return not _is_heavy(f"{test}[{values.replace('memory', 'sqlite', 1)}")
    return item.nodeid.startswith(REPEATED) and _on(item, "postgres")


def _is_heavy(name: str) -> bool:
    return any(one in name for one in HEAVY)


def _is_further_table(item: pytest.Item) -> bool:
    names = (
        "everywhere.py::test_a_changed_value_is_told",
        "everywhere.py::test_a_lost_row_is_told",
    )
    return any(name in item.nodeid for name in names) and not item.nodeid.endswith(TABLES)


def _on(item: pytest.Item, driver: str) -> bool:
    return driver in item.nodeid.partition("::")[2]
