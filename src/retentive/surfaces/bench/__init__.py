"""The benchmark command: measures the library from outside, beside its yardsticks.

It uses public names only: the root package and `retentive.testing`.
"""
