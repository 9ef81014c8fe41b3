"""What serves as an embedder, and under which name its vectors are kept."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any

import pytest

from retentive import Memory
from retentive.adapters.embedders.given import embedder_of
from retentive.errors import InvalidInput

Vectors = list[list[float]]


def flat(texts: Sequence[str]) -> Vectors:
    """Embed everything alike."""
    return [[1.0, 0.0] for _ in texts]


def sized(size: int, texts: Sequence[str]) -> Vectors:
    return [[1.0] * size for _ in texts]


class Client:
    """A client of one model or another."""

    def __init__(self, model: str) -> None:
        self.model = model

    def vectors(self, texts: Sequence[str]) -> Vectors:
        return [[float(len(self.model)), 1.0] for _ in texts]

    @staticmethod
    def fixed(texts: Sequence[str]) -> Vectors:
        return flat(texts)

    def __call__(self, texts: Sequence[str]) -> Vectors:
        return self.vectors(texts)


def local() -> Callable[[Sequence[str]], Vectors]:
    def inside(texts: Sequence[str]) -> Vectors:
        return flat(texts)

    return inside


def disguised() -> Callable[[Sequence[str]], Vectors]:
    """Return another function that says it is `flat`."""

    @functools.wraps(flat)
    def inside(texts: Sequence[str]) -> Vectors:
        return [[0.0, 1.0] for _ in texts]

    return inside


def of_a_program() -> Callable[[Sequence[str]], Vectors]:
    """Return a function of a module that is run."""
    return FunctionType(flat.__code__, vars(ModuleType("__main__")), "flat")


NAMELESS: dict[str, tuple[Callable[[], Any], str]] = {
    "a method": (lambda: Client("small").vectors, "a method of an object"),
    "a lambda": (lambda: lambda texts: flat(texts), "a lambda or local function"),
    "a local function": (local, "a lambda or local function"),
    "a wrapped function": (disguised, "a lambda or local function"),
    "a part": (lambda: functools.partial(sized, 3), "this partial"),
    "an object that is called": (lambda: Client("small"), "this Client"),
    "a function of the program": (of_a_program, "a function of the program itself"),
}


@pytest.mark.parametrize("name", NAMELESS)
def test_what_has_no_name_of_its_own_is_refused_with_a_way_to_give_one(name: str) -> None:
    given, told = NAMELESS[name]
    with pytest.raises(InvalidInput, match=told) as caught:
        Memory.open("memory://", embedder=given())
    assert 'identity = "model and version"' in caught.value.message


@pytest.mark.parametrize("name", sorted(NAMELESS.keys() - {"a method"}))
def test_what_carries_an_identity_is_known_by_it(name: str) -> None:
    given = NAMELESS[name][0]()
    given.identity = "small-v1"
    found = embedder_of(given)
    assert found is not None
    assert found.identity == "small-v1"


def test_a_method_has_no_identity_that_other_objects_do_not_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Client.vectors, "identity", "small-v1", raising=False)
    with pytest.raises(InvalidInput, match="a method of an object"):
        embedder_of(Client("large").vectors)


@pytest.mark.parametrize("function", [flat, Client.fixed])
def test_a_function_that_its_module_names_goes_by_that_name(
    function: Callable[[Sequence[str]], Vectors],
) -> None:
    found = embedder_of(function)
    assert found is not None
    assert found.identity == f"{__name__}.{function.__qualname__}"
    assert found.dimensions == 2
