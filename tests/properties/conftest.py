"""Every property here runs on every driver."""

from tests.properties.places import place

__all__ = ["place"]
