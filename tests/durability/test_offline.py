"""Everything that needs no model works without a network."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.durability.nursery import ROOT

APART = ["unshare", "--map-root-user", "--net"]
PROGRAM = [sys.executable, "-W", "error", "-m", "tests.durability.offline"]


def has_namespaces() -> bool:
    """Tell whether this machine lets us run a program in a network of its own, an empty one."""
    return shutil.which("unshare") is not None and (
        subprocess.run([*APART, "true"], capture_output=True, check=False).returncode == 0
    )


def test_without_a_network_everything_works(tmp_path: Path) -> None:
    command = [*PROGRAM, str(tmp_path)]
    command = [*APART, *command] if has_namespaces() else [*command, "--refuse"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "network": False,
        "stored": 2,
        "pending": 0,
        "found": True,
        "told": True,
        "facts": 5,
        "clean": True,
    }


def test_without_any_socket_everything_works(tmp_path: Path) -> None:
    command = [*PROGRAM, str(tmp_path), "--refuse"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["clean"]
