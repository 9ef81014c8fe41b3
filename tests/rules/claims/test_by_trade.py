"""Who is told by a trade, and what one does told with for whom: many sentences to a test."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = {
    "somebody of one's own, by trade and name": [
        ("My tailor Hugo lives in Bath", ["colleague tailor Hugo", "hugo: lives_in Bath"]),
        ("our cook, Ida, is allergic to nuts", ["colleague cook Ida", "ida: allergy nuts"]),
        ("The supervisor, Edda, wants it today", ["edda: job supervisor"]),
        ("I share a van with a colleague called Bram", ["colleague colleague Bram"]),
        ("we married in May, to a stone carver called Odd", ["odd: job stone carver"]),
        ("I hired a lad, Ulf", ["colleague Ulf"]),
        ("Ulf is my welder", ["colleague welder Ulf", "ulf: job welder"]),
        ("I've got a new helper, Ines", ["colleague helper Ines"]),
        ("our barber is called Ines", ["colleague barber Ines"]),
        ("Ines bakes for us", ["colleague Ines"]),
        ("we took on a new lad, Ulf", ["colleague Ulf"]),
        ("wife: nurse", ["user:ana/wife: job nurse"]),
        ("Ulf is our Kafka guy", ["colleague Ulf", "ulf: job Kafka guy"]),
    ],
    "what one does, and for whom": [
        (
            "I schedule ferries for Caledon Lines",
            ["job schedule ferries", "works_at Caledon Lines"],
        ),
        ("my sister Ida designs lamps at Lux", ["ida: job designs lamps", "ida: works_at Lux"]),
        (
            "I write drivers for a robot maker named Kuro",
            ["job write drivers", "works_at Kuro"],
        ),
        ("my dad cooks at a nursing home", ["user:ana/father: job cooks"]),
        ("I man the phones at the depot", ["job man the phones", "works_at depot"]),
        ("I run a yarn shop called Purl", ["works_at Purl"]),
        ("our salon is called Snip", ["works_at Snip"]),
        ("since May I rent a chair at Snip", ["works_at Snip"]),
        ("I work at a family bakery", ["works_at family bakery"]),
        ("I teach art and music at a primary school", ["job teach art and music"]),
        ("my son Leo is at the council", ["leo: works_at council"]),
        ("they hired me at Lux as a tester", ["works_at Lux", "job tester"]),
        ("laid off by Lux in May", ["not works_at Lux"]),
        ("I pack boxes in a warehouse", ["job pack boxes", "works_at warehouse"]),
        ("I'm a ward nurse at Vale Clinic", ["job ward nurse", "works_at Vale Clinic"]),
        ("my uncle Nils flies for a cargo airline", ["nils: job pilot"]),
        ("I look after the dogs at a shelter", ["works_at shelter"]),
        ("laid off from a film studio (Lux)", ["not works_at Lux"]),
        ("my desk neighbour Ulf is a falconer", ["ulf: job falconer"]),
        ("my uncle Nils builds harps", ["nils: job builds harps"]),
        ("I coach rowers", ["job coach rowers"]),
        ("my brother Tom works at his dad's bakery", ["tom: works_at dad's bakery"]),
        ("my aunt Ida has driven trams for years", ["ida: job drive trams"]),
        ("my job is testing brakes", ["job testing brakes"]),
        ("my niece Ida waits tables there", ["ida: job waits tables"]),
        ("I look after old people for a living", ["job look after old people"]),
    ],
    "what one is, beside a comma or in another's words": [
        ("I'm Ada, a retired bus driver", ["name Ada", "job retired bus driver"]),
        ("My uncle Nils, the baker, says hello", ["nils: job baker"]),
        ("Greta, botanist, keeps the list", ["greta: job botanist"]),
        ("lift engineer based in Leeds", ["job lift engineer"]),
        ("I'm at Arco Lifts, fitter there", ["job fitter"]),
        ("new job: fitter at Arco Lifts", ["job fitter", "works_at Arco Lifts"]),
        ("I sold the van, now a postman", ["job postman"]),
        ("I retired from nursing in May", ["job retired"]),
        ("my son Leo is an apprentice joiner", ["leo: job apprentice joiner"]),
        ("I'm back in my old foreman role", ["job foreman"]),
        ("back to being a welder", ["job welder"]),
        ("being a welder I see a lot", ["job welder"]),
        ("list me as a tree surgeon", ["job tree surgeon"]),
        ("my wife Eva got a postdoc in Oslo", ["eva: job postdoc"]),
        ("my wife Eva started at a bank as a clerk", ["eva: job clerk"]),
    ],
    "studies": [
        (
            "I study nursing at Lund University",
            ["studies nursing", "studies_at Lund University"],
        ),
        (
            "I'm in the first year of a PhD in marine law at Bergen University",
            ["studies marine law", "studies_at Bergen University"],
        ),
        ("I've started to learn Welsh", ["studies Welsh"]),
        ("my sister Ida does her PhD on moths", ["ida: studies moths"]),
        ("3rd year geology at Leeds", ["studies geology", "studies_at Leeds"]),
        ("I got into Lund for law", ["studies law", "studies_at Lund"]),
    ],
    "skills": [
        ("I write mostly Erlang", ["skill Erlang"]),
        ("I can't bake bread", ["not skill bake bread"]),
        ("my brother Wes plays the oboe", ["wes: skill oboe"]),
    ],
}


@pytest.mark.parametrize("kind", TOLD)
def test_work_is_told_in_many_ways(kind: str) -> None:
    for text, told in TOLD[kind]:
        assert set(told) <= set(claims(text)), text


def test_what_only_looks_like_work_is_none() -> None:
    none = {
        "I cook dinner for Tom": "works_at",
        "I write letters for Mum": "works_at",
        "I hate my printer Epson": "colleague",
        "real comedian, that Ulf": "job",
        "my job is driving me mad": "job",
        "my server Hetzner is down": "colleague",
        "I read a novel about a vet named Ulf": "ulf",
        "Ulf is at the council tomorrow": "ulf: works_at",
        "I buy milk at Lidl": "works_at",
        "Ulf is my favourite actor": "colleague",
        "my thesis topic is open": "studies",
        "I have a new cleaner, Polish": "colleague",
        "carpenter, own workshop, Bremen": "works_at",
        "this is Ulf, my colleague": "name",
        "I play centre back for Hull": "works_at",
        "call Ulf, plumber, bank": "ulf",
        "I look after the cat at Rosa's": "works_at",
        "I lead the choir at Lux": "job",
        "coach mode please": "job",
        "I nursed a pint at the Ship": "job",
        "We joined a lamp maker called Lux": "lux: job",
        "so I can drive on the weekend": "skill",
        "I can't make bread tonight": "not skill",
        "my agent Copilot wrote that": "colleague",
        "I can still read that": "skill read that",
    }
    for text, word in none.items():
        assert not any(one.startswith(word) for one in claims(text)), text
