"""What goes on when a fact is taken back that shares its text with others: each in its own words.

"We have a dog, Bica, and a cat, Tom" makes two facts of one text. When the dog is retracted, the
cat is still known, and told without the dog.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from retentive.model.fact import Fact
from retentive.model.space import Space
from retentive.ports.view import View
from retentive.rules.facts import content_hash
from retentive.rules.retelling import share_words, without

RETOLD = "what was said in the same words was taken back"


def retold(view: View, space: Space, taken: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Yield the facts that share the text of others which are `taken` back, as they are and go on.

    Who commits them makes the second of each pair the next version of its lineage.
    """
    ids = {one.entry_id for fact in taken if fact.claim for one in fact.provenance.citations}
    keys = {one.key for one in taken}
    found = [one for one in view.facts_citing(space, ids) if one.standing.served] if ids else []
    now = view.get(space, Fact, [one.id for one in found if one.key not in keys])
    for fact in found:
        if fact.claim is None or fact.id not in now or now[fact.id].id != fact.id:
            continue
        claims = [one.claim for one in taken if one.claim and share_words(fact, one)]
        text = without(fact.text, claims, fact.claim)
        if text != fact.text:
            said = content_hash(space, fact.subject, text)
            yield fact, replace(fact, text=text, content_hash=said, reason=RETOLD)
