"""Embedding that is killed, repeated, or done by several at once loses and mixes nothing."""

from __future__ import annotations

import signal
from collections.abc import Sequence

import pytest

from retentive import Memory
from retentive.ports.view import View
from retentive.testing.compare_documents import sound
from retentive.testing.fakes import ToyEmbedder
from tests.durability.embedding import FEW
from tests.durability.lives import Place, place
from tests.durability.logs import store_of
from tests.durability.nursery import Nursery
from tests.support.stores import emptied

__all__ = ["place"]

EMBED = "tests.durability.embedding:embed"
SURE = "I like green checkers."
MANY = (pytest.mark.slow, pytest.mark.timeout(900))


def begun(place: Place, identity: str | None = None) -> str:
    """Return a store of two spaces, digested, and embedded if there is an embedder."""
    url = place.fresh()
    if url.startswith("postgres"):
        emptied(url)
    embedder = None if identity is None else ToyEmbedder(identity)
    with Memory.open(url, embedder=embedder, config=FEW) as memory:
        ana = memory.scope(user="ana", agent="a")
        texts = [f"I own canoe number {number}. It is red." for number in range(40)]
        ana.observe([{"role": "user", "content": text} for text in (SURE, *texts)])
        fact = ana.remember("Prefers e-mail")
        ana.remember("Asks twice", visibility="private")
        memory.flush()
        ana.correct(fact.id, "Prefers the phone")
        memory.flush()
    return url


def texts_and_vectors(view: View) -> tuple[list[tuple[int, bytes]], list[tuple[int, bytes]]]:
    """Return the digests that documents have, and those that vectors have, by space."""
    documents, vectors = set(), []
    for space in view.spaces:
        documents |= {(space.id, one.digest) for one in sound(view.all_docs(space))}
        vectors += [(space.id, one.digest) for one in view.vectors(space)]
    return sorted(documents), sorted(vectors)


def judge(url: str, *identities: str) -> None:
    """Judge what is left: it is clean, answers, and goes on to a vector for each text."""
    for identity in identities:
        with Memory.open(url, embedder=ToyEmbedder(identity), config=FEW) as memory:
            assert memory.verify().damages == ()
            ana = memory.scope(user="ana", agent="a")
            assert ana.recall(SURE)[0].text == SURE
            memory.flush(timeout=60)
            assert memory.verify().damages == ()
    with Memory.open(url, embedder=ToyEmbedder(identities[-1]), config=FEW) as memory:
        memory.rebuild(embeddings=True)
    whole(url, identities[-1])


def whole(url: str, identity: str) -> None:
    """Assert that every text has its vector once, of this embedder."""
    with Memory.open(url, embedder=ToyEmbedder(identity)) as memory:  # else it refuses
        memory.flush(timeout=60)
        assert (memory.stats().unembedded, memory.verify().damages) == (0, ())
        twin = memory._twin
        store = store_of(twin)

        async def read() -> tuple[list[tuple[int, bytes]], list[tuple[int, bytes]]]:
            return await store.read(await store.addresses(), texts_and_vectors)

        documents, vectors = memory._portal.run(read())
        assert vectors == documents != []


@pytest.mark.parametrize("each", [4, pytest.param(40, marks=MANY)])
def test_killed_anywhere_while_it_embeds_it_goes_on_and_every_text_has_its_vector_once(
    nurse: Nursery, place: Place, each: int
) -> None:
    (points,) = nurse.run(EMBED, url=begun(place), identity="toy-1")
    for at in range(each):
        url = begun(place)
        point = (len(points) * (2 * at + 1)) // (2 * each)
        child = nurse.start(EMBED, url=url, identity="toy-1", deadly=point)
        assert child.ended() == -signal.SIGKILL, points[point]
        with Memory.open(url, embedder=ToyEmbedder(), config=FEW) as memory:
            assert memory.verify().damages == (), points[point]
            assert memory.scope(user="ana").recall(SURE)[0].text == SURE
        whole(url, "toy-1")


@pytest.mark.parametrize("identity", ["toy-1", "toy-2"])
@pytest.mark.parametrize("each", [4, pytest.param(40, marks=MANY)])
def test_killed_anywhere_while_vectors_are_made_anew_the_old_ones_or_the_new_ones_serve(
    nurse: Nursery, place: Place, identity: str, each: int
) -> None:
    url = begun(place, "toy-1")
    (points,) = nurse.run(EMBED, url=url, identity=identity, rebuild=True)
    for at in range(each):
        url = begun(place, "toy-1")
        point = (len(points) * (2 * at + 1)) // (2 * each)
        child = nurse.start(EMBED, url=url, identity=identity, rebuild=True, deadly=point)
        assert child.ended() == -signal.SIGKILL, points[point]
        judge(url, "toy-1", identity)


@pytest.mark.parametrize("identity", ["toy-1", "toy-2"])
def test_others_digest_embed_and_recall_while_vectors_are_made_anew(
    nurse: Nursery, place: Place, identity: str
) -> None:
    url = begun(place, "toy-1")
    live_on = "tests.durability.embedding:live_on"
    other = nurse.start(live_on, url=url, identity="toy-1", sure=SURE)
    heard = [other.hear()]
    with Memory.open(url, embedder=ToyEmbedder(identity), config=FEW) as memory:
        for _ in range(3):
            memory.rebuild(embeddings=True)
    heard.append(other.hear())
    other.tell("stop")
    heard += other.hear_all()
    assert other.ended() == 0
    assert heard[0] == ["cosine"]
    assert all(one in (["cosine"], ["words"]) for one in heard), heard
    assert identity == "toy-1" or heard[-1] == ["words"]
    whole(url, identity)


def test_of_two_that_make_all_vectors_anew_the_later_one_does(nurse: Nursery, place: Place) -> None:
    url = begun(place, "toy-1")
    children = [nurse.start(EMBED, url=url, identity="toy-1", rebuild=True) for _ in range(2)]
    assert 0 in [child.ended() for child in children]
    whole(url, "toy-1")


def test_texts_that_are_derived_again_while_vectors_are_made_anew_all_get_theirs(
    place: Place,
) -> None:
    url = begun(place, "toy-1")

    class Disturbed(ToyEmbedder):
        def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
            if self.calls == 1:  # half of the old documents are in hand
                with Memory.open(url, embedder=ToyEmbedder(), config=FEW) as other:
                    other.rebuild()
            return super().embed(texts)

    with Memory.open(url, embedder=Disturbed(), config=FEW) as memory:
        memory.rebuild(embeddings=True)
    whole(url, "toy-1")


def test_what_another_process_embeds_is_compared_at_once(nurse: Nursery, place: Place) -> None:
    url = begun(place, "toy-1")
    other = nurse.start("tests.durability.embedding:see_what_is_new", url=url)
    assert other.hear() == "open"
    with Memory.open(url, embedder=ToyEmbedder(), config=FEW) as memory:
        for word in ("ferret", "oud", "clock"):
            text = f"Keeps one {word}"
            memory.scope(user="ana").remember(text)
            memory.flush()
            other.tell(word)
            assert text in other.hear()
    assert other.ended() == 0
