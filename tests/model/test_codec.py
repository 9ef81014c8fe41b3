"""Every value of the model survives JSON, and equal values have equal canonical bytes."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime, timedelta, timezone
from enum import Enum
from functools import cache
from importlib import import_module  # noqa: TID251 - goes over all modules of a package
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import retentive.model
from retentive.kernel.scope import Address, Scope, Visibility
from retentive.model.actor import Actor, ActorKind
from retentive.model.change import (
    Change,
    ChangeSet,
    Doc,
    Field,
    Mute,
    Place,
    Put,
    Silence,
    Silencing,
)
from retentive.model.codec import canonical, decode, decoder, encode
from retentive.model.entry import Body, Message, Role
from retentive.model.fact import Fact
from retentive.model.provenance import Citation, Span
from retentive.model.query import Page, Recall

TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
NAMED = {"text", "kind", "name", "entity_type", "relation_type", "label"}
"""Fields that some classes refuse to leave empty."""
TIMES = st.datetimes(
    min_value=datetime.fromisoformat("0002-01-01"),
    max_value=datetime.fromisoformat("9998-01-01"),
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30))]),
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)
IDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=6)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: st.integers(),
    bool: st.booleans(),
    float: st.floats(0, 1),
    bytes: st.binary(max_size=8),
    datetime: TIMES,
    NoneType: st.none(),
    Span: st.builds(Span, st.integers(), st.integers()),
    Place: st.builds(Place, st.integers(), st.none() | st.text(), TIMES),
    Scope: st.builds(Scope, tenant=st.none() | IDS, user=st.none() | IDS, session=IDS),
}


@cache
def values(hint: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for the declared type `hint`."""
    origin, args = get_origin(hint) or hint, get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin in (Union, UnionType):
        if any(get_origin(arg) is dict for arg in args):
            return JSON
        return st.one_of(*map(values, args))
    if origin is Literal:
        return st.sampled_from(args)
    if is_dataclass(origin):
        return _built(origin)
    if issubclass(origin, Enum):
        return st.sampled_from(list(origin))
    if issubclass(origin, frozenset):
        return st.frozensets(values(args[0]), max_size=3)
    if issubclass(origin, tuple):
        if args[1:] == (...,):
            return st.lists(values(args[0]), max_size=2).map(tuple)
        return st.tuples(*map(values, args))
    assert issubclass(origin, Mapping)
    return st.dictionaries(*map(values, args), max_size=3)


def _built(kind: Any) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    given = {one.name: values(hints[one.name]) for one in fields(kind)}
    for name in NAMED & given.keys():
        if hints[name] is str:
            given[name] = WORDS
    return st.builds(kind, **given)


def _classes() -> Iterator[type]:
    for module in pkgutil.iter_modules(retentive.model.__path__):
        names = vars(import_module(f"retentive.model.{module.name}"))
        for value in names.values():
            if isinstance(value, type) and is_dataclass(value) and value is not Page:
                yield value
    yield Address


CLASSES = sorted(set(_classes()), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_class_survives_a_round_trip(kind: type, data: st.DataObject) -> None:
    value = data.draw(values(kind))
    written = json.dumps(encode(value))
    back: object = decode(kind, json.loads(written))
    assert back == value
    assert canonical(back) == canonical(value)


@pytest.mark.parametrize("union", [Body, Change])
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_members_of_unions_say_which_they_are(union: Any, data: st.DataObject) -> None:
    value = data.draw(values(union))
    back = decoder(union)(json.loads(json.dumps(encode(value, union))))
    assert (type(back), back) == (type(value), value)


def test_what_is_empty_by_default_is_left_out() -> None:
    message = Message(role=Role.USER, text="hi")
    assert encode(message) == {"role": "user", "text": "hi"}
    assert encode(message, Body) == {"kind": "message", "role": "user", "text": "hi"}
    assert encode(Actor(id="a", kind=ActorKind.TOOL)) == {"id": "a", "kind": "tool"}


def test_a_union_whose_member_has_a_kind_is_tagged_by_type() -> None:
    silence = Silence(seq=1, ordinal=0, mode=Silencing.FORGOTTEN, span=Span(1, 2))
    changes = ChangeSet(operation="x", seq=1, changes=(Mute(silence),))
    written = encode(changes)
    assert isinstance(written, dict)
    assert written["changes"] == [
        {
            "kind": "mute",
            "silence": {
                "mode": "forgotten",
                "ordinal": 0,
                "seq": 1,
                "span": [1, 2],
                "tentative": False,
            },
        }
    ]
    hint = get_type_hints(Put)["record"]
    with pytest.raises(ValueError, match="expected type to be one of fact, episode"):
        decoder(hint)({"kind": "fact"})


def test_canonical_bytes_do_not_depend_on_order() -> None:
    one = {("b", Field.BODY): 1, ("a", Field.SPEAKER): 2, ("a", Field.BODY): 3}
    other = dict(reversed(one.items()))
    docs = [
        Doc(born_seq=1, dead_seq=None, length=3, terms=terms, digest=b"d") for terms in (one, other)
    ]
    assert canonical(docs[0]) == canonical(docs[1])
    assert canonical(Recall(text="é", tags=frozenset({"b", "a"}))) == (
        '{"explain":false,"include_log":true,"limit":10,"min_score":"calibrated",'
        '"tags":["a","b"],"text":"é"}'.encode()
    )


def test_equal_values_of_other_types_have_equal_bytes() -> None:
    at = datetime(2026, 1, 2, 3, tzinfo=UTC)
    here = at.astimezone(timezone(timedelta(hours=-7)))
    spans = (Citation(entry_id="e", span=Span(0, 1), quote="q"),)
    assert canonical(spans, tuple[Citation, ...]) == canonical(spans, tuple[Citation, ...])
    assert canonical(at) == canonical(here) == b'"2026-01-02T03:00:00.000000Z"'
    assert canonical(1, float) == canonical(1.0, float) == b"1.0"


def test_unknown_keys_are_ignored() -> None:
    data = {"role": "user", "text": "hi", "mood": "later versions know this"}
    assert decode(Message, data) == Message(role=Role.USER, text="hi")


@pytest.mark.parametrize(
    ("kind", "data", "told"),
    [
        (Message, {"role": "user"}, "Message.text: is missing"),
        (Message, {"role": "x", "text": ""}, "Message.role: expected one of user, assistant"),
        (Message, [], "Message: expected an object, found list"),
        (Actor, {"id": 1, "kind": "human"}, "Actor.id: expected text, found int"),
        (Actor, {"id": "a", "kind": []}, "Actor.kind: expected one of"),
        (Citation, {"entry_id": "e", "quote": "q", "span": [1]}, r"Citation.span: expected 2"),
        (Citation, {"entry_id": "e", "quote": "q", "span": [1, "2"]}, r"Citation.span\[1\]: "),
        (Scope, {"user": ""}, "Scope: user is empty"),
        (Address, {"visibility": "all"}, "Address.visibility: expected one of private"),
        (Recall, {"text": "", "tags": ["a", 1]}, r"Recall.tags\[1\]: expected text"),
        (Recall, {"text": "", "valid_at": "soon"}, "Recall.valid_at: 'soon' fits none"),
        (Recall, {"text": "", "known_at": "2026-01-01T00:00:00"}, "has no UTC offset"),
        (Recall, {"text": "", "known_at": 5}, "Recall.known_at: expected a time"),
        (bytes, "?", "bytes: expected base64"),
        (Doc, {"born_seq": 1, "dead_seq": None, "length": 1, "terms": [[1]]}, "Doc.terms"),
        (Page, {"items": ["x"]}, r"Page.items\[0\]: the type is open"),
    ],
)
def test_bad_data_is_refused_with_its_place(kind: type, data: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        decode(kind, data)


def test_a_page_is_read_as_a_page_of_something() -> None:
    page = Page(items=(Actor(id="a", kind=ActorKind.HUMAN),), cursor="c")
    assert decoder(Page[Actor])(encode(page)) == page


def test_a_naive_time_is_refused() -> None:
    with pytest.raises(ValueError, match="no UTC offset"):
        encode(datetime.fromisoformat("2026-01-01"))


def test_a_number_that_is_none_has_no_canonical_form() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))


def test_a_class_of_foreign_parts_has_no_codec() -> None:
    @dataclass
    class Odd:
        part: complex

    with pytest.raises(TypeError, match="no codec"):
        encode(Odd(1j))


def test_default_scope_fits() -> None:
    address = Address(visibility=Visibility.USER, user="ana")
    assert decode(Address, {"visibility": "user", "user": "ana"}) == address
    assert decode(Fact.__mro__[0], encode_fact()).text == "x"


def encode_fact() -> dict[str, object]:
    """Return the least that a fact needs."""
    return {
        "id": "i",
        "key": "k",
        "space": 1,
        "born_seq": 1,
        "recorded_at": "2026-01-01T00:00:00Z",
        "provenance": {
            "source": "human",
            "channel": "auto",
            "created_at": "2026-01-01T00:00:00Z",
        },
        "text": "x",
        "kind": "fact",
        "standing": "plain",
        "origin": {},
        "subject": "s",
        "said_at": "2026-01-01T00:00:00Z",
        "content_hash": "h",
    }
