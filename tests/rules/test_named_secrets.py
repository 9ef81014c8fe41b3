"""Secrets in what names things: taken out where the name is shown, refused where it must match."""

from __future__ import annotations

import asyncio

import pytest

from retentive.kernel.errors import InvalidId
from retentive.model.entry import Entry
from retentive.rules.screen import checked_key, open_id
from tests.pipeline.scene import opened

KEY = "sk-proj-abcdefgh0123456789"
SECRETS = [
    KEY,
    "password=Tr0ub4dor&3",
    "postgres://svc:pa55w0rd-x@db.invalid/app",
    "AKIAIOSFODNN7EXAMPLE",
]
IDS = [
    "m_01m8n6gdpdjnezc6nxhfmfshwm",
    "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "1700000000.123456",
    "4111111111111111",
    "6200000000000000047",
    "run-42/turn:7",
    "ana@example.org",
    "chatcmpl-9aBcDeFgHiJkLmNoPqRsTuVwXyZ01",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_an_id_and_a_key_that_are_a_secret_are_refused_without_telling_it(secret: str) -> None:
    with pytest.raises(InvalidId, match="id looks like a secret") as caught:
        open_id(secret, "id")
    assert secret not in str(caught.value)
    with pytest.raises(InvalidId, match="idempotency_key looks like a secret"):
        checked_key(secret)


@pytest.mark.parametrize("name", IDS)
def test_an_id_of_the_usual_shapes_is_taken_as_it_is(name: str) -> None:
    assert open_id(name, "id") == checked_key(name) == name


def test_no_key_is_no_key() -> None:
    assert checked_key(None) is None


def test_secrets_in_names_kinds_and_tools_are_taken_out() -> None:
    async def main() -> str:
        async with await opened("memory://", words_alone=True) as memory:
            ana = memory.scope(user="ana")
            fact = await ana.remember("Owns a kiln", kind=KEY)
            receipt = await ana.observe(
                [
                    {"role": "user", "content": "I own a canoe.", "name": KEY},
                    {"role": "tool", "content": "The kiln is hot.", "name": KEY},
                    {"event": "call", "text": "The oven is cold.", "tool": KEY},
                    {"role": "user", "content": "I own a boat.", "id": KEY},
                ]
            )
            assert [item.outcome for item in receipt.items] == ["stored"] * 3 + ["rejected"]
            assert receipt.redacted == {"api_key": 3}
            await memory.flush()
            facts = (await ana.facts.list()).items
            hits = await ana.recall("kiln oven canoe", min_score=0)
            told = [str((hit.record, hit.sources)) for hit in hits]
            told += [str(hit.record.body) for hit in hits if isinstance(hit.record, Entry)]
            return "".join([repr((fact, receipt, facts)), *told])

    told = asyncio.run(main())
    assert KEY not in told
    assert "[REDACTED]" in told
