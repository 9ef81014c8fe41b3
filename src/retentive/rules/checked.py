"""Checks of one value at a time, each named for what it lets through (rows Z-72, Z-73).

Every argument of a public verb passes one of these; a refusal names the field and the remedy.
Where the rest is: `rules.arguments` checks what a whole verb was given, `rules.caller` who may
write where, `rules.intake` the items of `observe`, `rules.location` the name of a store,
`kernel.scope` ids, `kernel.times` times. The sizes are in `rules.limits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from retentive.kernel.errors import BlankContent, InvalidInput, TooLarge
from retentive.kernel.scope import checked_id
from retentive.kernel.times import aware_utc
from retentive.model.entry import Role
from retentive.model.query import MAX_LIMIT, MinScore
from retentive.rules.characters import is_blank
from retentive.rules.limits import LIMITS, Limits

CALIBRATED = "calibrated"

MOST_SECONDS = 10_000_000
"""Some four months: the longest wait that is asked for in earnest."""

_SHOWN = 60
"""Characters of a refused value that its message quotes."""

MOST_TOKENS = 100_000_000
"""No budget is larger: beyond it, shares of it are no whole numbers any more."""


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


def checked_flag(value: object, name: str) -> bool:
    """Return True or False; what is merely true-ish is refused, as `"no"` would be True."""
    if not isinstance(value, bool):
        raise InvalidInput(f"{name} must be True or False, not {shown(value)}", field=name)
    return value


def checked_count(count: object, name: str) -> int:
    """Return a whole number from 0 up; anything else raises `InvalidInput`."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise InvalidInput(
            f"{name} must be a whole number from 0 up, not {shown(count)}", field=name
        )
    return count


def checked_budget(budget: object) -> int:
    """Return how many tokens a context may have."""
    return min(checked_count(budget, "budget"), MOST_TOKENS)


def checked_limit(limit: object, default: int) -> int:
    """Return a number of results in 0–1000; None means `default`.

    More is refused, for whoever gets 1,000 results could not tell that there are others.
    """
    size = checked_page(limit, default)
    if isinstance(limit, int) and limit > MAX_LIMIT:
        raise TooLarge(
            f"limit must be at most {MAX_LIMIT}, not {shown(limit)}; facts.list() gives the facts "
            "of a scope page by page",
            field="limit",
            limit=MAX_LIMIT,
        )
    return size


def checked_page(limit: object, default: int) -> int:
    """Return the size of a page in 0–1000; None means `default`, more is capped.

    The cursor of a page tells that others follow.
    """
    if limit is None:
        return default
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise InvalidInput(
            f"limit must be a whole number, not {shown(limit)}; leave it out for {default}",
            field="limit",
        )
    if limit < 0:
        raise InvalidInput("limit must not be negative; 0 asks for none", field="limit")
    return min(limit, MAX_LIMIT)


def checked_share(value: object, name: str) -> float:
    """Return a number in 0–1 as a float; anything else raises `InvalidInput`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(f"{name} must be a number from 0 to 1, not {shown(value)}", field=name)
    return float(value)


def checked_score(value: object) -> MinScore:
    """Return the threshold of a recall: a number in 0–1, or "calibrated"."""
    if isinstance(value, str) and value == CALIBRATED:
        return "calibrated"
    if isinstance(value, str):
        raise InvalidInput(
            f"min_score must be a number from 0 to 1 or 'calibrated', not {shown(value)}",
            field="min_score",
        )
    return checked_share(value, "min_score")


def checked_seconds(value: object, name: str) -> float | None:
    """Return a waiting time in seconds that is not negative; None waits for ever."""
    if value is None:
        return None
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and 0 <= value <= MOST_SECONDS
    ):
        return float(value)
    raise InvalidInput(
        f"{name} must be a number of seconds from 0 to {MOST_SECONDS}, not {shown(value)}; "
        "leave it out to wait as long as it takes",
        field=name,
    )


_OF_THE_HOST = frozenset({"localtime", "posixrules", "Factory"})
"""Names that mean another zone on every host, so that no log may rest on them."""


def checked_zone(zone: object) -> str | None:
    """Return `zone` if it is None or a known IANA name; else raise `InvalidInput`."""
    if zone is None:
        return None
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # heavy: loaded when it is needed

    try:
        if isinstance(zone, str) and zone not in _OF_THE_HOST:
            return ZoneInfo(zone).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise _no_zone(zone) from error
    raise _no_zone(zone)


def _no_zone(zone: object) -> InvalidInput:
    return InvalidInput(
        f"timezone {shown(zone)} is not a known IANA name such as 'Europe/Lisbon'",
        field="timezone",
    )


def checked_time(at: object, name: str) -> datetime | None:
    """Return a time in UTC, or None for None."""
    return None if at is None else aware_utc(at, name)


def checked_kinds(kinds: object) -> frozenset[str]:
    """Return kinds as a set; a single text is refused like every non-list."""
    if isinstance(kinds, str | bytes) or not isinstance(kinds, Iterable):
        raise InvalidInput(f"kinds must be a list of names, not {shown(kinds)}", field="kinds")
    return frozenset(checked_id(kind, "kinds") for kind in kinds)


def checked_role(role: object) -> Role | None:
    """Return who makes a statement, as a message's role; None if nobody says."""
    if role is None or isinstance(role, Role):
        return role
    if isinstance(role, str) and role in (Role.USER, Role.ASSISTANT):
        return Role(role)
    raise InvalidInput(f"role must be user or assistant, not {shown(role)}", field="role")


def checked_callable(value: object, name: str) -> None:
    """Refuse what is neither None nor can be called."""
    if value is not None and not callable(value):
        raise InvalidInput(f"{name} must be a function, not {shown(value)}", field=name)


def checked_part(value: object, name: str, methods: tuple[str, ...]) -> None:
    """Refuse a class, or an object that lacks one of the methods by which it is used."""
    lacks = any(not callable(getattr(value, one, None)) for one in methods)
    if isinstance(value, type) or lacks:
        needed = " and ".join(f"{one}()" for one in methods)
        raise InvalidInput(
            f"{name} must be an object with {needed}, not {shown(value)}", field=name
        )


def checked_cursor(cursor: object) -> str | None:
    """Return the cursor of a page as text; None if there is none."""
    if cursor is not None and not isinstance(cursor, str):
        raise InvalidInput(
            f"cursor must be the cursor of a page, not {shown(cursor)}", field="cursor"
        )
    return cursor


def checked_tags(tags: object, limits: Limits = LIMITS) -> tuple[str, ...]:
    """Return the tags in their order without repetition."""
    if isinstance(tags, str | bytes) or not isinstance(tags, Iterable):
        raise InvalidInput(f"tags must be a list of texts, not {shown(tags)}", field="tags")
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


def shown(value: object) -> str:
    """Return how a refused value is shown in a message: short, whatever it is."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**18:
        return "a vast number"
    if isinstance(value, str | bytes | bool | int | float | None):
        text = repr(value)
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return f"{type(value).__name__}"
