"""What is taken out of a text before it is stored: private blocks, secrets, broken characters.

Runs before the append, so what is cut here is nowhere. What stays readable around a secret stays:
"the staging password is [REDACTED]". Linear in the text; the shapes are in `secret_shapes`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from retentive.rules.cards import card_spans
from retentive.rules.secret_shapes import SHAPES, Shape

PRIVATE: Final = "[PRIVATE]"
REDACTED: Final = "[REDACTED]"
REPLACEMENT: Final = "\ufffd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """A text that may be stored, and how many pieces of which kind were taken out of it."""

    text: str
    removed: tuple[tuple[str, int], ...] = ()
    """(kind, count), sorted by kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """A text that every store and encoding takes."""

    text: str
    replaced: int = 0
    """Characters that became U+FFFD."""
    joined: int = 0
    """Surrogate pairs that became the one character they stand for."""


_MOST_PASSES: Final = 8
"""More than secrets of different kinds can lean on one another; a bound all the same."""

_WINDOW: Final = 50_000
"""Characters that an expression looks through at a time: no other thread runs meanwhile."""
_OVERLAP: Final = 20_000
"""More than is needed of any secret to tell that it is one."""

_PRIVATE_TAG = re.compile(r"<[ \t]{0,8}(/?)[ \t]{0,8}private[ \t]{0,8}>", re.IGNORECASE)


def redact(text: str) -> Redaction:
    """`text` without what was marked private and without secrets.

    `<private>…</private>` leaves `[PRIVATE]`, a block that is never closed runs to the end; a
    secret leaves `[REDACTED]`. Applying it again changes nothing.
    """
    removed: Counter[str] = Counter()
    before, passes = "", 0
    while text != before and passes < _MOST_PASSES:
        before, text = text, _redacted(text, removed)
        passes += 1
    return Redaction(text=text, removed=tuple(sorted(removed.items())))


def _redacted(text: str, removed: Counter[str]) -> str:
    """`text` after one pass; a secret that leaned on another one shows in the next."""
    text = _without(text, list(_private_blocks(text)), PRIVATE, "private", removed)
    for shape in SHAPES:
        text = _without(text, list(_secrets(text, shape)), REDACTED, shape.kind, removed)
    return _without(text, list(card_spans(text)), REDACTED, "card", removed)


def _without(
    text: str, spans: list[tuple[int, int]], mark: str, kind: str, removed: Counter[str]
) -> str:
    """`text` with `mark` in place of each span; counts them."""
    if not spans:
        return text
    removed[kind] += len(spans)
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces.extend((text[at:start], mark))
        at = end
    return "".join((*pieces, text[at:]))


def _private_blocks(text: str) -> Iterator[tuple[int, int]]:
    depth, start = 0, 0
    for tag in _PRIVATE_TAG.finditer(text):
        if not tag[1]:
            start = start if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield start, tag.end()
    if depth:
        yield start, len(text)


def _secrets(text: str, shape: Shape) -> Iterator[tuple[int, int]]:
    """The spans of the secrets of one shape; a refused value is searched for others inside.

    Not where a shape says that there can be none.
    """
    at = 0
    while found := _found(text, shape.pattern, at):
        quoted = found.groupdict().get("quote") is not None
        start, judged = found.span("secret")
        value = found["secret"] if quoted else found["secret"].rstrip(shape.not_its_end)
        if value and value != REDACTED and shape.is_secret(value, quoted):
            at = _end(text, shape, start + len(value), None if quoted else judged)
            yield start, at
        else:
            at = judged if shape.is_whole else max(start, found.start() + 1)


def _found(text: str, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
    """The first match from `at` on, looked for window by window."""
    while at < len(text):
        found = pattern.search(text, at, at + _WINDOW + _OVERLAP)
        if found is None or found.start() >= at + _WINDOW:
            at += _WINDOW
        elif whole := pattern.match(text, found.start()):
            return whole
        else:
            at = found.start() + 1
    return None


def _end(text: str, shape: Shape, end: int, judged: int | None) -> int:
    """Where an accepted secret ends: the run it was judged by may go on."""
    if judged is None or shape.goes_on is None:
        return end
    run = shape.goes_on.match(text, judged)
    return run.end() if run and run[0] else end


_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_BROKEN = re.compile("[\x00\ud800-\udfff]")


def clean(text: str) -> Cleaned:
    """`text` as every store can take it.

    Two escaped halves of a surrogate pair become their one character; NUL and halves without
    their partner become U+FFFD.
    """
    if not _BROKEN.search(text):
        return Cleaned(text=text)
    whole, joined = _PAIR.subn(_join, text)
    fixed, replaced = _BROKEN.subn(REPLACEMENT, whole)
    return Cleaned(text=fixed, replaced=replaced, joined=joined)


def _join(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")
