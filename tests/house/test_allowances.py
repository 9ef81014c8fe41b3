"""Size limits and silenced checkers: every exception is listed, counted and has a reason."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.house.source import ROOT, Source, sources

MODULE, MODULE_HARD = 300, 500
FUNCTION, FUNCTION_HARD = 40, 80

EVERYTHING = sources("src", "tests", "benchmarks")
ALLOWANCES = tomllib.loads((ROOT / "tests/house/allowances.toml").read_text("utf-8"))
ALLOWED = ALLOWANCES.get("allow", [])
PYPROJECT = ROOT / "pyproject.toml"

CAP = 28
"""How many exceptions there may be in all. It goes down with them, and never up."""


def exceptions(source: Source) -> Counter[str]:
    """Count what the file does outside the rules."""
    found = source.waivers()
    if source.lines > MODULE:
        found["module over 300 lines"] += 1
    found["function over 40 lines"] += sum(lines > FUNCTION for _, lines in source.functions())
    return +found


def waived(settings: Mapping[str, Any]) -> Counter[str]:
    """Count what pyproject's tool settings let pass: by the linter, the types, the contracts."""
    found: Counter[str] = Counter()
    for pattern, codes in settings["ruff"]["lint"]["per-file-ignores"].items():
        found.update(f"ruff {code} in {pattern}" for code in codes)
    for override in settings["mypy"]["overrides"]:
        options = [option for option in override if option != "module"]
        found.update(f"mypy {one} for {name}" for name in override["module"] for one in options)
    for contract in settings["importlinter"]["contracts"]:
        found.update(f"{contract['id']}: {line}" for line in contract.get("ignore_imports", ()))
    return found


def test_the_exceptions_in_the_tree_are_exactly_those_listed() -> None:
    listed = Counter({(row["file"], row["kind"]): row["count"] for row in ALLOWED})
    found = Counter(
        {
            (source.name, kind): count
            for source in EVERYTHING
            for kind, count in exceptions(source).items()
        }
    )
    settings = tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]
    found.update({(PYPROJECT.name, kind): count for kind, count in waived(settings).items()})
    unlisted = [f"{name}: {kind} × {count}" for (name, kind), count in (found - listed).items()]
    outdated = [f"{name}: {kind} × {count}" for (name, kind), count in (listed - found).items()]
    assert not unlisted, f"not in allowances.toml: {unlisted}"
    assert not outdated, f"gone from the tree, so take it from allowances.toml: {outdated}"


def test_every_allowance_has_a_reason_and_one_row() -> None:
    rows = [(row["file"], row["kind"]) for row in ALLOWED]
    assert len(rows) == len(set(rows))
    assert [row for row in ALLOWED if len(row["reason"].split()) < 3] == []


def test_the_list_does_not_grow() -> None:
    assert sum(row["count"] for row in ALLOWED) <= CAP


def test_everything_is_caught_only_at_the_edges_and_each_of_them_needs_it() -> None:
    catching = {source.name for source in sources("src") if source.blanket_excepts()}
    assert set(ALLOWANCES["edges"]) == catching


def test_nothing_passes_the_hard_limits() -> None:
    modules = {s.name: s.lines for s in EVERYTHING if s.lines > MODULE_HARD}
    functions = {
        f"{source.name}::{name}": lines
        for source in EVERYTHING
        for name, lines in source.functions()
        if lines > FUNCTION_HARD
    }
    assert (modules, functions) == ({}, {})


def test_nothing_is_imported_behind_the_linters_back() -> None:
    assert [source.name for source in sources("src") if "__import__" in source.text] == []


def test_no_global_statement() -> None:
    assert {s.name: s.globals() for s in EVERYTHING if s.globals()} == {}


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("x = 1  # type: ignore[arg-type, misc]", ["type: ignore[arg-type]", "type: ignore[misc]"]),
        ("x = 1  # type: ignore", ["type: ignore"]),
        ("x = 1  # noqa: BLE001, S101", ["noqa: BLE001", "noqa: S101"]),
        ("x = 1  # noqa", ["noqa"]),
        ("# ruff: noqa: D", ["ruff: noqa"]),
        ("x = 1  # type: ignore[misc]  # noqa: F841", ["type: ignore[misc]", "noqa: F841"]),
        ("x = 1  # pragma: no cover", ["pragma: no cover"]),
        ("x = '# noqa'", []),
        ("x = 1  # nothing to see", []),
    ],
)
def test_a_silenced_checker_is_seen(tmp_path: Path, line: str, kinds: list[str]) -> None:
    path = tmp_path / "planted.py"
    path.write_text(f"{line}\n", "utf-8")
    assert Source(path).waivers() == Counter(kinds)


def test_long_functions_and_blanket_handlers_are_seen(tmp_path: Path) -> None:
    body = "    x = 1\n" * 40
    path = tmp_path / "planted.py"
    path.write_text(
        f'def long():\n    """Say.\n\n    More.\n    """\n{body}\n'
        "def caught():\n    try:\n        pass\n    except (ValueError, Exception):\n        pass\n"
        "def passed_on():\n    try:\n        pass\n    except BaseException:\n        raise\n",
        "utf-8",
    )
    source = Source(path)
    assert dict(source.functions()) == {"long": 41, "caught": 5, "passed_on": 5}
    assert exceptions(source) == Counter({"function over 40 lines": 1})
    assert source.blanket_excepts() == [50]


def test_what_the_settings_let_pass_is_seen() -> None:
    settings = {
        "ruff": {"lint": {"per-file-ignores": {"a/**": ["D", "T20"]}}},
        "mypy": {"overrides": [{"module": ["b.*"], "ignore_errors": True}]},
        "importlinter": {"contracts": [{"id": "c", "ignore_imports": ["d -> e"]}, {"id": "f"}]},
    }
    assert set(waived(settings)) == {
        "ruff D in a/**",
        "ruff T20 in a/**",
        "mypy ignore_errors for b.*",
        "c: d -> e",
    }
