"""The layers: the contracts hold in the tree, and each breaks where it should."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house.source import PACKAGE, ROOT, sources

CONTRACTS = {
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}

LINT = "from importlinter.cli import lint_imports_command as run; run()"

# One breach of each contract; a planted module that exists already is only appended to.
BREACHES = {
    "Layers point inwards": ("kernel/planted.py", "import retentive.model"),
    "Nothing below the app imports the root package": ("model/planted.py", "import retentive"),
    "Stages meet only at the commit": ("pipeline/manager.py", ""),
    "Surfaces share only the wire": ("surfaces/mcp/__init__.py", "import retentive.surfaces.http"),
    "The memory and SQL drivers do not know each other": (
        "adapters/memory/__init__.py",
        "import retentive.adapters.sql",
    ),
    "Only the wiring imports adapters": ("app/planted.py", "import retentive.adapters.sql"),
    "Only tests and the benchmark import retentive.testing": (
        "surfaces/http/__init__.py",
        "import retentive.testing",
    ),
    "The core does no I/O": ("rules/planted.py", "def f() -> None:\n    import sqlite3"),
    "The pipeline reaches the world only through ports": (
        "pipeline/retrieve/__init__.py",
        "import socket",
    ),
    "One door for weight": ("surfaces/planted.py", "import sqlalchemy"),
    "The benchmark uses public names only": (
        "surfaces/bench/planted.py",
        "import retentive.kernel",
    ),
    "No cycles between siblings": ("rules/one.py", "import retentive.rules.two"),
}
# What the breaches need to exist.
PLANTED = {"adapters/sql/__init__.py": "", "rules/two.py": "import retentive.rules.one"}

STANDARD_LIBRARY = set(sys.stdlib_module_names) | {"__future__", "retentive"}


def verdicts(folder: Path) -> dict[str, str]:
    """Return what import-linter says of each contract, for the package below the folder."""
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder / "src"), "COLUMNS": "120", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = dict(re.findall(r"^(\S.*) (KEPT|BROKEN)", done.stdout, re.MULTILINE))
    assert set(found) == CONTRACTS, done.stdout + done.stderr
    return found


def test_the_layers_hold() -> None:
    assert [name for name, verdict in verdicts(ROOT).items() if verdict != "KEPT"] == []


def test_every_contract_bites(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    package = tmp_path / "src" / "retentive"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, line in [*BREACHES.values(), *PLANTED.items()]:
        plant(package, name, line)
    assert set(BREACHES) == CONTRACTS
    assert [name for name, verdict in verdicts(tmp_path).items() if verdict != "BROKEN"] == []


def plant(package: Path, name: str, line: str) -> None:
    """Add the line to the module, which may exist as a file, as a package or not at all."""
    path = package / name
    if path.name == "__init__.py" and path.parent.with_suffix(".py").exists():
        path = path.parent.with_suffix(".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("kernel", set()),
        ("model", set()),
        ("ports", set()),
        ("prompts", set()),
        ("languages", set()),
        ("rules", {"Stemmer"}),
        ("pipeline", set()),
        ("testing", {"pytest", "hypothesis"}),
    ],
)
def test_inner_packages_import_nothing_foreign(package: str, allowed: set[str]) -> None:
    foreign = {
        source.name: strange
        for source in sources(f"src/retentive/{package}")
        if (strange := source.imports() - STANDARD_LIBRARY - allowed)
    }
    assert foreign == {}
