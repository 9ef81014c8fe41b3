"""Words that end, follow or move something that only what is known can tell."""

from __future__ import annotations

import pytest

from retentive.model.claim import Correction, Cue
from tests.rules.claims.saying import claims, found

ENDS = {
    "no choir any more, just the football": "choir",
    "Welsh dropped": "Welsh",
    "the boat idea is dead": "boat",
    "we binned the allotment": "allotment",
    "the Trek got stolen on Sunday": "Trek",
    "not Hull any more": "Hull",
    "changed my mind about remote work": "remote work",
}
FOLLOWS = {
    "it's Danish now": (None, "Danish"),
    "it's Tuesdays now": (None, "Tuesdays"),
    "a fox took three of them, so four left": (None, "four"),
    "we're down to two": (None, "two"),
    "it's VS Code now instead of Vim": ("Vim", "VS Code"),
    "not Porto, Lisbon instead": ("Porto", "Lisbon"),
    "we went from tabs to spaces": ("tabs", "spaces"),
}
MOVES = {
    "the launch got pushed to March 20": "launch",
    "they moved it to the 20th": "it",
    "the airline moved me to the 15th": "it",
}


@pytest.mark.parametrize(("text", "old"), ENDS.items(), ids=list(ENDS))
def test_what_ends_is_named(text: str, old: str) -> None:
    ended = [one for one in found(text) if one.cue is Cue.NO_MORE]
    assert [one.corrects for one in ended] == [Correction(old)]
    assert claims(text) == []


@pytest.mark.parametrize(("text", "said"), FOLLOWS.items(), ids=list(FOLLOWS))
def test_what_follows_is_named(text: str, said: tuple[str | None, str]) -> None:
    following = [one for one in found(text) if one.cue is Cue.NOW]
    assert [one.corrects for one in following] == [Correction(*said)]


@pytest.mark.parametrize(("text", "what"), MOVES.items(), ids=list(MOVES))
def test_what_moves_is_named_with_its_date(text: str, what: str) -> None:
    (one,) = [one for one in found(text) if one.cue is Cue.NOW]
    assert one.claim is not None
    assert one.claim.value == what
    assert one.occurred is not None


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("WhatsApp please, I lost my old phone", "contact_preference WhatsApp"),
        ("team lead as of yesterday, feels odd", "job team lead"),
        ("got the keys for Kingston", "lives_in Kingston"),
        ("Tom now wants to be a pilot", "tom: goal be a pilot"),
    ],
)
def test_a_change_is_told_without_a_verb(text: str, claim: str) -> None:
    assert claim in claims(text)


@pytest.mark.parametrize(
    "text", ["I dropped the kids off at school", "it's raining now", "the meeting is over"]
)
def test_words_like_those_of_a_change_end_nothing_alone(text: str) -> None:
    assert not [one for one in claims(text) if "not" in one]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I don't like figs in salads.", "not likes figs in salads"),
        ("I hate the soup at that place.", "dislikes soup at that place"),
        ("I don't use Emacs for prose.", "not uses_tool Emacs for prose"),
        ("I don't like figs at all.", "not likes figs"),
        ("I don't like figs.", "not likes figs"),
    ],
)
def test_what_limits_a_denial_is_a_part_of_it(text: str, claim: str) -> None:
    assert claim in claims(text)
