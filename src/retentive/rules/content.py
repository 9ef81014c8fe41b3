"""The words of a message, in the many shapes that chat interfaces give them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from retentive.kernel.errors import InvalidInput
from retentive.rules.characters import is_blank
from retentive.rules.checked import fitting
from retentive.rules.limits import Limits

_TEXT_TYPES = frozenset({"text", "input_text", "output_text"})
_DEEPEST = 8
"""Lists of parts inside one another; no interface nests more than two."""
_MARK = re.compile(r"\[(?:[\w.-]{1,40}|tool call: [^\[\]\n]{1,80})\]")


def read_content(content: object, calls: object, limits: Limits) -> str:
    """Return the words of a message's content: text, a part, a list of parts, or nothing.

    A part that is not text leaves a short mark such as `[image]`; its bytes and addresses
    are not stored. A message that only calls tools (`calls`, one or a list) says so.
    """
    words = [fitting(part, "content", limits.part_bytes) for part in _parts(content, _DEEPEST)]
    if all(is_blank(part) for part in words):
        listed = calls if isinstance(calls, list | tuple) else [calls]
        words = [f"[tool call: {_tool_name(call)}]" for call in listed if call is not None]
    return fitting("\n".join(words), "content", limits.call_bytes)


def _parts(content: object, levels: int) -> Iterable[str]:
    if content is None:
        return
    if isinstance(content, str):
        yield content
    elif isinstance(content, list | tuple) and levels:
        for part in content:
            yield from _parts(part, levels - 1)
    elif (inner := field(content, "parts")) is not None and levels:
        yield from _parts(inner, levels - 1)
    elif isinstance(content, Mapping) or hasattr(content, "type") or hasattr(content, "text"):
        yield _part(content)
    else:
        raise InvalidInput(
            f"content must be text or a list of parts, not {type(content).__name__}",
            field="content",
        )


def _part(part: object) -> str:
    kind = field(part, "type")
    if kind is None or kind in _TEXT_TYPES:
        text = field(part, "text")
        text = field(part, "content") if text is None else text
        text = text.get("value") if isinstance(text, Mapping) else text
        if isinstance(text, str):
            return text
    name = str(kind or "attachment").removesuffix("_url").removeprefix("input_")
    return f"[{name[:40]}]"


def _tool_name(call: object) -> str:
    function = field(call, "function")
    name = field(function, "name") or field(call, "name")
    return str(name or "unknown")[:80]


def is_mark(text: str) -> bool:
    """Tell whether a text is only such a mark, or one of the privacy filter: nobody said it."""
    return _MARK.fullmatch(text) is not None


def field(item: object, name: str) -> object:
    """Return what a mapping or an object holds under a name; None if it holds nothing."""
    if isinstance(item, Mapping):
        return item.get(name)
    return getattr(item, name, None)
