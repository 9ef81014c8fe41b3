"""Crockford's base 32, in which ids are written."""

from __future__ import annotations

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def base32(value: int) -> str:
    """Return 128 bits as 26 characters that sort as the numbers do."""
    return "".join(_DIGITS[value >> shift & 31] for shift in range(125, -1, -5))
