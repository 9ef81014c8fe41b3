"""Make the three JSON files from the hand-written texts beside this script.

Only the format changes. Needs Python 3.11 and nothing else.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TURN = re.compile(r"^([UA])(?:\[([\w, ]+)\])?\| ?(.*)$")
NUMBERED = re.compile(r"^(\d+)([UA]) (?:(\d{4})-)?(\d\d-\d\d) (\d\d:\d\d)\| ?(.*)$")
ROLES = {"U": "user", "A": "assistant"}
LISTS = {">": "evidence", "<": "stale", "~": "also"}

Data = dict[str, Any]


def chats() -> list[Data]:
    return [chat(path.read_text("utf-8")) for path in sorted((HERE / "a").glob("a*.txt"))]


def chat(text: str) -> Data:
    talk, asked = text.split("\n%%\n")
    head, *lines = talk.split("\n")
    _, name, user = head.split(" ", 2)
    sessions, labels = labelled_sessions(lines, name)
    questions: list[Data] = []
    for line in filter(str.strip, asked.split("\n")):
        if line.startswith("?? "):
            questions.append(question(line, f"{name}.q{len(questions) + 1}"))
        elif line[0] in LISTS:
            questions[-1][LISTS[line[0]]] = [labels[one] for one in line[1:].split()]
        elif line[0] == "=":
            questions[-1]["answer"] = line[1:].strip()
        else:
            sys.exit(f"{name}: what is {line!r}?")
    return {"id": name, "user": user.strip(), "sessions": sessions, "questions": questions}


def question(line: str, name: str) -> Data:
    kind, text = line[3:].split("|", 1)
    return {
        "id": name,
        "question": text.strip(),
        "kind": kind.strip(),
        "evidence": [],
        "stale": [],
        "answer": "",
    }


def labelled_sessions(lines: Sequence[str], talk: str) -> tuple[list[Data], dict[str, str]]:
    """Return the sessions, and the ids of the turns that have a label for the questions."""
    sessions: list[Data] = []
    labels: dict[str, str] = {}
    turn: Data | None = None
    for line in lines:
        if line.startswith("== "):
            start = line[3:].strip()
            sessions.append({"id": f"s{len(sessions) + 1}", "started_at": start, "turns": []})
            turn = None
        elif found := TURN.match(line):
            session = sessions[-1]
            name = f"{session['id']}.t{len(session['turns']) + 1}"
            turn = {"id": name, "role": ROLES[found[1]], "text": found[3]}
            session["turns"].append(turn)
            for label in (found[2] or "").replace(",", " ").split():
                if labels.setdefault(label, name) != name:
                    sys.exit(f"{talk}: the label {label} stands twice")
        elif turn is not None:
            turn["text"] += f"\n{line}"
        elif line.strip():
            sys.exit(f"{talk}: {line!r} belongs to no turn")
    for session in sessions:
        for one in session["turns"]:
            one["text"] = one["text"].strip()
    return sessions, labels


def abstention() -> Data:
    memories: list[Data] = []
    pairs: list[Data] = []
    for name, user, lines in blocks("b", "@memory "):
        turns, rest = numbered(lines, name)
        memories.append({"id": name, "user": user, "turns": turns})
        pairs += memory_pairs(name, rest)
    return {"memories": memories, "pairs": pairs}


def memory_pairs(memory: str, lines: Sequence[str]) -> Iterator[Data]:
    answered: Data = {}
    count = 0
    for line in filter(str.strip, lines):
        if line.startswith("+ "):
            answered = {"question": line[2:].strip()}
        elif line.startswith("= "):
            turns, answer = line[2:].split("|", 1)
            answered |= {"evidence": turn_ids(turns), "answer": answer.strip()}
        elif line.startswith("- "):
            count += 1
            yield {
                "id": f"{memory}.p{count}",
                "memory": memory,
                "kind": line[2:].split("|")[0].strip().partition("/")[0],
                "answered": answered,
                "unanswered": unanswered(line[2:]),
            }
        else:
            sys.exit(f"{memory}: what is {line!r}?")


def unanswered(text: str) -> Data:
    kind, question, *lure = (part.strip() for part in text.split("|"))
    made: Data = {"question": question}
    if near_miss := kind.partition("/")[2]:
        made["near_miss"] = near_miss
    if lure:
        made["lure"] = turn_ids(lure[0])
    return made


def updates() -> list[Data]:
    items: list[Data] = []
    for name, user, lines in blocks("c", "@item "):
        turns, rest = numbered(lines, name)
        said = {line[0]: line[2:].strip() for line in rest if line.strip()}
        items.append(
            {
                "id": name,
                "user": user,
                "turns": turns,
                "question": said["?"],
                "current": turn_ids(said[">"]),
                "stale": turn_ids(said["<"]),
                "answer": said["="],
            }
        )
    return items


def blocks(folder: str, mark: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the id, the user and the lines of every block that begins with that mark."""
    for path in sorted((HERE / folder).glob("*.txt")):
        for block in re.split(rf"(?m)^(?={mark})", path.read_text("utf-8")):
            if block.strip():
                head, *lines = block.split("\n")
                _, name, user = head.split(" ", 2)
                yield name, user.strip(), lines


def numbered(lines: Sequence[str], memory: str) -> tuple[list[Data], Sequence[str]]:
    """Return the turns, and the lines behind them; a year and a zone hold until the next."""
    turns: list[Data] = []
    year, zone = "2025", "+00:00"
    for at, line in enumerate(lines):
        if line.startswith("zone "):
            zone = line.removeprefix("zone ")
        elif found := NUMBERED.match(line):
            if int(found[1]) != len(turns) + 1:
                sys.exit(f"{memory}: turn {found[1]} stands out of order")
            year = found[3] or year
            turns.append(
                {
                    "id": f"t{found[1]}",
                    "role": ROLES[found[2]],
                    "text": found[6].strip(),
                    "at": f"{year}-{found[4]}T{found[5]}:00{zone}",
                }
            )
        elif line[:2] in ("+ ", "? "):
            return turns, lines[at:]
        elif line.strip():
            turns[-1]["text"] += f"\n{line}"
    sys.exit(f"{memory}: it has no question")


def turn_ids(numbers: str) -> list[str]:
    return [f"t{number}" for number in numbers.split()]


def write(name: str, data: object) -> None:
    text = json.dumps(data, ensure_ascii=False, indent=1)
    (HERE.parent / name).write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    write("assistant_chats.json", chats())
    write("abstention.json", abstention())
    write("updates.json", updates())
