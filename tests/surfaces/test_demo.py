"""The demo: its key lines, the same each time, and what it leaves behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive.surfaces.cli import root
from retentive.surfaces.demo.play import play
from tests.surfaces.conftest import CommandLine, texts


@pytest.fixture(scope="module")
def played() -> list[str]:
    """The lines of one playing."""
    return list(play())


def test_it_shows_what_it_promises(played: list[str]) -> None:
    told = "\n".join(played)
    for line in (
        "02 Feb  ana-1  5 messages stored",
        "The same file once more: 0 stored, 17 known already.",
        "a3   02 Feb  I live in Porto, close to the river.",
        "I never answer the phone at work",
        "  We moved to Braga last weekend.\n           – Ana, 09 Mar",
        "  I live in Porto, close to the river.\n           – Ana, 02 Feb",
        "09 Mar  holds until 07 Mar  superseded: We moved to Braga last weekend.",
        "ben? Which padding is she allergic to in a seat?\n     nothing",
        "16 Feb – 12 Mar  extracted  Tomás is four",
        "12 Mar – now     corrected  Tomás is five and weighs eighteen kilos.",
        "its words in message a11 are silent at every time\n   ana? alarm code\n     nothing",
        '| <memory section="facts" scope="user:ana agent:support">',
        "of 300 tokens, as estimate-1 counts",
        "clean: 19 entries, ",
    ):
        assert line in told


def test_it_reads_the_same_each_time_and_fits_a_terminal(played: list[str]) -> None:
    assert list(play()) == played
    assert max(len(line) for line in played) <= 100


def test_the_command_prints_it_and_keeps_the_store_if_asked(
    played: list[str], tmp_path: Path
) -> None:
    kept = tmp_path / "demo.db"
    done = CliRunner().invoke(root, ["demo", "--keep", str(kept)])
    assert done.exit_code == 0
    assert done.stdout.splitlines()[: len(played)] == played
    assert texts(CommandLine(kept).json("recall", "padding allergic", "--limit", "1")) == [
        "I am allergic to wool, so it must not have felt padding."
    ]
    again = CliRunner().invoke(root, ["demo", "--keep", str(kept)])
    assert again.exit_code == 1
    assert "exists already" in again.stderr
