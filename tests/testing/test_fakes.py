"""Time, identity and chance that repeat."""

from __future__ import annotations

from datetime import timedelta

from retentive.kernel.events import Appended, Listener
from retentive.testing.fakes import (
    START,
    CountingIds,
    FrozenClock,
    RecordingListener,
    SeededChance,
    frozen_ambient,
)


def test_a_frozen_clock_stands_still_until_it_ticks() -> None:
    clock = FrozenClock()
    assert (clock.now(), clock.now(), clock.monotonic()) == (START, START, 0.0)
    assert clock.tick(minutes=2, seconds=1) == START + timedelta(seconds=121)
    assert (clock.now(), clock.monotonic()) == (START + timedelta(seconds=121), 121.0)


def test_a_stepping_clock_moves_after_every_look() -> None:
    clock = FrozenClock(step=timedelta(seconds=1))
    assert [clock.now() - START for _ in range(3)] == [timedelta(seconds=n) for n in range(3)]


def test_setting_the_clock_back_does_not_move_its_monotonic_time() -> None:
    clock = FrozenClock()
    clock.tick(seconds=5)
    clock.at = START - timedelta(days=1)
    assert (clock.now(), clock.monotonic()) == (START - timedelta(days=1), 5.0)


def test_ids_count_and_sort_by_their_minting() -> None:
    ids = CountingIds()
    made = [ids.new("entry", START) for _ in range(12)]
    assert made[0] == "entry_000001"
    assert made == sorted(set(made))


def test_chance_repeats_by_seed_and_never_gives_the_same_secret_twice() -> None:
    one, again, other = SeededChance(1), SeededChance(1), SeededChance(2)
    first = one.secret(32)
    assert len(first) == 32
    assert first == again.secret(32)
    assert len({first, one.secret(32), other.secret(32)}) == 3


def test_two_ambients_share_nothing() -> None:
    one, other = frozen_ambient(), frozen_ambient()
    assert one.ids.new("a", START) == other.ids.new("a", START)
    assert one.chance.secret(32) == other.chance.secret(32)
    assert one.clock.now() == other.clock.now()


def test_a_listener_remembers_what_it_hears_in_order() -> None:
    listener = RecordingListener()
    hear: Listener = listener
    events = [Appended(space=1, first_seq=seq, last_seq=seq) for seq in (2, 1)]
    for event in events:
        hear(event)
    assert listener.events == events
