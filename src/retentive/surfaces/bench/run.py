"""Running a set of conversations: they go in through the public face, questions are asked of it.

A conversation is one user's memory in a tenant of its own. Every way of searching gets the
same questions in the same run: the library with and without its parts, then the yardsticks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from retentive import Memory
from retentive.surfaces.bench.contexts import contexts
from retentive.surfaces.bench.coverage import Coverage, coverage
from retentive.surfaces.bench.embedding import Embedder, Shared
from retentive.surfaces.bench.ingesting import Ingestion, Telling, flushed, ingestion, stored
from retentive.surfaces.bench.intervals import Figure, figure, figures, seeded
from retentive.surfaces.bench.marks import DEPTH, Mark, mark, names, percentile
from retentive.surfaces.bench.opening import empty, opened
from retentive.surfaces.bench.peers import Bench, Missing, needed, peers
from retentive.surfaces.bench.searching import Found, Search, remembering, yardsticks
from retentive.surfaces.bench.talks import Conversation, Question, Suite

Asked = Sequence[tuple[Conversation, Question]]

TOGETHER = "together"
"""The row of all kinds that make the main figure."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a run is made with; `store` None is a temporary file."""

    ks: tuple[int, ...]
    telling: Telling
    store: str | None = None
    embedder: Embedder | None = None
    peers: bool = False


@dataclass(frozen=True, slots=True)
class System:
    """What one way of searching scored: its figures together, and by kind."""

    name: str
    rows: Mapping[str, Mapping[str, Figure]]
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class Whole:
    """What only the library as it comes is measured on.

    `contexts` is the share of evidence turns inside a context, by its budget; `off_topic` the
    share of another conversation's questions that are answered with anything.
    """

    ingestion: Ingestion
    systems: tuple[System, ...]
    contexts: Mapping[int, Figure | None]
    off_topic: Figure | None
    coverage: Coverage | None


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run; `query_embedding_ms` is what the yardsticks are not charged for."""

    suite: str
    conversations: int
    ks: tuple[int, ...]
    embedder: str | None
    ingestion: Ingestion
    systems: tuple[System, ...]
    contexts: Mapping[int, Figure | None]
    off_topic: Figure | None
    coverage: Coverage | None
    query_embedding_ms: float | None
    missing: tuple[Missing, ...]


def run(suite: Suite, talks: Sequence[Conversation], setup: Setup) -> Report:
    """Measure the library and the yardsticks on the same questions."""
    shared = Shared(needed(setup.embedder)) if setup.peers or setup.embedder else None
    asked = [(talk, question) for talk in talks for question in talk.questions]
    with TemporaryDirectory() as folder:
        place = empty(setup.store or str(Path(folder) / "bench.db"))
        whole = _library(suite, talks, asked, setup, place)
        others, missing = _others(suite, talks, asked, setup, shared, Path(folder))
    return Report(
        suite=suite.name,
        conversations=len(talks),
        ks=setup.ks,
        embedder=shared.identity if shared else None,
        ingestion=whole.ingestion,
        systems=(*whole.systems, *others),
        contexts=whole.contexts,
        off_topic=whole.off_topic,
        coverage=whole.coverage,
        query_embedding_ms=1000 * percentile(shared.seconds, 0.5) if shared else None,
        missing=missing,
    )


def answers(
    search: Search, asked: Asked, limit: int, telling: Telling, label: str
) -> Iterator[tuple[Conversation, Question, list[Found], float]]:
    """Ask every question once; yield its answers and the seconds they took."""
    with telling(label) as told:
        for done, (talk, question) in enumerate(asked, start=1):
            start = perf_counter()
            found = search(talk, question.text, limit)
            seconds = perf_counter() - start
            yield talk, question, found, seconds
            told(done, len(asked))


def marked(
    search: Search, asked: Asked, ks: Sequence[int], telling: Telling, label: str
) -> tuple[list[Mark], list[float]]:
    """Return the marks of every question and the seconds each took."""
    marks: list[Mark] = []
    times: list[float] = []
    for talk, question, found, seconds in answers(search, asked, max(*ks, DEPTH), telling, label):
        marks.append(mark(talk.id, question, [one.ids for one in found], ks))
        times.append(seconds)
    return marks, times


def system(suite: Suite, name: str, search: Search, asked: Asked, setup: Setup) -> System:
    """Return what a way of searching scores on every question."""
    marks, times = marked(search, asked, setup.ks, setup.telling, f"asking {name}")
    wanted = names(setup.ks)
    rows = {TOGETHER: figures((one for one in marks if one.kind not in suite.apart), wanted)}
    for kind in suite.kinds:
        rows[kind] = figures((one for one in marks if one.kind == kind), wanted)
    return System(name, rows, 1000 * percentile(times, 0.5), 1000 * percentile(times, 0.95))


def off_topic(memory: Memory, asked: Asked, telling: Telling) -> Figure | None:
    """Ask each conversation the next one's questions; return the share that is answered."""
    talks = list({talk.id: talk for talk, _ in asked}.values())
    if len(talks) < 2:
        return None
    next_to = {talk.id: talks[at - 1] for at, talk in enumerate(talks)}
    strange = [(next_to[talk.id], question) for talk, question in asked]
    answered: dict[str, list[float]] = defaultdict(list)
    search = remembering(memory, min_score="calibrated")
    for talk, _, found, _ in answers(search, strange, 1, telling, "asking off topic"):
        answered[talk.id].append(float(bool(found)))
    return figure(answered, seeded())


def _library(
    suite: Suite, talks: Sequence[Conversation], asked: Asked, setup: Setup, place: str
) -> Whole:
    """Measure the library: first on text alone, then with its embedder if there is one."""
    telling = setup.telling
    embed: float | None = None
    with ExitStack() as stack:
        memory = stack.enter_context(opened(place, None))
        append = stored(memory, talks, telling)
        digest = flushed(memory, "digesting", telling)
        plain: list[System] = []
        if setup.embedder is not None:
            name = "without embedder"
            plain = [system(suite, name, remembering(memory), asked, setup)]
            memory.close()
            memory = stack.enter_context(opened(place, setup.embedder))
            stored(memory, talks, telling)  # where nothing outlives its process
            embed = flushed(memory, "embedding", telling)
        searches = {
            "retentive": remembering(memory),
            "default min_score": remembering(memory, min_score="calibrated"),
            "facts alone": remembering(memory, include_log=False),
        }
        systems = [system(suite, name, one, asked, setup) for name, one in searches.items()]
        main = [(talk, one) for talk, one in asked if one.kind not in suite.apart]
        turns = sum(len(talk.turns) for talk in talks)
        return Whole(
            ingestion=ingestion(memory, turns, (append, digest, embed)),
            systems=(*systems, *plain),
            contexts=contexts(memory, main, telling),
            off_topic=off_topic(memory, main, telling),
            coverage=coverage(memory, talks),
        )


def _others(
    suite: Suite,
    talks: Sequence[Conversation],
    asked: Asked,
    setup: Setup,
    shared: Shared | None,
    folder: Path,
) -> tuple[list[System], tuple[Missing, ...]]:
    """Measure the yardsticks, and the peers if that was asked for."""
    if shared is not None:
        for _, question in asked:
            shared.embed_query(question.text)
    searches = yardsticks(talks, shared).searches()
    systems = [system(suite, name, one, asked, setup) for name, one in searches.items()]
    missing: list[Missing] = []
    if setup.peers:
        with ExitStack() as closing:
            for peer in peers(Bench(talks, needed(shared), folder, setup.telling, closing)):
                match peer:
                    case Missing():
                        missing.append(peer)
                    case name, search:
                        systems.append(system(suite, name, search, asked, setup))
    return systems, tuple(missing)
