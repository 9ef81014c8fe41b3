"""The commands that put something in: `observe` and `remember`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, BinaryIO

import click

from retentive import Fact
from retentive.surfaces.cli import show
from retentive.surfaces.cli.feeding import Fed, Feeder
from retentive.surfaces.cli.items import Item, Unreadable, read_items
from retentive.surfaces.cli.opening import NOWHERE, flush, handle, missing_for, opened, progress
from retentive.surfaces.cli.options import Place, Writing, in_scope, that_writes, time_of
from retentive.surfaces.wire import shape

_SHOWN = 20
"""Refusals that are named one by one; --json names all."""


@click.command(
    short_help="Store messages or events from a file or stdin.",
    epilog="""\b
Examples:
  retentive observe --user ana --session s-17 chat.jsonl
  echo '{"role": "user", "content": "I moved to Porto."}' | retentive observe --user ana -
  retentive observe --user ana --dry-run --json chat.json

A message has role and content, and optionally id, timestamp, name and metadata; an event has
event and text. In one session, items with an id are stored once, however often the
file is read; so is each place of a file that is given an --idempotency-key.""",
)
@click.argument("file", type=click.File("rb"))
@click.option(
    "--strict",
    is_flag=True,
    help="Store nothing unless everything can be stored, and end with 1.",
)
@that_writes
@in_scope
def observe(place: Place, writing: Writing, file: BinaryIO, strict: bool) -> None:
    """Store messages or events from FILE, or from stdin for '-'.

    FILE holds a JSON array, one JSON object (a message, or one with a list of messages), or one
    object a line. What cannot be stored is
    named on stderr and the rest is stored. The command ends with 1 if nothing could be.
    """
    items = read_items(file.read())
    if strict and not writing.dry_run:
        tried = _fed(items, place, replace(writing, dry_run=True))
        if tried.rejected:
            return _report(tried.held_back(), place, writing, strict)
    return _report(_fed(items, place, writing), place, writing, strict)


def _fed(items: list[Item | Unreadable], place: Place, writing: Writing) -> Fed:
    """Feed the items to the store; a dry run looks everything up there, and keeps nothing."""
    fed = Fed()
    with ExitStack() as stack:
        memory = stack.enter_context(opened(place, missing_for(writing)))
        kept = None
        if writing.dry_run:
            aside = stack.enter_context(opened(replace(place, store=NOWHERE, embedder="none")))
            kept = handle(aside, place, replace(writing, dry_run=False))
        feeder = Feeder(handle(memory, place, writing), writing, fed, kept)
        try:
            with progress("storing", verbose=place.verbose) as told:
                feeder.feed(items, told)
        except BaseException:
            if not writing.dry_run:
                show.say(f"safely stored before that: {fed.count('stored')} items or more")
            raise
        if writing.flush and not writing.dry_run:
            flush(memory, place)
    return fed


def _report(fed: Fed, place: Place, writing: Writing, strict: bool) -> None:
    """Say what became of everything; end with 1 if that is not what was asked for."""
    show.answer(fed.summary() | {"dry_run": writing.dry_run}, _counts(fed, writing))
    if fed.ignored:
        names = ", ".join(f"{show.clean(name)} ({n})" for name, n in fed.ignored.items())
        show.say(f"note: keys that are not read: {names}; what is under metadata is kept")
    named = fed.rejected if place.verbose else fed.rejected[:_SHOWN]
    for one in named:
        show.say(f"{one.where}: {show.clean(one.reason)}")
    if len(fed.rejected) > len(named):
        show.say(f"… and {len(fed.rejected) - len(named)} more; --verbose names all")
    if not fed.rejected:
        return
    failed = strict or len(fed.rejected) == len(fed.items)
    told = "error" if failed else "note"
    show.say(f"{told}: the items named above cannot be stored; {_remedy(fed, writing)}")
    click.get_current_context().exit(1 if failed else 0)


def _remedy(fed: Fed, writing: Writing) -> str:
    """Say how the rest is stored without storing anything twice."""
    if not fed.nameless or writing.dry_run:
        return "mend them and run this again"
    again = show.plural(fed.nameless, "stored item")
    return (
        f"mend them and store these alone, since {again} without an id would be stored again. "
        "With --idempotency-key KEY from the first run on, the whole file can be run again"
    )


def _counts(fed: Fed, writing: Writing) -> Iterator[str]:
    parts = [f"{'would store' if writing.dry_run else 'stored'} {fed.count('stored')}"]
    parts += [f"{count} known already"] if (count := fed.count("duplicate")) else []
    parts += [f"{count} held back"] if (count := fed.count("held_back")) else []
    parts += [f"{len(fed.rejected)} refused"] if fed.rejected else []
    yield ", ".join(parts)
    if fed.redacted:
        yield "secrets taken out: " + ", ".join(f"{n} {kind}" for kind, n in fed.redacted.items())
    if fed.lagging:
        yield "digestion is far behind; `retentive flush` catches up"


@click.command(
    short_help="Store one statement as said.",
    epilog="""\b
Examples:
  retentive remember --user ana "Prefers e-mail over phone" --kind preference
  retentive remember --project atlas "Deploys are frozen in December" --tag release
  retentive remember --user ana --agent support "Refunded July" --role assistant""",
)
@click.argument("text")
@click.option(
    "--role",
    type=click.Choice(["user", "assistant"]),
    help="Who says it: the user, or the agent itself. Default: the user, if one is named.",
)
@click.option(
    "--kind", help="What kind of fact it is: any word, as preference. Default: knowledge."
)
@click.option("--tag", "tags", multiple=True, help="A tag; can be given several times.")
@click.option("--valid-from", metavar="TIME", help="Since when it holds.")
@that_writes
@in_scope
def remember(
    place: Place,
    writing: Writing,
    text: str,
    **said: Any,
) -> None:
    """Store TEXT as one statement; it can be found at once.

    If an equal fact is known, that one is confirmed and returned.
    """
    said["valid_from"] = time_of(said["valid_from"], "--valid-from", place.timezone)
    with opened(place, missing_for(writing)) as memory:
        fact = handle(memory, place, writing).remember(
            text,
            **said,
            visibility=writing.visibility,
            idempotency_key=writing.idempotency_key,
        )
        if writing.flush and not writing.dry_run:
            flush(memory, place)
    _remembered(fact, place, writing)


def _remembered(fact: Fact, place: Place, writing: Writing) -> None:
    if writing.dry_run:
        tried = {"dry_run": True, "fact": shape(fact)}
        show.answer(tried, [f"would remember: {show.clean(fact.text)}"])
    else:
        show.answer(fact, show.facts([fact], place.timezone))
