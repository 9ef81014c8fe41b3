"""What can be set when a memory is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from retentive.kernel.ambient import Ambient, Clock
from retentive.kernel.errors import InvalidInput
from retentive.kernel.events import Listener
from retentive.kernel.scope import checked_id
from retentive.kernel.times import aware_utc
from retentive.ports.models import Embedder
from retentive.ports.stages import Extractor
from retentive.rules.checked import (
    checked_count,
    checked_flag,
    checked_part,
    checked_seconds,
    checked_zone,
    shown,
)
from retentive.rules.limits import LIMITS, Limits
from retentive.rules.pace import PACE, WORK, Pace, WorkPolicy
from retentive.rules.policy import FUSION, FusionPolicy

Progress = Callable[[int, int], None]
"""Told how much of how much is done, now and then, on the memory's own thread."""

EmbedderLike = Embedder | Callable[[Sequence[str]], Sequence[Sequence[float]]] | Path | str | None
"""What can be given as an embedder; see `Memory.open`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Settings of one opened memory; every one has a sane default.

    `background` digests in this process without being asked; with False only `flush`,
    `rebuild` and other processes digest. `max_pending` is how many undigested entries of a
    space make a receipt say `lagging`. `busy_seconds` is how long a write waits for another
    process before it raises `StoreBusy`. `timezone` reads times without an offset.
    `vector_cache_bytes` bounds the vectors that are kept in memory. `embedding_mismatch` says
    what to do with a store whose vectors another embedder made: refuse to open it, or search
    it by words (until `rebuild(embeddings=True)`). `fusion` weighs what the ways of searching
    find; the default is the one that is measured.
    """

    background: bool = True
    max_pending: int = 10_000
    busy_seconds: float = 30.0
    timezone: str | None = None
    limits: Limits = LIMITS
    pace: Pace = PACE
    work: WorkPolicy = WORK
    vector_cache_bytes: int = 256 * 2**20
    embedding_mismatch: Literal["refuse", "text"] = "refuse"
    fusion: FusionPolicy = FUSION

    def __post_init__(self) -> None:
        """Refuse a setting of another kind than its default's."""
        checked_flag(self.background, "background")
        checked_count(self.max_pending, "max_pending")
        if checked_seconds(self.busy_seconds, "busy_seconds") is None:
            raise InvalidInput("busy_seconds must be a number of seconds", field="busy_seconds")
        checked_zone(self.timezone)
        checked_count(self.vector_cache_bytes, "vector_cache_bytes")
        if self.embedding_mismatch not in ("refuse", "text"):
            raise InvalidInput(
                'embedding_mismatch must be "refuse" or "text"', field="embedding_mismatch"
            )
        for name, kind in (
            ("limits", Limits),
            ("pace", Pace),
            ("work", WorkPolicy),
            ("fusion", FusionPolicy),
        ):
            if not isinstance(getattr(self, name), kind):
                raise InvalidInput(f"{name} must be {kind.__name__}(…)", field=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a memory is opened with: checked before anything is touched."""

    ambient: Ambient
    extractor: Extractor | None
    embedder: object
    listeners: tuple[Listener, ...]
    config: Config


WIDEST_WINDOW = 1_000
"""Earlier messages that an extractor can be given with each entry."""


def checked_parts(
    clock: Clock | None,
    ambient: Ambient | None,
    extractor: Extractor | None,
    embedder: object,
    listeners: object,
    config: Config | None,
) -> Parts:
    """Return the parts of a memory; raise `InvalidInput` naming the one that cannot serve."""
    if ambient is not None and not isinstance(ambient, Ambient):
        raise InvalidInput(f"ambient must be Ambient(…), not {shown(ambient)}", field="ambient")
    if ambient is not None and clock is not None:
        raise InvalidInput("give a clock or an ambient that has one, not both", field="clock")
    if config is not None and not isinstance(config, Config):
        raise InvalidInput(f"config must be Config(…), not {shown(config)}", field="config")
    made = ambient or (Ambient() if clock is None else Ambient(clock=clock))
    checked_part(made.clock, "clock", ("now", "monotonic"))
    aware_utc(made.clock.now(), "clock.now()")
    checked_part(made.ids, "ids", ("new",))
    checked_part(made.chance, "chance", ("secret",))
    if extractor is not None:
        _check_extractor(extractor)
    if hasattr(embedder, "embed"):  # the wiring checks what else it needs, and what is no object
        checked_part(embedder, "embedder", ("embed",))
    if isinstance(listeners, str | bytes) or not isinstance(listeners, Iterable):
        raise InvalidInput("listeners must be a list of functions", field="listeners")
    told: tuple[Listener, ...] = tuple(listeners)
    for one in told:
        if not callable(one):
            raise InvalidInput(f"listeners must be functions, not {shown(one)}", field="listeners")
    return Parts(
        ambient=made,
        extractor=extractor,
        embedder=embedder,
        listeners=told,
        config=config or Config(),
    )


def _check_extractor(extractor: object) -> None:
    checked_part(extractor, "extractor", ("question", "ask", "extract"))
    checked_id(getattr(extractor, "identity", None), "extractor.identity")
    window = checked_count(getattr(extractor, "window", None), "extractor.window")
    if window > WIDEST_WINDOW:
        raise InvalidInput(
            f"extractor.window must be at most {WIDEST_WINDOW}, not {window}",
            field="extractor.window",
        )
