"""Whatever a caller meets can be imported from `retentive`, `.errors` or `.types`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

import retentive
import retentive.errors
import retentive.types
from retentive.kernel import errors as every_error
from tests.house.source import ROOT, sources

MODULES = (retentive, retentive.errors, retentive.types)
PUBLIC = {id(getattr(module, name)) for module in MODULES for name in module.__all__}
FACES: tuple[type, ...] = (
    *(retentive.Memory, retentive.Handle, retentive.Receipt, retentive.types.Facts),
    *(retentive.AsyncMemory, retentive.AsyncHandle, retentive.types.AsyncReceipt),
    retentive.types.AsyncFacts,
)
IMPORT = re.compile(r"^ *from (retentive[\w.]*) import (.+)$", re.MULTILINE)


def parts(hint: object) -> Iterator[type]:
    """Yield the classes that a type hint is made of."""
    made_of = typing.get_origin(hint) or hint
    if isinstance(made_of, type):
        yield made_of
    for one in typing.get_args(hint):
        yield from parts(one)


def hints(member: Callable[..., object]) -> Iterator[type]:
    """Yield the classes in the signature of a public verb."""
    for hint in typing.get_type_hints(member).values():
        yield from parts(hint)


def met() -> set[type]:
    """Return our classes that a caller meets: in signatures, and in the fields of those."""
    found: set[type] = set()
    new = set(FACES)
    for face in FACES:
        for name, member in inspect.getmembers(face, callable):
            if not name.startswith("_"):
                new |= set(hints(member))
    while new:
        found |= new
        new = {
            one
            for kind in new
            if is_dataclass(kind) and kind.__module__.startswith("retentive")
            for name, hint in resolved(kind).items()
            if not name.startswith("_")
            for one in parts(hint)
        } - found
    return {one for one in found if one.__module__.startswith("retentive")}


def resolved(kind: type) -> dict[str, object]:
    """Return the public fields of a class with their hints; private ones may be heavy."""
    public = {one.name: one.type for one in fields(kind) if not one.name.startswith("_")}
    space: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        space |= vars(sys.modules[base.__module__])
    holder = type("Holder", (), {"__annotations__": public, "__module__": kind.__module__})
    return typing.get_type_hints(holder, space)


def test_every_type_of_the_public_face_is_public() -> None:
    hidden = sorted(f"{one.__module__}.{one.__name__}" for one in met() if id(one) not in PUBLIC)
    assert hidden == []


def test_every_error_is_public() -> None:
    ours = {
        name
        for name, value in vars(every_error).items()
        if inspect.isclass(value) and issubclass(value, every_error.RetentiveError)
    }
    assert set(retentive.errors.__all__) == ours


def test_every_error_of_ours_stands_with_the_others() -> None:
    elsewhere = [
        f"{source.name}: {node.name}"
        for source in sources("src")
        if source.name != "src/retentive/kernel/errors.py"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef)
        if {base.id for base in node.bases if isinstance(base, ast.Name)}
        & {*retentive.errors.__all__}
    ]
    assert elsewhere == []


def test_names_are_listed_once_and_in_order() -> None:
    for module in (retentive.errors, retentive.types):
        assert module.__all__ == sorted(set(module.__all__))


def test_the_documents_import_public_names_only() -> None:
    places = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    private = [
        f"{place.name}: {module}"
        for place in places
        for module, _ in IMPORT.findall(place.read_text("utf-8"))
        if module not in {"retentive", "retentive.errors", "retentive.types"}
        and not module.startswith("retentive.testing")
    ]
    assert private == []
