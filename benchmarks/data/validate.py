"""Check the three JSON files (form, ids, order of times, duplicates) and print statistics.

Needs Python 3.11 and nothing else. Ends with 1 where something is wrong.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any

HERE = Path(__file__).parent
KINDS = ("single", "multi", "temporal", "update", "assistant_said", "aggregate")
_STOPS = (
    "a an the of to in on at for from by with and or but if is are was were be been do does did "
    "have has had i me my we our you your it its this that these those he she his her him they "
    "them their what which who whom whose when where why how many much there not no so as about "
    "into than then now any can could should would will just up out also one"
)
STOP_WORDS = set(_STOPS.split())

Data = Mapping[str, Any]


def words(text: str) -> set[str]:
    """Return the beginnings of the words that carry a meaning."""
    found = re.findall(r"\w+", text.casefold())
    return {word[:5] for word in found if word not in STOP_WORDS and len(word) > 1}


def overlap(question: str, text: str) -> float:
    return len(words(question) & words(text)) / max(1, len(words(question)))


def separation(above: Sequence[float], below: Sequence[float]) -> float:
    """Return how often a value of `above` exceeds one of `below`, ties half (the AUC)."""
    won = sum((one > other) + 0.5 * (one == other) for one in above for other in below)
    return won / max(1, len(above) * len(below))


def wrong_turns(turns: Sequence[Data], where: str) -> Iterator[str]:
    twice = [name for name, count in Counter(turn["id"] for turn in turns).items() if count > 1]
    if twice:
        yield f"{where}: ids twice: {twice}"
    for turn in turns:
        if turn["role"] not in ("user", "assistant") or not turn["text"]:
            yield f"{where}: {turn['id']} has no role or no text"


def wrong_times(times: Sequence[str], where: str) -> Iterator[str]:
    read = [datetime.fromisoformat(one) for one in times]
    if any(one.tzinfo is None for one in read):
        yield f"{where}: a time has no offset"
    elif any(later < earlier for earlier, later in pairwise(read)):
        yield f"{where}: times go backwards"


def wrong_ids(lists: Iterable[Sequence[str]], known: Iterable[str], where: str) -> Iterator[str]:
    """Find ids that name no turn, and ids that stand in two lists or twice in one."""
    named = [name for names in lists for name in names]
    if unknown := set(named) - set(known):
        yield f"{where}: names no turn: {sorted(unknown)}"
    if len(named) != len(set(named)):
        yield f"{where}: names a turn twice"


def wrong_chat(talk: Data) -> Iterator[str]:
    turns = [turn for session in talk["sessions"] for turn in session["turns"]]
    roles = {turn["id"]: turn["role"] for turn in turns}
    yield from wrong_turns(turns, talk["id"])
    yield from wrong_times([one["started_at"] for one in talk["sessions"]], talk["id"])
    for question in talk["questions"]:
        where = question["id"]
        lists = [question["evidence"], question["stale"], question.get("also", [])]
        yield from wrong_ids(lists, roles, where)
        yield from wrong_question(question, [roles.get(one, "") for one in lists[0]])


def wrong_question(question: Data, roles: Sequence[str]) -> Iterator[str]:
    kind, where = question["kind"], question["id"]
    if kind not in KINDS or not roles or not question["answer"]:
        yield f"{where}: no known kind, no evidence or no answer"
    if (kind == "update") != bool(question["stale"]):
        yield f"{where}: stale turns belong to updates, and every update has one"
    if kind == "single" and len(roles) != 1:
        yield f"{where}: {len(roles)} turns for the kind single"
    if kind == "multi" and not 2 <= len(roles) <= 4:
        yield f"{where}: {len(roles)} turns for the kind multi"
    if kind == "assistant_said" and "assistant" not in roles:
        yield f"{where}: no turn of the assistant"


def wrong_pair(pair: Data, memories: Mapping[str, Data]) -> Iterator[str]:
    where, answered = pair["id"], pair["answered"]
    known = {turn["id"] for turn in memories[pair["memory"]]["turns"]}
    yield from wrong_ids([answered["evidence"]], known, where)
    yield from wrong_ids([pair["unanswered"].get("lure", [])], known, where)
    if not answered["evidence"] or not answered["answer"]:
        yield f"{where}: no evidence or no answer"
    if (pair["kind"] == "near_miss") != ("near_miss" in pair["unanswered"]):
        yield f"{where}: the type belongs to near misses, and every one has it"


def wrong_item(item: Data) -> Iterator[str]:
    where = item["id"]
    yield from wrong_turns(item["turns"], where)
    yield from wrong_times([turn["at"] for turn in item["turns"]], where)
    lists = [item["current"], item["stale"]]
    yield from wrong_ids(lists, [turn["id"] for turn in item["turns"]], where)
    if not all(lists) or not item["answer"]:
        yield f"{where}: no current turn, no stale turn or no answer"


def wrong_sets(chats: Sequence[Data], pairs: Data, updates: Sequence[Data]) -> Iterator[str]:
    for talk in chats:
        yield from wrong_chat(talk)
    memories = {one["id"]: one for one in pairs["memories"]}
    for name, memory in memories.items():
        yield from wrong_turns(memory["turns"], name)
        yield from wrong_times([turn["at"] for turn in memory["turns"]], name)
    for pair in pairs["pairs"]:
        yield from wrong_pair(pair, memories)
    for item in updates:
        yield from wrong_item(item)
    asked = [one["question"] for talk in chats for one in talk["questions"]]
    asked += [pair[one]["question"] for pair in pairs["pairs"] for one in ANSWERS]
    asked += [item["question"] for item in updates]
    said = [turn["text"] for talk in chats for one in talk["sessions"] for turn in one["turns"]]
    said += [turn["text"] for one in (*memories.values(), *updates) for turn in one["turns"]]
    for text, count in (Counter(asked) + Counter(said)).items():
        if count > 1:
            yield f"a text stands {count} times: {text[:60]!r}"


ANSWERS = ("answered", "unanswered")


def chat_figures(chats: Sequence[Data]) -> Iterator[str]:
    sessions = [session for talk in chats for session in talk["sessions"]]
    turns = [turn for session in sessions for turn in session["turns"]]
    kinds = Counter(one["kind"] for talk in chats for one in talk["questions"])
    yield (
        f"assistant chats: {len(chats)} dialogues, {len(sessions)} sessions, {len(turns)} turns, "
        f"{kinds.total()} questions {dict(kinds)}"
    )
    for role in ("user", "assistant"):
        lengths = [len(turn["text"].split()) for turn in turns if turn["role"] == role]
        yield f"  words in a turn of the {role}: median {median(lengths)}, most {max(lengths)}"
    shared = list(chat_overlaps(chats))
    few = sum(one <= 0.25 for one in shared)
    yield (
        f"  words of a question found in its evidence: median {median(shared):.2f}; at most a "
        f"quarter: {few} of {len(shared)}"
    )


def chat_overlaps(chats: Sequence[Data]) -> Iterator[float]:
    for talk in chats:
        said = {turn["id"]: turn["text"] for one in talk["sessions"] for turn in one["turns"]}
        for question in talk["questions"]:
            evidence = " ".join(said[name] for name in question["evidence"])
            yield overlap(question["question"], evidence)


def pair_figures(data: Data) -> Iterator[str]:
    memories = {one["id"]: [turn["text"] for turn in one["turns"]] for one in data["memories"]}
    pairs = data["pairs"]
    kinds = Counter(pair["unanswered"].get("near_miss", pair["kind"]) for pair in pairs)
    yield (
        f"abstention: {len(memories)} memories, {sum(map(len, memories.values()))} turns, "
        f"{len(pairs)} pairs {dict(kinds)}"
    )
    lengths = {one: [len(pair[one]["question"].split()) for pair in pairs] for one in ANSWERS}
    yield "  words in a question: " + ", ".join(
        f"{one} {mean(many):.1f}" for one, many in lengths.items()
    )
    best: dict[str, list[float]] = {"answered": [], "off_topic": [], "near_miss": []}
    for pair in pairs:
        texts = memories[pair["memory"]]
        for kind, question in (("answered", pair["answered"]), (pair["kind"], pair["unanswered"])):
            best[kind].append(max(overlap(question["question"], text) for text in texts))
    for kind in ("off_topic", "near_miss"):
        auc = separation(best["answered"], best[kind])
        yield f"  the best word overlap with a turn tells answered from {kind}: AUC {auc:.2f}"


def update_figures(items: Sequence[Data]) -> Iterator[str]:
    turns = sum(len(item["turns"]) for item in items)
    several = sum(len(item["stale"]) > 1 for item in items)
    yield f"updates: {len(items)} items, {turns} turns; several stale turns: {several}"
    harder = sum(best_overlap(item, "stale") > best_overlap(item, "current") for item in items)
    yield f"  a stale turn shares more words with the question than any current one: {harder}"


def best_overlap(item: Data, which: str) -> float:
    said = {turn["id"]: turn["text"] for turn in item["turns"]}
    return max(overlap(item["question"], said[name]) for name in item[which])


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text("utf-8"))


def main() -> int:
    chats, pairs, updates = map(read, ("assistant_chats.json", "abstention.json", "updates.json"))
    wrong = list(wrong_sets(chats, pairs, updates))
    if wrong:
        print("\n".join(wrong))
        return 1
    for figures in (chat_figures(chats), pair_figures(pairs), update_figures(updates)):
        print("\n".join(figures))
    print("nothing is wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
