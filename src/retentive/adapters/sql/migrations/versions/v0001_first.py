"""The first version of the schema."""

from __future__ import annotations

from retentive.adapters.sql.migrations.spelled import create_indexes, create_tables

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = {
    "meta*": "key:words! value:words",
    "stage*": "name:words!",
    "space": """
        id:int! name:bytes address:words secret:bytes head_seq:big last_recorded_at:big?
        audit_number:big audit_link:bytes records:int text:int vectors:int
        last_generation:int seen_sum:big
    """,
    "generation*": """
        space:int! family:words! number:int! maker:words built_seq:big last_doc:big
        last_vector:big live_docs:big live_length:big sums:words
    """,
    "entry": """
        space:int! seq:big! id:words kind:words version:small recorded_at:big said_at:big
        told_at:big? speaker:words agent:words? project:words? session:words? about_seq:big?
        status:words? caller_id:words? zone:words? head:words text:words? blob:bytes?
        body:words checksum:bytes
    """,
    "blob": "space:int! digest:bytes! data:bytes",
    "seen*": "space:int! name:words! entry_id:words content:words",
    "watermark*": """
        space:int! stage:words! generation:int maker:words done_seq:big head_seq:big
        waiting_since:big? owner:words? until:big? fence:big attempts:int next_try:big?
    """,
    "audit*": """
        space:int! number:big! format:small change_id:words seq:big operation:words
        actor:words reason:words rule:words at:big touched:words digest:bytes link:bytes
    """,
    "fact": """
        row:row! space:int generation:int id:words key:words born_seq:big dead_seq:big?
        retired_at:big? superseded_by:words? kind:words standing:words content_hash:words
        subject:words claim_subject:words? claim_attribute:words? claim_head:words?
        claim_begins:big? theme_key:words? valid_from:big? valid_until:big? body:words
        checksum:bytes
    """,
    "episode": """
        row:row! space:int generation:int id:words key:words born_seq:big dead_seq:big?
        retired_at:big? superseded_by:words? session:words? started_at:big body:words
        checksum:bytes
    """,
    "entity": """
        row:row! space:int generation:int id:words key:words born_seq:big dead_seq:big?
        retired_at:big? superseded_by:words? name_start:words name:words entity_type:words
        body:words checksum:bytes
    """,
    "relation": """
        row:row! space:int generation:int id:words key:words born_seq:big dead_seq:big?
        retired_at:big? superseded_by:words? source_key:words target_key:words
        relation_type:words body:words checksum:bytes
    """,
    "theme": """
        row:row! space:int generation:int id:words key:words born_seq:big dead_seq:big?
        retired_at:big? superseded_by:words? body:words checksum:bytes
    """,
    "fact_label*": "space:int! generation:int! kind:words! label:words! fact_id:words!",
    "citation*": "space:int! generation:int! entry_id:words! fact_id:words!",
    "confirmation*": """
        space:int! generation:int! key:words! entry_id:words! seq:big speaker:words
        session:words? at:big spans:words
    """,
    "alias*": "space:int! generation:int! name:words! seq:big! key:words tentative:bool",
    "silence": """
        row:row! space:int generation:int seq:big ordinal:int mode:words entry_id:words?
        start:big? end:big? key:words? content:words? tentative:bool
    """,
    "unplaced": "row:row! space:int generation:int seq:big reason:words",
    "doc*": """
        space:int! generation:int! doc:big! owner_kind:words owner_id:words born_seq:big
        dead_seq:big? length:int digest:bytes place_seq:big? session:words? said_at:big?
    """,
    "posting*": """
        space:int! generation:int! term:words! doc:big! field:small! tf:int length:int
        born_seq:big dead_seq:big?
    """,
    "vector": "space:int! generation:int! number:big! digest:bytes dim:int data:bytes",
}

INDEXES = {
    "space_name!": "space: name",
    "entry_about_seq_seq": "entry: space about_seq seq where about_seq IS NOT NULL",
    "entry_caller_id_seq": "entry: space caller_id seq where caller_id IS NOT NULL",
    "entry_id!": "entry: space id",
    "entry_seq": "entry: space seq where kind = 'message'",
    "entry_session_said_at_seq": "entry: space session said_at seq where kind = 'message'",
    "entry_session_seq": "entry: space session seq where kind = 'message'",
    "watermark_pending": "watermark: stage waiting_since space where done_seq < head_seq",
    "audit_change_id": "audit: space change_id",
    "audit_seq": "audit: space seq",
    "fact_born_seq_id": "fact: space generation born_seq id",
    "fact_claim_subject_claim_attribute_claim_begins": (
        "fact: space generation claim_subject claim_attribute claim_begins"
        " where claim_subject IS NOT NULL"
    ),
    "fact_claim_subject_claim_attribute_claim_head_born_seq": (
        "fact: space generation claim_subject claim_attribute claim_head born_seq"
        " where claim_subject IS NOT NULL"
    ),
    "fact_content_hash": "fact: space generation content_hash",
    "fact_id!": "fact: space generation id",
    "fact_key_born_seq": "fact: space generation key born_seq",
    "fact_subject_born_seq": "fact: space generation subject born_seq",
    "episode_born_seq_id": "episode: space generation born_seq id",
    "episode_id!": "episode: space generation id",
    "episode_key_born_seq": "episode: space generation key born_seq",
    "episode_session_started_at": "episode: space generation session started_at",
    "episode_started_at": "episode: space generation started_at",
    "entity_born_seq_id": "entity: space generation born_seq id",
    "entity_id!": "entity: space generation id",
    "entity_key_born_seq": "entity: space generation key born_seq",
    "entity_name_start": "entity: space generation name_start",
    "relation_born_seq_id": "relation: space generation born_seq id",
    "relation_id!": "relation: space generation id",
    "relation_key_born_seq": "relation: space generation key born_seq",
    "relation_source_key": "relation: space generation source_key",
    "relation_target_key": "relation: space generation target_key",
    "theme_born_seq_id": "theme: space generation born_seq id",
    "theme_id!": "theme: space generation id",
    "theme_key_born_seq": "theme: space generation key born_seq",
    "confirmation_entry_id": "confirmation: space generation entry_id",
    "alias_seq": "alias: space generation seq",
    "silence_content": "silence: space generation content where content IS NOT NULL",
    "silence_entry_id": "silence: space generation entry_id where entry_id IS NOT NULL",
    "silence_key": "silence: space generation key where key IS NOT NULL",
    "silence_seq_ordinal": "silence: space generation seq ordinal",
    "unplaced_seq": "unplaced: space generation seq",
    "doc_digest": "doc: space generation digest",
    "doc_owner_kind_owner_id": "doc: space generation owner_kind owner_id",
    "doc_place_seq": "doc: space generation place_seq where owner_kind = 'turn'",
    "posting_doc": "posting: space generation doc",
    "vector_digest!": "vector: space generation digest",
}


def upgrade() -> None:
    """Create everything."""
    create_tables(TABLES)
    create_indexes(INDEXES)
