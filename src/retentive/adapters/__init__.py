"""Drivers behind the ports: stores, indexes, models and embedders.

An adapter knows the ports, the rules and the model; it must not know the pipeline.
"""
