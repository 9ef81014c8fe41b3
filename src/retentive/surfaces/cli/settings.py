"""What all commands share before any of them is imported: the keys of click's `meta`."""

from __future__ import annotations

JSON = "retentive.json"
VERBOSE = "retentive.verbose"
