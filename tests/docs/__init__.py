"""Tests of the house: how the code is written, and that the checks on it bite."""
