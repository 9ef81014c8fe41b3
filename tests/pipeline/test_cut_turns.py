"""A turn whose words were forgotten: nothing else that came with it tells them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from retentive.model.change import Silence, Silencing
from retentive.model.entry import Entry, Statement
from retentive.model.provenance import Span
from retentive.pipeline.reading import Reader
from retentive.ports.view import View
from retentive.rules.masking import CUT, cut
from retentive.testing import build
from tests.pipeline.scene import opened
from tests.support.inside import engine_of

WORD = "xylophone"
TURNS: dict[str, dict[str, object]] = {
    "message": {
        "role": "user",
        "content": "I play the xylophone. Is the Zurich bank open?",
        "metadata": {"subject": "the xylophone", "raw": ["I play the xylophone"]},
    },
    "event": {
        "event": "prompt",
        "text": "I play the xylophone. Is the Zurich bank open?",
        "payload": {"prompt": "I play the xylophone"},
    },
}


async def _shown(turn: Mapping[str, object], *, forget: bool, digested: bool) -> list[Entry]:
    """Return the log as its readers see it, after what the turn says was forgotten."""
    async with await opened("memory://", words_alone=True) as memory:
        ana = memory.scope(user="ana")
        kept = await ana.observe([turn])
        if digested:
            await memory.flush()
        facts = (await ana.facts.list()).items
        if forget:
            await ana.forget(str(facts[0].id if facts else kept.items[0].id))

        def log(view: View) -> list[Entry]:
            reader, (space,) = Reader(view, "any"), view.spaces
            entries = view.entries(space, after=0, limit=1)
            (cited,) = reader.cited([(space, entry) for entry in entries])
            assert isinstance(cited.record, Entry)
            return [*reader.turns([(space, entry) for entry in entries]), cited.record]

        return await engine_of(memory).read(ana._caller.scope.readable(), log)


@pytest.mark.parametrize("digested", [True, False])
@pytest.mark.parametrize("name", list(TURNS))
def test_what_came_with_a_forgotten_turn_is_not_shown(name: str, digested: bool) -> None:
    for entry in asyncio.run(_shown(TURNS[name], forget=True, digested=digested)):
        assert CUT in entry.text
        assert WORD not in str(entry.body)


@pytest.mark.parametrize("name", list(TURNS))
def test_what_came_with_a_turn_is_shown_while_nothing_of_it_is_forgotten(name: str) -> None:
    for entry in asyncio.run(_shown(TURNS[name], forget=False, digested=True)):
        assert str(entry.body).count(WORD) >= 2


def test_what_came_with_a_forgotten_statement_is_not_shown() -> None:
    said = Statement(text=WORD, fact_kind="fact", tags=(WORD,), metadata={"about": WORD})
    whole = build.entry(1, 1, said)
    silence = Silence(
        seq=2, ordinal=0, entry_id=whole.id, span=Span(0, len(WORD)), mode=Silencing.FORGOTTEN
    )
    assert WORD not in str(cut(whole, [silence]).body)
