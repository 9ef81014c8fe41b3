"""Keyed hashes: ids of derived records, content hashes, chain links.

All are BLAKE2b under the secret key of a space, so that nobody without the key can test a
guessed text against an id, and destroying the key makes what remains say nothing.
"""

from __future__ import annotations

from hashlib import blake2b

from retentive.kernel.base32 import base32


def keyed_hash(secret: bytes, *parts: str | int | bytes | None) -> bytes:
    """Return 16 bytes that stand for `parts` under `secret`; every part is length-prefixed."""
    state = blake2b(digest_size=16, key=secret)
    for part in parts:
        raw = _encoded(part)
        state.update(len(raw).to_bytes(8, "big"))
        state.update(raw)
    return state.digest()


def derived_id(prefix: str, secret: bytes, *parts: str | int | bytes | None) -> str:
    """Return `prefix_` and 26 characters that depend on `secret`, `prefix` and `parts` alone."""
    return f"{prefix}_{base32(int.from_bytes(keyed_hash(secret, prefix, *parts)))}"


def _encoded(part: str | int | bytes | None) -> bytes:
    match part:
        case None:
            return b"n"
        case bool():
            raise TypeError("a hash part is text, bytes, a whole number or None")
        case int():
            return b"i" + str(part).encode()
        case bytes():
            return b"b" + part
        case str():
            return b"s" + part.encode()
