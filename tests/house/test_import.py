"""What `import retentive` gives, and what it does not do."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import retentive
from tests.house.source import ROOT

HEAVY = {"alembic", "click", "numpy", "onnxruntime", "psycopg", "sqlalchemy"}

# Reports, for `import retentive` and every name it exports, the modules that came with it and
# what it did to the world. Python's own reading of source and bytecode is no write.
WATCH = """
import json, os, sys
did = []
WORLD = ("socket.", "subprocess.", "os.mkdir", "os.rename", "os.remove", "os.putenv", "os.system",
         "os.fork", "os.exec", "os.posix_spawn", "shutil.", "sqlite3.connect", "tempfile.",
         "_thread.start", "signal.")
def watch(event, args):
    if event.startswith(WORLD):
        did.append(event)
    if event == "open" and (args[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        did.append(f"open {args[0]}")
sys.addaudithook(watch)
import retentive
for name in getattr(retentive, "__all__", ()):
    getattr(retentive, name)
import threading
print(json.dumps({"did": did, "threads": threading.active_count(), "modules": sorted(sys.modules)}))
"""


def watched_import(folder: Path) -> dict[str, object]:
    """Import the package in a process of its own and return its report."""
    done = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", WATCH],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert isinstance(report, dict)
    return report


def test_importing_loads_nothing_heavy(tmp_path: Path) -> None:
    modules = watched_import(tmp_path)["modules"]
    assert isinstance(modules, list)
    assert HEAVY & {name.partition(".")[0] for name in modules} == set()


def test_importing_does_nothing_to_the_world(tmp_path: Path) -> None:
    report = watched_import(tmp_path)
    assert (report["did"], report["threads"]) == ([], 1)
    assert list(tmp_path.iterdir()) == []


def test_all_names_what_is_public() -> None:
    exported = getattr(retentive, "__all__", [])
    public = {
        name
        for name in dir(retentive)
        if not name.startswith("_")
        and not isinstance(getattr(retentive, name), ModuleType)
        and name != "annotations"
    }
    assert len(exported) == len(set(exported))
    assert {name for name in exported if not name.startswith("_")} == public
    assert len(exported) <= 25


def test_every_public_name_says_what_it_is() -> None:
    silent = []
    for name in getattr(retentive, "__all__", []):
        value = getattr(retentive, name)
        if inspect.isclass(value) or callable(value):
            text = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
            if not text or text.startswith(f"{name}("):  # the signature dataclass puts there
                silent.append(name)
    assert silent == []


def test_the_package_is_typed() -> None:
    assert (ROOT / "src/retentive/py.typed").exists()
