"""What the help shows as a first walk finds what it stored."""

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive.surfaces.cli import root

WALK = (
    'retentive remember --user ana "Prefers e-mail over phone"',
    'retentive recall --user ana "e-mail or phone?"',
)


def test_the_first_walk_of_the_help_finds_what_it_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RETENTIVE_STORE", str(tmp_path / "memory.db"))
    runner = CliRunner()
    shown = runner.invoke(root, ["--help"]).output
    for line in WALK:
        assert line in shown
        done = runner.invoke(root, shlex.split(line)[1:])
        assert done.exit_code == 0, done.output
    assert "Prefers e-mail over phone" in done.stdout


@pytest.mark.parametrize("command", ["recall", "context"])
def test_the_questions_in_the_help_are_answered_by_the_messages_in_the_help(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RETENTIVE_STORE", str(tmp_path / "memory.db"))
    runner = CliRunner()
    said = '{"role": "user", "content": "I moved to Porto"}'
    assert runner.invoke(root, ["observe", "--user", "ana", "-"], input=said).exit_code == 0
    shown = runner.invoke(root, [command, "--help"]).output
    asked = next(line for line in shown.splitlines() if line.strip().startswith("retentive"))
    done = runner.invoke(root, shlex.split(asked)[1:])
    assert "I moved to Porto" in done.stdout
