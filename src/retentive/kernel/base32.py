"""Crockford's base 32, in which ids are written."""

from __future__ import annotations

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_PAIRS = [first + second for first in _DIGITS for second in _DIGITS]


def base32(value: int) -> str:
    """Return 128 bits as 26 characters that sort as the numbers do."""
    return "".join([_PAIRS[value >> shift & 1023] for shift in range(120, -1, -10)])
