"""What values show of themselves at a prompt: one short line, and no secret."""

from __future__ import annotations

from pathlib import Path

from retentive import Memory, Scope
from retentive.testing.fakes import frozen_ambient
from retentive.types import Entry


def test_a_scope_shows_what_it_names() -> None:
    assert repr(Scope(user="ana", session="s-1")) == "Scope(user='ana', session='s-1')"


def test_answers_show_themselves_on_one_short_line(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, ambient=frozen_ambient()) as memory:
        ana = memory.scope(user="ana")
        receipt = ana.observe(
            [{"role": "user", "content": "Is the dog called Bica?"}, {"role": "king"}]
        )
        memory.flush()
        fact = ana.remember(f"Keeps two ferrets {'and a cat ' * 20}", kind="pets")
        shown = {
            "memory": repr(memory),
            "handle": repr(ana),
            "facts": repr(ana.facts),
            "receipt": repr(receipt),
            "fact": repr(fact),
        }
        assert shown == {
            "memory": f"<Memory {path}>",
            "handle": "<Handle of Scope(user='ana')>",
            "facts": "<Facts of Scope(user='ana')>",
            "receipt": "<Receipt 1 stored, 1 rejected: role: role 'king' is not one of user, "
            "assistant, system, tool>",
            "fact": f"<Fact {fact.id} pets 'Keeps two ferrets and a cat and a cat and a cat and a "
            "cat an…'>",
        }
        (hit,) = ana.recall("Bica")
        assert isinstance(hit.record, Entry)
        assert repr(hit) == f"<Hit {hit.score:.2f} 'Is the dog called Bica?' {hit.id}>"
        assert repr(hit.record) == f"<Entry {hit.id} user:ana 'Is the dog called Bica?'>"
        assert repr(hit.sources[0]).startswith("<Source user:ana 20")
        context = ana.context("Bica")
        assert repr(context) == f"<Context {context.tokens} of 2000 tokens, 2 lines>"


def test_a_page_is_walked_counted_and_indexed(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db") as memory:
        ana = memory.scope(user="ana")
        for text in ("Likes tea", "Keeps bees", "Speaks Basque"):
            ana.remember(text)
        page = ana.facts.list(limit=2)
        assert [fact.text for fact in page] == ["Speaks Basque", "Keeps bees"]
        assert (len(page), page[0], page[-1:]) == (2, page.items[0], page.items[1:])
        assert repr(page) == f"Page([{page[0]!r}, {page[1]!r}], cursor={page.cursor!r})"
        assert not memory.scope(user="ben").facts.list()
