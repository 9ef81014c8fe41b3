"""Which floor the multilingual embedder needs: `python benchmarks/floor.py`.

In each of five languages eight statements are remembered; eight questions in other words are
answered by one of them each, and four by none. For each floor it prints how many of the first
find their statement on top, and how many of the latter find anything. Needs the extra
`embed-multilingual`, and takes a minute.
"""

import json
from pathlib import Path

from retentive import Memory
from retentive.embedders import embedder

SETS = json.loads((Path(__file__).parent / "data" / "floor.json").read_text("utf-8"))


class Floored:
    """An embedder with another floor that embeds every text once."""

    def __init__(self, given, floor):
        self._given, self._known = given, {}
        self.identity, self.dimensions, self.floor = given.identity, given.dimensions, floor

    def embed(self, texts):
        return [self._once("t", text, lambda text: self._given.embed([text])[0]) for text in texts]

    def embed_query(self, text):
        return self._once("q", text, self._given.embed_query)

    def _once(self, kind, text, make):
        if (kind, text) not in self._known:
            self._known[kind, text] = make(text)
        return self._known[kind, text]


def counted(floored):
    """Return of how many questions the answer comes first, and how many wrongly find a thing."""
    right = wrong = 0
    for one in SETS.values():
        with Memory.open("memory://", embedder=floored) as memory:
            ana = memory.scope(user="ana")
            for said in one["said"]:
                ana.remember(said)
            memory.flush()
            for asked, said in zip(one["asked"], one["said"], strict=True):
                right += [hit.text for hit in ana.recall(asked, limit=1)] == [said]
            wrong += sum(bool(ana.recall(asked, limit=1)) for asked in one["never"])
    return right, wrong


def main():
    questions = sum(len(one["asked"]) for one in SETS.values())
    nothing = sum(len(one["never"]) for one in SETS.values())
    floored = Floored(embedder("multilingual"), 0.0)
    print(f"floor  answered, of {questions}  not answered and yet found, of {nothing}")
    for floor in (0.65, 0.68, 0.7, 0.72, 0.74, 0.75, 0.77):
        floored.floor = floor
        right, wrong = counted(floored)
        print(f"{floor:5.2f}  {right:15d}  {wrong:34d}")


if __name__ == "__main__":
    main()
