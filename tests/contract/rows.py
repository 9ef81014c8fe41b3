"""Which stated requirements each contract proves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from retentive.testing.conformance.contract import StoreContract
from retentive.testing.conformance.facts import FactContract
from retentive.testing.conformance.graph import GraphContract
from retentive.testing.conformance.records import RecordContract
from retentive.testing.conformance.spaces import ScopeContract
from retentive.testing.conformance.suite import CONTRACTS, proved_by

ROWS: Mapping[type[StoreContract], pytest.MarkDecorator] = {
    RecordContract: pytest.mark.req("C-13", "C-15"),
    FactContract: pytest.mark.req("C-13", "C-14"),
    GraphContract: pytest.mark.req("C-13", "C-14", "C-15"),
    ScopeContract: pytest.mark.req("Z-35"),
}
SUITE = pytest.mark.req("Z-14")


def proved_with_rows(driver: type) -> dict[str, type]:
    """Return the test classes of every contract on a driver, marked with their rows."""
    classes = proved_by(driver)
    for contract, marked in zip(CONTRACTS, classes.values(), strict=True):
        SUITE(marked)
        if contract in ROWS:
            ROWS[contract](marked)
    return classes
