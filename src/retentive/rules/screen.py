"""What callers give, as it may be stored: storable characters, secrets taken out, all counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from retentive.kernel.errors import InvalidId, InvalidInput
from retentive.kernel.scope import checked_id
from retentive.model.entry import Json
from retentive.rules.checked import fitting
from retentive.rules.limits import Limits
from retentive.rules.privacy import clean, redact

_SURE = frozenset(
    {"private_key", "url_credentials", "jwt", "aws_key", "api_key", "bearer", "password"}
)
"""Secrets that no id looks like by chance."""

DEEPEST = 64
"""Lists and mappings inside one another in metadata; far below what a reader's stack holds."""


class _Pairs(list[tuple[str, object]]):
    """A JSON object as it is written, with keys that come twice."""


@dataclass(slots=True)
class Screen:
    """Takes the texts of one item in, and counts what it changed in them."""

    replaced: int = 0
    removed: Counter[str] = field(default_factory=Counter)

    @property
    def redacted(self) -> dict[str, int]:
        """How many secrets of which kind were taken out, in the order of their kinds."""
        return dict(sorted(self.removed.items()))

    def text(self, text: str) -> str:
        """Return `text` as it may be stored."""
        cleaned = clean(text)
        redaction = redact(cleaned.text)
        self.replaced += cleaned.replaced
        self.removed.update(dict(redaction.removed))
        return redaction.text

    def metadata(self, value: object, name: str, limits: Limits) -> dict[str, Json]:
        """Return a mapping of JSON values as it may be stored; else raise `InvalidInput`.

        Nothing is dropped in silence: keys that would become one are refused.
        """
        if not isinstance(value, Mapping):
            raise InvalidInput(f"{name} must be a mapping, not {type(value).__name__}", field=name)
        try:
            text = json.dumps(dict(value), allow_nan=False, ensure_ascii=False)
        except (TypeError, ValueError) as error:
            raise InvalidInput(f"{name} cannot be written as JSON: {error}", field=name) from error
        except RecursionError as error:
            raise _too_deep(name) from error
        pairs = json.loads(fitting(text, name, limits.metadata_bytes), object_pairs_hook=_Pairs)
        return self._mapping(pairs, name, DEEPEST)

    def _mapping(self, pairs: _Pairs, name: str, levels: int) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for key, value in pairs:
            stored = self.text(key)
            if stored in found:
                raise InvalidInput(f"{name} has two keys that read {stored!r}", field=name)
            found[stored] = self._value(value, key, name, levels)
        return found

    def _value(self, value: object, key: str, name: str, levels: int) -> Json:
        match value:
            case str():
                return self._under(key, value)
            case list() if not levels:
                raise _too_deep(name)
            case _Pairs():
                return self._mapping(value, name, levels - 1)
            case list():
                return [self._value(item, key, name, levels - 1) for item in value]
            case None | bool() | int() | float():
                return value
            case _:
                raise TypeError(type(value).__name__)

    def _under(self, key: str, value: str) -> str:
        """Return a text; the key it stands under tells of secrets as well: `password`."""
        named, screen = f"{clean(key).text}: ", Screen()
        text = screen.text(named + value)
        if not text.startswith(named):
            return self.text(value)
        self.replaced += screen.replaced
        self.removed.update(screen.removed)
        return text.removeprefix(named)


def open_id(value: object, name: str) -> str:
    """Return an id that is stored as it is given; refuse one that holds a secret.

    It must be found again, so nothing can be taken out of it. Digits alone are taken for an id,
    also where they are those of a payment card.
    """
    given = checked_id(value, name)
    kinds = [kind for kind, _ in redact(given).removed if kind in _SURE]
    if kinds:
        raise InvalidId(
            f"{name} looks like a secret ({', '.join(kinds)}) and would be stored as it is; "
            "give another, such as a hash of it",
            field=name,
        )
    return given


def checked_key(key: object) -> str | None:
    """Return an idempotency key that can be used; None if there is none."""
    return None if key is None else open_id(key, "idempotency_key")


def _too_deep(name: str) -> InvalidInput:
    return InvalidInput(
        f"{name} is nested deeper than {DEEPEST} levels; write the inner part as text",
        field=name,
        limit=DEEPEST,
    )
