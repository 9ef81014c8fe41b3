"""What children do to which something happens: a fork, Ctrl-C, a full disk, a read-only file."""

from __future__ import annotations

import ctypes
import os
import pwd
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from retentive import Config, Memory, RetentiveError
from retentive.app.sync_handle import Handle
from retentive.kernel.errors import StoreError
from retentive.rules.pace import WorkPolicy
from tests.durability.acts import QUIET, entry_of
from tests.durability.nursery import Inside

NEW_MOUNTS = 0x00020000


def name_of(call: Callable[[], object]) -> str:
    """Return the code of the error a call ends with, "" if it ends well."""
    try:
        call()
    except RetentiveError as error:
        return error.code
    return ""


def fork_inside(child: Inside, url: str) -> None:
    """Use a memory in a forked child: report every call, and how the child ended."""
    memory = Memory.open(url, embedder=None, config=Config(work=WorkPolicy(lease_seconds=1.0)))
    ana = memory.scope(user="ana")
    ana.remember("I was said before the fork.")
    forked = os.fork()
    if forked == 0:
        calls = {
            "remember": lambda: ana.remember("no"),
            "observe": lambda: ana.observe([{"role": "user", "content": "no"}]),
            "recall": lambda: ana.recall("fork"),
            "context": lambda: ana.context("fork"),
            "facts": lambda: ana.facts.list(),
            "flush": memory.flush,
            "rebuild": memory.rebuild,
            "verify": memory.verify,
            "stats": memory.stats,
            "close": memory.close,
        }
        child.say({name: name_of(call) for name, call in calls.items()})
        sys.exit(7)
    child.say(os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1]))
    child.say(entry_of(ana.remember("I was said after the fork.")))
    child.hear()  # meanwhile another process writes
    child.say(entry_of(ana.remember("I was said at the end.")))
    child.hear()  # killed here


def interrupted(child: Inside, url: str, verb: str, with_block: bool) -> None:
    """Write, or flush, until Ctrl-C comes; say what is acknowledged.

    Outside of a `with` nobody closes the memory, and a lease of its worker ends by itself.
    """
    work = WorkPolicy(lease_seconds=30.0 if with_block else 1.0)
    memory = Memory.open(url, embedder=None, config=Config(busy_seconds=2, work=work))
    ana = memory.scope(user="ana")
    if with_block:
        with memory:
            _until_interrupted(child, memory, ana, verb)
    else:
        _until_interrupted(child, memory, ana, verb)


def _until_interrupted(child: Inside, memory: Memory, ana: Handle, verb: str) -> None:
    for number in range(10**9):
        texts = [f"I own canoe {number} of {one}." for one in range(20)]
        if verb == "remember":
            child.say([entry_of(ana.remember(texts[0]))])
            continue
        child.say(list(ana.observe([{"role": "user", "content": one} for one in texts]).ids))
        if verb == "flush" and number == 10:
            memory.flush(progress=lambda done, total: child.say("flushing"))


def two_memories(child: Inside, url: str) -> None:
    """Open a file twice, close one, and go on with the other; then wait to be killed."""
    first, second = (
        Memory.open(url, embedder=None, config=QUIET),
        Memory.open(url, embedder=None, config=QUIET),
    )
    child.say(entry_of(first.scope(user="ana").remember("Said to the first")))
    child.say(entry_of(second.scope(user="ana").remember("Said to the second")))
    second.close()
    third = Memory.open(url, embedder=None, config=QUIET)
    child.say("open")
    child.hear()  # another process comes and goes
    child.say(entry_of(first.scope(user="ana").remember("Said to the first again")))
    child.say(entry_of(third.scope(user="ana").remember("Said to the third")))
    child.hear()


def write_once(child: Inside, url: str, text: str) -> None:
    """Open, remember, close."""
    with Memory.open(url, embedder=None, config=QUIET) as memory:
        child.say(entry_of(memory.scope(user="ana").remember(text)))


def become_nobody() -> None:
    """Give up the rights of root, who may write everywhere."""
    if os.geteuid() == 0:
        account = pwd.getpwnam("nobody")
        os.setgroups([])
        os.setgid(account.pw_gid)
        os.setuid(account.pw_uid)


def open_powerless(child: Inside, url: str) -> None:
    """Open a store as a user who may not write everywhere, and say what comes of it."""
    become_nobody()
    child.say(name_of(lambda: Memory.open(url, embedder=None, config=QUIET).close()))


def read_powerless(child: Inside, url: str) -> None:
    """Open a store as a user who may not write, recall, write, and say what comes of each."""
    become_nobody()
    with Memory.open(url, embedder=None, config=QUIET) as memory:
        ana = memory.scope(user="ana")
        child.say([hit.text for hit in ana.recall("said")])
        child.say(name_of(lambda: ana.remember("Said in vain")))


def fill_disk(child: Inside, folder: str) -> None:
    """Write until the disk is full, make room, and go on; say what is acknowledged."""
    room = _small_disk(Path(folder))
    path = f"{folder}/full.db"
    with Memory.open(path, embedder=None, config=QUIET) as memory:
        ana = memory.scope(user="ana")
        accepted = [entry_of(ana.remember("Said while there is room"))]
        error: StoreError | None = None
        while error is None:
            try:
                text = f"{len(accepted)} " + "canoe " * 400
                accepted.append(entry_of(ana.remember(text)))
            except StoreError as full:
                error = full
        child.say([error.code, len(accepted)])
        child.say([len(ana.recall("room", min_score=0)), memory.stats().entries])
        room()
        accepted.append(entry_of(ana.remember("Said when there is room again")))
        memory.flush()
        child.say([str(one) for one in memory.verify().damages])
        child.say([memory.stats().entries, len(accepted), len(set(accepted))])
    with Memory.open(path, embedder=None, config=QUIET) as memory:
        child.say([memory.stats().entries, len(memory.verify().damages)])


def _small_disk(folder: Path) -> Callable[[], object]:
    """Make the folder a disk of 3 MB, or else files that cannot grow; return what makes room.

    A file system of its own needs rights that not every machine gives.
    """
    made = ctypes.CDLL(None).unshare(NEW_MOUNTS) == 0 and all(
        subprocess.run(command, check=False, capture_output=True).returncode == 0
        for command in (
            ["mount", "--make-rprivate", "/"],
            ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)],
        )
    )
    if made:
        ballast = folder / "ballast"
        ballast.write_bytes(bytes(1 << 20))
        return ballast.unlink
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, resource.RLIM_INFINITY))
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
