"""Claims by patterns: what a clause says about whom, found by rows of a language's data files.

`wording` puts in what a text leaves out, `matching` is the pattern language, `whom` tells about
whom a claim is, `dates` when it holds; `extraction` goes through them for one entry, and what
stands beside it here makes the candidates.

Vocabulary and patterns come in as frozen values. What is closed is English here too: `wording`
knows how questions are turned and what notes leave out, and modules that decide by a single word
name it. Decision record 016 says which modules know English, and why.
"""
