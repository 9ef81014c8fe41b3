"""Whose memory is read, changed and ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from retentive.app.sync_handle import Handle
from retentive.kernel.errors import (
    InvalidId,
    InvalidInput,
    NotFound,
    ScopeRequired,
)
from tests.cases.playing import Play, forget_all, found, listed, texts

# ---------------------------------------------------------------- names that look alike

ALIKE = ["ana", "ana-maria", "ana2", "an", "a", "Ana", "ana ", "ana%", "an_", "ana/", "mana", "ána"]


@pytest.mark.case("sco-01")
def test_a_name_is_no_prefix_suffix_or_pattern_of_another(play: Play) -> None:
    for name in ALIKE:
        play.user(name).remember(f"PIN hint of <{name}>")
        play.user("u", tenant=name).remember(f"PIN hint of tenant <{name}>")
        play.user(None, project=name).remember(f"PIN hint of project <{name}>")
        play.user(None, agent=name).remember(f"PIN hint of agent <{name}>")
        play.user("u", agent=name).remember(f"PIN hint of pair <{name}>", visibility="private")
    for _ in play.moments():
        for name in ALIKE:
            for handle, text in (
                (play.user(name), f"PIN hint of <{name}>"),
                (play.user("u", tenant=name), f"PIN hint of tenant <{name}>"),
                (play.user(None, project=name), f"PIN hint of project <{name}>"),
                (play.user(None, agent=name), f"PIN hint of agent <{name}>"),
            ):
                assert texts(handle) == found(handle, "PIN hint") == [text]
                assert [hit.text for hit in handle.context("PIN hint").hits] == [text]
        pair = play.user("u", agent="ana")
        assert texts(pair) == ["PIN hint of agent <ana>", "PIN hint of pair <ana>"]


def test_forgetting_all_of_a_name_leaves_the_names_like_it(play: Play) -> None:
    for name in ALIKE:
        play.user(name).remember(f"PIN hint of <{name}>")
    assert forget_all(play.user("ana")) == 1
    for _ in play.moments():
        assert texts(play.user("ana")) == []
        assert all(len(texts(play.user(name))) == 1 for name in ALIKE[1:])


JOINED: list[tuple[dict[str, str], dict[str, str]]] = [
    ({"tenant": "shop", "project": "north"}, {"tenant": "shop", "project": "northern"}),
    ({"tenant": "shop", "project": "north"}, {"tenant": "shop/north", "project": "x"}),
    ({"project": "shop/north"}, {"project": "shop/northern"}),
    ({"project": "shop"}, {"project": "shop/north"}),
    ({"tenant": "a", "project": "b:c"}, {"tenant": "a:b", "project": "c"}),
    ({"tenant": "null", "project": "p"}, {"project": "p"}),
    ({"tenant": "None", "project": "p"}, {"project": "p"}),
]


@pytest.mark.case("sco-01")
def test_names_are_not_joined(play: Play) -> None:
    for number, scopes in enumerate(JOINED):
        for side, scope in enumerate(scopes):
            play.user(f"u{number}", **scope).remember(f"Till {number} {side}", visibility="project")
    for _ in play.moments():
        for number, scopes in enumerate(JOINED):
            for side, scope in enumerate(scopes):
                till = f"Till {number} {side}"
                own = play.user(f"u{number}", **scope)
                assert till in found(own, "till")
                assert f"Till {number} {1 - side}" not in found(own, "till")


# ---------------------------------------------------------------- ending all that is one's own


def test_forgetting_all_of_a_user_leaves_the_others(play: Play) -> None:
    play.user("u1").remember("Likes fog")
    play.user("u2").remember("Likes rain")
    play.user("u1", session="s1").remember("Temp: seat 4")
    assert forget_all(play.user("u1", session="s1"), session="s1") == 1
    assert texts(play.user("u1")) == ["Likes fog"]
    assert forget_all(play.user("u1")) == 1
    for _ in play.moments():
        assert (texts(play.user("u1")), found(play.user("u1"), "fog seat")) == ([], [])
        assert (texts(play.user("u2")), found(play.user("u2"), "rain")) == (["Likes rain"],) * 2


@pytest.mark.case("sco-05")
@pytest.mark.parametrize("name", [None, "", " \n", 0, False, [], {}, ["u1"], b"u1"])
def test_what_is_no_name_is_never_every_name(play: Play, name: Any) -> None:
    play.user("u1").remember("Likes fog")
    with pytest.raises((ScopeRequired, InvalidId)) as refused:
        play.memory.scope(user=name)
    assert refused.value.status == 422
    for other in ("agent", "project"):
        with pytest.raises((ScopeRequired, InvalidId)):
            play.memory.scope(**{other: name})
    with pytest.raises((ScopeRequired, InvalidId)):
        play.memory.scope(tenant=name)


# ---------------------------------------------------------------- filters

FILTERS: list[dict[str, Any]] = [
    {"filters": {"metadata": {"user_id": "u1", "team": "t1"}}},
    {"filters": {"user": "u2"}},
    {"filters": {"unknown_key": "x"}},
    {"filter": {"OR": [{"user": "u1"}, {"user": "u2"}]}},
    {"metadata": {"user_id": "u2"}},
    {"user": "u2"},
    {"where": "1=1"},
    {"tenant": None},
]


@pytest.mark.case("sco-05")
def test_no_filter_widens_a_scope(play: Play) -> None:
    play.user("u1").remember("Badge 11", metadata={"team": "t1", "user_id": "u2"}, tags=["u2"])
    play.user("u2").remember("Badge 22", metadata={"team": "t1", "user_id": "u1"}, tags=["u1"])
    for _ in play.moments():
        ana: Any = play.user("u1")
        for unknown in FILTERS:
            for verb in (ana.facts.list, ana.facts.get, ana.history, ana.forget):
                with pytest.raises(TypeError):
                    verb(**unknown)
            for verb in (ana.recall, ana.context):
                with pytest.raises(TypeError):
                    verb("badge", **unknown)
        for tags in ([], ["u1"], ["u2"], ["u1", "u2"], ["none"], ["%"]):
            assert found(ana, "badge 22") == ["Badge 11"]
            assert {hit.text for hit in ana.recall("badge", tags=tags)} <= {"Badge 11"}
            assert {fact.text for fact in ana.facts.list(tags=tags).items} <= {"Badge 11"}
        assert ana.facts.list(tags=["none"]).items == ana.facts.list(kinds=["none"]).items == ()
        assert ana.recall("badge", tags=["none"]) == ana.recall("badge", kinds=["none"]) == []
        for wrong in ("u1", [{"user": "u1"}], [None], 7, None):
            for key in ("tags", "kinds"):
                with pytest.raises(InvalidInput):
                    ana.facts.list(**{key: wrong})


# ---------------------------------------------------------------- ids of others

Use = Callable[[Handle, str], object]
USES: list[Use] = [
    lambda handle, name: handle.facts.get(name),
    lambda handle, name: handle.history(name),
    lambda handle, name: handle.correct(name, "hacked"),
    lambda handle, name: handle.retract(name),
    lambda handle, name: handle.forget(name),
]


def _refusal(use: Use, handle: Handle, name: str) -> tuple[object, ...]:
    with pytest.raises(NotFound) as refused:
        use(handle, name)
    error = refused.value
    facts = {key: str(value).replace(name, "ID") for key, value in error.facts.items()}
    return (type(error), error.status, error.code, error.message.replace(name, "ID"), facts)


@pytest.mark.case("sco-06")
def test_an_id_of_another_is_as_unknown_as_one_that_never_was(play: Play) -> None:
    mine = play.user("u1").remember("Alarm code 5512")
    turn = play.user("u1", session="s").observe([{"role": "user", "content": "I own a kiln"}])
    private = play.user("u1", agent="a1").remember("Alarm 7", visibility="private")
    names = [mine.id, mine.key, turn.ids[0], private.id]
    for _ in play.moments():
        strangers = [
            play.user("u2"),
            play.user("u1", tenant="t"),
            play.user(None, agent="u1"),
            play.user(None, project="u1"),
            play.user("U1"),
        ]
        for stranger in strangers:
            for use in USES:
                never = _refusal(use, stranger, "no-such-id")
                assert all(_refusal(use, stranger, name) == never for name in names)
            assert stranger.stats().entries == 0
        with pytest.raises(NotFound):
            play.user("u1", agent="a2").facts.get(private.id)
        assert play.user("u1").facts.get(mine.id).text == "Alarm code 5512"
        assert play.user("u1", agent="a1").facts.get(private.id).text == "Alarm 7"
        assert len(play.user("u1").history(mine.id)) == 1


# ---------------------------------------------------------------- ids that are patterns

WILD = [
    "%",
    "_",
    "*",
    ".",
    "mem-%",
    "..%2f",
    "f_%",
    "k_*",
    "?",
    "[a-z]",
    ".*",
    "' OR 1=1 --",
    "all",
]


@pytest.mark.case("sco-10")
def test_an_id_is_no_pattern(play: Play) -> None:
    facts = [play.user().remember(f"Memo {n}") for n in range(3)]
    wild = [*WILD, facts[0].id[:-1], facts[0].id + "%", facts[0].id[:4] + "%", facts[0].id.upper()]
    for _ in play.moments():
        for name in wild:
            for use in USES:
                with pytest.raises(NotFound):
                    use(play.user(), name)
        unusables: list[Any] = ["", None, 0, True, [], ["f_1"], {"all": True}, "a\nb", "x" * 300]
        for unusable in unusables:
            for use in USES:
                with pytest.raises(InvalidId):
                    use(play.user(), unusable)
        assert texts(play.user()) == ["Memo 0", "Memo 1", "Memo 2"]
        assert [fact.id for fact in listed(play.user())] == [fact.id for fact in reversed(facts)]


# ---------------------------------------------------------------- one name, two people


def test_what_two_users_call_by_one_name_stays_apart(play: Play) -> None:
    glazier, bailiff = "Tamsin is a glazier with two dogs", "Tamsin is a bailiff who owes 900 euros"
    for first, second in ((("u1", glazier), ("u2", bailiff)), (("v2", bailiff), ("v1", glazier))):
        for user, text in (first, second):
            play.user(user).remember(text)
            play.user(user).observe([{"role": "user", "content": text}])
    for _ in play.moments():
        for user in ("u1", "v1"):
            block = play.user(user).context("Tamsin bailiff 900").text
            assert "glazier" in block
            assert "bailiff" not in block
            assert "900" not in block
            assert texts(play.user(user)) == [glazier]


def test_what_others_store_moves_no_score(play: Play) -> None:
    play.user("u1").remember("Owns a blue kiln")
    play.user("u1").remember("Owns a red anvil")
    play.memory.flush()
    before = play.user("u1").recall("blue kiln and anvil")
    for number in range(40):
        play.user("u2").remember(f"Owns blue kiln {number}")
    for _ in play.moments():
        assert play.user("u1").recall("blue kiln and anvil") == before
