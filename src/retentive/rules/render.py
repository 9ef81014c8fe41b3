"""Stored text as data inside a prompt: one line, that can neither end its block nor imitate one.

Escapes are made when a text is rendered; what is stored is never changed. `strip_rendered` finds
our own blocks again in what comes back, so that they are not learnt a second time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from retentive.model.provenance import Span

LINE_MARK: Final = "⏎"
"""Stands for the line breaks of a stored text."""

_BREAKS = re.compile(r"(?<![ \t])[ \t]*+(?:[\r\n\v\f\x1c-\x1e\x85\u2028\u2029][ \t]*+)++")
_HIDDEN = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)
"""Control characters, direction overrides and tag characters: invisible ways to write orders."""

_ENTITY = re.compile(r"&(?=(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)", re.IGNORECASE)
_TAG = re.compile(r"[<＜﹤](?=[^\s\d<=-]|\s*+(?:[/|!?]|\Z)|\s++memor)", re.IGNORECASE)
"""A `<` that could open a tag; in `3 < 5`, `<3` and `<=` it could not."""
_FENCE = re.compile(r"(?:`{3,}|~{3,})")
_TEMPLATE = re.compile(r"\[(?=/?(?:INST|SYS)\b)")
_HEADING = re.compile(
    r"\s*(?=#|>|[-=*_]{3,}|(?:end|start|begin\w*)\s+(?:of\s+)?(?:memor|context|data|instruct|prompt)"
    r"|(?:system|user|assistant|developer|tool|human|ai)\s*:)",
    re.IGNORECASE,
)


def escape(text: str) -> str:
    """`text` as one line that is data wherever it stands.

    No tag, special token, code fence, heading, rule or role name begins in it: `<` that could
    open a tag becomes `&lt;`, a fence is spaced out, and a line that starts like markup starts
    with a backslash. Line breaks become `⏎`. Ordinary text, `3 < 5 > 2` included, stays as it is.
    """
    line = _BREAKS.sub(f" {LINE_MARK} ", text.strip())
    line = _HIDDEN.sub("\ufffd", line.replace("\t", " "))
    line = _TAG.sub("&lt;", _ENTITY.sub("&amp;", line))
    line = _FENCE.sub(lambda fence: " ".join(fence[0]), line)
    line = _TEMPLATE.sub("&#91;", line)
    return "\\" + line if _HEADING.match(line) else line


# ---------------------------------------------------------------- our blocks

_CLOSE: Final = "</memory>"
_OURS = re.compile(r'<memory section="[^"<>\r\n]{0,400}" scope="[^"<>\r\n]{0,4000}">')
_LIKE_OURS = re.compile(r"<(?=\s*+(?:/\s*+)?(?:memor|\Z))", re.IGNORECASE)
_ATTRIBUTE: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": " "}
)


def fence(section: str, scope: str, lines: Iterable[str]) -> list[str]:
    """The lines of one block: an opening that names section and scope, the lines, the closing.

    `lines` hold texts that went through `escape`; whatever still looks like a block's edge in
    them is broken here, so that the block has exactly one beginning and one end (row A-18).
    """
    opening = f'<memory section="{_attribute(section)}" scope="{_attribute(scope)}">'
    return [opening, *(_inside(line) for line in lines), _CLOSE]


def _attribute(value: str) -> str:
    plain = "".join(
        "\ufffd" if unicodedata.category(char) in ("Cc", "Zl", "Zp") and char != "\t" else char
        for char in value
    )
    return plain.translate(_ATTRIBUTE)


def _inside(line: str) -> str:
    return _LIKE_OURS.sub("&lt;", _BREAKS.sub(f" {LINE_MARK} ", line))


def strip_rendered(text: str) -> list[Span]:
    """The spans of `text` that we rendered ourselves: our blocks, from opening to closing.

    A block that was cut off reaches to the end.
    """
    found: list[Span] = []
    at = 0
    while opening := _OURS.search(text, at):
        close = text.find(_CLOSE, opening.end())
        at = len(text) if close < 0 else close + len(_CLOSE)
        found.append(Span(opening.start(), at))
    return found
