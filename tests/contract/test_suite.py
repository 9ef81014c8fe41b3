"""The suite itself: every driver runs all of it."""

from __future__ import annotations

import inspect
from types import ModuleType

import pytest

from retentive.ports.claims import ClaimView
from retentive.ports.documents import DocumentView
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import View
from retentive.testing.conformance.contract import StoreContract
from retentive.testing.conformance.suite import CONTRACTS, proved_by
from tests.contract import test_memory, test_postgres, test_sqlite


def _tests(module: ModuleType) -> list[str]:
    """Return the tests of a module, parametrised ones by the number of their cases."""
    return [
        f"{name}::{method} × {_cases(function)}"
        for name, cls in vars(module).items()
        if inspect.isclass(cls) and name.startswith("Test")
        for method, function in inspect.getmembers(cls, inspect.isfunction)
        if method.startswith("test_")
    ]


def _cases(function: object) -> int:
    marks: list[pytest.Mark] = getattr(function, "pytestmark", [])
    cases = 1
    for mark in marks:
        if mark.name == "parametrize":
            cases *= len(list(mark.args[1]))
    return cases


@pytest.mark.req("Z-14")
def test_every_driver_runs_exactly_the_same_tests() -> None:
    assert _tests(test_memory)
    assert _tests(test_postgres) == _tests(test_sqlite) == _tests(test_memory)


def test_the_suite_holds_every_contract() -> None:
    shipped = [cls for cls in StoreContract.__subclasses__() if cls.__module__.startswith("ret")]
    assert set(CONTRACTS) == set(shipped)
    assert len(proved_by(type("On", (), {}))) == len(CONTRACTS)


def test_every_method_of_the_port_is_called_somewhere_in_the_suite() -> None:
    modules = {inspect.getmodule(contract) for contract in CONTRACTS}
    source = "".join(inspect.getsource(module) for module in modules if module is not None)
    methods = {
        name
        for protocol in (ClaimView, DocumentView, View, Transaction, MemoryStore)
        for name in vars(protocol)
        if not name.startswith("_")
    }
    assert {name for name in methods if f".{name}" not in source} == set()
