"""Starting processes for a benchmark, and what they cost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median

from retentive import StoreError

CHILD = (sys.executable, "-m", "retentive.surfaces.bench.child")
RUNS = 5
PATIENCE = 3600.0
"""Seconds that a process may take: a long transcript on a busy machine takes many minutes."""


@contextmanager
def beside(*arguments: str) -> Iterator[None]:
    """Run a child that is at work for the length of the block, and that ends with it."""
    child = started(*arguments)
    try:
        yield
    finally:
        ended(child)


def started(*arguments: str) -> subprocess.Popen[str]:
    """Start a child and wait until it says that it is ready."""
    child = subprocess.Popen(
        [*CHILD, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    if not child.stdout.readline():
        child.wait()
        raise StoreError(f"the process that should {arguments[0]} beside this one did not start")
    return child


def ended(child: subprocess.Popen[str], line: str = "") -> str:
    """Hand a child its last line, wait for its end, and return what else it said."""
    try:
        said, _ = child.communicate(line, timeout=PATIENCE)
    except subprocess.TimeoutExpired as late:
        child.kill()
        raise StoreError(
            f"a process of the benchmark was at work for more than {PATIENCE:g} s and was ended; "
            "try again on a machine with less to do"
        ) from late
    if child.returncode:
        raise StoreError(f"a process of the benchmark failed with exit code {child.returncode}")
    return said


def output(*arguments: str) -> str:
    """Return what a child prints."""
    child = subprocess.Popen([*CHILD, *arguments], stdout=subprocess.PIPE, text=True)
    return ended(child)


def cpu_seconds(command: Sequence[str]) -> float:
    """Return the median CPU seconds of a fresh process that runs a command."""
    return median(_cpu(command) for _ in range(RUNS))


def _cpu(command: Sequence[str]) -> float:
    before = os.times()
    subprocess.run(
        command, stdout=subprocess.DEVNULL, check=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
    )
    after = os.times()
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system
