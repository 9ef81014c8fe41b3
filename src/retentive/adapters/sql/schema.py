"""The tables, the same on both engines. The log is the truth; everything else is derived.

Every table but `meta`, `stage` and `space` holds rows of many spaces, and every index but
`watermark_pending` leads with `space`. Times are microseconds since 1970. Texts compare by
their code points. Tables of short rows are clustered on their primary key in SQLite.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    literal_column,
)

from retentive.adapters.sql.columns import (
    Words,
    column,
    columns,
    family,
    in_generation,
    index,
    numbered,
    table,
)
from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation, Theme

VERSION = 1
"""Counts migrations; stored in every file and database."""

meta = table("meta", column("key", Words, key=True), column("value", Words), clustered=True)
stage = table("stage", column("name", Words, key=True), clustered=True)

space = table(
    "space",
    column("id", Integer, key=True),
    column("name", LargeBinary),  # a digest: addresses can be longer than an index allows
    column("address", Words),
    column("secret", LargeBinary),
    column("head_seq", BigInteger),
    column("last_recorded_at", BigInteger, null=True),
    column("audit_number", BigInteger),
    column("audit_link", LargeBinary),
    *columns(Integer, "records", "text", "vectors", "last_generation"),
    column("seen_sum", BigInteger),
)
Index("space_name", space.c.name, unique=True)

generation = table(
    "generation",
    column("space", Integer, key=True),
    column("family", Words, key=True),
    column("number", Integer, key=True),
    column("maker", Words),  # the maker of records, the tokeniser or the embedder, by family
    *columns(BigInteger, "built_seq", "last_doc", "last_vector", "live_docs", "live_length"),
    column("sums", Words),  # over the rows of each table, as a JSON object
    clustered=True,
)

entry = table(
    "entry",
    column("space", Integer, key=True),
    column("seq", BigInteger, key=True),
    column("id", Words),
    column("kind", Words),
    column("version", SmallInteger),
    column("recorded_at", BigInteger),
    column("said_at", BigInteger),
    column("told_at", BigInteger, null=True),
    column("speaker", Words),
    *columns(Words, "agent", "project", "session", null=True),
    column("about_seq", BigInteger, null=True),
    column("status", Words, null=True),
    column("caller_id", Words, null=True),
    column("zone", Words, null=True),
    column("head", Words),
    column("text", Words, null=True),
    column("blob", LargeBinary, null=True),
    column("body", Words),
    column("checksum", LargeBinary),
)
IS_MESSAGE = entry.c.kind == literal_column("'message'")
"""Written out, since the engines match the condition of an index by its text."""
index(entry, "id", unique=True)
index(entry, "session", "said_at", "seq", where=IS_MESSAGE)
index(entry, "session", "seq", where=IS_MESSAGE)
index(entry, "seq", where=IS_MESSAGE)
index(entry, "about_seq", "seq", where=entry.c.about_seq.is_not(None))
index(entry, "caller_id", "seq", where=entry.c.caller_id.is_not(None))

blob = table(
    "blob",
    column("space", Integer, key=True),
    column("digest", LargeBinary, key=True),
    column("data", LargeBinary),
)

seen = table(
    "seen",
    column("space", Integer, key=True),
    column("name", Words, key=True),  # scheme, group and token as a JSON list
    column("entry_id", Words),
    column("content", Words),
    clustered=True,
)

watermark = table(
    "watermark",
    column("space", Integer, key=True),
    column("stage", Words, key=True),
    column("generation", Integer),
    column("maker", Words),
    column("done_seq", BigInteger),
    column("head_seq", BigInteger),
    column("waiting_since", BigInteger, null=True),
    column("owner", Words, null=True),
    column("until", BigInteger, null=True),
    column("fence", BigInteger),
    column("attempts", Integer),
    column("next_try", BigInteger, null=True),
    clustered=True,
)
IS_BEHIND = watermark.c.done_seq < watermark.c.head_seq
Index(
    "watermark_pending",
    *(watermark.c.stage, watermark.c.waiting_since, watermark.c.space),
    sqlite_where=IS_BEHIND,
)

audit = table(
    "audit",
    column("space", Integer, key=True),
    column("number", BigInteger, key=True),
    column("format", SmallInteger),
    column("change_id", Words),
    column("seq", BigInteger),
    column("operation", Words),
    *columns(Words, "actor", "reason", "rule"),
    column("at", BigInteger),
    column("touched", Words),
    column("digest", LargeBinary),
    column("link", LargeBinary),
    clustered=True,
)
index(audit, "seq")
index(audit, "change_id")

fact = family(
    "fact",
    *columns(Words, "kind", "standing", "content_hash", "subject"),
    *columns(Words, "claim_subject", "claim_attribute", "claim_head", null=True),
    column("claim_begins", BigInteger, null=True),
    column("theme_key", Words, null=True),
    column("valid_from", BigInteger, null=True),
    column("valid_until", BigInteger, null=True),
)
index(fact, "content_hash")
index(fact, "subject", "born_seq")
IS_CLAIM = fact.c.claim_subject.is_not(None)
index(fact, "claim_subject", "claim_attribute", "claim_begins", where=IS_CLAIM)
index(fact, "claim_subject", "claim_attribute", "claim_head", "born_seq", where=IS_CLAIM)

episode = family("episode", column("session", Words, null=True), column("started_at", BigInteger))
index(episode, "session", "started_at")
index(episode, "started_at")

entity = family(
    "entity",
    column("name_start", Words),  # whole names can be longer than an index allows
    column("name", Words),
    column("entity_type", Words),
)
index(entity, "name_start")

relation = family(
    "relation",
    *(column(name, Words) for name in ("source_key", "target_key", "relation_type")),
)
index(relation, "source_key")
index(relation, "target_key")

theme = family("theme")

FAMILIES: dict[type[Any], Table] = {
    Fact: fact,
    Episode: episode,
    Entity: entity,
    Relation: relation,
    Theme: theme,
}

fact_label = table(
    "fact_label",
    *in_generation(
        column("kind", Words, key=True),  # tag or entity
        column("label", Words, key=True),
        column("fact_id", Words, key=True),
    ),
    clustered=True,
)

citation = table(
    "citation",
    *in_generation(column("entry_id", Words, key=True), column("fact_id", Words, key=True)),
    clustered=True,
)

confirmation = table(
    "confirmation",
    *in_generation(column("key", Words, key=True), column("entry_id", Words, key=True)),
    column("seq", BigInteger),
    column("speaker", Words),
    column("session", Words, null=True),
    column("at", BigInteger),
    column("spans", Words),  # a JSON list of pairs
    clustered=True,
)
index(confirmation, "entry_id")

alias = table(
    "alias",
    *in_generation(column("name", Words, key=True), column("seq", BigInteger, key=True)),
    column("key", Words),
    column("tentative", Boolean),
    clustered=True,
)
index(alias, "seq")

silence = numbered(
    "silence",
    column("seq", BigInteger),
    column("ordinal", Integer),
    column("mode", Words),
    column("entry_id", Words, null=True),
    column("start", BigInteger, null=True),
    column("end", BigInteger, null=True),
    column("key", Words, null=True),
    column("content", Words, null=True),
    column("tentative", Boolean),
)
index(silence, "seq", "ordinal")
for part in ("entry_id", "key", "content"):
    index(silence, part, where=silence.c[part].is_not(None))

unplaced = numbered("unplaced", column("seq", BigInteger), column("reason", Words))
index(unplaced, "seq")

doc = table(
    "doc",
    *in_generation(column("doc", BigInteger, key=True)),
    column("owner_kind", Words),
    column("owner_id", Words),
    column("born_seq", BigInteger),
    column("dead_seq", BigInteger, null=True),
    column("length", Integer),
    column("digest", LargeBinary),
    column("place_seq", BigInteger, null=True),
    column("session", Words, null=True),
    column("said_at", BigInteger, null=True),
    clustered=True,
)
IS_TURN = doc.c.owner_kind == literal_column("'turn'")
"""Written out, as `IS_MESSAGE` is."""
index(doc, "owner_kind", "owner_id")
index(doc, "digest")
index(doc, "place_seq", where=IS_TURN)

posting = table(
    "posting",
    *in_generation(
        column("term", Words, key=True),
        column("doc", BigInteger, key=True),
        column("field", SmallInteger, key=True),
    ),
    column("tf", Integer),
    column("length", Integer),
    column("born_seq", BigInteger),
    column("dead_seq", BigInteger, null=True),
    clustered=True,
)
index(posting, "doc")

vector = table(
    "vector",
    *in_generation(column("number", BigInteger, key=True)),
    column("digest", LargeBinary),
    column("dim", Integer),
    column("data", LargeBinary),
)
index(vector, "digest", unique=True)
