"""The files of a language: nothing is defined in them that nobody names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from retentive.app.languages import pattern_tables
from retentive.rules import claims
from retentive.rules.claims.matching.lexicon import lexicon_of, spelt
from retentive.rules.claims.matching.line import line_of
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading import words_of
from retentive.rules.reading.inflection import forms_of

TABLES = pattern_tables()
CODE = "\n".join(path.read_text("utf-8") for path in Path(claims.__file__).parent.rglob("*.py"))
UNASKED = "unasked"
"""The class of verbs that are known only so that their forms are taken for no name."""


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _defined(table: str) -> dict[str, Any]:
    return {name: row for one in TABLES.values() for name, row in one.get(table, {}).items()}


PATTERNS = " ".join(_texts([table.get("claim", []) for table in TABLES.values()]))
WORDS = " ".join([*_texts(_defined("classes")), *_texts(_defined("kinds"))])
VERBS = set(re.findall(r"<([^>]+)>", PATTERNS))
CLASSES = set(re.findall(r"@(\w+)", f"{re.sub(r'<[^>]+>', '', PATTERNS)} {WORDS}"))
KINDS = set(re.findall(r"\{(?:\w+:)?(\w+)[}@*]", PATTERNS))
NAMED = {name for one in VERBS for name in one.split("|")}


def _is_named(table: str, name: str) -> bool:
    if table == "classes":
        return name in CLASSES or f'"{name}"' in CODE
    if table == "kinds":
        return name in KINDS
    if table == "verb_classes":
        return f"@{name}" in NAMED or name == UNASKED
    return name in NAMED or any(name in row.split() for row in _defined("verb_classes").values())


@pytest.mark.parametrize("table", ["classes", "kinds", "verbs", "verb_classes"])
def test_what_a_language_defines_is_named_somewhere(table: str) -> None:
    assert [name for name in _defined(table) if not _is_named(table, name)] == []


FORMS = (lex.BASES, lex.THIRDS, lex.GERUNDS, lex.PASTS, lex.PARTICIPLES)
HELPING = {"be", "have", "have_got"}
SLANG = {"livin", "luv", "wedding", "waked", "_"}


def test_what_cuts_clauses_knows_the_forms_of_its_verbs_as_the_files_tell_them() -> None:
    unknown = []
    for name, row in _defined("verbs").items():
        columns = [set(one.split("/")) for one in row.split()]
        if name in HELPING or columns[0].isdisjoint(lex.BASES):
            continue  # helping verbs have tables of their own
        columns += columns[3:] if len(columns) == 4 else []
        for forms, known in zip(columns, FORMS, strict=True):
            unknown += [f"{name}: {one}" for one in sorted(forms - known - SLANG)]
    assert unknown == []


def test_a_verb_has_a_row_only_where_its_forms_are_not_known() -> None:
    rows = {name: row.split() for name, row in _defined("verbs").items()}
    full = {name: (*row, row[3])[:5] for name, row in rows.items()}
    assert [name for name, row in full.items() if row == forms_of(name)] == []


LEXICON = lexicon_of(TABLES)
ADVERBS = {" ".join(words) for rows in LEXICON.adverbs.values() for words, _ in rows}

IN_TEXT = {"a.m.", "p.m."}
"""Words that are looked for in a text as it is written."""


def _why_dead(told: str) -> str:
    """Return why no line can hold a word, or words in a row; "" where one can."""
    told = spelt(told)
    words = words_of(told.replace(" 's", "'s"))
    line = line_of(told, words, LEXICON)
    lows = " ".join(word.low for word in words)
    if told == "'s" or told == " ".join(word.low for word in line.words):
        return ""
    return f"it is cut to {lows!r}" if told != lows else "it holds an adverb, which is set aside"


def _said(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the words of a row, each with the pattern or field it stands in."""
    for say in [row["say"]] if isinstance(row["say"], str) else row["say"]:
        for part in say.split():
            one = part[1:-1] if part.startswith("(") else part
            one = one[1:-1].partition("=")[2] if one.startswith("{") else one
            if one not in ("^", "$", "^^", "^|{whose}") and not one.startswith("<"):
                yield from ((say, word) for word in one.split("|") if word)
    for field in ("unless", "with"):
        yield from ((f"{field} of {row['say']}", word) for word in row.get(field, "").split())


def _of_classes(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the words of classes but adverbs of those that code may look up in whole sentences."""
    for name, words in table.get("classes", {}).items():
        told = [(f"class {name}", word) for word in words.split()]
        looked_up = f'"{name}"' in CODE
        yield from (one for one in told if not looked_up or one[1] not in ADVERBS | IN_TEXT)


def _of_kinds(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, row in table.get("kinds", {}).items():
        for field in set(row) - {"form", "most", "timed"}:
            yield from ((f"kind {name}: {field}", word) for word in row[field].split())


@pytest.mark.parametrize("file", TABLES)
def test_every_word_of_the_files_is_one_that_a_line_can_hold(file: str) -> None:
    table = TABLES[file]
    told = [one for row in table.get("claim", ()) for one in _said(row)]
    told += [*_of_classes(table), *_of_kinds(table)]
    plain = [(where, word) for where, word in told if not word.startswith("@")]
    dead = [f"{where}: {word}: {why}" for where, word in plain if (why := _why_dead(word))]
    assert dead == []
