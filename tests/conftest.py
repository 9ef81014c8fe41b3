"""Fixtures and hooks of every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.fast import keep_files_in_memory, leave_to_the_full_suite
from tests.support.no_skips import pytest_make_collect_report, pytest_runtest_makereport
from tests.support.postgres import PostgresServer, running_server

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport"]

pytest_plugins = [
    "pytester",
    "tests.support.folders",
    "tests.support.stores",
    "tests.support.words",
]


def pytest_configure() -> None:
    keep_files_in_memory()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    leave_to_the_full_suite(items)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A real PostgreSQL server, started when the first test asks for it."""
    with running_server() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of an empty database of the test's own."""
    with postgres_server.fresh_database() as url:
        yield url
