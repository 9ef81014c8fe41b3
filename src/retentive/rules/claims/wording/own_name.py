"""Who says his own name and no more: `Una Lind, potter and insomniac`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retentive.rules.claims.wording.households import BEGINS
from retentive.rules.claims.wording.rewording import Edit

_FIRST: Final = 120
"""Characters of a message in which somebody says who he is."""
_LEAST: Final = 3
"""Letters of a part of a handle that may be a name."""
_PARTS: Final = re.compile(r"[^\W\d_]+")
_NAME: Final = re.compile(
    rf"{BEGINS}"
    r"(?P<name>[^\W\d_][\w'’-]+(?:[ ](?:[^\W\d_]\.|[^\W\d_][\w'’-]+)){0,2})(?=[.,!]|\s*$)",
    re.MULTILINE,
)
_AGED: Final = re.compile(r",[ ]\d{2}[ ](?:years|yrs)(?=[,.;!]|\s*$)")
_USER: Final = "user:"


def own_name(text: str, speaker: str) -> Iterator[Edit]:
    """Yield `I am` before a sentence that opens with the name of who writes, and a mark.

    `speaker` is the id of the actor; a user's says how he is called.
    """
    if not speaker.startswith(_USER):
        return
    known = {one.casefold() for one in _PARTS.findall(speaker[len(_USER) :]) if len(one) >= _LEAST}
    for found in _NAME.finditer(text, 0, _FIRST):
        words = found["name"].split()
        if words[0].casefold() in known and all(word[0].isupper() for word in words):
            yield Edit(found.start(), found.start() + 1, f"I am {words[0][0]}")
            if aged := _AGED.match(text, found.end()):
                yield Edit(aged.end(), aged.end(), " old")
            return
