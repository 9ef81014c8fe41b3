"""The words of a message: text, parts, tool calls; cleaned and with secrets taken out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from retentive.kernel.errors import InvalidInput
from retentive.model.entry import Json
from retentive.rules.limits import Limits, fitting
from retentive.rules.privacy import clean, redact

_TEXT_TYPES = frozenset({"text", "input_text", "output_text"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The text to store, and what was changed in it before it was stored."""

    text: str
    replaced: int = 0
    redacted: tuple[tuple[str, int], ...] = ()


def prepared(text: str) -> Content:
    """Return `text` as it may be stored: storable characters, secrets redacted."""
    cleaned = clean(text)
    redaction = redact(cleaned.text)
    return Content(text=redaction.text, replaced=cleaned.replaced, redacted=redaction.removed)


def read_content(content: object, tool_calls: object, limits: Limits) -> Content:
    """Return the words of a message's content: text, a part, a list of parts, or nothing.

    A part that is not text leaves a short mark such as `[image]`; its bytes and addresses
    are not stored. A message that only calls tools says so.
    """
    words = [fitting(part, "content", limits.part_bytes) for part in _parts(content)]
    if not any(words) and isinstance(tool_calls, list | tuple):
        words = [f"[tool call: {_tool_name(call)}]" for call in tool_calls]
    return prepared("\n".join(words))


def _parts(content: object) -> Iterable[str]:
    if content is None:
        return
    if isinstance(content, str):
        yield content
    elif isinstance(content, Mapping):
        yield _part(content)
    elif isinstance(content, list | tuple):
        for part in content:
            yield from _parts(part)
    elif hasattr(content, "type"):
        yield _part({"type": content.type, "text": getattr(content, "text", None)})
    else:
        raise InvalidInput(
            f"content must be text or a list of parts, not {type(content).__name__}",
            field="content",
        )


def _part(part: Mapping[object, object]) -> str:
    kind, text = part.get("type"), part.get("text")
    if isinstance(text, str) and (kind is None or kind in _TEXT_TYPES):
        return text
    name = str(kind or "attachment").removesuffix("_url").removeprefix("input_")
    return f"[{name[:40]}]"


def _tool_name(call: object) -> str:
    if isinstance(call, Mapping):
        function = call.get("function")
        name = function.get("name") if isinstance(function, Mapping) else call.get("name")
        return str(name or "unknown")[:80]
    return str(getattr(call, "name", "unknown"))[:80]


def checked_metadata(value: object, name: str, limits: Limits) -> dict[str, Json]:
    """Return a mapping of JSON values with storable text; else raise `InvalidInput`."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{name} must be a mapping, not {type(value).__name__}", field=name)
    try:
        text = json.dumps(dict(value), allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} cannot be written as JSON: {error}", field=name) from error
    loaded = json.loads(fitting(text, name, limits.metadata_bytes))
    return {clean(key).text: _stored(item, key) for key, item in loaded.items()}


def _stored(value: Json, key: str) -> Json:
    """Return a value as it may be stored; the name it stands under tells of secrets as well."""
    match value:
        case str():
            named = f"{key}: "
            text = prepared(named + value).text
            return text.removeprefix(named) if text.startswith(named) else prepared(value).text
        case list():
            return [_stored(item, key) for item in value]
        case dict():
            return {clean(name).text: _stored(item, name) for name, item in value.items()}
        case _:
            return value
