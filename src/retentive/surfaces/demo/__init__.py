"""A short conversation that ships with the library, and what the library makes of it."""
