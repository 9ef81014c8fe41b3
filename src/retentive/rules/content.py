"""The words of a message, in the many shapes that chat interfaces give them.

Whose words they are is told apart: a human who hands over what a tool answered, or a document,
does not say it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from retentive.kernel.errors import InvalidInput
from retentive.rules.characters import is_blank
from retentive.rules.checked import fitting
from retentive.rules.limits import Limits

_TEXT_TYPES = frozenset({"text", "input_text", "output_text", "refusal", "markdown"})
_TOOL_TYPES = frozenset(
    {"tool_result", "function_call_output", "function_response", "mcp_tool_result"}
)
_CALL_TYPES = frozenset(
    {"tool_use", "tool_call", "function_call", "server_tool_use", "mcp_tool_use"}
)
_DOCUMENT_TYPES = frozenset({"document", "resource", "search_result"})
_UNSAID_TYPES = frozenset({"thinking", "redacted_thinking", "reasoning"})
"""What a model writes before it speaks: not part of what was said."""

_WORDS = ("text", "content", "parts", "refusal", "transcript", "markdown", "output")
"""The keys of a part that hold words or further parts, in the order in which they are read."""
_HOLDERS = frozenset({"content", "parts"})
"""Those that hold nothing else: another value there is a mistake."""
_AUDIO = ("input_audio", "audio")
_CALLS = ("functionCall", "function_call")
_ANSWERS = ("functionResponse", "function_response")
_ARGUMENTS = ("input", "arguments", "args")
_BYTES = (*_AUDIO, "image_url", "image", "file", "source", "inline_data", "inlineData")
"""The keys of a part that hold bytes, or where these are."""

_DEEPEST = 8
"""Parts inside one another; no interface nests more than four."""
_MARK = re.compile(r"\[(?:[\w.-]{1,40}|tool call: [^\[\]\n]{1,80})\]")
_TILDES = re.compile("~{3,}")


class _Voice(Enum):
    """Whose words a piece holds: of who sends the message, of a tool, or quoted by the sender."""

    OWN = "own"
    TOOL = "tool"
    QUOTED = "quoted"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    voice: _Voice


@dataclass(frozen=True, slots=True)
class Content:
    """The words of a message, and the names of what it held that is not kept."""

    pieces: tuple[_Piece, ...]
    dropped: tuple[str, ...]

    @property
    def is_answer(self) -> bool:
        """Whether all words are those of tools."""
        return bool(self.pieces) and all(one.voice is _Voice.TOOL for one in self.pieces)

    def text(self, *, apart: bool = False) -> str:
        """Return the words, a line for each piece; `apart` fences what the sender only quotes."""
        quoted = (_Voice.TOOL, _Voice.QUOTED) if apart else ()
        return "\n".join(
            _fenced(one.text) if one.voice in quoted else one.text for one in self.pieces
        )


def read_content(content: object, calls: object, limits: Limits) -> Content:
    """Return the words of a message's content: text, a part, a list of parts, or nothing.

    A part that is not text leaves a short mark such as `[image]`; its bytes and addresses
    are not stored. The calls of tools beside it (`calls`, one or a list) follow the words.
    """
    words = [*_pieces(content, _Voice.OWN, _DEEPEST)]
    pieces = [] if all(is_blank(one.text) for one in words) else words
    for call in calls if isinstance(calls, list | tuple) else [calls]:
        if call is not None:
            pieces.extend(_call(call))
    for one in pieces:
        fitting(one.text, "content", limits.part_bytes)
    fitting("\n".join(one.text for one in pieces), "content", limits.call_bytes)
    dropped = dict.fromkeys(
        one.text[1:-1] for one in pieces if one.voice is _Voice.MARK and ":" not in one.text
    )
    return Content(tuple(pieces), tuple(dropped))


def _pieces(content: object, voice: _Voice, levels: int) -> Iterator[_Piece]:
    if content is None:
        return
    if isinstance(content, str):
        yield _Piece(content, voice)
    elif isinstance(content, list | tuple) and levels:
        for part in content:
            yield from _pieces(part, voice, levels - 1)
    elif levels and (isinstance(content, Mapping) or _is_part(content)):
        yield from _part(content, voice, levels - 1)
    else:
        raise InvalidInput(
            f"content must be text or a list of parts, not {type(content).__name__}"
            if levels
            else f"the parts of content are nested deeper than {_DEEPEST} levels",
            field="content",
        )


def _is_part(content: object) -> bool:
    return any(hasattr(content, name) for name in ("type", *_WORDS))


def _part(part: object, voice: _Voice, levels: int) -> Iterator[_Piece]:
    kind = _kind(part)
    if kind in _CALL_TYPES:
        yield from _call(part)
        return
    if kind in _UNSAID_TYPES:
        yield _mark(kind)
        return
    if kind in _TOOL_TYPES:
        voice = _Voice.TOOL
    elif kind in _DOCUMENT_TYPES and voice is _Voice.OWN:
        voice = _Voice.QUOTED
    found = [*_words(part, voice, levels)]
    yield from found
    told = {"", *_TEXT_TYPES, *_TOOL_TYPES}
    if not (found and _keeps_all(part)) and (kind not in told or _holds_more(part)):
        yield _mark(kind or "attachment")


def _keeps_all(part: object) -> bool:
    """Tell whether a part holds no bytes beside its words."""
    said = _said(part)
    return not any(_is_held(field(part, name)) for name in _BYTES if name not in said)


def _words(part: object, voice: _Voice, levels: int) -> Iterator[_Piece]:
    """Yield all words of a part, and of the parts within it, in order."""
    for name in _WORDS:
        value = field(part, name)
        value = field(value, "value") if isinstance(value, Mapping) and "value" in value else value
        if isinstance(value, str | Mapping | list | tuple) or name in _HOLDERS or _is_part(value):
            yield from _pieces(value, voice, levels)
    for name in _said(part):
        yield from _pieces(_inner(field(part, name)), voice, levels)
    for name in _CALLS:
        if _is_held(call := field(part, name)):
            yield from _call(call)
    for name in _ANSWERS:
        if _is_held(answer := field(part, name)):
            yield _Piece(_written(field(answer, "response")), _Voice.TOOL)


def _said(part: object) -> list[str]:
    """Return the keys of a part under which words stand beside or in place of bytes."""
    return [
        name
        for name in (*_AUDIO, "source", "resource")
        if isinstance(_inner(field(part, name)), str | list)
    ]


def _inner(value: object) -> object:
    """Return the words of a sound or document: its transcript, its text, or plain data."""
    if field(value, "type") in ("text", "content"):
        data = field(value, "data")
        return field(value, "content") if data is None else data
    said = field(value, "transcript")
    return field(value, "text") if said is None else said


def _call(call: object) -> Iterator[_Piece]:
    """Yield a mark for a call of a tool, and what the tool is called with."""
    function = field(call, "function")
    name = str(field(function, "name") or field(call, "name") or "unknown")
    yield _Piece(f"[tool call: {name[:80]}]", _Voice.MARK)
    for source in (function, call):
        given = next((one for key in _ARGUMENTS if _is_held(one := field(source, key))), None)
        if given is not None and (written := _written(given)) not in ("{}", "[]", ""):
            yield _Piece(written, _Voice.QUOTED)
            return


def _written(value: object) -> str:
    """Return what tools exchange as text: JSON, unless it is text already."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return ""


def _kind(part: object) -> str:
    kind = field(part, "type")
    return kind.casefold() if isinstance(kind, str) else ""


def _mark(kind: str) -> _Piece:
    name = kind.removesuffix("_url").removeprefix("input_")
    return _Piece(f"[{name[:40]}]", _Voice.MARK)


def _is_held(value: object) -> bool:
    return value is not None and value not in ("", [], {}, ())


def _holds_more(part: object) -> bool:
    """Tell whether there is anything in a part but its type."""
    values = part if isinstance(part, Mapping) else getattr(part, "__dict__", {})
    return any(_is_held(value) for name, value in values.items() if name not in ("type", "role"))


def _fenced(text: str) -> str:
    """Return words that are quoted as a fenced block, which nothing in them can close."""
    longest = max((len(one) for one in _TILDES.findall(text)), default=2)
    tildes = "~" * (longest + 1)
    return f"{tildes}\n{text}\n{tildes}"


def is_mark(text: str) -> bool:
    """Tell whether a text is only such a mark, or one of the privacy filter: nobody said it."""
    return _MARK.fullmatch(text) is not None


def listed(names: Iterable[str]) -> str:
    """Return what is said of an item that was stored without some of what it held."""
    return f"stored without what is no text: {', '.join(names)}"


def field(item: object, name: str) -> object:
    """Return what a mapping or an object holds under a name; None if it holds nothing."""
    if isinstance(item, Mapping):
        return item.get(name)
    return getattr(item, name, None)
