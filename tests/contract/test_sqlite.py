"""The store port on the driver `sqlite`."""

from __future__ import annotations

import pytest

from retentive.testing.blocking import Opener
from tests.contract.rows import proved_with_rows
from tests.support.stores import Driver


class _On:
    @pytest.fixture
    def opener(self, sqlite: Driver) -> Opener:
        return sqlite.open


globals().update(proved_with_rows(_On))
