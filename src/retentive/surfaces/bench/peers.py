"""Other memories on the same turns and vectors, where their packages are installed.

They store what was said as it is (no model), so that retrieval is compared with retrieval.
None of them is a dependency.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from retentive import InvalidInput
from retentive.surfaces.bench.embedding import Embedder
from retentive.surfaces.bench.ingesting import Telling
from retentive.surfaces.bench.searching import Found, Search
from retentive.surfaces.bench.talks import Conversation

QUIET = {"MEM0_TELEMETRY": "False", "ANONYMIZED_TELEMETRY": "False"}
"""What keeps the peers from calling home while they are measured."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A memory to compare with: the module to import and the package that brings it."""

    name: str
    module: str
    package: str
    fill: Callable[[Any, Bench], Search]


@dataclass(frozen=True, slots=True)
class Bench:
    """What every peer gets: the conversations, the embedder, a folder, and what closes it."""

    talks: Sequence[Conversation]
    embedder: Embedder
    folder: Path
    telling: Telling
    closing: ExitStack

    def each(self, label: str) -> Iterator[tuple[Conversation, Sequence[Any]]]:
        """Yield every conversation with its vectors, telling how far it is."""
        total = sum(len(talk.turns) for talk in self.talks)
        done = 0
        with self.telling(label) as told:
            for talk in self.talks:
                yield talk, self.embedder.embed([turn.said for turn in talk.turns])
                done += len(talk.turns)
                told(done, total)


@dataclass(frozen=True, slots=True)
class Missing:
    """A peer that was not measured, and why."""

    name: str
    reason: str


def peers(bench: Bench) -> Iterator[tuple[str, Search] | Missing]:
    """Yield every peer, filled and ready to be asked, or why it is not."""
    with _quiet(bench.folder):
        for peer in PEERS:
            try:
                module = import_module(peer.module)
            except ImportError:
                yield Missing(peer.name, f"not installed: pip install {peer.package}")
                continue
            yield f"{peer.name} {version(peer.package)}", peer.fill(module, bench)


def needed(embedder: Embedder | None) -> Embedder:
    """Return the embedder that peers are given; raise `InvalidInput` if there is none."""
    if embedder is None:
        raise InvalidInput(
            "the peers are compared on equal vectors: pip install 'retentive[embed]'",
            field="peers",
        )
    return embedder


def _chroma(module: Any, bench: Bench) -> Search:
    settings = module.config.Settings(anonymized_telemetry=False)
    client = module.EphemeralClient(settings)
    kept: dict[str, Any] = {}
    for talk, vectors in bench.each("filling chromadb"):
        kept[talk.id] = client.create_collection(
            f"bench-{len(kept)}", metadata={"hnsw:space": "cosine"}, embedding_function=None
        )
        kept[talk.id].add(
            ids=[turn.id for turn in talk.turns],
            embeddings=[[float(one) for one in vector] for vector in vectors],
            documents=[turn.said for turn in talk.turns],
        )

    def search(talk: Conversation, question: str, limit: int) -> list[Found]:
        asked = [float(one) for one in bench.embedder.embed_query(question)]
        answer = kept[talk.id].query(
            query_embeddings=[asked], n_results=min(limit, len(talk.turns))
        )
        pairs = zip(answer["ids"][0], answer["distances"][0], strict=True)
        return [Found((name,), 1 - distance) for name, distance in pairs]

    return search


def _langgraph(module: Any, bench: Bench) -> Search:
    index = {
        "dims": bench.embedder.dimensions,
        "embed": _Lists(bench.embedder).embed_batch,
        "fields": ["text"],
    }
    store = module.InMemoryStore(index=index)
    for talk, _ in bench.each("filling LangGraph"):
        for turn in talk.turns:
            store.put(("bench", talk.id), turn.id, {"text": turn.said})

    def search(talk: Conversation, question: str, limit: int) -> list[Found]:
        found = store.search(("bench", talk.id), query=question, limit=limit)
        return [Found((one.key,), one.score or 0.0) for one in found]

    return search


def _mem0(module: Any, bench: Bench) -> Search:
    size = bench.embedder.dimensions
    unused = {"provider": "openai", "config": {"api_key": "unused"}}
    memory = module.Memory.from_config(
        {
            "embedder": unused,  # made by the constructor; ours takes its place
            "llm": unused,  # never asked, since nothing is inferred
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "path": str(bench.folder / "qdrant"),
                    "embedding_model_dims": size,
                    "collection_name": "bench",
                },
            },
            "history_db_path": str(bench.folder / "history.db"),
        }
    )
    memory.embedding_model = _Lists(bench.embedder)
    bench.closing.callback(memory.close)
    bench.closing.callback(memory.vector_store.client.close)
    for talk, _ in bench.each("filling mem0"):
        for turn in talk.turns:
            memory.add(
                [{"role": turn.role, "content": turn.said}],
                user_id=talk.id,
                metadata={"turn": turn.id},
                infer=False,
            )

    def search(talk: Conversation, question: str, limit: int) -> list[Found]:
        found = memory.search(question, filters={"user_id": talk.id}, top_k=limit, threshold=0.0)
        return [Found((one["metadata"]["turn"],), one["score"]) for one in found["results"]]

    return search


@dataclass(frozen=True, slots=True)
class _Lists:
    """Our embedder as the peers take theirs: lists of floats."""

    embedder: Embedder

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """Return the vector of one text, which may be a question."""
        if memory_action == "search":
            return [float(one) for one in self.embedder.embed_query(text)]
        return self.embed_batch([text])[0]

    def embed_batch(self, texts: Sequence[str], memory_action: str = "add") -> list[list[float]]:
        """Return one vector a text."""
        return [[float(one) for one in vector] for vector in self.embedder.embed(texts)]


@contextmanager
def _quiet(folder: Path) -> Iterator[None]:
    """Keep the peers off the network and out of the home folder."""
    wanted = {**QUIET, "MEM0_DIR": str(folder)}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


PEERS = (
    Peer("mem0", "mem0", "mem0ai", _mem0),
    Peer("chromadb", "chromadb", "chromadb", _chroma),
    Peer("LangGraph", "langgraph.store.memory", "langgraph", _langgraph),
)
