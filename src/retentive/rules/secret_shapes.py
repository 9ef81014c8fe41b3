"""The shapes that secrets have: patterns, and a judge for each that spares ordinary words.

Every pattern names its secret `secret`; what is matched around it stays in the text. Patterns
start only where a run of characters starts, so that no text makes them look at a run twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
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
    is_whole: bool = False
    """Whether a value is all that can be one: what is refused holds no other secret of this shape.

    Else a run of many starts would be judged from each of them to its end.
    """


_CODE = re.compile(
    r"\$[A-Z_]+|\$?\{.*|<.*>?|%\w+%|[*•x]{3,}|[A-Za-z_.]+[(\[].*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+"
    r"|(?:none|null|nil|true|false|undefined|string|str|required|optional)",
    re.IGNORECASE,
)
"""A value that names where the secret is, or stands for one, and is not it."""
_MEASURE = re.compile(r"\d{1,5}-[a-z]+", re.IGNORECASE)


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


def _is_bare_password(value: str, quoted: bool) -> bool:
    return _is_password(value, False)


def _is_token(value: str, quoted: bool) -> bool:
    """Whether what follows a token's prefix is no name: digits in it, or a long run of both cases.

    `sk-learn-contrib` is a name.
    """
    if any(char.isdigit() for char in value):
        return True
    runs = re.findall(r"[A-Za-z]{16,}", value)
    return any(not run.islower() and not run.isupper() for run in runs)


def _is_url_password(value: str, quoted: bool) -> bool:
    return not _CODE.fullmatch(value)


_ABOUT: Final = r"(?:\s{1,4}(?:for|to|of|on|at)(?:\s{1,4}[^\s.,;:=]{1,30}){1,5}?)?"
"""`the password for the old router is …`"""
_IS: Final = (
    r"(?:[\"'`]?\s{0,4}"
    r"(?:(?:(?:is|are|was|were|has\s+been|have\s+been)\s{1,4})?(?:now\s{1,4})?"
    r"(?:set|changed|updated|reset|rotated)\s{1,4}to(?:\s{0,4}:)?\s{1,4}"
    r"|(?:is\s+now|is|are|was|were|ist|es|est|é)(?:\s{0,4}:)?\s{1,4}"
    r"|(?::=|=>|->|[:=：＝→⇒]|是|は)\s{0,4})"
    r"|['’]s\s{1,4}|\s{1,4}[-–—]\s{1,4})"
)
_PASSWORD_WORDS: Final = (
    r"(?:passwords?|passwd|passphrases?|passcodes?|secret[ _-]?key|passwort"
    r"|kennwort|contraseña|senha|mot\s+de\s+passe"
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

_IN_TICKS: Final = r"\s{1,4}`(?P<secret>[^`\s]{1,200})`"
"""Named in passing: ``the password `…` ``; a word of the sentence may stand so as well."""

_FURTHER: Final = r"(?:\[REDACTED\]\s{0,2}(?:,|/|&|and|or|und|et|y)\s{1,4}){1,8}"
"""`passwords are … and …`: found once the first are taken out."""

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
        is_secret=_is_token,
        is_whole=True,
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
        kind="api_key",
        pattern=re.compile(rf"{_KEY_WORDS}{_ABOUT}{_IN_TICKS}", re.IGNORECASE),
        is_secret=_is_key,
    ),
    Shape(
        kind="password",
        pattern=re.compile(rf"{_PASSWORD_WORDS}{_ABOUT}{_IN_TICKS}", re.IGNORECASE),
        is_secret=_is_bare_password,
    ),
    Shape(
        kind="password",
        pattern=re.compile(
            rf"(?:passwords|passphrases|passcodes){_ABOUT}{_IS}{_FURTHER}{_VALUE}", re.IGNORECASE
        ),
        is_secret=_is_password,
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
    Shape(
        kind="social_security",
        pattern=re.compile(
            rf"(?<![A-Za-z])(?:SSN|social\s+security(?:\s+(?:number|no\.?))?)(?:{_IS}|\s{{1,4}})"
            r"(?P<secret>\d{3}([- ]?)\d{2}\2\d{4})(?!\w)",
            re.IGNORECASE,
        ),
    ),
    Shape(
        kind="data",
        pattern=re.compile(
            r"(?<![A-Za-z])data:[\w.+-]{1,60}/[\w.+-]{1,60}(?:;[\w.=-]{1,60}){0,4};base64,"
            r"(?P<secret>[A-Za-z0-9+/_=-]{64,})",
            re.IGNORECASE,
        ),
    ),
)
"""In the order in which they are looked for: the surest first."""
