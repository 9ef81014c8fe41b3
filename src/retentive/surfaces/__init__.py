"""Doors for people and agents, thin over the app.

A surface parses and renders; it holds no logic and shares only `wire` with its siblings.
"""
