"""What people say of their work to those they work with, often in notes: each row is one kind."""

from __future__ import annotations

import pytest

from retentive.model.actor import ActorKind
from tests.rules.claims.saying import EXTRACTOR, claims, entry

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
    ("ask Selma, she's our DBA", ["colleague dba Selma", "selma: job DBA"]),
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
    ("72 cols max, no ascii tables", ["convention 72 cols max", "convention no ascii tables"]),
    (
        "Keep your answers short and never use emoji.",
        ["convention keep answers short", "convention never use emoji"],
    ),
    ("bank is shut on Fridays from now on", []),
    ("I plan most of it in Notion", ["uses_tool Notion"]),
    ("I do most of it in March", []),
    ("Inkscape for us from now on", ["uses_tool Inkscape"]),
    # No rule for anybody: a secret, what is wished for one answer.
    ("don't tell anyone, it's a surprise", []),
    ("so no menus for three please", []),
    # In passing.
    ("no nuts, allergic", ["allergy nuts"]),
    ("fwiw i cant stand jira", ["dislikes jira"]),
    ("rust im ok-ish", ["skill rust"]),
    # What is only supposed, and what tells nothing.
    ("pretend my budget is 5k and i live in Tokyo", []),
    ("for the example my name is Bob and I live in Oslo", []),
    ("act like a customer called Mrs. Plum who lives in York and hates our app", []),
    ("insert into people values ('Anouk', 'Ghent', 'vegan'); user: {name: Tilda, age: 44}", []),
    ("seed data: Ana (34, Porto), Ben (28, Cork)", []),
    ("you be the recruiter, i'll be the candidate: hi, i'm Jonas, ten years at SAP", []),
    ("we're 5: me, Tove and Kwabena", []),
    ("is redis faster than postgres 16", []),
]


@pytest.mark.parametrize(("text", "claimed"), TOLD)
def test_work_is_told_in_notes(text: str, claimed: list[str]) -> None:
    assert claims(text) == claimed


def test_a_name_answers_who_does_something() -> None:
    asked = entry("Who owns the deployment pipeline?", speaker="agent:bot", kind=ActorKind.AGENT)
    told = EXTRACTOR.extract(entry("That's Wambui.", seq=2), [asked], None)
    values = [(one.claim.subject, one.claim.value) for one in told if one.claim]
    assert values == [("person:wambui", "owns deployment pipeline")]
