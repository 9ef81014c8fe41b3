"""Embedders that run on this machine. Each knows its file by its digest."""
