"""The types that public verbs take and return: `from retentive.types import Curated, Entry`.

What is used most is also in `retentive` itself; errors are in `retentive.errors`.
"""

from retentive.app.config import Config, Progress
from retentive.app.drawers import AsyncFacts, Facts
from retentive.app.handle import AsyncHandle
from retentive.app.opening import Opening
from retentive.app.receipts import AsyncReceipt, Receipt
from retentive.app.sync_handle import Handle
from retentive.kernel.ambient import Ambient, Chance, Clock, Ids
from retentive.kernel.events import Appended, Digested, Event, Failed, Listener
from retentive.kernel.scope import Scope, Visibility
from retentive.model.actor import Actor, ActorKind
from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Correction, Cue, Polarity
from retentive.model.entry import (
    Command,
    Entry,
    Message,
    Observation,
    Reply,
    ReplyStatus,
    Role,
    Statement,
    Target,
    Verb,
)
from retentive.model.fact import Fact, Layer, Standing
from retentive.model.provenance import Channel, Citation, Provenance, Source, SourceKind, Span
from retentive.model.query import AnyTime, Context, Hit, MinScore, Page, SectionAccount
from retentive.model.record import Occurred, Precision
from retentive.model.report import (
    Accepted,
    Curated,
    Damage,
    Flushed,
    ItemResult,
    Outcome,
    Rebuilt,
    Stats,
    Verified,
)
from retentive.ports.models import Embedder, TokenCounter
from retentive.ports.stages import Extractor, Question
from retentive.rules.fit import TokenEstimate
from retentive.rules.limits import Limits
from retentive.rules.pace import Pace, WorkPolicy
from retentive.rules.policy import FusionPolicy

__all__ = [
    "Accepted",
    "Actor",
    "ActorKind",
    "Ambient",
    "AnyTime",
    "Appended",
    "AsyncFacts",
    "AsyncHandle",
    "AsyncReceipt",
    "Candidate",
    "Chance",
    "Channel",
    "Citation",
    "Claim",
    "Clock",
    "Command",
    "Config",
    "Context",
    "Correction",
    "Cue",
    "Curated",
    "Damage",
    "Digested",
    "Embedder",
    "Entry",
    "Event",
    "Extractor",
    "Fact",
    "Facts",
    "Failed",
    "Flushed",
    "FusionPolicy",
    "Handle",
    "Hit",
    "Ids",
    "ItemResult",
    "Layer",
    "Limits",
    "Listener",
    "Message",
    "MinScore",
    "Observation",
    "Occurred",
    "Opening",
    "Outcome",
    "Pace",
    "Page",
    "Polarity",
    "Precision",
    "Progress",
    "Provenance",
    "Question",
    "Rebuilt",
    "Receipt",
    "Reply",
    "ReplyStatus",
    "Role",
    "Scope",
    "SectionAccount",
    "Source",
    "SourceKind",
    "Span",
    "Standing",
    "Statement",
    "Stats",
    "Target",
    "TokenCounter",
    "TokenEstimate",
    "Verb",
    "Verified",
    "Visibility",
    "WorkPolicy",
]
