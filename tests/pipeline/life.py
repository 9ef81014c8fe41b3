"""Random lives of a memory: what people say, take back and forget, digested now and then."""

from dataclasses import dataclass
from datetime import timedelta

from hypothesis import strategies as st

from retentive import AsyncMemory, NotFound
from retentive.app.handle import AsyncHandle
from retentive.errors import InvalidInput
from retentive.testing.fakes import START
from tests.support.inside import engine_of

SENTENCES = (
    "I live in Porto.",
    "I like checkers. My sister Rosa plays the oud!",
    "Do you know a good café?",
    "I moved from Lisbon to Porto last Friday, and I keep two ferrets.",
    "thanks, talk later",
    "The tower clock was cast in 1712.",
    "I LIKE checkers",
    "毎週日曜日に祖母とそばを打ちます。",
    "We have a dog, Bica, and a cat, Tom.",
    "I saw a heron yesterday. The kettle broke this morning.",
    "I moved to Porto yesterday.",
)
USERS = ("ana", "bo")
VISIBILITIES = (None, "private", "tenant")


@dataclass(frozen=True)
class Say:
    user: str
    session: str
    text: str
    role: str
    minutes: int
    """Since the day before the start, of its first day or the third."""
    visibility: str | None
    name: str | None = None


@dataclass(frozen=True)
class State:
    user: str
    text: str
    visibility: str | None


@dataclass(frozen=True)
class Curate:
    user: str
    verb: str
    pick: int
    text: str


@dataclass(frozen=True)
class ForgetEntry:
    user: str
    pick: int


@dataclass(frozen=True)
class Digest:
    """Let the worker do one batch, or all."""

    all: bool


Act = Say | State | Curate | ForgetEntry | Digest

acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(
        Say,
        user=st.sampled_from(USERS),
        session=st.sampled_from(("s1", "s2")),
        text=st.sampled_from(SENTENCES),
        role=st.sampled_from(("user", "user", "assistant")),
        minutes=st.integers(0, 40) | st.integers(2_880, 2_920),
        visibility=st.sampled_from((None, None, *VISIBILITIES)),
        name=st.sampled_from((None, None, None, "Rosa")),
    ),
    st.builds(
        State,
        user=st.sampled_from(USERS),
        text=st.sampled_from(SENTENCES),
        visibility=st.sampled_from((None, None, *VISIBILITIES)),
    ),
    st.builds(
        Curate,
        user=st.sampled_from(USERS),
        verb=st.sampled_from(("correct", "retract", "forget", "undo")),
        pick=st.integers(0, 5),
        text=st.sampled_from(SENTENCES),
    ),
    st.builds(ForgetEntry, user=st.sampled_from(USERS), pick=st.integers(0, 8)),
    st.builds(Digest, all=st.booleans()),
)
lives = st.lists(acts, min_size=1, max_size=25)


async def live(memory: AsyncMemory, life: list[Act]) -> None:
    """Lead a life, step by step."""
    said: dict[str, list[str]] = {user: [] for user in USERS}
    handles = {user: memory.scope(tenant="t", user=user, agent="a", session="s0") for user in USERS}
    for number, act in enumerate(life):
        match act:
            case Say():
                told = START - timedelta(days=1) + timedelta(minutes=act.minutes)
                item = {"role": act.role, "content": act.text, "timestamp": told, "id": f"{number}"}
                if act.name is not None:
                    item["name"] = act.name
                handle = handles[act.user].session(act.session)
                receipt = await handle.observe([item], visibility=act.visibility)
                said[act.user] += receipt.ids
            case State():
                await handles[act.user].remember(act.text, visibility=act.visibility)
            case Curate():
                await _curate(handles[act.user], act)
            case ForgetEntry():
                ids = said[act.user]
                if ids:
                    name = ids[act.pick % len(ids)]
                    await _anywhere(handles[act.user], "forget", name, "")
            case Digest(all=True):
                await memory.flush()
            case Digest():
                await engine_of(memory).worker.step()


async def _curate(handle: AsyncHandle, act: Curate) -> None:
    facts = (await handle.facts.list(valid_at="any")).items
    if facts:
        fact = facts[act.pick % len(facts)]
        await _anywhere(handle, act.verb, fact.id, act.text)


async def _anywhere(handle: AsyncHandle, verb: str, name: str, text: str) -> None:
    """Curate a record wherever it lives; one that ended meanwhile is left alone."""
    for visibility in (None, "tenant"):
        try:
            if verb == "correct":
                await handle.correct(name, text, visibility=visibility)
            elif verb == "retract":
                await handle.retract(name, visibility=visibility)
            elif verb == "undo":
                await handle.undo(name, visibility=visibility)
            else:
                await handle.forget(name, visibility=visibility)
        except PermissionError:
            continue
        except (NotFound, InvalidInput):
            return  # what a command did is not undone
        return
