"""The Python source of this repository, read as the house tests need it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "retentive"

_WAIVER = re.compile(
    r"#\s*(?P<kind>type:\s*ignore|(?:ruff:\s*|flake8:\s*)?noqa|mypy:|pragma:)"
    r"\s*[:\[]?\s*(?P<codes>[A-Za-z0-9,\- ]*)"
)
_BLANKET = {"Exception", "BaseException"}


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path

    @cached_property
    def name(self) -> str:
        """Its path from the root of the repository."""
        return (
            self.path.relative_to(ROOT).as_posix() if ROOT in self.path.parents else str(self.path)
        )

    @cached_property
    def text(self) -> str:
        return self.path.read_text("utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.name)

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    def functions(self) -> Iterator[tuple[str, int]]:
        """Give each function's name and its lines, without its docstring and decorators."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                extent = (node.end_lineno or node.lineno) - node.lineno + 1
                yield node.name, extent - _docstring_lines(node)

    def waivers(self) -> Counter[str]:
        """Count the comments that silence a checker, by kind and code."""
        found: Counter[str] = Counter()
        if _WAIVER.search(self.text) is None:  # taking a file apart is what takes long
            return found
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT:
                for match in _WAIVER.finditer(token.string):
                    found.update(_kinds(match))
        return found

    def globals(self) -> list[int]:
        """Return the lines with a `global` statement."""
        return [node.lineno for node in ast.walk(self.tree) if isinstance(node, ast.Global)]

    def blanket_excepts(self) -> list[int]:
        """Return the lines of handlers that catch everything and do not raise again."""
        return [
            node.lineno
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ExceptHandler)
            and _catches_all(node.type)
            and not isinstance(node.body[-1], ast.Raise)
        ]

    def imports(self) -> set[str]:
        """Return the top-level packages it imports absolutely, wherever in the file."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
        return found


def sources(*folders: str) -> list[Source]:
    """Return the Python files below the folders, in order."""
    return [_read_once(one) for folder in folders for one in sorted((ROOT / folder).rglob("*.py"))]


@cache
def _read_once(path: Path) -> Source:
    return Source(path)


def _docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    if ast.get_docstring(node, clean=False) is None:
        return 0
    return (node.body[0].end_lineno or 0) - node.body[0].lineno + 1


def _kinds(match: re.Match[str]) -> list[str]:
    kind = re.sub(r":\s*", ": ", match["kind"]).strip()
    if kind in {"mypy:", "pragma:"}:
        return [f"{kind} {match['codes'].strip()}"]
    codes = re.findall(r"[A-Za-z]+\d+" if kind.endswith("noqa") else r"[a-z\-]+", match["codes"])
    return [
        f"{kind}: {code}" if kind.endswith("noqa") else f"{kind}[{code}]" for code in codes
    ] or [kind]


def _catches_all(caught: ast.expr | None) -> bool:
    if caught is None:
        return True
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(isinstance(name, ast.Name) and name.id in _BLANKET for name in names)
