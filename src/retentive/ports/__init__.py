"""Protocols for what we need from the world. Their docstrings are contracts.

Knows `model` and `kernel`; names no driver.
"""
