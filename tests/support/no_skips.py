"""pytest hooks under which a skipped test is a failed one.

A test that cannot run here has to bring what it needs; `xfail` is allowed where it is strict,
since it then fails on the day the fault is gone.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and not (hasattr(report, "wasxfail") and _is_strict(item)):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: {_reason(report)} (no test may be skipped)"
        vars(report).pop("wasxfail", None)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid}: {_reason(report)} (no module may be skipped)"
    return report


def _is_strict(item: pytest.Item) -> bool:
    default = item.config.getini("xfail_strict")
    marks = list(item.iter_markers("xfail"))
    return bool(marks) and all(mark.kwargs.get("strict", default) for mark in marks)


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2]
    return f"xfail: {getattr(report, 'wasxfail', '')}"
