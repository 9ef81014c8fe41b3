"""The README's programs run and print what the README says they print."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source import ROOT

README = ROOT / "README.md"
MOST_LINES = 150

# <!-- run --> or <!-- run embed -->, a python block, any prose, and the text block with its output.
EXAMPLE = re.compile(
    r"<!-- run(?P<embed> embed)? -->\s*```python\n(?P<program>.*?)```"
    r"(?:(?!```).)*?```text\n(?P<output>.*?)```",
    re.DOTALL,
)


def examples(text: str, *, embed: bool) -> list[tuple[str, str]]:
    """Return each marked program, with or without an embedder, and the output shown for it."""
    found = list(EXAMPLE.finditer(text))
    assert len(found) == text.count("<!-- run"), "a marked program without an output block"
    return [(one["program"], one["output"]) for one in found if bool(one["embed"]) is embed]


def check(programs: list[tuple[str, str]], folder: Path) -> None:
    """Run each program in a folder of its own and compare what it prints."""
    for number, (program, output) in enumerate(programs):
        place = folder / str(number)
        place.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=place,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr, done.returncode) == (output, "", 0)


def test_the_readme_programs_print_what_it_shows(tmp_path: Path) -> None:
    programs = examples(README.read_text("utf-8"), embed=False)
    assert programs, "README.md has no program marked <!-- run -->"
    check(programs, tmp_path)


@pytest.mark.embed
def test_the_readme_programs_with_the_offline_embedder_print_what_it_shows(tmp_path: Path) -> None:
    programs = examples(README.read_text("utf-8"), embed=True)
    assert programs, "README.md has no program marked <!-- run embed -->"
    check(programs, tmp_path)


def test_the_readme_is_short() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= MOST_LINES


def test_a_marked_program_is_found_with_its_output() -> None:
    block = "\n```python\nprint(1)\n```\nprints\n\n```text\n1\n```\n```python\nx\n```\n"
    text = f"<!-- run -->{block}<!-- run embed -->{block}"
    for embed in (True, False):
        assert examples(text, embed=embed) == [("print(1)\n", "1\n")]
