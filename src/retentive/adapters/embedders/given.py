"""What a caller gives as an embedder, as the port wants it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from inspect import ismethod
from pathlib import Path
from typing import Any

from retentive.adapters.embedders.minilm import MiniLM, is_installed
from retentive.adapters.embedders.multilingual import MultilingualE5
from retentive.kernel.errors import InvalidInput
from retentive.kernel.scope import checked_id
from retentive.ports.models import Embedder

AUTO = "auto"
MULTILINGUAL = "multilingual"

_ANY_PROGRAM = ("__main__", "__mp_main__")
"""The name of every module that is run as a program."""

Function = Callable[[Sequence[str]], Sequence[Sequence[float]]]


def embedder_of(given: object) -> Embedder | None:
    """Return the embedder that is meant by an argument; None: text search alone.

    `auto` is the offline one where its extra is installed, else none; `multilingual` the one
    for many languages; another text or a path is an ONNX file of the offline one; an object
    serves as it is, and a function that turns texts into vectors under its `identity`, or its name
    in its module.
    """
    if given is None:
        return None
    if given == AUTO:
        return MiniLM() if is_installed() else None
    if given == MULTILINGUAL:
        return MultilingualE5()
    if isinstance(given, str | Path):
        return MiniLM(Path(given))
    if hasattr(given, "embed"):
        return Given(given)
    if callable(given):
        return _called(given)
    raise InvalidInput(
        'embedder must be "auto", "multilingual", None, the path of a model file, an object with '
        f"identity, dimensions and embed(texts), or a function, not {type(given).__name__}",
        field="embedder",
    )


class Given:
    """An object of the caller's; what it lacks of the port has a default."""

    def __init__(self, given: Any) -> None:
        """Refuse one without an identity or with odd dimensions."""
        identity, dimensions = getattr(given, "identity", None), getattr(given, "dimensions", None)
        floor = getattr(given, "floor", 0.0)
        if not isinstance(identity, str) or not identity.strip():
            raise InvalidInput(
                "embedder.identity must be a text that names model and version: it is stored "
                "beside the vectors, so that others are never compared with them",
                field="embedder.identity",
            )
        if type(dimensions) is not int or not 1 <= dimensions <= MOST_DIMENSIONS:
            raise InvalidInput(
                f"embedder.dimensions must be a whole number from 1 to {MOST_DIMENSIONS}, "
                f"not {dimensions!r}",
                field="embedder.dimensions",
            )
        if isinstance(floor, bool) or not isinstance(floor, int | float) or not 0.0 <= floor < 1.0:
            raise InvalidInput(
                f"embedder.floor must be a number from 0 to below 1, not {floor!r}",
                field="embedder.floor",
            )
        self.identity = checked_id(identity, "embedder.identity")
        self.dimensions, self.floor = dimensions, float(floor)
        self._given = given

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text."""
        found: Sequence[Sequence[float]] = self._given.embed(texts)
        return found

    def embed_query(self, text: str) -> Sequence[float]:
        """Return the vector of a question: by its own method, else as that of a text."""
        own = getattr(self._given, "embed_query", None)
        found: Sequence[float] = own(text) if callable(own) else self.embed([text])[0]
        return found


MOST_DIMENSIONS = 16_384
"""More than any published embedder makes."""


@dataclass(frozen=True, slots=True)
class _Called:
    """A function as an embedder."""

    function: Function
    identity: str
    dimensions: int
    floor: float = field(default=0.0)

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return self.function(list(texts))

    def embed_query(self, text: str) -> Sequence[float]:
        return self.function([text])[0]


def _called(function: Function) -> Embedder:
    # What an object's method has of the function behind it, other objects' have as well.
    given = None if ismethod(function) else getattr(function, "identity", None)
    identity = given if isinstance(given, str) else _name(function)
    if identity is None:
        raise InvalidInput(
            f"embedder: {_told(function)} has no name of its own to store beside its vectors, so "
            "those of another model could be taken for them; give a function of a module, one "
            'with an attribute identity = "model and version", or an object with identity, '
            "dimensions and embed(texts)",
            field="embedder",
        )
    return Given(_Called(function, identity, _length(function)))


def _name(function: Function) -> str | None:
    """Return where a function is found by its name in a module; None if it is not."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module in _ANY_PROGRAM:
        return None
    found: object = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}.{name}" if found is function else None


def _told(function: Function) -> str:
    """Return what kind of thing it is, in words."""
    if ismethod(function):
        return "a method of an object"
    if getattr(function, "__module__", None) in _ANY_PROGRAM:
        return "a function of the program itself"
    kind = type(function).__name__
    return "a lambda or local function" if kind == "function" else f"this {kind}"


def _length(function: Function) -> int:
    """Return how long the vectors of a function are, which only it can tell."""
    try:
        (vector,) = function(["length"])
        return len(vector)
    except Exception as error:
        raise InvalidInput(
            f"embedder: the function gave no vector for the list of one text, but "
            f"{type(error).__name__}: {error}; give one that returns one vector a text",
            field="embedder",
        ) from error
