"""The shapes that secrets have: patterns, and a judge for each that spares ordinary words.

Every pattern names its secret `secret`; what is matched around it stays in the text. Patterns
start only where a run of characters starts, so that no text makes them look at a run twice.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretPolicy:
    """How long a value must be before it counts as a secret; chosen by hand.

    Some ask for 20 characters of a key; 12 finds more, and digits and letters together keep
    words out.
    """

    least_password: int = 4
    least_key: int = 12
    card_lengths: tuple[int, ...] = (19, 18, 17, 16, 15, 14, 13)


POLICY: Final = SecretPolicy()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One way a secret is written."""

    kind: str
    pattern: re.Pattern[str]
    is_secret: Callable[[str, bool], bool] = lambda _value, _quoted: True
    """Judges a value, and whether it stood in quotes."""
    not_its_end: str = ""
    """Characters that close the sentence rather than the secret."""
    goes_on: re.Pattern[str] | None = None
    """What belongs to a secret beyond the part it was judged by."""


_CODE = re.compile(
    r"\$[A-Z_]+|\$?\{.*|<.*>?|%\w+%|[*•x]{3,}|[A-Za-z_.]+[(\[].*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+"
    r"|(?:none|null|nil|true|false|undefined|string|str|required|optional)",
    re.IGNORECASE,
)
"""A value that names where the secret is, or stands for one, and is not it."""
_MEASURE = re.compile(r"\d{1,3}-[a-z]+", re.IGNORECASE)


def _is_password(value: str, quoted: bool) -> bool:
    """Whether a value looks chosen as a secret and not as a word of the sentence."""
    if len(value) < POLICY.least_password or _CODE.fullmatch(value) or _MEASURE.fullmatch(value):
        return False
    if quoted and " " not in value:
        return True
    odd = any(not char.isalpha() and char not in "-’/: " for char in value)
    mixed = any(char.isupper() for char in value[1:]) and any(char.islower() for char in value)
    return odd or (mixed and " " not in value)


def _is_key(value: str, quoted: bool) -> bool:
    return (
        len(value) >= POLICY.least_key
        and not _CODE.fullmatch(value)
        and any(char.isdigit() for char in value)
        and any(char.isalpha() for char in value)
    )


def _has_digit(value: str, quoted: bool) -> bool:
    return any(char.isdigit() for char in value)


def _is_url_password(value: str, quoted: bool) -> bool:
    return not _CODE.fullmatch(value)


_ABOUT: Final = r"(?:\s{1,4}(?:for|to|of|on|at)(?:\s{1,4}[^\s.,;:=]{1,30}){1,5}?)?"
"""`the password for the old router is …`"""
_IS: Final = (
    r"[\"'`]?\s{0,4}"
    r"(?:(?:is\s+now|is\s+set\s+to|set\s+to|is|are|was|ist|es|est|é)\s{1,4}"
    r"|(?::=|=>|->|[:=：＝]|是|は)\s{0,4})"
)
_PASSWORD_WORDS: Final = (
    r"(?:password|passwd|passphrase|passcode|passwort|kennwort|contraseña|senha|mot\s+de\s+passe"
    r"|пароль|密码|密碼|パスワード|pwd|secret)"
)
_KEY_WORDS: Final = (
    r"(?:(?:api|access|secret|private|auth|account|service|signing|encryption|license)[ _-]?key"
    r"|(?:client|app|shared|webhook)[ _-]?secret"
    r"|(?:access|auth|bearer|refresh|session|api|bot|personal)[ _-]?token"
    r"|token|credentials?)"
)
_VALUE: Final = (
    r"(?:(?P<quote>[\"'`])(?=[^\"'`\n]{1,200}(?P=quote)))?[\"'`]?"
    r"(?!\[(?:REDACTED|PRIVATE)\])"
    r"(?P<secret>(?(quote)[^\"'`\n]{1,200}|[^\s,;\"'`]{1,256}))"
)
"""A quoted value, else the first 256 characters of a run: enough to judge it."""

_RUN: Final = re.compile(r"[^\s,;\"'`]*")
_TAIL: Final = ".,;:!?)]}>。，"


def _starting(prefix: str, rest: str, flags: int = 0) -> re.Pattern[str]:
    """A token that starts with `prefix`, found only where a run of token characters starts."""
    return re.compile(rf"(?<![A-Za-z0-9_-])(?P<secret>(?:{prefix}){rest})", flags)


SHAPES: Final[tuple[Shape, ...]] = (
    Shape(
        kind="private_key",
        pattern=re.compile(
            r"(?P<secret>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
            r"(?s:.*?)(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z))"
        ),
    ),
    Shape(
        kind="url_credentials",
        pattern=re.compile(
            r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s/:@]{0,200}:"
            r"(?P<secret>[^\s/]{1,400})(?=@[^\s/@])"
        ),
        is_secret=_is_url_password,
    ),
    Shape(
        kind="jwt",
        pattern=_starting("eyJ", r"[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]*"),
    ),
    Shape(kind="aws_key", pattern=_starting("AKIA|ASIA|ABIA|ACCA", r"[0-9A-Z]{16}(?![0-9A-Z])")),
    Shape(
        kind="api_key",
        pattern=_starting(
            r"sk-|pk-|rk-|ak-|[spr]k_(?:live|test)_|whsec_|gh[pousr]_|github_pat_|glpat-"
            r"|xox[abeoprs]-|xapp-|npm_|pypi-|hf_|dop_v1_|doo_v1_|shpat_|AIza|ya29\.|SG\.|lin_api_",
            r"[A-Za-z0-9_.-]{16,}",
        ),
        is_secret=_has_digit,
        not_its_end=".-",
    ),
    Shape(
        kind="bearer",
        pattern=re.compile(
            r"\b(?:bearer|basic)\s{1,4}(?P<secret>[A-Za-z0-9._~+/=-]{16,})", re.IGNORECASE
        ),
        is_secret=_is_key,
        not_its_end=".",
    ),
    Shape(
        kind="api_key",
        pattern=re.compile(rf"{_KEY_WORDS}{_ABOUT}{_IS}{_VALUE}", re.IGNORECASE),
        is_secret=_is_key,
        not_its_end=_TAIL,
        goes_on=_RUN,
    ),
    Shape(
        kind="password",
        pattern=re.compile(rf"{_PASSWORD_WORDS}{_ABOUT}{_IS}{_VALUE}", re.IGNORECASE),
        is_secret=_is_password,
        not_its_end=_TAIL,
        goes_on=_RUN,
    ),
    Shape(
        kind="pin",
        pattern=re.compile(
            r"(?<![A-Za-z])(?:PIN|CVV|CVC)(?:[ -](?:code|number))?"
            rf"{_IS}(?P<secret>\d{{3,8}})(?!\w)",
            re.IGNORECASE,
        ),
    ),
)
"""In the order in which they are looked for: the surest first."""


# ---------------------------------------------------------------- payment cards

_DIGITS = re.compile(r"\d(?:[ \u00a0\u202f-]?\d)*")
_GROUP = re.compile(r"\d+")
_BRANDS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|27\d{14}"
    r"|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}"
)
"""Leading digits and lengths of Visa, Mastercard, Amex, Diners, JCB, Discover and UnionPay."""


_LONGEST, _SHORTEST = POLICY.card_lengths[0], POLICY.card_lengths[-1]
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def card_spans(text: str) -> Iterator[tuple[int, int]]:
    """The spans of payment card numbers: groups of digits of a brand's length, checked by Luhn."""
    for run in _DIGITS.finditer(text):
        if run.end() - run.start() < _SHORTEST:
            continue
        groups: list[tuple[int, int]] = []
        for group in _GROUP.finditer(text, run.start(), run.end()):
            if group.end() - group.start() <= _LONGEST:
                groups.append(group.span())
            else:
                yield from _cards(text, groups)
                groups = []
        yield from _cards(text, groups)


def _cards(text: str, groups: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    ends = list(accumulate((end - start for start, end in groups), initial=0))
    if ends[-1] < _SHORTEST:
        return
    row = _Row("".join(text[start:end] for start, end in groups), ends)
    at = 0
    while at < len(groups):
        size = row.card(at)
        if size:
            yield groups[at][0], groups[at + size - 1][1]
        at += size or 1


class _Row:
    """The digits of some groups in a row, with sums by which any stretch of them is checked."""

    def __init__(self, digits: str, ends: list[int]) -> None:
        self._digits = digits
        self._ends = ends
        """How many digits there are up to each group."""
        values = [int(digit) for digit in digits]
        self._sums = (_sums(values, 0), _sums(values, 1))

    def card(self, at: int) -> int:
        """How many groups from `at` on make a card number, as many as can; 0 if none do."""
        first, best = self._ends[at], 0
        beyond = bisect_left(self._ends, first + _SHORTEST, at)
        while beyond < len(self._ends) and self._ends[beyond] - first <= _LONGEST:
            last = self._ends[beyond]
            if self._luhn(first, last) and _BRANDS.fullmatch(self._digits, first, last):
                best = beyond - at
            beyond += 1
        return best

    def _luhn(self, first: int, last: int) -> bool:
        sums = self._sums[last % 2]
        return sums[first] == sums[last]


def _sums(values: list[int], parity: int) -> bytes:
    """Sums up to each digit, modulo 10, where every other one counts as its double's digits."""
    total, sums = 0, bytearray(1)
    for place, value in enumerate(values):
        total = (total + (_DOUBLED[value] if place % 2 == parity else value)) % 10
        sums.append(total)
    return bytes(sums)
