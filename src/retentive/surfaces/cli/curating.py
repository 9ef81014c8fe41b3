"""The commands that curate: `correct`, `retract`, `forget`, `undo`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import click

from retentive import Fact, Handle, NotFound
from retentive.model.report import Curated
from retentive.surfaces.cli import show
from retentive.surfaces.cli.opening import Missing, flush, handle, opened
from retentive.surfaces.cli.options import Place, Writing, in_scope, that_changes
from retentive.surfaces.wire import shape

_ID = click.argument("record_id", metavar="ID")
_REASON = click.option("--reason", default="", help="Why; kept in the history.")


@click.command(
    short_help="Give a fact new words.",
    epilog="""\b
Example:
  retentive correct --user ana f_0f3k… 'Moved to Braga, not Porto'""",
)
@_ID
@click.argument("text")
@that_changes
@in_scope
def correct(place: Place, writing: Writing, record_id: str, text: str) -> None:
    """Give the fact ID the words TEXT; the old ones stay in its history."""

    def act(scope: Handle) -> Curated:
        return scope.correct(
            record_id,
            text,
            visibility=writing.visibility,
            idempotency_key=writing.idempotency_key,
        )

    _curate(place, writing, record_id, "correct", act)


@click.command(
    short_help="End a fact that was wrong.",
    epilog="""\b
Example:
  retentive retract --user ana f_0f3k… --reason 'it was a joke'""",
)
@_ID
@_REASON
@that_changes
@in_scope
def retract(place: Place, writing: Writing, record_id: str, reason: str) -> None:
    """End the fact ID, which was wrong; it shows only in what was known before."""

    def act(scope: Handle) -> Curated:
        return scope.retract(
            record_id,
            reason=reason,
            visibility=writing.visibility,
            idempotency_key=writing.idempotency_key,
        )

    _curate(place, writing, record_id, "retract", act)


@click.command(
    short_help="Silence a fact or a message for good.",
    epilog="""\b
Examples:
  retentive forget --user ana f_0f3k…
  retentive forget --user ana m_01k9… --reason 'she asked for it'""",
)
@_ID
@_REASON
@that_changes
@in_scope
def forget(place: Place, writing: Writing, record_id: str, reason: str) -> None:
    """Silence the fact ID, or the message ID with all that was learnt from it.

    The words it was learnt from are shown nowhere any more, whatever time is
    asked for. Other messages that repeat them in their own words stay.
    """

    def act(scope: Handle) -> Curated:
        return scope.forget(
            record_id,
            reason=reason,
            visibility=writing.visibility,
            idempotency_key=writing.idempotency_key,
        )

    _curate(place, writing, record_id, "forget", act)


@click.command(
    short_help="Take back what was learnt.",
    epilog="""\b
Example:
  retentive history --user ana f_0f3k…
  retentive undo --user ana f_7c2m… --reason 'that was her sister'""",
)
@_ID
@_REASON
@that_changes
@in_scope
def undo(place: Place, writing: Writing, record_id: str, reason: str) -> None:
    """Take back what was learnt: by the change ID all, by a fact or version ID that one.

    Facts end, and what they ended goes on as it was before. The words they were
    learnt from go silent; what else these say stays known. --dry-run names all.
    """

    def act(scope: Handle) -> Curated:
        return scope.undo(
            record_id,
            reason=reason,
            visibility=writing.visibility,
            idempotency_key=writing.idempotency_key,
        )

    _curate(place, writing, record_id, "undo", act)


def _curate(
    place: Place, writing: Writing, name: str, verb: str, act: Callable[[Handle], Curated]
) -> None:
    """Do one act, or say what it would be about."""
    with opened(place, Missing.READ_EMPTY) as memory:
        scope = handle(memory, place, writing)
        if writing.dry_run:
            about = _known(scope, name)
            tried = act(scope)
            others = [one for one in tried.ended if about is None or one != about.id]
            ended = [one for other in others if (one := _known(scope, other)) is not None]
            return _preview(about, name, verb, tried, ended)
        done = act(scope)
        if writing.flush:
            flush(memory, place)
    show.answer(done, _done(done, verb, place))


def _done(done: Curated, verb: str, place: Place) -> Iterator[str]:
    if done.fact is not None:
        yield from show.facts([done.fact], place.timezone)
    yield f"{verb}: done, change {done.change_id}"
    for entry in done.silenced:
        yield f"silenced words of {entry}"


def _known(scope: Handle, name: str) -> Fact | None:
    """Return the fact of that name; a message has none, nor has what was ended."""
    try:
        return scope.facts.get(name)
    except NotFound:
        return None


def _preview(
    fact: Fact | None, name: str, verb: str, tried: Curated, ended: Sequence[Fact]
) -> None:
    """Say what would be changed, what else would end, and which words would go silent."""
    about = name if fact is None else show.clean(fact.text)
    told = {
        "dry_run": True,
        "verb": verb,
        "fact": None if fact is None else shape(fact),
        "silenced": list(tried.silenced),
        "ended": list(tried.ended),
    }
    lines = [f"would {verb}: {about}"]
    lines += [f"would end: {show.clean(one.text)}" for one in ended]
    lines += [f"would silence words of {entry}" for entry in tried.silenced]
    show.answer(told, lines)
