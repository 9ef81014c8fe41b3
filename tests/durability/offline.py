"""A day's work without a network: run as a program, which prints what came of it as JSON.

With `--refuse` no socket can be connected; without, the system is asked to have no network.
"""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path
from typing import NoReturn

ELSEWHERE = ("192.0.2.1", 443)
"""An address of nobody's (RFC 5737)."""


def _refuse(*arguments: object, **options: object) -> NoReturn:
    raise OSError("there is no network here")


def _reaches() -> bool:
    with socket.socket() as outside:
        outside.settimeout(2)
        try:
            outside.connect(ELSEWHERE)
        except OSError:
            return False
    return True


def main(folder: Path) -> dict[str, object]:
    """Observe, digest, recall, build a context, curate, rebuild, close, and open again."""
    from retentive import Memory

    path = str(folder / "offline.db")
    texts = ["I moved to Porto last Friday. I like checkers.", "My sister Rosa plays the oud."]
    with Memory.open(path) as memory:
        ana = memory.scope(user="ana", session="s1")
        receipt = ana.observe([{"role": "user", "content": text} for text in texts])
        fact = ana.remember("Prefers e-mail over phone", kind="preference")
        pending = memory.flush().pending
        ana.correct(fact.id, "Prefers the phone")
    with Memory.open(path) as memory:
        ana = memory.scope(user="ana", session="s1")
        hits = [hit.text for hit in ana.recall("Where does she live, Porto?")]
        block = ana.context("What does her sister play?", budget=400).text
        facts = memory.rebuild().facts
        return {
            "stored": len(receipt.stored),
            "pending": pending,
            "found": any("Porto" in hit for hit in hits),
            "told": "oud" in block,
            "facts": facts,
            "clean": memory.verify().clean,
        }


if __name__ == "__main__":
    if "--refuse" in sys.argv:
        for name in ("connect", "connect_ex", "sendto"):
            setattr(socket.socket, name, _refuse)
        socket.getaddrinfo = _refuse
    outcome = {"network": _reaches(), **main(Path(sys.argv[1]))}
    sys.stdout.write(json.dumps(outcome))
