"""Claims by patterns: what a clause says about whom, found by rows of a language's data files.

The code knows no language: words, verb forms and patterns come in as frozen values.
"""
