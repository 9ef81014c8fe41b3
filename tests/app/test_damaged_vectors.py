"""A vector that was damaged in the file costs its text the meaning, and nobody anything else."""

from __future__ import annotations

import json
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from retentive import Config, Memory
from retentive.testing.fakes import ToyEmbedder

QUIET = Config(background=False)
ASKED = "Which Rosa plays checkers?"


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("<16e", *[float("nan")] * 16),
        struct.pack("<16e", float("inf"), *[0.0] * 15),
        bytes(32),
        b"\0\1",
        b"",
    ],
    ids=["nan", "inf", "zero", "short", "empty"],
)
def test_a_damaged_vector_is_a_missing_one_and_verify_names_it(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.db"
    with Memory.open(path, embedder=ToyEmbedder(), config=QUIET) as memory:
        ana = memory.scope(user="ana")
        for name in ("Rosa", "Rita", "Rafa"):
            ana.remember(f"{name} plays checkers in town")
        memory.flush()
        before = {hit.text: hit.parts["cosine"] for hit in ana.recall(ASKED)}
    assert len(before) == 3
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE vector SET data = ? WHERE number = 1", (data,))
    with Memory.open(path, embedder=ToyEmbedder(), config=QUIET) as memory:
        hits = memory.scope(user="ana").recall(ASKED)
        after = {hit.text: hit.parts.get("cosine") for hit in hits}
        json.dumps([dict(hit.parts) for hit in hits], allow_nan=False)
        damaged = {one.place for one in memory.verify().damages if one.check == "vector"}
    (lost,) = (text for text in before if after[text] is None)
    assert after == before | {lost: None}
    assert damaged == {"space 1 vector 1"}
