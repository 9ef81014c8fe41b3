"""Who makes derived state: the extractor, the tokeniser and the fold, each with its version.

Derived state is a function of the log and of these three. So a generation is digested only by
a process whose maker is the one it was begun with, and read as text only with its tokeniser.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from retentive.kernel.errors import IndexMismatch
from retentive.model.space import Space

FOLD: Final = "fold-4"
"""The version of the fold's own rules.

These are: which facts are the same, what a claim does to others, what is hashed for that, where
episodes are cut, how a command finds its target and what it silences, what is indexed and
masked, and how ids are made. Any change of what one of them yields raises it; `tests/golden`
holds what they yield.
"""


def maker(extractor: str, tokeniser: str) -> str:
    """Return the name of what digests: `rules-2 text-2 fold-4`."""
    return f"{extractor} {tokeniser} {FOLD}"


def check_readable(spaces: Iterable[Space], tokeniser: str) -> None:
    """Raise `IndexMismatch` if a space was indexed by another tokeniser than ours."""
    for space in spaces:
        made_by = space.generations.tokeniser
        if made_by != tokeniser:
            raise IndexMismatch(
                f"the text of this memory was indexed by {made_by}, this process searches by "
                f"{tokeniser}; run `retentive rebuild` (or `memory.rebuild()`), or use the "
                "version that made it",
                made_by=made_by,
                tokeniser=tokeniser,
            )
