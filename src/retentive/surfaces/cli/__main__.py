"""`python -m retentive.surfaces.cli` is the console script."""

from __future__ import annotations

from retentive.surfaces.cli import main

main()
