"""docs/cli.md says what the command line says of itself."""

from __future__ import annotations

from tests.surfaces.reference import PLACE, reference


def test_the_reference_is_what_the_help_says() -> None:
    assert PLACE.read_text("utf-8") == reference(), "run `make reference`"
