"""Print the stated requirement rows that no test carries.

A test carries a row by `@pytest.mark.req("P-01", …)`, its ids written out. Ends with 1 where a
test names a row that docs/requirements.txt does not list.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def listed(root: Path) -> list[str]:
    """Return the rows of docs/requirements.txt, in its order."""
    return [row for row, _ in _lines(root)]


def without_meaning(root: Path) -> list[str]:
    """Return the rows that say nothing but their id."""
    return [row for row, meaning in _lines(root) if not meaning.strip()]


def _lines(root: Path) -> Iterator[tuple[str, str]]:
    for line in (root / "docs" / "requirements.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            row, _, meaning = line.partition("  ")
            yield row, meaning


def carried(root: Path) -> dict[str, list[str]]:
    """Return, for every row named by a test, where it is named."""
    places: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("*.py")):
        for row, line in _rows_in(ast.parse(path.read_text("utf-8"), str(path))):
            places.setdefault(row, []).append(f"{path.relative_to(root).as_posix()}:{line}")
    return places


def _rows_in(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="req", value=ast.Attribute(attr="mark"))):
                for argument in node.args:
                    written = isinstance(argument, ast.Constant)
                    yield ast.literal_eval(argument) if written else "?", node.lineno


def main(root: Path = ROOT) -> int:
    """Print the rows without a test; return the exit code."""
    rows, tests = listed(root), carried(root)
    unknown = {row: places for row, places in tests.items() if row not in set(rows)}
    for row, places in sorted(unknown.items()):
        print(f"unknown row {row}: {', '.join(places)}", file=sys.stderr)
    missing = [row for row in rows if row not in tests]
    for row in missing:
        print(row)
    print(f"{len(rows) - len(missing)} of {len(rows)} rows have a test", file=sys.stderr)
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
