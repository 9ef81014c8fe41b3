"""Of whom claims of an attribute hold: of each of two, of whom a sentence was about, of people."""

from __future__ import annotations

from typing import Final

from retentive.rules.characters import listed

OF_BOTH: Final = listed("lives_in origin speaks likes dislikes diet allergy health belief")
"""What holds of each of two who are said to be so: `Lou and I live in Rome`."""
IN_A_WORD: Final = ("diet", "relationship_status")
OF_ONE: Final = listed(
    "job works_at age origin nationality studies studies_at health diet relationship_status"
)
"""What is told of whom a sentence was about so far, where no other is named."""
HUMAN: Final = listed(
    """job works_at studies studies_at partner relationship_status speaks belief uses_tool goal
    contact contact_preference timezone deadline colleague friend purchase"""
)
"""Attributes that animals do not have."""
