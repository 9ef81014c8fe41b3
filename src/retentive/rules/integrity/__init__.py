"""Checks that a space is sound: rows in, `Damage`s out.

Pure, and each over rows that come once. A `Damage` names a check and a place; its detail never
holds words of the memory.
"""
