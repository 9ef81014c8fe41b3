"""Fit sections of lines into a budget of tokens: shares by weight, whole lines, never over.

The text that is counted is the text that is returned, so whatever the counter thinks of joints
between lines, the budget holds. Knows nothing of what the lines say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenEstimate:
    """The default token counter: a stated estimate, no tokeniser of any model (row Z-11).

    Letters and spaces count a third each, other ASCII characters one, bytes outside ASCII a
    half; a long run of letters without a space counts more, as tokenisers know no such word.
    """

    name: str = "estimate-1"
    letters_a_token: float = 3.0
    bytes_a_token: float = 2.0
    long_run: int = 20
    long_run_letters_a_token: float = 2.0

    def count(self, text: str) -> int:
        """The estimated tokens of `text`; 0 for the empty text."""
        data = text.encode("utf-8", "surrogatepass")
        ascii_only = data.translate(None, _NOT_ASCII)
        marks = len(ascii_only.translate(None, _LETTERS))
        letters = len(ascii_only) - marks
        longer = 1 / self.long_run_letters_a_token - 1 / self.letters_a_token
        runs = sum(len(run) for run in _RUN.findall(data) if len(run) >= self.long_run)
        beyond = len(data) - len(ascii_only)
        return ceil(
            letters / self.letters_a_token + runs * longer + marks + beyond / self.bytes_a_token
        )


_NOT_ASCII = bytes(range(128, 256))
_LETTERS = b" ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RUN = re.compile(rb"[A-Za-z]+")

TOKEN_ESTIMATE: Final = TokenEstimate()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the context: lines in order of worth between a header and a footer.

    An empty header or footer prints nothing, and so does a section without lines. The lines of a
    pinned section are never cut; the others share what is left by weight. `worst_first` prints
    the kept lines the other way round: of a conversation the last is worth most.
    """

    key: str
    weight: float
    header: str
    lines: tuple[str, ...]
    footer: str
    pinned: bool = False
    worst_first: bool = False

    def printed(self, chosen: Iterable[int]) -> tuple[str, ...]:
        """The lines at these places, as they are printed."""
        return tuple(self.lines[at] for at in sorted(chosen, reverse=self.worst_first))


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What of one section goes in: its lines as printed, and how many were left out."""

    key: str
    lines: tuple[str, ...]
    dropped: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A text within the budget, what each section kept (in the order given), and its tokens."""

    kept: tuple[Kept, ...]
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Overflow:
    """The pinned sections alone need `tokens`, more than the budget."""

    tokens: int


def fit_lines(sections: Sequence[Section], budget: int, count: Count) -> Fit | Overflow:
    """The lines that go into `budget` tokens, as `count` counts the joined text.

    Each section that is not pinned gets a share of what the pinned ones leave, by weight; what
    it does not use passes to the others, the heaviest first. Within a section lines are taken in
    their order; one that is too long for what is left is passed over. A `count` that adds a
    frame around the text before it counts keeps the frame inside the budget.
    """
    plan = _Plan(sections, count)
    pinned = plan.tokens()
    if pinned > budget:
        return Overflow(tokens=pinned)
    plan.share(budget - pinned)
    tokens = plan.top_up(budget, plan.shrink(budget))
    return Fit(kept=plan.kept(), text=plan.text(), tokens=tokens)


class _Plan:
    """Which lines of which section are in, while that is being worked out."""

    def __init__(self, sections: Sequence[Section], count: Count) -> None:
        self._sections = sections
        self._count = count
        self._in = [set(range(len(s.lines))) if s.pinned else set() for s in sections]
        loose = [i for i, s in enumerate(sections) if s.lines and not s.pinned]
        self._by_weight = sorted(loose, key=lambda i: (-sections[i].weight, i))
        self._cost: list[list[int]] = [
            [] if s.pinned else [count(line + "\n") for line in s.lines] for s in sections
        ]

    def share(self, rest: int) -> None:
        """Give each section its share by weight, then what was left over by order of weight."""
        weights = {i: max(0.0, self._sections[i].weight) for i in self._by_weight}
        total = sum(weights[i] for i in sorted(weights))
        left = rest
        for i in sorted(weights):
            left -= self._take(i, int(rest * weights[i] / total) if total else 0)
        for i in self._by_weight:
            left -= self._take(i, left)

    def _take(self, i: int, allowance: int) -> int:
        """Put lines of a section in for at most `allowance` tokens; say how many they took."""
        section, chosen = self._sections[i], self._in[i]
        frame = 0 if chosen else self._frame_cost(section)
        spent = 0
        for at, cost in enumerate(self._cost[i]):
            if at not in chosen and frame + spent + cost <= allowance:
                chosen.add(at)
                spent += frame + cost
                frame = 0
        return spent

    def _frame_cost(self, section: Section) -> int:
        return sum(self._count(edge + "\n") for edge in (section.header, section.footer) if edge)

    def shrink(self, budget: int) -> int:
        """Drop lines, the lightest section's last first, until the joined text fits."""
        tokens = self.tokens()
        while tokens > budget and any(self._in[i] for i in self._by_weight):
            over = tokens - budget
            while over > 0 and (last := self._lightest()) is not None:
                at = max(self._in[last])
                self._in[last].remove(at)
                over -= max(1, self._cost[last][at])
            tokens = self.tokens()
        return tokens

    def _lightest(self) -> int | None:
        return next((i for i in reversed(self._by_weight) if self._in[i]), None)

    def top_up(self, budget: int, tokens: int) -> int:
        """Put in what rounding left room for: further lines while the joined text still fits."""
        for i in self._by_weight:
            for at in range(len(self._cost[i])):
                if at in self._in[i]:
                    continue
                self._in[i].add(at)
                grown = self.tokens()
                if grown > budget:
                    self._in[i].remove(at)
                    break
                tokens = grown
        return tokens

    def tokens(self) -> int:
        """The tokens of the joined text."""
        return self._count(self.text())

    def text(self) -> str:
        """The joined text of what is in."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterable[str]:
        for section, chosen in zip(self._sections, self._in, strict=True):
            if chosen:
                yield from (section.header,) if section.header else ()
                yield from section.printed(chosen)
                yield from (section.footer,) if section.footer else ()

    def kept(self) -> tuple[Kept, ...]:
        """The lines of each section that are in."""
        return tuple(
            Kept(
                key=section.key,
                lines=section.printed(chosen),
                dropped=len(section.lines) - len(chosen),
            )
            for section, chosen in zip(self._sections, self._in, strict=True)
        )
