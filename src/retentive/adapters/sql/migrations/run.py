"""Bringing tables up to the newest version."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

FOLDER = Path(__file__).parent


def config_for(connection: Connection) -> Config:
    """Return the configuration of Alembic for an open connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(connection: Connection) -> None:
    """Run what is missing up to the newest version; the caller commits."""
    command.upgrade(config_for(connection), "head")
