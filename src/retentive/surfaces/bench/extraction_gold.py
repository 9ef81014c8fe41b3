"""Reading a gold file of dialogues: what is to be learnt from each turn, and what not.

The format and its conventions stand in benchmarks/data/extraction/README.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from enum import StrEnum
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from retentive.surfaces.bench.talks import read

_FILE = "a gold file of extraction; see benchmarks/data/extraction/README.md"

REAL = frozenset({"asserted", "negated"})
OWNS, PURCHASE = "owns", "purchase"
"""What was bought is owned."""
_HAPPENED = frozenset({"event", PURCHASE, "trip", "visited"})
_MAY_BE_MEANT = frozenset({"wished", "quoted"})
"""Of these the other readings count (a wish is a goal); of what is asked or supposed none does."""


class Worth(StrEnum):
    """What a claim of the file is there for."""

    WANTED = "wanted"
    OPTIONAL = "optional"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to write a claim down."""

    attribute: str
    values: tuple[str, ...]
    positive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """When something took place, as the file writes it."""

    start: str
    end: str
    precision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """The dates of a claim; `also` are as good as the others."""

    zone: tzinfo
    occurred: Interval | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    precision: str | None = None
    also: tuple[Interval | str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Something that a turn says: whoever reads it as any of `readings` is right."""

    subjects: tuple[str, ...]
    readings: tuple[Reading, ...]
    worth: Worth
    modality: str
    quote: str
    dates: Dates | None = None

    @property
    def shown(self) -> str:
        """The claim on one line."""
        return written(self.subjects[0], self.readings[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What a turn does to what is known."""

    op: str
    also: tuple[str, ...]
    subjects: tuple[str, ...]
    readings: tuple[Reading, ...]
    old: tuple[Reading, ...]
    keeps: tuple[str, ...]
    reason: str
    until: str | None

    @property
    def shown(self) -> str:
        """The operation on one line."""
        old = f" (old {self.old[0].values[0]})" if self.old else ""
        return f"{written(self.subjects[0], self.readings[0])}{old}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What holds, or has ended, when a dialogue is over."""

    subjects: tuple[str, ...]
    readings: tuple[Reading, ...]

    @property
    def shown(self) -> str:
        """The claim on one line."""
        return written(self.subjects[0], self.readings[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldTurn:
    """One turn with everything that was noted about it."""

    id: str
    session: str
    role: str
    name: str | None
    said_at: datetime
    zone: str | None
    text: str
    claims: tuple[Claim, ...]
    operations: tuple[Operation, ...]
    nothing: bool
    adversarial: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """One user's talk, in order of arrival, and what holds at its end."""

    id: str
    user: str
    agents: frozenset[str]
    turns: tuple[GoldTurn, ...]
    final: tuple[Standing, ...]
    ended: tuple[Standing, ...]


def load_gold(path: Path) -> list[Dialogue]:
    """Return the dialogues of a gold file; `InvalidInput` if it is another file."""
    return read(path, _FILE, lambda data: [_dialogue(one) for one in data])


def written(subject: str, reading: Reading) -> str:
    """Return a claim on one line."""
    return f"{subject} {reading.attribute}{'=' if reading.positive else '≠'}{reading.values[0]}"


def _dialogue(data: Mapping[str, Any]) -> Dialogue:
    turns = tuple(_turn(session, turn) for session in data["sessions"] for turn in session["turns"])
    claims = [one for turn in turns for one in turn.claims if one.worth is not Worth.FORBIDDEN]
    return Dialogue(
        id=data["id"],
        user=data["user"],
        agents=frozenset(
            one["name"] for one in data.get("participants", ()) if one["kind"] == "agent"
        ),
        turns=turns,
        final=tuple(_standing(one, claims) for one in data.get("final", ())),
        ended=tuple(_over(one, claims) for one in data.get("ended", ())),
    )


def _turn(session: Mapping[str, Any], data: Mapping[str, Any]) -> GoldTurn:
    said_at = datetime.fromisoformat(data["timestamp"])
    name = session.get("zone")
    zone = ZoneInfo(name) if name else said_at.tzinfo
    assert zone is not None
    claims = tuple(made for one in data.get("claims", ()) for made in _claims(one, zone))
    return GoldTurn(
        id=data["id"],
        session=session["id"],
        role=data["role"],
        name=data.get("name"),
        said_at=said_at,
        zone=name,
        text=data["text"],
        claims=claims,
        operations=tuple(_operation(one, claims) for one in data.get("operations", ())),
        nothing=bool(data.get("nothing")),
        adversarial="adversarial" in data,
    )


def _claims(data: Mapping[str, Any], zone: tzinfo) -> Iterator[Claim]:
    """Yield a claim; of a wish, what must not be learnt and what may be."""
    claim = Claim(
        subjects=(data["subject"], *data.get("subject_ok", ())),
        readings=tuple(_readings(data)),
        worth=_worth(data),
        modality=data["modality"],
        quote=data["quote"],
        dates=_dates(data, zone),
    )
    others = claim.readings[1:]
    if claim.worth is Worth.FORBIDDEN and claim.modality in _MAY_BE_MEANT and others:
        yield replace(claim, readings=claim.readings[:1])
        yield replace(claim, readings=others, worth=Worth.OPTIONAL)
    else:
        yield claim


def _worth(data: Mapping[str, Any]) -> Worth:
    real = data["modality"] in REAL
    if data.get("optional") or (not real and REAL & set(data.get("modality_ok", ()))):
        return Worth.OPTIONAL
    return Worth.WANTED if real else Worth.FORBIDDEN


def _readings(data: Mapping[str, Any]) -> Iterator[Reading]:
    values = (data["value"], *data.get("values_ok", ()))
    base = Reading(attribute=data["attribute"], values=values, positive=data.get("polarity", 1) > 0)
    yield base
    for other in data.get("alt_ok", ()):
        yield Reading(
            attribute=other.get("attribute", base.attribute),
            values=(other["value"],) if "value" in other else values,
            positive=other["polarity"] > 0 if "polarity" in other else base.positive,
        )
    for attribute in _listed(data.get("attribute_ok", ())):
        yield replace(base, attribute=attribute)


def _listed(value: str | Sequence[str]) -> Sequence[str]:
    return [value] if isinstance(value, str) else value


def _dates(data: Mapping[str, Any], zone: tzinfo) -> Dates | None:
    wanted = {name: data.get(name) for name in ("occurred", "valid_from", "valid_until")}
    if not any(wanted.values()):
        return None
    return Dates(
        zone=zone,
        occurred=_interval(wanted["occurred"]) if wanted["occurred"] else None,
        valid_from=wanted["valid_from"],
        valid_until=wanted["valid_until"],
        precision=data.get("valid_precision"),
        also=tuple(
            one if isinstance(one, str) else _interval(one) for one in data.get("dates_ok", ())
        ),
    )


def _interval(data: Mapping[str, str]) -> Interval:
    written = {4: "year", 7: "month", 10: "day"}.get(len(data["from"]), "minute")
    exact = data.get("precision", written)
    return Interval(start=data["from"], end=data["to"], precision=exact)


def _operation(data: Mapping[str, Any], claims: Sequence[Claim]) -> Operation:
    subjects, readings = _as_good(data, claims)
    old = data.get("old")
    ended = data.get("old_attribute", data["attribute"])
    return Operation(
        op=data["op"],
        also=tuple(_listed(data.get("op_ok", ()))),
        subjects=subjects,
        readings=readings,
        old=(Reading(attribute=ended, values=(old,), positive=True),) if old else (),
        keeps=tuple(data.get("keeps", ())),
        reason=data.get("reason", ""),
        until=data.get("until"),
    )


def _standing(data: Mapping[str, Any], claims: Sequence[Claim]) -> Standing:
    subjects, readings = _as_good(data, claims)
    bought = [replace(one, attribute=PURCHASE) for one in readings if one.attribute == OWNS]
    return Standing(subjects=subjects, readings=tuple(dict.fromkeys((*readings, *bought))))


def _over(data: Mapping[str, Any], claims: Sequence[Claim]) -> Standing:
    """Return what has ended: it happened all the same, if that is another reading of it."""
    subjects, readings = _as_good(data, claims)
    kept = [one for one in readings if one.attribute not in _HAPPENED]
    return Standing(subjects=subjects, readings=(readings[0], *kept))


def _as_good(
    data: Mapping[str, Any], claims: Sequence[Claim]
) -> tuple[tuple[str, ...], tuple[Reading, ...]]:
    """Return subjects and readings; what is as good for the claim is as good for its effect."""
    readings = tuple(_readings(data))
    subjects = (data["subject"], *data.get("subject_ok", ()))
    for claim in claims:
        same = any(_of(one) == _of(readings[0]) for one in claim.readings)
        if same and data["subject"] in claim.subjects:
            readings = tuple(dict.fromkeys((*readings, *claim.readings)))
            subjects = tuple(dict.fromkeys((*subjects, *claim.subjects)))
    return subjects, readings


def _of(reading: Reading) -> tuple[str, str, bool]:
    return reading.attribute, reading.values[0], reading.positive
