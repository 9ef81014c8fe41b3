"""Long-term memory for AI agents: conversation goes in, the right few hundred tokens come out.

Open a store with `Memory` (or `AsyncMemory`), take a handle for a scope, `observe` and
`remember`, then `recall` or build a `context`.
"""

from retentive.app.config import Config
from retentive.app.handle import AsyncHandle
from retentive.app.memory import AsyncMemory
from retentive.app.receipts import Receipt
from retentive.app.sync import Memory
from retentive.app.sync_handle import Handle
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import (
    IdempotencyConflict,
    InvalidInput,
    NotFound,
    RetentiveError,
    ScopeRequired,
    StoreError,
)
from retentive.kernel.scope import Scope, Visibility
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Source
from retentive.model.query import Context, Hit, Page

__version__ = "0.1.0"

__all__ = [
    "Ambient",
    "AsyncHandle",
    "AsyncMemory",
    "Config",
    "Context",
    "Fact",
    "Handle",
    "Hit",
    "IdempotencyConflict",
    "InvalidInput",
    "Memory",
    "NotFound",
    "Page",
    "Receipt",
    "RetentiveError",
    "Scope",
    "ScopeRequired",
    "Source",
    "Standing",
    "StoreError",
    "Visibility",
    "__version__",
]
