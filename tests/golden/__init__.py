"""Logs as released versions wrote them, and what the fold makes of them.

`log-1.json` holds rows as they are stored, one of every kind of body at least; it is never
written again. A file with the name of a maker holds what that maker derives from it.
"""
