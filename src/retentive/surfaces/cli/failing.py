"""What a person or program is told when a command is refused or fails."""

from __future__ import annotations

import json
from collections.abc import Callable

import click

from retentive import RetentiveError
from retentive.surfaces import wire

_NEXT = {
    "invalid_time": "write times like 2026-03-09T10:00:00Z, or add --timezone Europe/Lisbon",
    "blank_content": "give some words, in quotes",
    "too_large": "split it; docs/limits.md has the sizes",
    "store_moved": "put the file back under its name, or name another with --store",
    "index_mismatch": "run `retentive rebuild`",
    "store_busy": "another process is writing; try again in a moment",
    "corrupt_store": "copy the file before anything else, then run `retentive verify`",
}
"""What to do next on the command line, by the code of the error."""

Words = tuple[str, str | None]
"""What is wrong, and what to do next."""


def tell(error: RetentiveError, *, as_json: bool) -> None:
    """Say what was refused and what to do next."""
    reworded = _WORDS.get(error.code, _as_it_says)
    message, hint = reworded(error)
    if as_json:
        said = wire.failure(error.code, message, {**error.facts, "hint": hint})
        click.echo(json.dumps(said, ensure_ascii=False, indent=2))
    click.echo(f"error: {message} [{error.code}]", err=True)
    if hint:
        click.echo(f"hint: {hint}", err=True)


def _as_it_says(error: RetentiveError) -> Words:
    """Return the library's own words, where they name nothing of Python."""
    return error.message, _NEXT.get(error.code)


def _names(error: RetentiveError, fact: str) -> list[str]:
    found = error.facts.get(fact)
    return [str(one) for one in found] if isinstance(found, tuple) else []


def _scope(error: RetentiveError) -> Words:
    missing = _names(error, "missing")
    if not missing:
        return (
            "nobody is named whose memory this is",
            "add --user NAME (or set RETENTIVE_USER), --agent or --project",
        )
    options = " and ".join(f"--{name}" for name in missing)
    variables = " and ".join(f"RETENTIVE_{name.upper()}" for name in missing)
    return f"this needs {options} as well", f"add {options} NAME, or set {variables}"


def _shared(error: RetentiveError) -> Words:
    space = error.facts.get("visibility")
    if space is None:
        return error.message, "name another space with --visibility, or leave the option out"
    return (
        f"this record is shared with others: visibility {space}",
        f"add --visibility {space} to change it for everybody",
    )


def _not_found(error: RetentiveError) -> Words:
    if "store" in error.facts:
        return error.message, "`retentive stats` shows which store is used"
    name = error.facts.get("id")
    if error.facts.get("ended"):
        return (
            f"{name!r} has ended",
            "`retentive history` shows it, `retentive remember` says it anew",
        )
    return (
        f"no record {name!r} is known in this scope",
        "`retentive recall` and `retentive facts` show the ids of this scope; `forget` takes the "
        "id of a message too",
    )


def _used_before(error: RetentiveError) -> Words:
    if error.facts.get("idempotency_key") is not None:
        return (
            "the --idempotency-key was used before for something else; nothing was stored",
            "use a new key for what is new",
        )
    return error.message, "give what changed a new id, or use `retentive correct`"


def _ambiguous(error: RetentiveError) -> Words:
    entries = ", ".join(_names(error, "entries"))
    return (
        f"several messages have the id {error.facts.get('id')!r}: {entries}",
        "give one of these ids, or the --session it is of",
    )


def _mismatch(error: RetentiveError) -> Words:
    stored, given = error.facts.get("stored"), error.facts.get("given")
    return (
        f"the vectors of this store were made by {stored!r}, not by {given!r}",
        "name that one with --embedder, search words alone with --embedder none, or run "
        "`retentive rebuild --embeddings`",
    )


def _input(error: RetentiveError) -> Words:
    if error.facts.get("field") == "as_of":
        return "give --as-of, or --valid-at and --known-at, not both", None
    return error.message, None


def _usage(error: RetentiveError) -> Words:
    if error.facts.get("needs") == "embedder":
        return (
            "there is no embedder to make vectors with",
            'run pip install "retentive[embed]", or name a model file with --embedder',
        )
    return error.message, None


_WORDS: dict[str, Callable[[RetentiveError], Words]] = {
    "scope_required": _scope,
    "visibility_not_allowed": _shared,
    "not_found": _not_found,
    "idempotency_conflict": _used_before,
    "ambiguous_id": _ambiguous,
    "embedding_mismatch": _mismatch,
    "invalid_input": _input,
    "usage_error": _usage,
}
"""The errors that the library words for programs, in the words of the command line."""


def tell_json(code: str, message: str) -> None:
    """Print an error object that no error of the library stands for."""
    click.echo(json.dumps(wire.failure(code, message), ensure_ascii=False, indent=2))


def tell_unexpected(error: Exception, *, as_json: bool) -> None:
    """Own up to a fault of the program."""
    message = f"{type(error).__name__}: {error}"
    if as_json:
        tell_json("unexpected", message)
    click.echo(f"error: {message} [unexpected]", err=True)
    click.echo("hint: this is a fault in retentive; --verbose shows where", err=True)
