"""Claims by patterns: what a clause says about whom, found by rows of a language's data files.

Words, verb forms and patterns come in as frozen values. The clauses, and some words in them
(pronouns, auxiliaries), are those of `rules.reading`, which knows English.
"""
