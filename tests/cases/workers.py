"""Other processes on the same store: started apart, set off together, heard at their end.

A worker opens the store, says that it is ready, waits for a line, works, and says what it did
as JSON. Nothing here waits for a length of time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retentive import Memory
from retentive.app.config import Config

ROOT = Path(__file__).parents[2]


def remember(memory: Memory, user: str, texts: Sequence[str]) -> list[str]:
    """Store statements one by one; return their ids."""
    ana = memory.scope(user=user)
    return [ana.remember(text).id for text in texts]


def recall(memory: Memory, user: str, query: str, times: int) -> int:
    """Search again and again; return how often something was found at the end."""
    ana = memory.scope(user=user)
    return [len(ana.recall(query)) for _ in range(times)][-1]


def mix(memory: Memory, user: str, times: int) -> int:
    """Write, search, build a context and list; return how many calls ended well."""
    ana = memory.scope(user=user, session=user)
    for number in range(times):
        ana.remember(f"Keeps kite number {number}")
        ana.recall("kite")
        ana.context("kite", budget=300)
        ana.facts.list(limit=10)
    return times * 4


def say(memory: Memory, user: str, texts: Sequence[str]) -> list[str]:
    """Tell messages one by one; return the ids of their entries."""
    ana = memory.scope(user=user)
    return [ana.observe([{"role": "user", "content": text}]).ids[0] for text in texts]


JOBS: Mapping[str, Callable[..., object]] = {
    job.__name__: job for job in (remember, recall, mix, say)
}


@dataclass
class Worker:
    """One process and what it is to do."""

    process: subprocess.Popen[str]

    def ready(self) -> None:
        """Wait until it has opened the store."""
        assert self._line() == "ready"

    def go(self) -> None:
        """Let it go on: begin, or at the end close the store and leave."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def leave(self) -> None:
        """Let it close the store, and wait until it is gone."""
        self.go()
        assert self.process.wait(timeout=60) == 0, self.process.communicate()[1]

    def result(self) -> Any:
        """Wait for what it did."""
        return json.loads(self._line())

    def kill(self) -> None:
        """End it at once, as by `kill -9`."""
        self.process.kill()
        self.process.wait()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        return line.strip()


@contextmanager
def started(url: str, *jobs: Sequence[Any], folder: Path = ROOT) -> Iterator[list[Worker]]:
    """Start one process a job, (name, argument …), in `folder`; end those that are left."""
    command = [sys.executable, "-m", "tests.cases.workers", url]
    workers = [
        Worker(
            subprocess.Popen(
                [*command, json.dumps(job)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=folder,
                env={"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}", "PYTHONUTF8": "1"},
            )
        )
        for job in jobs
    ]
    try:
        for worker in workers:
            worker.ready()
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.process.communicate()


def together(url: str, *jobs: Sequence[Any]) -> list[Any]:
    """Set one process a job off at the same moment, and return what each did."""
    with started(url, *jobs) as workers:
        for worker in workers:
            worker.go()
        results = [worker.result() for worker in workers]
        for worker in workers:
            worker.leave()
        return results


def main(url: str, job: str) -> None:
    """Be one worker."""
    name, *arguments = json.loads(job)
    with Memory.open(url, embedder=None, config=Config(busy_seconds=60)) as memory:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        sys.stdout.write(json.dumps(JOBS[name](memory, *arguments)) + "\n")
        sys.stdout.flush()
        sys.stdin.readline()


if __name__ == "__main__":
    main(*sys.argv[1:])
