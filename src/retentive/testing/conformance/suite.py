"""All contract classes of a store, and a driver's test classes made of them."""

from __future__ import annotations

from retentive.testing.conformance.confirmations import ConfirmContract
from retentive.testing.conformance.contract import StoreContract
from retentive.testing.conformance.embedding import (
    EmbedWorkContract,
    NotEmbeddedContract,
)
from retentive.testing.conformance.facts import FactContract
from retentive.testing.conformance.generations import GenerationContract
from retentive.testing.conformance.graph import GraphContract
from retentive.testing.conformance.log import LogContract, SeenContract
from retentive.testing.conformance.records import RecordContract
from retentive.testing.conformance.renewing import DisownContract, RenewContract
from retentive.testing.conformance.snapshots import SnapshotContract
from retentive.testing.conformance.spaces import ScopeContract
from retentive.testing.conformance.sweeps import CountContract, SettleContract, SweepContract
from retentive.testing.conformance.text import TextContract
from retentive.testing.conformance.unmade import UnmadeContract
from retentive.testing.conformance.vector_swaps import VectorSwapContract
from retentive.testing.conformance.vectors import VectorContract
from retentive.testing.conformance.work import AuditContract, WorkContract
from retentive.testing.conformance.writes import CloseContract, WriteContract

CONTRACTS: tuple[type[StoreContract], ...] = (
    ScopeContract,
    SnapshotContract,
    WriteContract,
    CloseContract,
    LogContract,
    SeenContract,
    RecordContract,
    FactContract,
    ConfirmContract,
    GraphContract,
    TextContract,
    VectorContract,
    NotEmbeddedContract,
    EmbedWorkContract,
    VectorSwapContract,
    UnmadeContract,
    WorkContract,
    RenewContract,
    DisownContract,
    AuditContract,
    GenerationContract,
    SettleContract,
    SweepContract,
    CountContract,
)


def proved_by(driver: type, *contracts: type[StoreContract]) -> dict[str, type]:
    """Return test classes by name: each contract (all by default) on that driver.

    `driver` is a class whose fixture `opener` opens the store under test. Put the classes into
    the test module: `globals().update(proved_by(OnMine))`.
    """
    return {
        name: type(name, (driver, contract), {"__module__": driver.__module__})
        for contract in contracts or CONTRACTS
        for name in [f"Test{contract.__name__.removesuffix('Contract')}"]
    }
