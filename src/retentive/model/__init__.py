"""Frozen values: what memory *is*. No I/O; knows `kernel` alone."""
