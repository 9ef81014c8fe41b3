"""The linter's bans on clock, identity, chance and mocks, tried on planted code."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.house.source import ROOT

RUFF = [sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format=json"]

BANNED = [
    "import datetime\ndatetime.datetime.now(datetime.UTC)\n",
    "from datetime import UTC, datetime\ndatetime.now(UTC)\n",
    "from datetime import datetime\ndatetime.utcnow()\n",
    "from datetime import datetime\ndatetime.today()\n",
    "from datetime import date\ndate.today()\n",
    "import time\ntime.time()\n",
    "from time import time_ns\n",
    "import time\ntime.monotonic()\n",
    "from time import perf_counter\n",
    "import uuid\n",
    "from uuid import uuid4\n",
    "import random\n",
    "from random import Random\n",
    "import secrets\n",
    "from secrets import token_hex\n",
    "import os\nos.urandom(8)\n",
    "from unittest.mock import patch\n",
    "from unittest import mock\n",
    "from importlib import import_module\n",
    "import importlib\nimportlib.import_module('numpy')\n",
]


def rules_broken(code: str, filename: str) -> set[str]:
    """Return the rules that ruff, as configured here, finds broken in the code."""
    done = subprocess.run(
        [*RUFF, f"--stdin-filename={filename}", "-"],
        input=code,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return {found["code"] for found in json.loads(done.stdout)}


@pytest.mark.parametrize("code", BANNED)
@pytest.mark.parametrize("folder", ["src/retentive/rules", "tests/rules"])
def test_time_identity_and_chance_are_banned(code: str, folder: str) -> None:
    assert "TID251" in rules_broken(code, f"{folder}/planted.py")


def test_ambient_is_the_one_exception() -> None:
    code = "".join(BANNED)
    assert "TID251" in rules_broken(code, "src/retentive/kernel/planted.py")
    assert "TID251" not in rules_broken(code, "src/retentive/kernel/ambient.py")


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("PLR0913", "def f(a, b, c, d, e, g, h): ...\n"),
        ("PLW0603", "x = 1\ndef f():\n    global x\n    x = 2\n"),
        ("BLE001", "def f():\n    try:\n        f()\n    except Exception:\n        pass\n"),
        ("C901", "def f(x):\n" + "    if x:\n        x = x()\n" * 10),
        ("T201", "print('hello')\n"),
        ("E501", f"x = '{'x' * 100}'\n"),
        ("PGH003", "x = 1  # type: ignore\n"),
        ("D103", "def f(): ...\n"),
    ],
)
def test_a_broken_rule_is_found(rule: str, code: str) -> None:
    assert rule in rules_broken(code, "src/retentive/rules/planted.py")
