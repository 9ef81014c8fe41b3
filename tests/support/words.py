"""Tests search by words alone, unless they ask for the offline embedder.

Embedding takes far longer than all else that a test does, and few tests are about it.
"""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def words_alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no memory find an embedder of itself, also in the processes that a test starts."""
    if request.node.get_closest_marker("embed") is None:
        monkeypatch.setattr("retentive.adapters.embedders.given.is_installed", lambda: False)
        monkeypatch.setenv("RETENTIVE_EMBEDDER", "none")
