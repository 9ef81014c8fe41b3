"""Making the tables: new ones from the schema, older ones brought up by Alembic."""

from __future__ import annotations

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table

from retentive.adapters.sql.columns import metadata, tell_rows
from retentive.adapters.sql.schema import VERSION, meta, stage
from retentive.model.space import DIGEST, EMBED

stamps = MetaData()
alembic_version = Table(
    "alembic_version",
    stamps,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps the version; not part of the schema that it compares."""

HEAD = f"{VERSION:04}"
APPLICATION = "retentive"


def create(connection: Connection) -> None:
    """Create all tables, and stamp them with the present version."""
    tell_rows(connection.dialect.name)
    metadata.create_all(connection, checkfirst=False)
    stamps.create_all(connection, checkfirst=False)
    connection.execute(alembic_version.insert(), {"version_num": HEAD})
    fill(connection)


def fill(connection: Connection) -> None:
    """Write the rows that every store begins with."""
    connection.execute(meta.insert(), {"key": "application", "value": APPLICATION})
    connection.execute(stage.insert(), [{"name": DIGEST}, {"name": EMBED}])


def migrate(connection: Connection) -> None:
    """Bring the tables up to the present version, inside the caller's transaction."""
    # Alembic is heavy, and almost never needed.
    from retentive.adapters.sql.migrations.run import upgrade

    upgrade(connection)
