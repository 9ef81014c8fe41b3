"""Sizes that are accepted, and the checks of plain arguments (row Z-73)."""

from __future__ import annotations

from dataclasses import dataclass

from retentive.kernel.errors import BlankContent, InvalidInput, TooLarge
from retentive.kernel.scope import checked_id
from retentive.model.query import MAX_LIMIT
from retentive.rules.characters import is_blank


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Largest sizes accepted; over them a call raises `TooLarge` and stores nothing."""

    part_bytes: int = 1_000_000
    call_bytes: int = 10_000_000
    items: int = 10_000
    tags: int = 64
    tag_length: int = 128
    query_bytes: int = 1_000_000
    metadata_bytes: int = 64_000


LIMITS = Limits()


def checked_text(text: object, name: str, limit: int) -> str:
    """Return `text` if it is a text that shows something and fits `limit` bytes."""
    if not isinstance(text, str):
        raise InvalidInput(f"{name} must be text, not {type(text).__name__}", field=name)
    if is_blank(text):
        raise BlankContent(f"{name} is blank; leave the call out or give some words", field=name)
    return fitting(text, name, limit)


def fitting(text: str, name: str, limit: int) -> str:
    """Return `text` if it fits `limit` bytes of UTF-8, else raise `TooLarge`."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > limit:
        raise TooLarge(
            f"{name} has {size} bytes, at most {limit} are accepted; split it or raise the limit",
            field=name,
            limit=limit,
        )
    return text


def checked_count(count: object, name: str) -> int:
    """Return a whole number from 0 up; anything else raises `InvalidInput`."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise InvalidInput(f"{name} must be a whole number from 0 up, not {count!r}", field=name)
    return count


def checked_limit(limit: object, default: int) -> int:
    """Return a number of results in 0–1000; None means `default`, more is capped."""
    if limit is None:
        return default
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise InvalidInput(
            f"limit must be a whole number, not {limit!r}; leave it out for {default}",
            field="limit",
        )
    if limit < 0:
        raise InvalidInput(f"limit must not be negative ({limit})", field="limit")
    return min(limit, MAX_LIMIT)


def checked_share(value: object, name: str) -> float:
    """Return a number in 0–1 as a float; anything else raises `InvalidInput`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(f"{name} must be a number from 0 to 1, not {value!r}", field=name)
    return float(value)


def checked_tags(tags: object, limits: Limits = LIMITS) -> tuple[str, ...]:
    """Return the tags in their order without repetition."""
    if isinstance(tags, str) or not hasattr(tags, "__iter__"):
        raise InvalidInput(f"tags must be a list of texts, not {tags!r}", field="tags")
    kept: dict[str, None] = {}
    for tag in tags:
        text = checked_text(tag, "tags", limits.tag_length * 4)
        if len(text) > limits.tag_length:
            raise TooLarge(
                f"a tag has {len(text)} characters, at most {limits.tag_length} are accepted",
                field="tags",
                limit=limits.tag_length,
            )
        kept[checked_id(text, "tags")] = None
    if len(kept) > limits.tags:
        raise TooLarge(
            f"{len(kept)} tags were given, at most {limits.tags} are accepted",
            field="tags",
            limit=limits.tags,
        )
    return tuple(kept)
