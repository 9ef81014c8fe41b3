"""The suite as a plug-in author uses it."""

from __future__ import annotations

import pytest

from retentive.testing.conformance.vectors import VectorContract

TESTS = sum(name.startswith("test_") for name in vars(VectorContract))
PLUGIN = """
import pytest
from retentive.adapters.memory import MemoryDriver, Shelf
from retentive.testing.conformance.suite import proved_by
from retentive.testing.conformance.vectors import VectorContract


class Mine(MemoryDriver):
    async def read(self, addresses, work, *, known_at=None):
        return await super().read({addresses}, work, known_at=known_at)


class OnMine:
    @pytest.fixture
    def opener(self):
        shelf = Shelf()

        async def open_store(**made_by):
            return Mine(**made_by, shelf=shelf)

        return open_store


globals().update(proved_by(OnMine, VectorContract))
"""
STRICT = ("--strict-markers", "--strict-config", "-W", "error", "-p", "no:cacheprovider")


def _outcomes(pytester: pytest.Pytester, addresses: str) -> tuple[dict[str, int], str]:
    pytester.makepyfile(test_mine=PLUGIN.format(addresses=addresses))
    result = pytester.runpytest_subprocess(*STRICT)
    return result.parseoutcomes(), result.stdout.str()


def test_a_sound_driver_passes(pytester: pytest.Pytester) -> None:
    outcomes, told = _outcomes(pytester, "addresses")
    assert outcomes == {"passed": TESTS}, told


def test_a_wrong_driver_fails_and_is_told_what_differs(pytester: pytest.Pytester) -> None:
    outcomes, told = _outcomes(pytester, "[]")
    assert outcomes == {"failed": TESTS}, told
    assert "TestVector" in told
