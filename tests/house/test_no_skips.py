"""No test is skipped: the hooks that see to it, tried in runs of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

HOOKS = Path(__file__).parents[1] / "support" / "no_skips.py"


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(HOOKS.read_text("utf-8"))
    pytester.makeini("[pytest]\nxfail_strict = true\n")
    return pytester


@pytest.mark.parametrize(
    "test",
    [
        "@pytest.mark.skip(reason='tired')\ndef test_it(): ...",
        "@pytest.mark.skipif(True, reason='tired')\ndef test_it(): ...",
        "def test_it():\n    pytest.skip('tired')",
        "@pytest.fixture\ndef it():\n    pytest.skip('tired')\ndef test_it(it): ...",
        "def test_it():\n    pytest.xfail('tired')",
        "@pytest.mark.xfail(strict=False, reason='tired')\ndef test_it():\n    assert 0",
    ],
)
def test_a_skip_fails(project: pytest.Pytester, test: str) -> None:
    project.makepyfile(f"import pytest\n{test}")
    result = project.runpytest_inprocess("-p", "no:cacheprovider")
    outcomes = result.parseoutcomes()
    assert outcomes.get("failed", 0) + outcomes.get("errors", 0) == 1
    assert outcomes.keys() <= {"failed", "errors"}
    result.stdout.fnmatch_lines(["*tired*no test may be skipped*"])


def test_a_skipped_module_fails(project: pytest.Pytester) -> None:
    project.makepyfile("import pytest\npytest.importorskip('surely_absent')")
    result = project.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*surely_absent*no module may be skipped*"])


def test_a_strict_xfail_is_allowed(project: pytest.Pytester) -> None:
    project.makepyfile(
        "import pytest\n@pytest.mark.xfail(reason='known')\ndef test_it():\n    assert 0"
    )
    project.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(xfailed=1)
