"""Our frozen values as JSON and back, by their type hints; and one canonical form of bytes.

An object holds the fields of its class. A field that is None or empty is left out where that
is also its default, so that adding such a field later changes no stored digest. Unknown keys
are ignored and missing ones take the default: older and newer data can both be read.

Of a union of dataclasses the object says which it is: under `kind` stands the class's name in
lower case (under `type` where a member has a field `kind` of its own).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from retentive.model.entry import Json
from retentive.model.scalars import PLAIN, Bad, Codec, checked, one_of

V = TypeVar("V")

_EMPTY: tuple[object, ...] = (None, "", (), frozenset(), {})


def encode(value: object, hint: Any = None) -> Json:
    """Return the JSON value of `value`; `hint` is its declared type where that is a union."""
    declared: Any = type(value) if hint is None else hint
    return cast(Json, _codec(declared).encode(value))


def decode(kind: type[V], data: object) -> V:
    """Return the value of type `kind` that `data` stands for.

    Raises `ValueError` naming the place of what does not fit.
    """
    return cast(V, decoder(kind)(data))


def decoder(hint: Any) -> Callable[[object], Any]:
    """Return the function that decodes values of the declared type `hint`."""
    codec: Codec = _codec(hint)

    def read(data: object) -> Any:
        try:
            return codec.decode(data)
        except Bad as bad:
            name = getattr(hint, "__name__", str(hint))
            raise ValueError(f"{name}{bad.path}: {bad.reason}") from bad

    return read


def canonical(value: object, hint: Any = None) -> bytes:
    """Return the bytes that stand for `value` in digests: the same for equal values, for good."""
    return _dumped(encode(value, hint)).encode()


_dumped = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode
"""One encoder for all: `json.dumps` makes a new one at every call."""


@cache
def _codec(hint: Any) -> Codec:
    origin: Any = get_origin(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, TypeVar):
        return Codec(encode, _refuse)
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if origin is Literal:
        return one_of({name: name for name in get_args(hint)}, lambda value: value)
    if is_dataclass(origin or hint):
        return _dataclass(origin or hint, get_args(hint))
    return _container(hint, origin or hint, get_args(hint))


def _container(hint: Any, origin: Any, args: tuple[Any, ...]) -> Codec:
    if isinstance(origin, type):
        if issubclass(origin, Enum):
            return one_of({member.value: member for member in origin}, lambda value: value.value)
        if issubclass(origin, tuple):
            return _tuple(origin, args)
        if issubclass(origin, frozenset):
            return _set(_codec(args[0]))
        if issubclass(origin, Mapping):
            return _mapping(*args)
    raise TypeError(f"no codec for {hint!r}")


def _refuse(_: object) -> Any:
    raise Bad("the type is open; name it, as in Page[Fact]")


def _items(codecs: Iterable[Codec], data: Any) -> list[Any]:
    found: list[Any] = []
    try:
        for codec, item in zip(codecs, data, strict=False):
            found.append(codec.decode(item))
    except Bad as bad:
        raise bad.below(f"[{len(found)}]") from None
    return found


def _tuple(kind: type[tuple[Any, ...]], args: tuple[Any, ...]) -> Codec:
    if Ellipsis in args:
        item = _codec(args[0])
        return Codec(
            lambda value: [item.encode(one) for one in value],
            lambda data: tuple(_items(_forever(item), checked(data, list, "a list"))),
        )
    named = args or tuple(get_type_hints(kind).values())
    parts = [_codec(hint) for hint in named]
    make: Callable[..., Any] = getattr(kind, "_make", tuple)

    def read(data: Any) -> Any:
        if len(checked(data, list, "a list")) != len(parts):
            raise Bad(f"expected {len(parts)} items, found {len(data)}")
        return make(_items(parts, data))

    def write(value: Sequence[Any]) -> list[Any]:
        return [part.encode(one) for part, one in zip(parts, value, strict=True)]

    return Codec(write, read)


def _forever(codec: Codec) -> Iterable[Codec]:
    while True:
        yield codec


def _set(item: Codec) -> Codec:
    return Codec(
        lambda value: sorted((item.encode(one) for one in value), key=_dumped),
        lambda data: frozenset(_items(_forever(item), checked(data, list, "a list"))),
    )


def _mapping(key_hint: Any, hint: Any) -> Codec:
    item = _codec(hint)
    if key_hint is not str:
        return _pairs(_codec(key_hint), item)

    def read(data: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, one in checked(data, dict, "an object").items():
            try:
                found[name] = item.decode(one)
            except Bad as bad:
                raise bad.below(f".{name}") from None
        return found

    return Codec(lambda value: {name: item.encode(one) for name, one in value.items()}, read)


def _pairs(key: Codec, item: Codec) -> Codec:
    """A mapping with other keys than text: a list of pairs, in the order of their keys."""

    def read(data: Any) -> dict[Any, Any]:
        pairs: dict[Any, Any] = {}
        for one in checked(data, list, "a list"):
            name, value = _items((key, item), checked(one, list, "a pair"))
            pairs[name] = value
        return pairs

    def write(value: Mapping[Any, Any]) -> list[Any]:
        pairs = [[key.encode(name), item.encode(one)] for name, one in value.items()]
        return sorted(pairs, key=lambda pair: _dumped(pair[0]))

    return Codec(write, read)


def _union(members: tuple[Any, ...]) -> Codec:
    if any(get_origin(member) is dict for member in members):
        return Codec(lambda value: value, lambda data: data)  # this is Json
    others = tuple(member for member in members if member is not NoneType)
    if len(others) == 1:
        inner = _codec(others[0])
    elif all(is_dataclass(member) for member in others):
        inner = _tagged(others)
    else:
        inner = _first_that_fits(others)
    if len(others) == len(members):
        return inner
    write, read = inner
    return Codec(
        lambda value: None if value is None else write(value),
        lambda data: None if data is None else read(data),
    )


def _tagged(members: tuple[Any, ...]) -> Codec:
    named = {member.__name__.lower(): _codec(member) for member in members}
    own = {one.name for member in members for one in fields(member)}
    tag = "type" if "kind" in own else "kind"

    def write(value: Any) -> dict[str, Any]:
        name = type(value).__name__.lower()
        return {tag: name, **named[name].encode(value)}

    def read(data: Any) -> Any:
        name = checked(data, dict, "an object").get(tag)
        if name not in named:
            raise Bad(f"expected {tag} to be one of {', '.join(named)}, found {name!r}")
        return named[name].decode(data)

    return Codec(write, read)


def _is_open(hint: Any) -> bool:
    origin: Any = get_origin(hint)
    return origin is not Literal


def _first_that_fits(members: tuple[Any, ...]) -> Codec:
    """A union of scalars; words that stand for themselves are tried first."""
    ordered = sorted(members, key=_is_open)
    codecs = [_codec(member) for member in ordered]

    def read(data: Any) -> Any:
        for codec in codecs:
            try:
                return codec.decode(data)
            except Bad:
                continue
        raise Bad(f"{data!r} fits none of {', '.join(map(str, ordered))}")

    return Codec(lambda value: encode(value), read)


class _Part(NamedTuple):
    name: str
    codec: Codec
    required: bool
    empty: object


_NEVER_EMPTY = object()


def _dataclass(kind: Any, args: tuple[Any, ...]) -> Codec:
    hints = get_type_hints(kind)
    bound = dict(zip(getattr(kind, "__parameters__", ()), args, strict=False))
    parts = [_part(one, _bound(hints[one.name], bound)) for one in fields(kind)]

    def write(value: Any) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for name, codec, _, empty in parts:
            item = getattr(value, name)
            if item != empty:
                data[name] = codec.encode(item)
        return data

    def read(data: Any) -> Any:
        checked(data, dict, "an object")
        found: dict[str, Any] = {}
        name = ""
        try:
            for name, codec, required, _ in parts:
                if name in data:
                    found[name] = codec.decode(data[name])
                elif required:
                    raise Bad("is missing")
        except Bad as bad:
            raise bad.below(f".{name}") from None
        try:
            return kind(**found)
        except ValueError as error:
            raise Bad(str(error)) from error

    return Codec(write, read)


def _part(one: Field[Any], hint: Any) -> _Part:
    made = one.default_factory() if one.default_factory is not MISSING else one.default
    is_empty = any(type(made) is type(kind) and made == kind for kind in _EMPTY)
    return _Part(one.name, _codec(hint), made is MISSING, made if is_empty else _NEVER_EMPTY)


def _bound(hint: Any, bound: Mapping[Any, Any]) -> Any:
    if hint in bound:
        return bound[hint]
    free = getattr(hint, "__parameters__", ())
    return hint[tuple(bound.get(one, one) for one in free)] if free and bound else hint
