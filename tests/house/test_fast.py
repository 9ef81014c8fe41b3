"""What the fast suite leaves out: repetitions on one driver of what another shows."""

from __future__ import annotations

from pathlib import Path

import pytest

HOOK = """
import pytest
from tests.support.fast import leave_to_the_full_suite

@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    leave_to_the_full_suite(items)
"""
TEST = """
import pytest

@pytest.mark.parametrize("driver", ["memory", "sqlite", "postgres"])
@pytest.mark.parametrize("number", range(3))
def test_it(driver, number): ...
"""


def played(pytester: pytest.Pytester, folder: str, *options: str) -> int:
    pytester.makeconftest(HOOK)
    pytester.makeini("[pytest]\nmarkers = slow\n")
    path = Path(pytester.path, folder, "test_it.py")
    path.parent.mkdir(parents=True)
    path.write_text(TEST, "utf-8")
    outcomes = pytester.runpytest_inprocess("-p", "no:cacheprovider", *options).parseoutcomes()
    return outcomes["passed"]


@pytest.mark.parametrize(("folder", "left"), [("tests/cases", 3), ("tests/properties", 3)])
def test_the_fast_suite_leaves_repetitions_on_other_drivers_to_the_full_one(
    pytester: pytest.Pytester, folder: str, left: int
) -> None:
    assert played(pytester, folder, "-m", "not slow") == left


def test_the_full_suite_plays_all_of_them(pytester: pytest.Pytester) -> None:
    assert played(pytester, "tests/cases") == 9


def test_the_fast_suite_plays_all_contracts_on_postgresql(pytester: pytest.Pytester) -> None:
    assert played(pytester, "tests/contract", "-m", "not slow") == 9
