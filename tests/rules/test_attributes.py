"""The registry of attributes: what holds one value, and what holds many."""

from __future__ import annotations

import pytest

from retentive.languages import table
from retentive.rules.attributes import Attribute, ClaimType, Holds, registry_of

REGISTRY = registry_of(table("attributes.toml"))

ONE = (
    "name age birthday lives_in origin job works_at timezone contact_preference "
    "relationship_status partner diet studies_at"
)
MANY = (
    "nickname nationality studies relative friend colleague pet speaks contact likes dislikes "
    "allergy health owns hobby skill belief uses_tool convention plan goal event trip purchase "
    "deadline visited"
)


def test_who_one_is_and_where_one_lives_hold_one_value() -> None:
    single = {name for name, one in REGISTRY.attributes.items() if one.is_single}
    assert single == set(ONE.split())


def test_what_one_likes_and_does_holds_many() -> None:
    many = {name for name, one in REGISTRY.attributes.items() if not one.is_single}
    assert many == set(MANY.split())


def test_what_happened_is_no_state() -> None:
    types = {name: REGISTRY.of(name).type for name in ("likes", "event", "visited", "plan")}
    assert types == {
        "likes": ClaimType.STATE,
        "event": ClaimType.EVENT,
        "visited": ClaimType.EVENT,
        "plan": ClaimType.PLAN,
    }


def test_an_attribute_nobody_described_holds_many_values() -> None:
    assert REGISTRY.of("shoe_size") == Attribute(name="shoe_size", holds=Holds.MANY)


@pytest.mark.parametrize(
    "row", [{"holds": "two", "type": "state"}, {"holds": "one", "type": "state", "color": "red"}]
)
def test_a_registry_with_a_word_we_do_not_know_is_refused(row: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"two|color"):
        registry_of({"version": 1, "attributes": {"lives_in": row}})
