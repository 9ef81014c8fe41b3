"""What a person sees: compact, aligned lines; or, with --json, what a program reads."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from shutil import get_terminal_size
from textwrap import wrap
from zoneinfo import ZoneInfo

import click

from retentive import Context, Fact, Hit, Source
from retentive.surfaces.cli.settings import JSON
from retentive.surfaces.wire import shape, speaker_name

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"


def answer(value: object, lines: Iterable[str]) -> None:
    """Print a value as JSON if that was asked for, else these lines."""
    if click.get_current_context().meta.get(JSON):
        text = json.dumps(shape(value), ensure_ascii=False, indent=2)
        click.echo(text.encode("utf-8", "replace").decode())
        return
    for line in lines:
        click.echo(line)


def say(text: str) -> None:
    """Talk to the person, beside the data."""
    click.echo(text, err=True)


def pending(count: int) -> None:
    """Say that what was accepted lately cannot be found yet."""
    if count:
        waits = "waits" if count == 1 else "wait"
        say(f"{plural(count, 'entry')} {waits} for digestion: run `retentive flush`")


def plural(count: int, name: str) -> str:
    """Return a count and what is counted, as people say it."""
    return f"{count} {name if count == 1 else _PLURALS.get(name, f'{name}s')}"


_PLURALS = {"entry": "entries"}


def clean(text: str) -> str:
    """Return a text on one line, in which nothing can steer a terminal."""
    line = " ⏎ ".join(text.splitlines()) if len(text.splitlines()) > 1 else text.strip()
    return "".join(
        "\ufffd" if unicodedata.category(char) in _HIDDEN and char not in _JOINERS else char
        for char in line.replace("\t", " ")
    )


def when(at: datetime | None, zone: str | None = None) -> str:
    """Return a time as people read it, in `zone` or UTC."""
    if at is None:
        return "open"
    try:
        return f"{at.astimezone(ZoneInfo(zone or 'UTC')):%Y-%m-%d %H:%M %Z}"
    except OverflowError:  # the first and last hours of the calendar exist in UTC alone
        return f"{at.astimezone(UTC):%Y-%m-%d %H:%M %Z}"


def hits(found: Sequence[Hit], zone: str | None = None) -> Iterator[str]:
    """Yield a few lines a hit: score and text, then when it was said, by whom, in which words."""
    for hit in found:
        yield from _block(click.style(f"{hit.score:4.2f}", bold=True), 4, clean(hit.text))
        kind = "fact" if isinstance(hit.record, Fact) else "message"
        for source in hit.sources:
            yield from _small(_source(source, hit, zone))
        if hit.valid_from or hit.valid_until:
            yield from _small(f"holds {_interval(hit.valid_from, hit.valid_until, zone)}")
        if hit.withheld:
            yield from _small(f"{hit.withheld} more sources are not for this scope")
        yield from _small(f"{kind} {hit.id}")


def _source(source: Source, hit: Hit, zone: str | None) -> str:
    said = f"{when(source.said_at, zone)}, {clean(speaker_name(source.speaker))}"
    name = f" [{clean(source.caller_id)}]" if source.caller_id else ""
    quote = clean(source.quote)
    return f"{said}{name}" if quote == clean(hit.text) else f"{said}{name}: “{quote}”"


def facts(found: Iterable[Fact], zone: str | None = None) -> Iterator[str]:
    """Yield one line a fact, and a second one where it is bounded or tagged."""
    for fact in found:
        yield f"{click.style(fact.id, dim=True)}  {when(fact.said_at, zone)}  {fact.kind}"
        yield from (f"  {line}" for line in _wrapped(clean(fact.text), 2))
        if more := _qualities(fact, zone):
            yield f"  {click.style(more, dim=True)}"


def versions(
    chain: Iterable[Fact], causes: Mapping[str, Fact], zone: str | None = None
) -> Iterator[str]:
    """Yield the versions of a fact: since when it was known so, why, and in which words.

    `causes` holds by key the facts because of which versions changed.
    """
    for fact in chain:
        known = f"{when(fact.recorded_at, zone)} – {when(fact.retired_at, zone)}"
        yield f"{known}  {_why(fact)}  {click.style(fact.id, dim=True)}"
        words = clean(fact.text) if fact.standing.served else f"no longer: {clean(fact.text)}"
        yield from (f"  {line}" for line in _wrapped(words, 2))
        for cited in fact.provenance.citations:
            if clean(cited.quote) != clean(fact.text):
                yield click.style(f"  from “{clean(cited.quote)}”", dim=True)
        if fact.valid_from or fact.valid_until:
            holds = _interval(fact.valid_from, fact.valid_until, zone)
            yield click.style(f"  holds {holds}", dim=True)
        cause = causes.get(fact.ended_by or "")
        if cause is not None:
            yield click.style(f"  because of “{clean(cause.text)}” ({cause.id})", dim=True)


def _why(fact: Fact) -> str:
    """Return why a version is there; behind the standing of one that is served no more."""
    reason, standing = clean(fact.reason), fact.standing.value
    if fact.standing.served:
        return reason
    return standing if reason in ("", standing) else f"{standing}: {reason}"


def account(context: Context) -> str:
    """Return what a context cost and what was cut from it."""
    parts = [
        f"{one.section} {one.lines} lines, {one.tokens} tokens"
        + (f" ({one.cut} cut)" if one.cut else "")
        for one in context.account
    ]
    spent = f"{context.tokens} of {context.budget} tokens by {context.counter}"
    return "; ".join([spent, *parts])


def table(rows: Iterable[tuple[str, object]]) -> Iterator[str]:
    """Yield rows of a name and a value, aligned."""
    kept = [(name, str(value)) for name, value in rows]
    width = max((len(name) for name, _ in kept), default=0)
    for name, value in kept:
        yield f"{name:<{width}}  {value}"


def _qualities(fact: Fact, zone: str | None) -> str:
    parts = [f"#{clean(tag)}" for tag in fact.tags]
    if fact.valid_from or fact.valid_until:
        parts.append(f"holds {_interval(fact.valid_from, fact.valid_until, zone)}")
    if fact.pinned:
        parts.append("pinned")
    if fact.confirmations:
        parts.append(f"confirmed {fact.confirmations}×")
    return "  ".join(parts)


def _interval(start: datetime | None, end: datetime | None, zone: str | None) -> str:
    return f"{when(start, zone)} – {when(end, zone)}"


def _block(mark: str, width: int, text: str) -> Iterator[str]:
    first, *rest = _wrapped(text, width + 2) or [""]
    yield f"{mark}  {first}"
    yield from (f"{'':{width}}  {line}" for line in rest)


def _small(text: str) -> Iterator[str]:
    yield from (f"      {click.style(line, dim=True)}" for line in _wrapped(text, 6))


def _wrapped(text: str, indent: int) -> list[str]:
    """Return the text in the width of the terminal; whole where nobody looks."""
    if not sys.stdout.isatty():
        return [text]
    width = max(40, get_terminal_size().columns)
    return wrap(text, width - indent, break_long_words=False)
