"""Which store a path or URL names: the one place that reads what callers write.

Looks at the words alone, never at the disk. What is not read is refused with the remedy.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from retentive.kernel.errors import InvalidInput


class Driver(StrEnum):
    """What keeps the data."""

    MEMORY = "memory"
    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """A store that can be opened: the `path` of a SQLite file, or the `dsn` of a database."""

    driver: Driver
    path: str | None = None
    dsn: str | None = None

    def __repr__(self) -> str:
        """Show no dsn, which may hold a password."""
        named = "" if self.path is None else f" {self.path!r}"
        return f"<Location {self.driver.value}{named}>"


FORMS = "a path, 'sqlite:///…', 'postgresql://…' or 'memory://'"

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_WORD = re.compile(r"(sqlite|postgres|postgresql|memory|file):", re.IGNORECASE)
_OPTION = re.compile(r"\?\w+=")
_PORT = re.compile(r":(?P<port>[^:@/\]]*)\Z")
_UNUSABLE = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
"""What no file can be called; U+DC80–U+DCFF stand for the bytes of names that are no UTF-8."""

_IN_MEMORY = ":memory:"


def read_location(url: object) -> Location:
    """Return what `url`, a text or a path's text, names; else raise `InvalidInput`.

    ::

        agent.db, ./agent.db, /srv/agent.db   a SQLite file; `#`, `%`, `?` are letters
        sqlite:///agent.db                    the file agent.db in the working directory
        sqlite:////srv/agent.db               the file /srv/agent.db
        postgresql://user@host/name           a database; postgres:// and postgresql+psycopg:// too
        memory://                             a new, empty store that ends with the process
    """
    if isinstance(url, Location):
        return url
    if not isinstance(url, str):
        raise _refused(f"the store must be {FORMS}, not {type(url).__name__}")
    if not url.strip():
        raise _refused(f"name the store: {FORMS}")
    if _UNUSABLE.search(url):
        raise _refused("the name of a store holds no NUL and no lone surrogate; take it out")
    found = _SCHEME.match(url)
    if found is None:
        return _plain(url)
    scheme, rest = found[1].lower(), url[found.end() :]
    reader = _READERS.get(scheme)
    if reader is None:
        raise _refused(f"{scheme}:// names no store that can be opened; use {FORMS}")
    return reader(url, rest)


def _plain(text: str) -> Location:
    if text == _IN_MEMORY:
        raise _refused("':memory:' is SQLite's word; use 'memory://' for a store without a file")
    if (word := _WORD.match(text)) is not None:
        raise _refused(
            f"{word[0]!r} without '//' names no store; use {FORMS} (a file of that name: "
            f"'./{word[0]}…')"
        )
    return _file(text)


def _file(path: str) -> Location:
    if path.startswith("~"):
        raise _refused("'~' is read by shells alone; write your folder out, as /home/ana/agent.db")
    if path.endswith("/"):
        raise _refused("the name of the store ends like a folder; add the name of a file")
    if _OPTION.search(path):
        raise _refused("options behind '?' are not read; give the path alone")
    return Location(driver=Driver.SQLITE, path=path)


def _sqlite(url: str, rest: str) -> Location:
    path = rest.removeprefix("/")
    if path == _IN_MEMORY or not rest:
        raise _refused(f"use 'memory://' for a store without a file, not {url!r}")
    if path == rest:
        raise _refused(f"a file has three slashes: 'sqlite:///{rest}', or four and a whole path")
    if not path:
        raise _refused("name the file: 'sqlite:///agent.db'")
    return _file(path)


def _postgresql(url: str, rest: str) -> Location:
    host = rest.partition("/")[0].partition("?")[0].rpartition("@")[2]
    port = _PORT.search(host)
    if port is not None and not (port["port"].isascii() and port["port"].isdigit()):
        raise _refused("the port of the database is no number: 'postgresql://user@host:5432/name'")
    if "[" in host and "]" not in host:
        raise _refused("an IPv6 address stands in brackets: 'postgresql://user@[::1]/name'")
    return Location(driver=Driver.POSTGRESQL, dsn=f"postgresql://{rest}")


def _memory(url: str, rest: str) -> Location:
    if rest:
        raise _refused(f"'memory://' takes no name, as each open is a store of its own: {url!r}")
    return Location(driver=Driver.MEMORY)


_READERS: dict[str, Callable[[str, str], Location]] = {
    "sqlite": _sqlite,
    "postgresql": _postgresql,
    "postgres": _postgresql,
    "postgresql+psycopg": _postgresql,
    "memory": _memory,
}


def _refused(message: str) -> InvalidInput:
    return InvalidInput(message, field="url")
