"""Keyed hashes: ids of derived records, content hashes, chain links.

All are BLAKE2b under the secret key of a space, so that nobody without the key can test a
guessed text against an id, and destroying the key makes what remains say nothing.
"""

from __future__ import annotations

from hashlib import blake2b

from retentive.kernel.base32 import base32


def keyed_hash(secret: bytes, *parts: str | int | bytes | None) -> bytes:
    """Return 16 bytes that stand for `parts` under `secret`; every part is length-prefixed."""
    data = bytearray()
    for part in parts:
        raw = _encoded(part)
        data += len(raw).to_bytes(8, "big")
        data += raw
    return blake2b(data, digest_size=16, key=secret).digest()


def derived_id(prefix: str, secret: bytes, *parts: str | int | bytes | None) -> str:
    """Return `prefix_` and 26 characters that depend on `secret`, `prefix` and `parts` alone."""
    return f"{prefix}_{base32(int.from_bytes(keyed_hash(secret, prefix, *parts)))}"


def _encoded(part: str | int | bytes | None) -> bytes:
    if isinstance(part, str):  # most are
        return b"s" + part.encode()
    if isinstance(part, bytes):
        return b"b" + part
    if part is None:
        return b"n"
    if isinstance(part, bool):
        raise TypeError("a hash part is text, bytes, a whole number or None")
    return b"i" + str(part).encode()
