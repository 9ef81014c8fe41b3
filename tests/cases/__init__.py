"""Cases from public bug reports of memory software, restated with inputs of our own.

Each test carries the id of its case (`pytest.mark.case`); beside the reported input stand
neighbours of the same kind. docs/limits.md lists the cases that wait for a later stage.
"""
