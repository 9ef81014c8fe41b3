"""Every error a caller can meet, each with a stable code and an HTTP-like status.

::

    RetentiveError
    ├── InvalidInput (ValueError)            422  invalid_input
    │   ├── InvalidId                        422  invalid_id
    │   │   └── AmbiguousId                  409  ambiguous_id
    │   ├── InvalidTime                      422  invalid_time
    │   ├── BlankContent                     422  blank_content
    │   └── TooLarge                         413  too_large
    ├── ScopeRequired (ValueError)           422  scope_required
    ├── VisibilityNotAllowed (PermissionError) 403 visibility_not_allowed
    ├── NotFound (LookupError)               404  not_found
    ├── IdempotencyConflict                  409  idempotency_conflict
    ├── ContextOverBudget (ValueError)       422  context_over_budget
    ├── EmbeddingMismatch                    409  embedding_mismatch
    ├── EmbedderUnavailable                  503  embedder_unavailable
    ├── ExtractorUnavailable                 503  extractor_unavailable (retry later)
    ├── EmbeddingDimensionMismatch (ValueError) 422 embedding_dimension_mismatch
    ├── MissingExtra (ImportError)           501  missing_extra
    ├── UsageError (RuntimeError)            500  usage_error
    │   ├── ForkedHandle                     500  forked_handle
    │   ├── RunningLoop                      500  running_loop
    │   ├── OtherLoop                        500  other_loop
    │   └── StoreClosed                      500  store_closed
    └── StoreError (OSError)                 500  store_error
        ├── StoreBusy                        503  store_busy      (retry later)
        ├── StoreFull                        507  store_full
        ├── StoreReadOnly                    500  store_read_only
        ├── StoreMoved                       409  store_moved     (put it back)
        ├── ForeignFile                      500  foreign_file
        ├── NewerFile                        500  newer_file
        ├── NewerEntry                       500  newer_entry
        ├── IndexMismatch                    409  index_mismatch  (rebuild)
        ├── CorruptStore                     500  corrupt_store
        └── LeaseLost                        409  lease_lost
"""

from __future__ import annotations

from typing import ClassVar


class RetentiveError(Exception):
    """The base of all our errors: a message, and named facts about what happened."""

    code: ClassVar[str] = "retentive_error"
    status: ClassVar[int] = 500

    def __init__(self, message: str, **facts: object) -> None:
        """Keep `facts` (field names, limits, ids) beside the message for surfaces to show."""
        super().__init__(message)
        self.message = message
        self.facts = facts


class InvalidInput(RetentiveError, ValueError):
    """A value was refused; `facts["field"]` names it and the message says the remedy."""

    code = "invalid_input"
    status = 422


class InvalidId(InvalidInput):
    """An id is empty, too long, or holds control characters or surrogates."""

    code = "invalid_id"


class AmbiguousId(InvalidId):
    """An id that callers gave to several messages; `facts["entries"]` holds our ids of these."""

    code = "ambiguous_id"
    status = 409


class InvalidTime(InvalidInput):
    """A time is naive, unreadable, or an interval ends before it starts."""

    code = "invalid_time"


class BlankContent(InvalidInput):
    """A text to store holds nothing but white space or invisible characters."""

    code = "blank_content"


class TooLarge(InvalidInput):
    """A text, batch or field is over its limit; nothing of it was stored."""

    code = "too_large"
    status = 413


class ScopeRequired(RetentiveError, ValueError):
    """The scope lacks an id that the operation needs; the message names it."""

    code = "scope_required"
    status = 422


class VisibilityNotAllowed(RetentiveError, PermissionError):
    """This kind of record may not be written into the space asked for."""

    code = "visibility_not_allowed"
    status = 403


class NotFound(RetentiveError, LookupError):
    """No record of that id is readable from this scope (it may exist elsewhere)."""

    code = "not_found"
    status = 404


class IdempotencyConflict(RetentiveError):
    """The same id or idempotency key came with other content."""

    code = "idempotency_conflict"
    status = 409


class ContextOverBudget(RetentiveError, ValueError):
    """What must be in the context is alone larger than the budget."""

    code = "context_over_budget"
    status = 422


class EmbeddingMismatch(RetentiveError):
    """The store's vectors were made by another embedder than the one given."""

    code = "embedding_mismatch"
    status = 409


class EmbedderUnavailable(RetentiveError):
    """An embedder cannot be used: its file is missing, damaged, or it does not answer."""

    code = "embedder_unavailable"
    status = 503


class ExtractorUnavailable(RetentiveError):
    """Nothing can be extracted, from whatever text; what waits is safe in the log."""

    code = "extractor_unavailable"
    status = 503


class EmbeddingDimensionMismatch(RetentiveError, ValueError):
    """A vector has another length than the index or store expects."""

    code = "embedding_dimension_mismatch"
    status = 422


class MissingExtra(RetentiveError, ImportError):
    """An optional part is not installed; the message names the install line."""

    code = "missing_extra"
    status = 501


class UsageError(RetentiveError, RuntimeError):
    """The library was called in a way it cannot serve."""

    code = "usage_error"


class ForkedHandle(UsageError):
    """A handle opened before a fork was used in the child; spawn it, or fork earlier."""

    code = "forked_handle"


class RunningLoop(UsageError):
    """The blocking `Memory` was used inside a running event loop; use `AsyncMemory`."""

    code = "running_loop"


class OtherLoop(UsageError):
    """An `AsyncMemory` was used in another event loop than the one it was opened in."""

    code = "other_loop"


class StoreClosed(UsageError):
    """The memory was closed before this call."""

    code = "store_closed"


class StoreError(RetentiveError, OSError):
    """The storage engine failed; the cause is kept."""

    code = "store_error"


class StoreBusy(StoreError):
    """Another process held the store longer than the waiting time; retry later."""

    code = "store_busy"
    status = 503


class StoreFull(StoreError):
    """The disk is full; nothing of this call was stored."""

    code = "store_full"
    status = 507


class StoreReadOnly(StoreError):
    """The file or its folder cannot be written."""

    code = "store_read_only"


class StoreMoved(StoreError):
    """The file was renamed, deleted or replaced while it was open; the call stored nothing."""

    code = "store_moved"
    status = 409


class ForeignFile(StoreError):
    """The file is not a Retentive store; nothing in it was touched."""

    code = "foreign_file"


class NewerFile(StoreError):
    """The file was written by a newer version; upgrade before opening it."""

    code = "newer_file"


class NewerEntry(StoreError):
    """The log holds an entry that a newer version wrote; upgrade to read it."""

    code = "newer_entry"


class IndexMismatch(StoreError):
    """The text was indexed by another tokeniser than ours; `retentive rebuild` makes it anew."""

    code = "index_mismatch"
    status = 409


class CorruptStore(StoreError):
    """The engine reports a damaged file; restore a backup or run `verify`."""

    code = "corrupt_store"


class LeaseLost(StoreError):
    """Another worker took over this piece of work; its result was not written."""

    code = "lease_lost"
    status = 409
