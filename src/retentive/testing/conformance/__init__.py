"""The conformance suite: every promise of the ports, once, for whoever writes a driver.

A driver proves itself by saying how it is opened::

    class OnMine:
        @pytest.fixture
        def opener(self, tmp_path):
            async def open_store(*, ambient, tokeniser, maker):
                return await MyStore.open(tmp_path / "m.db", ambient, tokeniser, maker)

            return open_store


    globals().update(proved_by(OnMine))

`proved_by` is in `retentive.testing.conformance.suite`. `opener` is called again to open the
same data once more; the first time it is empty. The suite needs pytest, which the extra
`testing` brings.
"""

import pytest

_MODULES = (
    *("contract", "facts", "generations", "graph", "log", "records", "snapshots", "spaces"),
    *("sweeps", "text", "work", "writes"),
)
pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in _MODULES))
