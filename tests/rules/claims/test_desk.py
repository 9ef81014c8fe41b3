"""What people say of their work to those they work with, often in notes: each row is one kind."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = [
    # What a project is made with, in a list of tools.
    (
        "rails 7.1, ruby 3.3 and redis 7 on hetzner",
        ["uses_tool rails", "uses_tool ruby", "uses_tool redis", "uses_tool hetzner"],
    ),
    ("Flask + htmx, sqlite for now", ["uses_tool Flask", "uses_tool htmx", "uses_tool sqlite"]),
    ("Our stack is Flask with MariaDB", ["uses_tool Flask", "uses_tool MariaDB"]),
    ("I use Emacs on NixOS", ["uses_tool Emacs", "uses_tool NixOS"]),
    ("jenkins has been replaced with drone ci", ["uses_tool drone ci"]),
    # Who does what in a team: beside what somebody is.
    ("Asif owns checkout, Wiebke's on infra", ["asif: job owns checkout", "wiebke: job infra"]),
    ("Bruno looks after our build servers", ["bruno: job looks after build servers"]),
    ("ask Selma, she's our DBA", ["selma: job DBA"]),
    ("handing over to Rui, he starts monday as our second sre", ["rui: job second sre"]),
    ("I'm on the search team now", ["job search team"]),
    ("not on the data team anymore", ["not job data team"]),
    # Rules, noted down.
    ("no more friday deploys", ["convention no friday deploys"]),
    ("nobody pushes to main", ["convention nobody pushes to main"]),
    ("always against develop", ["convention always against develop"]),
    ("we squash-merge everything", ["convention squash-merge everything"]),
    ("dates dd/mm pls", ["convention dates dd/mm"]),
    ("don't slack me after six", ["contact_preference don't slack me after six"]),
    # In passing.
    ("no nuts, allergic", ["allergy nuts"]),
    ("fwiw i cant stand jira", ["dislikes jira"]),
    ("rust im ok-ish", ["skill rust"]),
    # What is only supposed, and what tells nothing.
    ("pretend my budget is 5k and i live in Tokyo", []),
    ("for the example my name is Bob and I live in Oslo", []),
    ("we're 5: me, Tove and Kwabena", []),
    ("is redis faster than postgres 16", []),
]


@pytest.mark.parametrize(("text", "claimed"), TOLD)
def test_work_is_told_in_notes(text: str, claimed: list[str]) -> None:
    assert claims(text) == claimed
