"""What Alembic runs: migrations on the connection that it was given."""

from __future__ import annotations

from alembic import context

from retentive.adapters.sql import schema
from retentive.adapters.sql.columns import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter most things of a table in place
    compare_type=True,
)
assert schema.VERSION  # the tables are in the metadata once their module is there
with context.begin_transaction():
    context.run_migrations()
