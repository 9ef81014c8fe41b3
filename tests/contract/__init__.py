"""The store port on every driver."""
