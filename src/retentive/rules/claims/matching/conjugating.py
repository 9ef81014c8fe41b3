"""The forms of the verbs that a language's files name: those of a row, or those that are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from retentive.rules.reading.inflection import forms_of

_VERB: Final = re.compile(r"<([^>\s]+)>")


def verbs_of(
    rows: Mapping[str, str], classes: Iterable[str], tables: Iterable[Mapping[str, Any]]
) -> dict[str, dict[str, str]]:
    """Return the forms of each verb of a row, a class or a pattern, with what each may be.

    A row is `base third -ing past participle`: alternatives with `/`, `_` for a form that is not
    meant, the participle only where it differs. A verb has one only if `rules.reading` does not
    know it, or other forms of it. What has none and begins with `h_` is the verb as a habit
    (`I paint`, not `I'm painting the hall`), with `h3_` in the third person alone.
    """
    names = dict.fromkeys([*rows, *_named(classes, tables)])
    return {name: _lettered(columns) for name in names if (columns := _columns(name, rows))}


def _named(classes: Iterable[str], tables: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for words in classes:
        yield from words.split()
    for table in tables:
        for row in table.get("claim", ()):
            told = row["say"] if isinstance(row["say"], str) else " ".join(row["say"])
            for names in _VERB.findall(told):
                yield from names.split("|")


def _columns(name: str, rows: Mapping[str, str]) -> Sequence[str]:
    """Return the five forms of a verb, `_` for one that is not wanted; none if it is not known."""
    row = rows.get(name, "").split()
    if row and len(row) not in (4, 5):
        raise ValueError(f"the verb {name!r} has {len(row)} columns, not four or five")
    if row:
        return row if len(row) == 5 else [*row, row[3]]
    told, _, verb = name.partition("_")
    if told not in ("h", "h3"):
        return forms_of(name) or ()
    base, third, *_ = _columns(verb, rows) or ("", "")
    return ("_" if told == "h3" else base, third, "_", "_", "_") if third else ()


def _lettered(columns: Sequence[str]) -> dict[str, str]:
    """Return the forms in the columns of a verb, each with the letters of what it may be."""
    forms: dict[str, str] = {}
    for letter, column in zip("bsipn", columns, strict=True):
        for form in column.split("/") if column != "_" else ():
            forms[form] = forms.get(form, "") + letter
    return forms
