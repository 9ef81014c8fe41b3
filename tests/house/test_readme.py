"""The README's programs run and print what the README says they print."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.house.source import ROOT

# <!-- run -->, a python block, any prose, and the text block with its output.
EXAMPLE = re.compile(
    r"<!-- run -->\s*```python\n(?P<program>.*?)```(?:(?!```).)*?```text\n(?P<output>.*?)```",
    re.DOTALL,
)


def examples(text: str) -> list[tuple[str, str]]:
    """Return each marked program with the output shown for it."""
    found = [(match["program"], match["output"]) for match in EXAMPLE.finditer(text)]
    assert len(found) == text.count("<!-- run -->"), "a marked program without an output block"
    return found


def test_the_readme_examples_print_what_it_shows(tmp_path: Path) -> None:
    readme = ROOT / "README.md"
    assert readme.exists(), "README.md is missing"
    marked = examples(readme.read_text("utf-8"))
    assert marked, "README.md has no program marked <!-- run -->"
    for number, (program, output) in enumerate(marked):
        folder = tmp_path / str(number)
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr, done.returncode) == (output, "", 0)


def test_a_marked_program_is_found_with_its_output() -> None:
    text = "<!-- run -->\n```python\nprint(1)\n```\nprints\n\n```text\n1\n```\n```python\nx\n```\n"
    assert examples(text) == [("print(1)\n", "1\n")]
