"""Words everybody uses: ambient clock and ids, errors, scope and space, events.

Standard library only; knows nothing of the rest of the system.
"""
