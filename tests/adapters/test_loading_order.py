"""The optional parts live in one process, whichever is needed first."""

from __future__ import annotations

import subprocess
import sys

import pytest

GRAPH = "import retentive.adapters.candidates as graphs; graphs._Graph(8)"
MODEL = "from retentive.embedders import embedder; embedder('auto').embed(['tea'])"


@pytest.mark.embed
@pytest.mark.parametrize("order", [(GRAPH, MODEL), (MODEL, GRAPH)])
def test_graphs_and_the_offline_embedder_load_in_any_order(order: tuple[str, str]) -> None:
    done = subprocess.run([sys.executable, "-c", "; ".join(order)], check=False, timeout=60)
    assert done.returncode == 0
