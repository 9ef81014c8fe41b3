"""Names of who holds a lease, which tell other processes on this machine whether he still lives.

A name says in which boot of which machine, in which namespace of process numbers, under which
number a process began, and when: a number that is given again is another process. Where the
system tells none of this (it is read from `/proc`), a name says nothing, and its lease runs out.
"""

from __future__ import annotations

import os
from pathlib import Path

_PROC = Path("/proc")
_ENDED = ("Z", "X")
"""States of a process that is dead, though its parent has not asked for it yet."""


def owner_name(owner: str) -> str:
    """Return the name of an owner in this process."""
    here, pid = _here(), os.getpid()
    began = None if here is None else _began(pid)
    return owner if began is None else f"{owner}@{here}/{pid}/{began}"


def is_gone(owner: str) -> bool:
    """Tell whether the process of an owner is known to have ended; False if nobody can know."""
    place, _, process = owner.rpartition("@")[2].partition("/")
    pid, _, began = process.partition("/")
    if not (pid.isdecimal() and began and place == _here()):
        return False
    return _began(int(pid)) != began


def _here() -> str | None:
    """Return what names this boot and namespace, None where it cannot be told."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        space = os.readlink(_PROC / "self/ns/pid")
    except OSError:
        return None
    return f"{boot}:{space.removeprefix('pid:')}"


def _began(pid: int) -> str | None:
    """Return when a process began, in ticks since the boot; None if there is none that lives."""
    try:
        told = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return None
    # The name of the program stands in brackets, and may hold anything.
    fields = told.rpartition(")")[2].split()
    return None if len(fields) < 20 or fields[0] in _ENDED else fields[19]
