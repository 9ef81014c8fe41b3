"""The console script as a process: signals, closed pipes, no network."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.surfaces.conftest import lines, message

CLI = [sys.executable, "-W", "error", "-m", "retentive.surfaces.cli"]

OFFLINE = """
import sys
def refuse(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"):
        raise RuntimeError(f"network: {event} {args}")
sys.addaudithook(refuse)
from retentive.surfaces.cli import main
main()
"""


def run(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the console script to its end."""
    return subprocess.run([*CLI, *args], input=stdin, capture_output=True, text=True, check=False)


def test_ctrl_c_ends_with_130_and_what_was_acknowledged_is_safe(tmp_path: Path) -> None:
    data = tmp_path / "chat.jsonl"
    said = [message(f"I keep number {at} in the drawer.", f"i{at}") for at in range(3000)]
    data.write_text(lines(*said), "utf-8")
    place = ["--store", str(tmp_path / "memory.db"), "--user", "ana"]
    command = ["observe", *place, "--verbose", "--no-flush", str(data)]
    with subprocess.Popen(
        [*CLI, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "storing: 500 of 3000\n"
        process.send_signal(signal.SIGINT)
        out, talk = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "safely stored before that: " in talk
    assert "interrupted: what was acknowledged is safe" in talk
    again = run(*command)
    stored, known = (
        int(part.split()[-1 if at == 0 else 0])
        for at, part in enumerate(again.stdout.strip().split(", "))
    )
    assert again.returncode == 0
    assert (stored + known, known >= 500) == (3000, True)
    assert f"{3000}" in run("stats", *place).stdout


def test_a_reader_that_goes_away_is_no_news(tmp_path: Path) -> None:
    place = ["--store", str(tmp_path / "memory.db"), "--user", "ana"]
    said = [message(f"I keep number {at} in the drawer.", f"i{at}") for at in range(400)]
    assert run("observe", *place, "-", stdin=lines(*said)).returncode == 0
    with subprocess.Popen(
        [*CLI, "facts", *place, "--all", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        talk = process.stderr.read()
    assert talk == b""
    assert process.returncode in (0, 1)


def test_a_terminal_without_utf_8_still_gets_an_answer(tmp_path: Path) -> None:
    place = ["--store", str(tmp_path / "memory.db"), "--user", "ana"]
    done = subprocess.run(
        [*CLI, "remember", *place, "Drinks ☕ in the café"],
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Drinks \\u2615 in the caf\xe9\n" in done.stdout


def test_data_is_on_stdout_and_talk_on_stderr(tmp_path: Path) -> None:
    place = ["--store", str(tmp_path / "memory.db"), "--user", "ana"]
    done = run("recall", *place, "anything")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines()[-1] == "nothing relevant is remembered"


def test_nothing_uses_the_network(tmp_path: Path) -> None:
    place = ["--store", str(tmp_path / "memory.db"), "--user", "ana"]
    for args in (["remember", *place, "Likes tea"], ["recall", *place, "tea"], ["demo"]):
        done = subprocess.run(
            [sys.executable, "-c", OFFLINE, *args], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
