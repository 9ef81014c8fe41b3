"""What a language or the world is like, as data: attributes, words and patterns in TOML files.

`table` reads one; what its keys mean is known to the rule that is made of it. A folder here is
not yet a language: what cuts a text into clauses, `rules.reading`, has its English in code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any


def table(name: str) -> Mapping[str, Any]:
    """Return the content of a data file: `attributes.toml`, `en/times.toml`."""
    return tomllib.loads(files(__name__).joinpath(*name.split("/")).read_text("utf-8"))
