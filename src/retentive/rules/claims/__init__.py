"""Claims by patterns: what a clause says about whom, found by rows of a language's data files.

`wording` puts in what a text leaves out, `matching` is the pattern language, `whom` tells about
whom a claim is, `dates` when it holds; `extraction` goes through them for one entry, and what
stands beside it here makes the candidates.

Words, verb forms and patterns come in as frozen values. The clauses, and some words in them
(pronouns, auxiliaries), are those of `rules.reading`, which knows English.
"""
