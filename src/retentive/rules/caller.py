"""Who calls, and in which space he may write or change what."""

from __future__ import annotations

from dataclasses import dataclass

from retentive.kernel.errors import InvalidInput, ScopeRequired, VisibilityNotAllowed
from retentive.kernel.scope import Address, Scope, Visibility

SHARED = frozenset({Visibility.AGENT, Visibility.PROJECT, Visibility.TENANT, Visibility.GLOBAL})
"""Visibilities that others than the user and his agent read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """From where a verb is called, and what its handle was opened for.

    A dry run answers every write as it would be answered, and keeps nothing of it.
    """

    scope: Scope
    timezone: str | None = None
    write_global: bool = False
    dry_run: bool = False

    def visibility(self, wanted: Visibility | str | None) -> Visibility:
        """Return where a write goes; raise `ScopeRequired` naming what is missing."""
        return chosen_visibility(self.scope, wanted, opened_global=self.write_global)

    def home(self, wanted: Visibility | str | None) -> Address:
        """Return the address of the space that a write goes to."""
        return self.scope.address(self.visibility(wanted))


def chosen_visibility(
    scope: Scope, visibility: Visibility | str | None, *, opened_global: bool
) -> Visibility:
    """Return where a write goes; the scope must name who owns that space.

    `global` needs a handle that was opened for it.
    """
    if visibility is None:
        return scope.default_visibility()
    try:
        chosen = Visibility(visibility)
    except ValueError as error:
        raise InvalidInput(
            f"visibility {visibility!r} is not one of {', '.join(Visibility)}", field="visibility"
        ) from error
    if chosen is Visibility.GLOBAL and not opened_global:
        raise ScopeRequired(
            "writing to global needs a handle opened for it: memory.scope(…, write_global=True)",
            missing=("write_global",),
        )
    scope.address(chosen)
    return chosen


def may_change(scope: Scope, address: Address, visibility: Visibility | None) -> None:
    """Refuse to change what others share unless the caller says so by `visibility`."""
    shared = address.visibility in SHARED
    usual = address.visibility is scope.default_visibility()
    if shared and not usual and visibility is not address.visibility:
        raise VisibilityNotAllowed(
            f"this record is shared with {address.visibility.value}; pass "
            f"visibility={address.visibility.value!r} to change it for everybody",
            visibility=address.visibility.value,
        )
