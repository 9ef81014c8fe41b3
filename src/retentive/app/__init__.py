"""The library as its users hold it: configuration, wiring, the memory and its handles.

Only `wiring` may name an adapter; nothing here knows a surface.
"""
