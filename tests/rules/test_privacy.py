"""What is taken out of a text before it is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.rules.privacy import Cleaned, Redaction, _secrets, clean, redact
from retentive.rules.secret_shapes import SHAPES, Shape
from tests.rules.corpus import HOSTILE, LARGE

PEM = "-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBg\n-----END PRIVATE KEY-----"


@pytest.mark.case("sec-04")
@pytest.mark.parametrize(
    ("text", "expected", "kind"),
    [
        (
            "Remember: the staging password is Tr0ub4dor&Zinc9",
            "Remember: the staging password is [REDACTED]",
            "password",
        ),
        ("Our key is sk-test-0000aaaa1111bbbb2222cccc3333dddd", "Our key is [REDACTED]", "api_key"),
        ("aws AKIAIOSFODNN7EXAMPLE is for backups", "aws [REDACTED] is for backups", "aws_key"),
        (
            "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXBsYWNl",
            "token [REDACTED]",
            "jwt",
        ),
        (PEM, "[REDACTED]", "private_key"),
        (
            "postgres://svc:pa55w0rd-x@db.invalid:5432/app",
            "postgres://svc:[REDACTED]@db.invalid:5432/app",
            "url_credentials",
        ),
        ("card 4111 1111 1111 1111 exp 12/29", "card [REDACTED] exp 12/29", "card"),
    ],
)
def test_secrets_go_and_the_useful_rest_stays(text: str, expected: str, kind: str) -> None:
    assert redact(text) == Redaction(text=expected, removed=((kind, 1),))


@pytest.mark.case("sec-05")
@pytest.mark.parametrize(
    "text",
    [
        "The museum team drafted a system prompt for the audio guide",
        "The build works without any API key",
        "token: process.env.MAP_TOKEN || ''",
        "New tenants may ignore previous instructions pinned in the lobby",
        "Password policy: rotate every 90 days",
        "Order 4111 bolts, lot 20260304-1122",
        "Commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixed it",
    ],
)
def test_ordinary_text_of_the_cases_stays(text: str) -> None:
    assert redact(text) == Redaction(text=text)


@pytest.mark.parametrize(
    "text",
    [
        "The password is wrong",
        "password: required",
        "The password is 12 characters long",
        "The password is a 12-character word",
        "The password is the name of my first dog",
        "The secret is out",
        "his secret: honey and lemon",
        "Password = ${DB_PASSWORD}",
        "password: os.environ['PASSWORD']",
        "password: <your password>",
        "password: ********",
        'password: "string"',
        "token count: 4096tokens",
        "api key: see the vault at noon",
        "sk-learn-contrib-something-long",
        "at 1741514400000 ms, or 2026-03-09 10:00:00",
        "call +351 912 345 678 or 00 351 912 345 679",
        "ISBN 978-3-16-148410-0",
        "4111 1111 1111 1112 fails the check",
        "number 41111111111111111111111111",
        "postgres://svc:${PASSWORD}@db.invalid/app",
        "http://localhost:8080/a@b and a@example.invalid",
        "the pin is on the map",
        "eyJust a word",
        "read_password(prompt)",
        "The team password manager is 1Password",
        "password rotation is on Mondays",
        "The password `field` is required",
        "My password's length is a joke",
        "passwords are rotated and 2FA is on",
        "password - see the vault",
        "the password was changed to a longer one",
        "The password changed on 2026-03-09",
        "The secret key is under the mat",
        "a secret key of 2048 bits; the secret key is 2048-bit",
        "The passphrase is: a line of a song",
        "password → vault",
        "hf_hub_download_progress_bar",
        "ssn lookups are slow",
        "Pay IBAN DE89 3704 0044 0532 0130 00",
        "data:text/plain;base64,aGVsbG8=",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == Redaction(text=text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my password is hunter2.", "my password is [REDACTED]."),
        ("DB_PASSWORD=S3cret!", "DB_PASSWORD=[REDACTED]!"),
        ('"password": "swordfish",', '"password": "[REDACTED]",'),
        ("password is 'swordfish'", "password is '[REDACTED]'"),
        ("password: password: X9yZZ", "password: password: [REDACTED]"),
        (
            "the password for the old router is Zx81!",
            "the password for the old router is [REDACTED]!",
        ),
        ("the password is set to Zx81-b", "the password is set to [REDACTED]"),
        ("password " + "is Ab1" + "x" * 500, "password is [REDACTED]"),
        ("Passwort: Zx81b", "Passwort: [REDACTED]"),
        ("密码是Zx81b", "密码是[REDACTED]"),
        ("mi contraseña es Zx81b", "mi contraseña es [REDACTED]"),
        ("passphrase `9 green kites`", "passphrase `9 green kites`"),
        ("passphrase: `9 green kites`", "passphrase: `[REDACTED]`"),
        ('{"api_key": "abcd1234efgh5678"}', '{"api_key": "[REDACTED]"}'),
        ("api key abcd1234efgh5678", "api key abcd1234efgh5678"),
        ("MAP_TOKEN=abcd1234efgh5678", "MAP_TOKEN=[REDACTED]"),
        ("Authorization: Bearer abcdEFGH12345678ijkl", "Authorization: Bearer [REDACTED]"),
        ("ghp_abcdefghijklmnop1234 leaked", "[REDACTED] leaked"),
        ("use sk_live_abcdefghijklmnop1234.", "use [REDACTED]."),
        ("PIN: 4321, locker 7", "PIN: [REDACTED], locker 7"),
        ("secret_key='Zinc9Tr0ub'", "secret_key='[REDACTED]'"),
        ("the secret key is Zx81-bq9", "the secret key is [REDACTED]"),
        ("password is: Zx81b!", "password is: [REDACTED]!"),
        ("the password `Zx81b` works", "the password `[REDACTED]` works"),
        ("an api key `abcd1234efgh5678`", "an api key `[REDACTED]`"),
        ("password → Zx81b", "password → [REDACTED]"),
        ("wifi password - Zx81b", "wifi password - [REDACTED]"),
        ("wifi password — Zx81b", "wifi password — [REDACTED]"),
        ("the password changed to Zx81b", "the password changed to [REDACTED]"),
        ("the password was changed to: Zx81b", "the password was changed to: [REDACTED]"),
        (
            "the password to the db was reset to Zx81b!",
            "the password to the db was reset to [REDACTED]!",
        ),
        ("passwords are Zx81b and Qy72c", "passwords are [REDACTED] and [REDACTED]"),
        ("passwords: Zx81b, Qy72c or Wv63d.", "passwords: [REDACTED], [REDACTED] or [REDACTED]."),
        ("my password's Zx81b", "my password's [REDACTED]"),
        ("my password’s Zx81b", "my password’s [REDACTED]"),
        ("hf_abcdefghijklmnopqrstuvwxyzABCDEF", "[REDACTED]"),
        ("SSN 078-05-1120", "SSN [REDACTED]"),
        ("my social security number is 078 05 1120.", "my social security number is [REDACTED]."),
        (f"a data:image/png;base64,{'QUJD' * 30}= b", "a data:image/png;base64,[REDACTED] b"),
        ("https://u:p@ss@h.invalid/x", "https://u:[REDACTED]@h.invalid/x"),
        ("redis://:Zx81@h.invalid", "redis://:[REDACTED]@h.invalid"),
        ("4111 1111 1111 1111 12/29", "[REDACTED] 12/29"),
        ("lot 12 4111-1111-1111-1111", "lot 12 [REDACTED]"),
        ("amex 378282246310005", "amex [REDACTED]"),
        ("cards 4111111111111111 5555555555554444", "cards [REDACTED] [REDACTED]"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIB", "[REDACTED]"),
        ("a <private>x <PRIVATE>y</private> z</private > b", "a [PRIVATE] b"),
        ("a <private>never closed", "a [PRIVATE]"),
        ("a </private> b", "a </private> b"),
    ],
)
def test_secrets_in_other_dress(text: str, expected: str) -> None:
    assert redact(text).text == expected


def test_what_was_removed_is_counted_by_kind() -> None:
    redaction = redact("<private>a</private> pwd: Zx81b <private>b</private>")
    assert redaction == Redaction(
        text="[PRIVATE] pwd: [REDACTED] [PRIVATE]", removed=(("password", 1), ("private", 2))
    )


WORDS = """
    password pwd token api_key secret PIN is = : " ' ` [ ] [REDACTED] [PRIVATE] X9yZZ& hunter2
    swordfish 4111 1111 4111111111111111 sk-abcdefghijklmnop1 Bearer 1 - . , a://u: @ for
    eyJhbGciOiJI.eyJzdWIi.c2ln AKIAIOSFODNN7EXAMPLE <private> </private> process.env.X
    """
SPACED = [" ", "\n", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"]
FRAGMENTS = st.lists(st.sampled_from([*WORDS.split(), *SPACED]), max_size=12)


@given(FRAGMENTS, st.sampled_from(["", " "]))
def test_redacting_twice_changes_nothing(fragments: list[str], joint: str) -> None:
    once = redact(joint.join(fragments))
    assert redact(once.text) == Redaction(text=once.text)


@given(HOSTILE)
def test_no_text_breaks_redaction(text: str) -> None:
    redaction = redact(text)
    assert (redaction.text == text) == (not redaction.removed)


@pytest.mark.parametrize("text", LARGE, ids=lambda text: f"{text[:6]!r}")
def test_large_texts_end(text: str) -> None:
    assert isinstance(redact(text).text, str)
    assert isinstance(clean(text).text, str)


KEY_STARTS = ["sk-", "pk-", "ghp_", "SG.", "ya29.", "AIza", "hf_", "xoxb-", "eyJ", "AKIA"]
OTHER_STARTS = ["password=", "secret:", "api_key=", "bearer ", "a://b:", "PIN "]


@pytest.mark.parametrize("end", ["a.", "abcdefg.", "abcdefg-", "-", "a.b", "x/", '"'])
@pytest.mark.parametrize("start", [*KEY_STARTS, *OTHER_STARTS])
def test_what_only_starts_like_a_secret_is_judged_in_proportion_to_its_length(
    start: str, end: str
) -> None:
    def judged(count: int) -> int:
        """How many characters of values are looked at in so many repetitions."""
        text, seen = (start + end) * count, 0
        for shape in SHAPES:

            def refuses(value: str, quoted: bool, shape: Shape = shape) -> bool:
                nonlocal seen
                seen += len(value)
                return shape.is_secret(value, quoted)

            list(_secrets(text, replace(shape, is_secret=refuses)))
        return seen

    assert judged(800) <= 2.5 * judged(400) + 1_000


def test_a_key_behind_a_full_stop_is_found_and_words_before_it_do_not_hide_it() -> None:
    key = "sk-proj-abcdefgh0123456789"
    assert redact(f"See the docs.{key}").text == "See the docs.[REDACTED]"
    assert redact(f"sk-is-only-the-start-of-words, {key}").text.endswith("words, [REDACTED]")


@pytest.mark.case("ing-01")
def test_half_a_surrogate_pair_is_replaced() -> None:
    assert clean("tour went well \ud83d today") == Cleaned(
        text="tour went well \ufffd today", replaced=1
    )


def test_an_escaped_surrogate_pair_is_one_character() -> None:
    assert clean("Orders \ud83c\udf5c and \ud83d\udc4b\ud83c\udffd") == Cleaned(
        text="Orders \U0001f35c and \U0001f44b\U0001f3fd", joined=3
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain é 😀", Cleaned(text="plain é 😀")),
        ("a\x00b\udc00", Cleaned(text="a\ufffdb\ufffd", replaced=2)),
        ("\ud83c\ud83c\udf5c", Cleaned(text="\ufffd\U0001f35c", replaced=1, joined=1)),
        ("\udf5c\ud83c", Cleaned(text="\ufffd\ufffd", replaced=2)),
    ],
)
def test_broken_characters(text: str, expected: Cleaned) -> None:
    assert clean(text) == expected


@given(HOSTILE)
def test_clean_text_is_storable_everywhere(text: str) -> None:
    cleaned = clean(text).text
    assert cleaned.encode("utf-8").decode("utf-8") == cleaned
    assert "\x00" not in cleaned
    assert clean(cleaned) == Cleaned(text=cleaned)
