"""What is said in spaces that strangers read teaches nothing about a person."""

from __future__ import annotations

import asyncio

import pytest

from retentive import Memory
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry
from retentive.model.provenance import Span
from tests.pipeline.test_foreign_parts import ODD, Foreign
from tests.properties.places import Place, opened

SAID = [
    {"role": "user", "content": "I like green tea. My sister Rosa plays the oud."},
    {"role": "user", "name": "Rui", "content": "I moved to Faro."},
]


@pytest.mark.parametrize(
    ("visibility", "learnt"),
    [
        *((shared, False) for shared in ("tenant", "global")),
        *((closed, True) for closed in ("project", "agent", "user", "private")),
    ],
)
def test_only_closed_circles_learn_about_people(
    place: Place, visibility: str, learnt: bool
) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(tenant="acme", user="ana", agent="a", project="p", session="s")
            if visibility == "global":
                ana = memory.scope(user="ana", write_global=True)
            await ana.observe(SAID, visibility=visibility)
            await memory.flush()
            texts = " ".join(fact.text for fact in (await ana.facts.list()).items)
            assert all((word in texts) == learnt for word in ("tea", "Rosa", "oud", "Faro"))
            assert [hit.text for hit in await ana.recall("Faro") if hit.text == "I moved to Faro."]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("subject", "learnt"),
    [
        ("user:ana", False),
        ("user:bo", False),
        ("user", False),
        ("name:Rosa", False),
        ("person:rosa", False),
        ("person:user:ana/sister", False),
        ("pet:user:ana/dog", False),
        ("agent:a", True),
        ("entity:harbour", True),
    ],
)
def test_it_is_told_by_whom_a_fact_is_about(subject: str, learnt: bool) -> None:
    def about(entry: Entry) -> list[Candidate]:
        span = Span(0, 6)
        return [
            Candidate(
                text="likes", kind="context", subject=subject, span=span, quote=entry.text[:6]
            )
        ]

    with Memory.open("memory://", extractor=Foreign(about)) as memory:
        ana = memory.scope(tenant="acme", user="ana", agent="a")
        ana.observe([{"role": "assistant", "content": ODD}], visibility="tenant")
        memory.flush()
        assert bool(ana.facts.list().items) == learnt


def test_what_is_stated_for_others_to_read_is_kept(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(tenant="acme", user="ana")
            await ana.remember("Deploys run on Mondays", visibility="tenant")
            await memory.flush()
            assert [fact.text for fact in (await ana.facts.list()).items] == [
                "Deploys run on Mondays"
            ]

    asyncio.run(main())
