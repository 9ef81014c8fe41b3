"""What a benchmark runs in processes of their own; started as a module, never by hand.

python -m retentive.surfaces.bench.child {write|remember|recall|weigh} STORE USER [COUNT TAG]
python -m retentive.surfaces.bench.child extract FILE SIZE
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from retentive import Memory
from retentive.surfaces.bench.opening import CONFIG, opened

READY = "ready"
"""The line that says that a child is at work."""


def write(store: str, user: str) -> None:
    """Observe and digest messages, one call each, until the standard input ends.

    Nothing is embedded here: whose vectors the store has is its parent's business.
    """
    over = threading.Event()

    def listen() -> None:
        sys.stdin.read()
        over.set()

    threading.Thread(target=listen, daemon=True).start()
    with Memory.open(store, embedder=None) as memory:
        scope = memory.scope(user=user, session="writer")
        _say(READY)
        written = 0
        while not over.wait(0.005):
            written += 1
            scope.observe([{"role": "user", "content": f"I sold lamp number {written} in Faro."}])
    _say(str(written))


def remember(store: str, user: str, count: str, tag: str) -> None:
    """Remember so many statements that nobody else remembers; begin when a line comes in."""
    with opened(store, None) as memory:
        scope = memory.scope(user=user)
        _say(READY)
        sys.stdin.readline()
        for at in range(int(count)):
            scope.remember(f"Process {tag} wrote note {at} of its own")


def recall(store: str, user: str, *query: str) -> None:
    """Open a store without an embedder and recall once."""
    with opened(store, None) as memory:
        memory.scope(user=user).recall(" ".join(query))


def weigh(store: str, user: str, *query: str) -> None:
    """Open a store as it comes, recall once, and print the bytes of memory it takes."""
    config = replace(CONFIG, embedding_mismatch="text")
    with Memory.open(store, config=config) as memory:
        memory.scope(user=user).recall(" ".join(query))
        _say(str(resident() or 0))


def extract(file: str, size: str) -> None:
    """Read a transcript; print the bytes of memory at the peak before and after, and seconds.

    What reads is loaded here: the other children are timed without it.
    """
    from retentive.surfaces.bench.extraction_speed import WARM, read_through, texts

    said = texts(Path(file))
    read_through(said, int(size) // WARM)
    before = resident("VmHWM") or 0
    start = perf_counter()
    read_through(said, int(size))
    _say(f"{before} {resident('VmHWM') or 0} {perf_counter() - start}")


def resident(what: str = "VmRSS") -> int | None:
    """Return the bytes of this process that are in memory, where the system tells."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return None
    sizes = [line.split()[1] for line in status.splitlines() if line.startswith(f"{what}:")]
    return 1024 * int(sizes[0]) if sizes else None


VERBS: dict[str, Callable[..., None]] = {
    "write": write,
    "remember": remember,
    "recall": recall,
    "weigh": weigh,
    "extract": extract,
}


def main(arguments: Sequence[str]) -> None:
    """Do what the first argument names."""
    verb, *given = arguments
    VERBS[verb](*given)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
