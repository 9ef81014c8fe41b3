"""The commands that read: `recall`, `context`, `facts`, `history`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

import click

from retentive import Context, Fact, NotFound, Page
from retentive.app.drawers import Facts
from retentive.surfaces.cli import show
from retentive.surfaces.cli.opening import Missing, handle, opened
from retentive.surfaces.cli.options import Filters, Place, Times, When, at_time, in_scope, of_kind

_PAGE = 1000


@click.command(
    short_help="Search what is remembered, best first.",
    epilog="""\b
Examples:
  retentive recall --user ana "who moved to Porto?"
  retentive recall --user ana "where did she live?" --as-of 2026-01-31T00:00:00Z --json""",
)
@click.argument("query")
@click.option("--limit", type=click.IntRange(0), help="How many hits at most. Default: 10.")
@of_kind
@at_time
@in_scope
def recall(
    place: Place,
    when: When,
    query: str,
    filters: Filters,
    limit: int | None,
) -> None:
    """Search facts and messages for QUERY, each hit with the words it rests on.

    Prints nothing when nothing known is about it: with an embedder, when nothing is near in
    meaning or words; without one, when no word is shared.
    """
    at = when.times(place.timezone)
    with opened(place, Missing.READ_EMPTY) as memory:
        scope = handle(memory, place)
        found = scope.recall(
            query,
            limit=limit,
            kinds=filters.kinds,
            tags=filters.tags,
            valid_at=at.valid_at,
            known_at=at.known_at,
            as_of=at.as_of,
        )
        waiting = scope.pending()
    show.answer(found, show.hits(found, place.timezone))
    if not found:
        show.say("nothing relevant is remembered")
    show.pending(waiting)


@click.command(
    short_help="Build the memory block for a prompt.",
    epilog="""\b
Examples:
  retentive context --user ana "her move to Porto" --budget 800
  retentive context --user ana --session s-17 "reply to her" --verbose""",
)
@click.argument("query")
@click.option("--budget", type=int, default=2000, show_default=True, help="Tokens at most.")
@at_time
@in_scope
def context(place: Place, when: When, query: str, budget: int) -> None:
    """Build the block of remembered data that fits QUERY and the budget.

    Prints the block alone; --verbose tells beside it what each section got and lost.
    """
    at = when.times(place.timezone)
    with opened(place, Missing.READ_EMPTY) as memory:
        scope = handle(memory, place)
        block = scope.context(
            query, budget=budget, valid_at=at.valid_at, known_at=at.known_at, as_of=at.as_of
        )
        waiting = scope.pending()
    show.answer(block, [block.text.rstrip("\n")] if block.text else [])
    if place.verbose:
        show.say(show.account(block))
    if not block.text:
        show.say(_why_empty(block))
    show.pending(waiting)


def _why_empty(block: Context) -> str:
    """Say whether nothing was found, or nothing of it fits the budget."""
    cut = sum(one.cut for one in block.account)
    if not cut:
        return "nothing is remembered that fits the query"
    found = show.plural(cut, "line")
    return f"{found} would fit the query, but none the budget of {block.budget} tokens: raise it"


@click.command(
    short_help="List the facts that hold, newest first.",
    epilog="""\b
Examples:
  retentive facts --user ana
  retentive facts --user ana --kind preference --limit 5 --json
  retentive facts --user ana --all""",
)
@click.option("--all", "everything", is_flag=True, help="All pages, not only the first.")
@click.option("--limit", type=click.IntRange(0), help="How many on a page. Default: 50.")
@click.option("--cursor", help="Go on behind an earlier page.")
@of_kind
@at_time
@in_scope
def facts(
    place: Place,
    when: When,
    filters: Filters,
    everything: bool,
    limit: int | None,
    cursor: str | None,
) -> None:
    """List the facts that hold in this scope, newest first."""
    at = when.times(place.timezone)
    with opened(place, Missing.READ_EMPTY) as memory:
        scope = handle(memory, place)
        drawer = scope.facts
        if everything:
            page = Page(items=tuple(_all(drawer, at, filters, cursor)))
        else:
            page = _page(drawer, at, filters, limit, cursor)
        waiting = scope.pending()
    show.answer(page, show.facts(page.items, place.timezone))
    if page.cursor:
        show.say(f"there are more: --cursor {page.cursor}, or --all")
    if not page.items and limit != 0:
        filtered = " of that kind or tag" if filters.kinds or filters.tags else ""
        show.say(f"no fact is remembered{filtered}")
    show.pending(waiting)


def _page(
    drawer: Facts,
    at: Times,
    filters: Filters,
    limit: int | None,
    cursor: str | None,
) -> Page[Fact]:
    return drawer.list(
        limit=limit,
        cursor=cursor,
        kinds=filters.kinds,
        tags=filters.tags,
        valid_at=at.valid_at,
        known_at=at.known_at,
        as_of=at.as_of,
    )


def _all(drawer: Facts, at: Times, filters: Filters, cursor: str | None) -> Iterator[Fact]:
    """Yield the facts of all pages behind the cursor."""
    while True:
        page = _page(drawer, at, filters, _PAGE, cursor)
        yield from page.items
        cursor = page.cursor
        if cursor is None:
            return


@click.command(
    short_help="Show every version of a fact.",
    epilog="""\b
Example:
  retentive history --user ana f_0f3k…""",
)
@click.argument("record_id", metavar="ID")
@in_scope
def history(place: Place, record_id: str) -> None:
    """Show every version of the fact ID, oldest first, each with its reason and words.

    Of a version that changed because of another fact that fact is shown too.
    """
    with opened(place, Missing.READ_EMPTY) as memory:
        scope = handle(memory, place)
        chain = scope.history(record_id)
        causes = _found(scope.facts, (one.ended_by for one in chain))
    show.answer(chain, show.versions(chain, causes, place.timezone))


def _found(drawer: Facts, keys: Iterable[str | None]) -> dict[str, Fact]:
    """Return those of the facts that are still there."""
    found: dict[str, Fact] = {}
    for key in keys:
        if key is not None:
            with suppress(NotFound):
                found[key] = drawer.get(key)
    return found
