"""The shapes that secrets have: patterns, and a judge for each that spares ordinary words.

Every pattern names its secret `secret`; what is matched around it stays in the text. Patterns
start only where a run of characters starts, so that no text makes them look at a run twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How long a value must be before it counts as a secret; chosen by hand.

    Row G-34 asks for 20 characters of a key; 12 finds more, and digits and letters together keep
    words out.
    """

    least_password: int = 4
    least_key: int = 12
    card_lengths: tuple[int, ...] = (19, 18, 17, 16, 15, 14, 13)


POLICY: Final = Policy()


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


def card_spans(text: str) -> Iterator[tuple[int, int]]:
    """The spans of payment card numbers: groups of digits of a brand's length, checked by Luhn."""
    for run in _DIGITS.finditer(text):
        if run.end() - run.start() < POLICY.card_lengths[-1]:
            continue
        groups = [(g.start(), g.end()) for g in _GROUP.finditer(text, run.start(), run.end())]
        at = 0
        while at < len(groups):
            size = _card_groups(text, groups, at)
            if size:
                yield groups[at][0], groups[at + size - 1][1]
            at += size or 1


def _card_groups(text: str, groups: list[tuple[int, int]], at: int) -> int:
    """How many groups from `at` on make a card number; 0 if none do."""
    best, digits = 0, ""
    for size, (start, end) in enumerate(groups[at : at + POLICY.card_lengths[0]], 1):
        if len(digits) + end - start > POLICY.card_lengths[0]:
            break
        digits += text[start:end]
        if _BRANDS.fullmatch(digits) and _luhn(digits):
            best = size
    return best


def _luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
