"""Check of episodes: they begin where the digested messages of a session pause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from retentive.kernel.times import to_micros
from retentive.model.episode import Episode
from retentive.model.report import Damage
from retentive.rules.facts import episode_key
from retentive.rules.integrity.outline import Line, Outline, Unknown
from retentive.rules.segment import cuts


@dataclass
class EpisodeCheck:
    """Compares the live episodes of a space with the cuts of its sessions.

    Sessions with an entry that was given up are not compared, nor any while entries are lost
    or the watermark cannot be true: where such a session pauses cannot be told.
    """

    outline: Outline
    entries: Unknown
    _live: dict[str, Episode] = field(default_factory=dict)
    _starts: dict[str, Line] = field(default_factory=dict)

    def read(self, episode: Episode) -> Iterator[Damage]:
        """Yield what is wrong with one episode's start."""
        if episode.dead_seq is None:
            self._live[episode.key] = episode
        seq = self.outline.seqs.get(episode.start_entry)
        if seq is None:
            detail = f"starts at {episode.start_entry}, which is not in the log"
            self.entries.add(episode.start_entry, _at(episode, detail))
            return
        line = self.outline.lines[seq]
        said = (seq, line.said_at, line.session, line.kind)
        if said != _stored(episode):
            yield _at(episode, f"its start is not what entry {seq} says")
        elif episode.key != episode_key(self.outline.space, line.session, line.id):
            yield _at(episode, f"starts at entry {seq}, its lineage at another")

    def ended(self) -> Iterator[Damage]:
        """Yield where an episode is missing or too much, once all were read."""
        if self.outline.lost or not self.outline.is_digested(0):
            return
        expected: dict[str, Line] = {}
        unsure: set[str | None] = set()
        for session, lines in self._sessions(unsure).items():
            if session in unsure:
                continue
            ordered = sorted(lines, key=lambda line: (line.said_at, self.outline.seqs[line.id]))
            times = [(line.said_at, self.outline.seqs[line.id]) for line in ordered]
            for index in cuts(times):
                start = ordered[index]
                expected[episode_key(self.outline.space, session, start.id)] = start
        yield from self._compared(expected, unsure)

    def _sessions(self, unsure: set[str | None]) -> dict[str | None, list[Line]]:
        """Return the digested messages by session; note the sessions with given-up ones."""
        sessions: dict[str | None, list[Line]] = {}
        for seq, line in self.outline.lines.items():
            if line.kind == "message" and self.outline.is_digested(seq):
                sessions.setdefault(line.session, []).append(line)
                if self.outline.was_given_up(seq):
                    unsure.add(line.session)
        return sessions

    def _compared(self, expected: dict[str, Line], unsure: set[str | None]) -> Iterator[Damage]:
        for key, line in expected.items():
            if key not in self._live:
                yield Damage(
                    check="episode",
                    place=self.outline.entry_place(self.outline.seqs[line.id]),
                    detail="starts an episode of its session, but none is stored",
                )
        for key, episode in self._live.items():
            if key not in expected and episode.session not in unsure:
                detail = f"starts at entry {episode.start_seq}, where its session does not pause"
                yield _at(episode, detail)


def _stored(episode: Episode) -> tuple[int, int, str | None, str]:
    return episode.start_seq, to_micros(episode.started_at), episode.session, "message"


def _at(episode: Episode, detail: str) -> Damage:
    return Damage(check="episode", place=f"episode {episode.id}", detail=detail)
