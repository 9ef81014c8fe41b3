"""Claims by patterns."""
