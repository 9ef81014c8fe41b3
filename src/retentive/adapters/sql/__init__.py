"""The SQL driver: one schema and one set of queries for SQLite and PostgreSQL.

What differs between the two engines is in `sqlite` and `postgres`. `SqlStore` in `store` is
the driver; it knows nothing of the other adapters.
"""
