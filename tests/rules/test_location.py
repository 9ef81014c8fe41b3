"""Which store a path or URL names, and what is refused with its remedy."""

from __future__ import annotations

import pytest

from retentive.kernel.errors import InvalidInput
from retentive.rules.location import Driver, Location, read_location


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("agent.db", "agent.db"),
        ("./agent.db", "./agent.db"),
        ("/srv/agent.db", "/srv/agent.db"),
        ("C:\\data\\agent.db", "C:\\data\\agent.db"),
        ("my file#1 100%.db", "my file#1 100%.db"),
        ("what?.db", "what?.db"),
        ("b\udce4r.db", "b\udce4r.db"),
        ("sqlite:///agent.db", "agent.db"),
        ("SQLite:///agent.db", "agent.db"),
        ("sqlite:////srv/my%20agent.db", "/srv/my%20agent.db"),
        ("sqlite:///a#1 100%.db", "a#1 100%.db"),
        ("./sqlite:agent.db", "./sqlite:agent.db"),
    ],
)
def test_a_file_is_named_by_its_path_or_behind_three_slashes(url: str, path: str) -> None:
    assert read_location(url) == Location(driver=Driver.SQLITE, path=path)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg", "PostgreSQL"])
@pytest.mark.parametrize("rest", ["ana:s@h/mem?sslmode=require", "h:5432/mem", "/mem", "[::1]/mem"])
def test_every_spelling_of_a_database_is_one(scheme: str, rest: str) -> None:
    place = read_location(f"{scheme}://{rest}")
    assert place == Location(driver=Driver.POSTGRESQL, dsn=f"postgresql://{rest}")


def test_memory_has_no_name() -> None:
    assert read_location("memory://") == Location(driver=Driver.MEMORY)


@pytest.mark.parametrize(
    ("url", "remedy"),
    [
        ("", "name the store"),
        (" \n", "name the store"),
        (b"agent.db", "not bytes"),
        (5, "not int"),
        (None, "not NoneType"),
        ("a\0.db", "take it out"),
        ("a\ud800.db", "take it out"),
        (":memory:", "memory://"),
        ("sqlite:///:memory:", "memory://"),
        ("sqlite://", "memory://"),
        ("sqlite:///", "sqlite:///agent.db"),
        ("sqlite://agent.db", "sqlite:///agent.db"),
        ("sqlite:agent.db", "'./sqlite:"),
        ("file:agent.db?mode=ro", "'./file:"),
        ("file:///srv/agent.db", "a path"),
        ("sqlite:///agent.db?mode=ro", "give the path alone"),
        ("agent.db?mode=ro", "give the path alone"),
        ("~/agent.db", "write your folder out"),
        ("sqlite:///~/agent.db", "write your folder out"),
        ("data/", "add the name of a file"),
        ("memory://ana", "takes no name"),
        ("mysql://h/x", "a path"),
        ("postgresql+asyncpg://h/x", "a path"),
        ("postgresql:mem", "postgresql://"),
        ("postgresql://h:port/mem", "5432"),
        ("postgresql://[::1/mem", "brackets"),
    ],
)
def test_what_cannot_be_opened_says_what_can(url: object, remedy: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_location(url)
    assert remedy in caught.value.message
    assert caught.value.facts["field"] == "url"


def test_no_message_and_no_repr_shows_a_password() -> None:
    assert "secret" not in repr(read_location("postgresql://ana:secret@h/mem"))
    with pytest.raises(InvalidInput) as caught:
        read_location("postgresql://ana:secret@h:port/mem")
    assert "secret" not in caught.value.message
