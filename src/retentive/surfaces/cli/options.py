"""The options that commands share, and the values they arrive as.

A bundle is a frozen value; its options reach a command as one argument of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from retentive import Visibility
from retentive.kernel.errors import InvalidTime
from retentive.surfaces.cli.settings import JSON, VERBOSE
from retentive.surfaces.wire import instant

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Command = Callable[..., None]
Decorator = Callable[[Command], Command]
Bundle = TypeVar("Bundle", bound="DataclassInstance")


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Which store a command works on, and how much it says."""

    store: str | None = None
    embedder: str = "auto"
    verbose: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Where):
    """Whose memory, in which store."""

    user: str | None = None
    agent: str | None = None
    tenant: str | None = None
    project: str | None = None
    session: str | None = None
    timezone: str | None = None

    @property
    def is_named(self) -> bool:
        """Whether a scope was named at all."""
        return any(one is not None for one in (self.user, self.agent, self.project))


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """The times a read looks at, as they were written."""

    as_of: str | None = None
    valid_at: str | None = None
    known_at: str | None = None

    def times(self, zone: str | None) -> Times:
        """Return the arguments of a read; a time without an offset is read in `zone`."""
        ever = self.valid_at == "any"
        return Times(
            as_of=time_of(self.as_of, "--as-of", zone),
            valid_at="any" if ever else time_of(self.valid_at, "--valid-at", zone),
            known_at=time_of(self.known_at, "--known-at", zone),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The times a read looks at."""

    as_of: datetime | None
    valid_at: datetime | Literal["any"] | None
    known_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which facts a read is about; empty does not filter."""

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """How a write is made."""

    visibility: Visibility | None = None
    idempotency_key: str | None = None
    dry_run: bool = False
    flush: bool = True

    @property
    def is_global(self) -> bool:
        """Whether everybody is to read it, for which a handle has to be opened."""
        return self.visibility is Visibility.GLOBAL


def time_of(text: str | None, name: str, zone: str | None) -> datetime | None:
    """Return the time that an option gives; one that cannot be read is misuse."""
    try:
        return None if text is None else instant(text, name, zone)
    except InvalidTime as error:
        raise click.BadParameter(error.message, param_hint=name) from error


def _zone(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    try:
        return None if value is None else ZoneInfo(value).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise click.BadParameter(
            f"{value!r} is not a known IANA name such as Europe/Lisbon"
        ) from error


def _remembers(key: str) -> Callable[[click.Context, click.Parameter, bool], bool]:
    def keep(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
        ctx.meta[key] = value
        return value

    return keep


def _scope_option(name: str, help_text: str) -> Decorator:
    return click.option(f"--{name}", envvar=f"RETENTIVE_{name.upper()}", help=help_text)


as_json: Decorator = click.option(
    "--json",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_remembers(JSON),
    help="Print JSON.",
)
_WHERE: list[Decorator] = [
    click.option(
        "--store",
        metavar="PATH_OR_URL",
        envvar="RETENTIVE_STORE",
        help="The store: a path, sqlite:///…, postgresql://… or memory://. "
        "Default: memory.db in your data folder.",
    ),
    click.option(
        "--embedder",
        metavar="NAME_OR_FILE",
        envvar="RETENTIVE_EMBEDDER",
        default="auto",
        help="Finds what is near in meaning: auto (the offline one, if installed), multilingual, "
        "a model file, or none.",
    ),
    click.option("-v", "--verbose", is_flag=True, callback=_remembers(VERBOSE), help="Say more."),
    as_json,
]
_PLACE: list[Decorator] = [
    _scope_option("user", "Whose memory it is."),
    _scope_option("agent", "Which agent works with it."),
    _scope_option("tenant", "Which customer or team it belongs to."),
    _scope_option("project", "Which project it is about."),
    _scope_option("session", "Which conversation this is."),
    click.option(
        "--timezone",
        envvar="RETENTIVE_TIMEZONE",
        metavar="ZONE",
        callback=_zone,
        help="Reads times without an offset, as Europe/Lisbon; shows times in it.",
    ),
]
_TIME = "TIME"
_WHEN: list[Decorator] = [
    click.option("--as-of", metavar=_TIME, help="What held and was known at that time."),
    click.option("--valid-at", metavar=_TIME, help="What held at that time; 'any': ever."),
    click.option(
        "--known-at", metavar=_TIME, help="What had come in by that time, whenever it was said."
    ),
]
_FILTERS: list[Decorator] = [
    click.option("--kind", "kinds", multiple=True, help="Only this kind; can be repeated."),
    click.option("--tag", "tags", multiple=True, help="Only with this tag; can be repeated."),
]
dry_run: Decorator = click.option(
    "--dry-run", is_flag=True, help="Say what would be done; write nothing."
)


def _writing(visibility_help: str) -> list[Decorator]:
    return [
        click.option(
            "--visibility",
            type=click.Choice(Visibility, case_sensitive=False),
            metavar="WHO",
            help=visibility_help,
        ),
        click.option(
            "--idempotency-key",
            metavar="KEY",
            help="Sent again under the same key, it is done once.",
        ),
        dry_run,
        click.option(
            "--flush/--no-flush",
            default=True,
            help="Digest it now (the default), or leave that to another process.",
        ),
    ]


_SPACES = ", ".join(Visibility)


def bundled(kind: type[Bundle], name: str, options: Sequence[Decorator]) -> Decorator:
    """Return a decorator that adds options and hands them over as one value `name`."""
    names = [one.name for one in fields(kind)]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(**values: Any) -> None:
            taken = {one: values.pop(one) for one in names}
            command(**{name: kind(**taken)}, **values)

        made: Command = run
        for option in reversed(options):
            made = option(made)
        return made

    return decorate


on_store = bundled(Where, "where", _WHERE)
in_scope = bundled(Place, "place", [*_PLACE, *_WHERE])
at_time = bundled(When, "when", _WHEN)
of_kind = bundled(Filters, "filters", _FILTERS)
that_writes = bundled(
    Writing,
    "writing",
    _writing(
        f"Who may read it: {_SPACES}. Default: the user; without one the project, else the agent."
    ),
)
that_changes = bundled(
    Writing,
    "writing",
    _writing(f"For a record that others read too, who they are: {_SPACES}."),
)
