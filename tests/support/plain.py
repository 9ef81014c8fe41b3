"""Answers as plain text with every word in them, however briefly they print themselves."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass


def everything(answer: object) -> str:
    """Return the text of an answer, or of a list of answers, with all they hold."""
    if isinstance(answer, list | tuple):
        return " ".join(everything(one) for one in answer)
    plain = asdict(answer) if is_dataclass(answer) and not isinstance(answer, type) else answer
    return repr(plain)
