"""The list of requirement rows, and the tests that carry them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.house import rows
from tests.house.source import ROOT


def planted(folder: Path, test: str) -> Path:
    """Return a small repository with two rows and one test file."""
    (folder / "docs").mkdir()
    (folder / "docs" / "requirements.txt").write_text("# rows\nP-01  one\n\nZ-02  two\n", "utf-8")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_planted.py").write_text(f"import pytest\n{test}\n", "utf-8")
    return folder


def test_every_row_is_listed_once_and_says_what_it_asks() -> None:
    listed = rows.listed(ROOT)
    assert [row for row, count in Counter(listed).items() if count > 1] == []
    assert rows.without_meaning(ROOT) == []
    assert Counter(row[0] for row in listed) == Counter(P=37, M=16, A=29, C=81, G=32, Z=77)


def test_the_tests_name_only_listed_rows() -> None:
    assert set(rows.carried(ROOT)) <= set(rows.listed(ROOT))


def test_code_and_documents_name_only_listed_rows() -> None:
    listed = set(rows.listed(ROOT))
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]
    unknown = {
        f"{path.name}: {row}"
        for path in files
        for row in re.findall(r"\b[PMACGZ]-\d\d\b", path.read_text("utf-8"))
        if row not in listed
    }
    assert unknown == set()


def test_rows_without_a_test_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = planted(tmp_path, "@pytest.mark.req('P-01')\ndef test_it(): ...")
    assert rows.main(root) == 0
    assert capsys.readouterr() == ("Z-02\n", "1 of 2 rows have a test\n")


@pytest.mark.parametrize(
    "test",
    [
        "@pytest.mark.req('P-01', 'P-99')\ndef test_it(): ...",
        "pytestmark = [pytest.mark.slow, pytest.mark.req('P-99')]",
        "A = pytest.param(1, marks=pytest.mark.req('P-99'))",
    ],
)
def test_an_unknown_row_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], test: str
) -> None:
    assert rows.main(planted(tmp_path, test)) == 1
    assert "unknown row P-99: tests/test_planted.py:2" in capsys.readouterr().err


def test_an_id_that_is_not_written_out_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rows.main(planted(tmp_path, "NAME = 'P-01'\nM = pytest.mark.req(NAME)")) == 1
    assert "unknown row ?" in capsys.readouterr().err
