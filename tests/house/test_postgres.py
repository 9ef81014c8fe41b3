"""The server that tests of the PostgreSQL driver stand on."""

from __future__ import annotations

import psycopg

from tests.support.postgres import PostgresServer


def test_a_fresh_database_answers_and_has_vectors(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE EXTENSION vector")
        row = connection.execute("SELECT '[3,4]'::vector <-> '[0,0]'::vector").fetchone()
    assert row == (5.0,)


def test_databases_of_one_server_do_not_see_each_other(postgres_server: PostgresServer) -> None:
    with postgres_server.fresh_database() as one, postgres_server.fresh_database() as other:
        with psycopg.connect(one) as connection:
            connection.execute("CREATE TABLE mine (id integer)")
        with psycopg.connect(other) as connection:
            row = connection.execute("SELECT to_regclass('mine')").fetchone()
    assert row == (None,)


def test_a_database_can_start_as_the_copy_of_another(postgres_server: PostgresServer) -> None:
    with postgres_server.fresh_database() as url:
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS id")
        template = url.split("?")[0].rsplit("/", 1)[1]
        with (
            postgres_server.fresh_database(template) as copy,
            psycopg.connect(copy) as connection,
        ):
            row = connection.execute("SELECT id FROM kept").fetchone()
    assert row == (7,)
