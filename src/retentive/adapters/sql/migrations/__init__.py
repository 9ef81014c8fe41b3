"""Migrations of the schema, run by Alembic inside our own transaction.

Imported only when a file's version is older than ours.
"""
