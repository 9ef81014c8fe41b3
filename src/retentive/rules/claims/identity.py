"""Which rules these are; told apart from them, which are loaded when the first text is read."""

from __future__ import annotations

from typing import Final

IDENTITY: Final = "rules-2"
"""Name and version of this extractor; any change of what it yields changes it."""
