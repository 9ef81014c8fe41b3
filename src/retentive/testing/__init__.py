"""Fakes and the conformance suite, for authors of drivers and for our own tests.

It knows ports, rules and the model; it must not know an adapter or the pipeline.
"""
