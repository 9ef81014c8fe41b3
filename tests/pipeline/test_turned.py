"""What is otherwise by now, told by what holds instead, and ends told in few words."""

from __future__ import annotations

import asyncio

import pytest

from retentive.app.languages import RuleExtractor
from tests.pipeline.story import story

TURNS: dict[str, tuple[tuple[str, str, set[str], set[str]], ...]] = {
    "a channel": (
        ("I prefer phone calls.", "Texts are fine now.", {"phone calls"}, {"Texts"}),
        ("Reach me on Signal please.", "email's fine again for me", {"Signal"}, {"email"}),
        ("I prefer mail.", "Telegram, not mail", {"mail"}, {"Telegram"}),
    ),
    "an age": (
        ("I'm 46.", "47 now", {"46"}, {"47"}),
        ("My cat Tiggy is six.", "Correction: Tiggy is five", {"six"}, {"five"}),
    ),
    "a number that is put right": (
        ("We have five goats.", "goats, correction: six", {"five goats"}, {"six goats"}),
        ("We have two geese.", "no, 3", {"two geese"}, {"3 geese"}),
    ),
    "what is eaten or smoked again": (
        ("My aunt Ida is vegetarian.", "Ida eats fish again", {"vegetarian"}, {"eats fish"}),
        ("I stopped smoking last year.", "I smoke again", set(), {"smoking"}),
    ),
    "what a test found": (
        ("I'm allergic to nuts.", "It wasn't nuts. It's sesame.", {"nuts"}, {"sesame"}),
        ("I'm allergic to latex.", "the latex thing was never true", {"latex"}, set()),
    ),
    "a couple": (
        ("I'm single.", "I'm seeing a guy now.", {"single"}, {"seeing a guy"}),
        ("Ida is engaged to Ben.", "Ida and Ben broke up.", {"engaged", "Ben"}, set()),
    ),
    "who and what is left": (
        ("Our boss is Lena.", "Lena stepped down.", {"boss Lena"}, set()),
        ("I have an assistant, Mei.", "no more assistant for me", {"assistant Mei"}, set()),
        ("I run a small bakery.", "I sold the bakery in May.", {"run small bakery"}, set()),
        ("I have a cat called Rocco.", "i don't have rocco anymore", {"cat Rocco"}, set()),
    ),
    "what lies ahead": (
        ("I'm going to Wales in May.", "The Wales ride is off.", {"going to Wales"}, set()),
    ),
    "a rule": (
        (
            "We indent with tabs.",
            "We dropped tabs, it's two spaces now",
            {"indent with tabs"},
            {"two spaces"},
        ),
        ("We squash merges.", "We no longer squash, we rebase instead.", set(), {"rebase"}),
    ),
    "for a while": (
        ("I prefer WhatsApp.", "use email for the next ten days", set(), {"email"}),
        (
            "I work at Nord Bank.",
            "For this week only, I'm covering at their Oslo branch.",
            set(),
            {"Oslo branch"},
        ),
    ),
}
KEPT = (
    "We have two kids. Three now! The coffee is fine now. Some texts are fine. 12 now",
    "The Siemens lunch is cancelled. I left the pub. It's 10 minutes to the sea now.",
    "My brother is seeing a doctor. I eat fish for lunch today. use email templates until June",
    "Ida stepped down the ladder. It was nuts. He sold the bakery a van. Mail, then lunch",
)


async def _told(*texts: str, at: str = "2026-03-03") -> set[str]:
    async with story(RuleExtractor()) as ana:
        await ana.tells(*((f"2026-03-{day:02}", text) for day, text in enumerate(texts, 1)))
        return await ana.values(at)


@pytest.mark.parametrize("kind", TURNS)
def test_what_holds_instead_takes_the_place_of_what_was(kind: str) -> None:
    for was, now, gone, new in TURNS[kind]:
        known, left = asyncio.run(_told(was)), asyncio.run(_told(was, now))
        assert gone <= known, was
        assert not gone & left, now
        assert new <= left, now


def test_what_is_not_on_one_day_is_not_over() -> None:
    for said in ("The exam is not on the 5th, it's on the 12th.", "my exam isn't on friday"):
        assert "exam" in asyncio.run(_told("I have an exam on the 5th of May.", said)), said
    assert "exam" not in asyncio.run(
        _told("I have an exam on the 5th of May.", "The exam isn't on.")
    )


def test_nothing_turns_by_words_that_only_sound_so() -> None:
    known = (
        "I work at Siemens. I'm 34. I prefer phone calls. My brother is single. I'm a vegetarian.",
        "I'm allergic to nuts. My sister Ida lives in Wales. I use Vim.",
    )
    assert asyncio.run(_told(*known)) <= asyncio.run(_told(*known, *KEPT, at="2026-03-07"))
