"""Child processes, forked from a clean process in which everything is imported already.

Starting Python and importing the library for every child would take most of the time of these
tests. The nursery itself has one thread and opens nothing, so that a fork of it is as good as a
new process. A child runs one function of a module of this package, in a process that may be
killed at any time; what it says goes through a pipe, line by line.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module  # noqa: TID251 - what is played is named by its caller
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
PRELOADED = (
    "retentive.app.verbs",
    "retentive.adapters.memory.driver",
    "retentive.adapters.sql.store",
    "retentive.adapters.sql.postgres",
    "tests.durability.acts",
    "tests.durability.broken",
    "tests.durability.crowd",
)
LARGEST = 1 << 16
INTERRUPTED = 128 + signal.SIGINT
"""How a child ends that Ctrl-C ended, as shells say it."""


@dataclass
class Inside:
    """What a child has of its parent: a pipe to say lines into, and one to hear lines from."""

    said: int
    heard: IO[str]

    def say(self, value: object) -> None:
        """Write one line; it is with the parent even if this process dies right afterwards."""
        os.write(self.said, json.dumps(value).encode() + b"\n")

    def hear(self) -> str:
        """Wait for a line of the parent's; empty if there will be none."""
        return self.heard.readline().strip()


@dataclass
class Child:
    """A child as its parent sees it."""

    said: IO[str]
    heard: IO[str]
    status: IO[str]
    pid: int = field(init=False)

    def __post_init__(self) -> None:
        self.pid = int(self.status.readline())

    def hear(self) -> Any:
        """Return the next thing the child says, None if it has ended."""
        line = self.said.readline()
        return json.loads(line) if line.endswith("\n") else None

    def hear_all(self) -> list[Any]:
        """Return everything else the child says until it ends."""
        return [json.loads(line) for line in self.said if line.endswith("\n")]

    def tell(self, line: str = "") -> None:
        """Write a line to the child."""
        print(line, file=self.heard, flush=True)

    def send(self, number: signal.Signals) -> None:
        """Send a signal, unless the child has ended."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def ended(self) -> int:
        """Wait for the end; return the exit code, or the negative number of a signal."""
        with contextlib.suppress(BrokenPipeError):
            self.heard.close()
        self.hear_all()
        self.said.close()
        code = int(self.status.readline())
        self.status.close()
        return code


class Nursery:
    """Starts children."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control

    def start(self, function: str, **arguments: object) -> Child:
        """Run a function of `tests.durability.acts`, or a `module:function`, in a new process."""
        said, heard, status = os.pipe(), os.pipe(), os.pipe()
        request = json.dumps({"function": function, "arguments": arguments}).encode()
        inner = [said[1], heard[0], status[1]]
        socket.send_fds(self._control, [request], inner)
        for number in inner:
            os.close(number)
        assert self._control.recv(1) == b"."
        return Child(os.fdopen(said[0]), os.fdopen(heard[1], "w"), os.fdopen(status[0]))

    def run(self, function: str, **arguments: object) -> list[Any]:
        """Run a function to its good end in a new process; return what it said."""
        child = self.start(function, **arguments)
        told = child.hear_all()
        assert child.ended() == 0, f"{function} failed, see its traceback in stderr"
        return told


@contextlib.contextmanager
def nursery() -> Iterator[Nursery]:
    """Give a nursery for as long as the block runs."""
    ours, theirs = socket.socketpair()
    with ours:
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        with subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()]) as process:
            theirs.close()
            assert ours.recv(1) == b"."
            yield Nursery(ours)
            ours.close()
            process.wait(60)


def _serve(control: socket.socket) -> None:
    for name in PRELOADED:
        import_module(name)
    control.send(b".")
    while True:
        request, pipes, _, _ = socket.recv_fds(control, LARGEST, 3)
        if not request:
            return
        if os.fork() == 0:
            control.close()
            _watch(json.loads(request), *pipes)
        for number in pipes:
            os.close(number)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                continue
        control.send(b".")


def _watch(request: dict[str, Any], said: int, heard: int, status: int) -> None:
    """Fork the child proper, and report its number and its end."""
    child = os.fork()
    if child == 0:
        os.close(status)
        _live(request, Inside(said, os.fdopen(heard)))
        sys.exit(0)
    os.close(said)
    os.close(heard)
    os.write(status, f"{child}\n".encode())
    _, code = os.waitpid(child, 0)
    os.write(status, f"{os.waitstatus_to_exitcode(code)}\n".encode())
    os._exit(0)


def _live(request: dict[str, Any], inside: Inside) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs
    module, _, name = request["function"].rpartition(":")
    function = getattr(import_module(module or "tests.durability.acts"), name)
    try:
        function(inside, **request["arguments"])
    except KeyboardInterrupt:
        # Left alone, Python ends by the signal, or with 1 if a thread still runs a string of code
        # at that time (CPython forgets then what it ends of), as a first import may do.
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
