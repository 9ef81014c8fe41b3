"""Index documents: what replacing and ending them does to rows and counters.

The documents of every owner that is touched are loaded once; the changes are then played in
memory, and what came out of them is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, select

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import among, in_text
from retentive.adapters.sql.schema import doc, posting
from retentive.adapters.sql.sums import Generation
from retentive.adapters.sql.text import FIELDS
from retentive.kernel.times import to_micros
from retentive.model.change import Doc, Field, Owner, RetireDocs, SetDocs

DocChange = SetDocs | RetireDocs
Values = dict[str, Any]

_FIELD_NUMBERS: dict[Field, int] = {field: number for number, field in enumerate(FIELDS)}
D, P = doc.c, posting.c
_of_owners = select(D.doc, D.owner_id, D.dead_seq, D.length, D.digest).where(
    in_text(doc), D.owner_kind == bindparam("of_kind"), among(D.owner_id)
)
_drop_docs = doc.delete().where(in_text(doc), among(D.doc))
_drop_postings = posting.delete().where(in_text(posting), among(P.doc))
_end_doc = (
    doc.update()
    .where(in_text(doc), D.doc == bindparam("of_doc"))
    .values(dead_seq=bindparam("now_dead"))
)
_end_postings = (
    posting.update()
    .where(in_text(posting), P.doc == bindparam("of_doc"))
    .values(dead_seq=bindparam("now_dead"))
)
_insert_doc, _insert_posting = doc.insert(), posting.insert()


@dataclass(slots=True)
class _Kept:
    """A document of an owner: stored before, or new (then `new` says what it holds)."""

    number: int
    dead_seq: int | None
    length: int
    digest: bytes
    new: Doc | None = None
    ended: bool = False


def write_docs(
    link: Link, text: Generation, values: Values, changes: Sequence[DocChange]
) -> set[bytes]:
    """Apply changes of documents in their order; return the digests of those it dropped."""
    if not changes:
        return set()
    docs = _load(link, values, {change.owner for change in changes})
    dropped: dict[int, bytes] = {}
    for change in changes:
        kept = docs.setdefault(change.owner, [])
        match change:
            case SetDocs(docs=new):
                dropped |= {one.number: one.digest for one in kept if one.new is None}
                for one in kept:
                    _count(text, one, -1)
                docs[change.owner] = [_numbered(text, one) for one in new]
            case RetireDocs(dead_seq=dead_seq):
                for one in kept:
                    _end(text, one, dead_seq)
    link.run_in(_drop_postings, values, "items", dropped)
    link.run_in(_drop_docs, values, "items", dropped)
    _write(link, values, docs)
    kept_on = {one.digest for kept in docs.values() for one in kept}
    return set(dropped.values()) - kept_on


def _load(link: Link, values: Values, owners: Iterable[Owner]) -> dict[Owner, list[_Kept]]:
    by_kind: dict[Any, list[str]] = {}
    for owner in owners:
        by_kind.setdefault(owner.kind, []).append(owner.id)
    found: dict[Owner, list[_Kept]] = {}
    for kind in sorted(by_kind):
        of_kind = values | {"of_kind": kind.value}
        for row in link.rows_in(_of_owners, of_kind, "items", by_kind[kind]):
            one = _Kept(row.doc, row.dead_seq, row.length, row.digest)
            found.setdefault(Owner(kind, row.owner_id), []).append(one)
    return found


def _numbered(text: Generation, new: Doc) -> _Kept:
    text.last_doc += 1
    text.changed = True
    one = _Kept(text.last_doc, new.dead_seq, new.length, new.digest, new)
    _count(text, one, 1)
    return one


def _count(text: Generation, one: _Kept, sign: int) -> None:
    if one.dead_seq is None:
        text.count(sign, sign * one.length)


def _end(text: Generation, one: _Kept, dead_seq: int) -> None:
    if one.dead_seq is not None:
        return
    _count(text, one, -1)
    one.dead_seq, one.ended = dead_seq, True
    if one.new is not None:
        one.new = replace(one.new, dead_seq=dead_seq)


def _write(link: Link, values: Values, docs: dict[Owner, list[_Kept]]) -> None:
    lead = {"space": values["of_space"], "generation": values["of_text"]}
    rows: list[Values] = []
    postings: list[Values] = []
    ends: list[Values] = []
    for owner, kept in docs.items():
        for one in kept:
            if one.new is not None:
                rows.append(lead | _doc_row(owner, one.number, one.new))
                postings += (lead | row for row in _posting_rows(one.number, one.new))
            elif one.ended:
                ends.append(values | {"of_doc": one.number, "now_dead": one.dead_seq})
    link.run(_insert_doc, rows)
    # In the order of their places in the table, which is how they are written fastest.
    postings.sort(key=lambda row: (row["term"], row["doc"]))
    link.run(_insert_posting, postings)
    link.run(_end_doc, ends)
    link.run(_end_postings, ends)


def _doc_row(owner: Owner, number: int, new: Doc) -> Values:
    place = new.place
    return {
        "doc": number,
        "owner_kind": owner.kind.value,
        "owner_id": owner.id,
        "born_seq": new.born_seq,
        "dead_seq": new.dead_seq,
        "length": new.length,
        "digest": new.digest,
        "place_seq": place.seq if place else None,
        "session": place.session if place else None,
        "said_at": to_micros(place.said_at) if place else None,
    }


def _posting_rows(number: int, new: Doc) -> Iterable[Values]:
    return (
        {
            "term": term,
            "doc": number,
            "field": _FIELD_NUMBERS[field],
            "tf": tf,
            "length": new.length,
            "born_seq": new.born_seq,
            "dead_seq": new.dead_seq,
        }
        for (term, field), tf in new.terms.items()
    )
