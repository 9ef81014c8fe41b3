"""Events that have no text of their own."""

from __future__ import annotations

from tests.cases.playing import Play

CALL: dict[str, object] = {
    "event": "post_tool_use",
    "tool": "shell",
    "payload": {
        "input": {"command": "pytest tests/harbour", "paths": ["crane.py", {"was": "winch.py"}]},
        "error": "ModuleNotFoundError: harbour_crane",
        "exit": 1,
        "of": [1, 2],
        "token": "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB",
    },
}


def test_an_event_is_found_by_what_its_payload_says(play: Play) -> None:
    play.user().observe([CALL, {"event": "post_tool_use", "payload": {"exit": 0}}])
    for moment in play.moments():
        if moment == "at once":
            continue
        for query in ("pytest", "winch.py", "harbour_crane ModuleNotFoundError", "command"):
            (hit,) = play.user().recall(query)
            assert hit.text == (
                "error: ModuleNotFoundError: harbour_crane\ninput:\n"
                "command: pytest tests/harbour\npaths:\ncrane.py\nwas: winch.py\n"
                "token: [REDACTED]"
            ), moment
        assert "0123456789abcdef" not in play.user().context("token harbour").text


def test_the_order_in_which_a_payload_is_written_does_not_matter(play: Play) -> None:
    ana = play.user()
    payload = CALL["payload"]
    assert isinstance(payload, dict)
    turned = CALL | {"id": "e-1", "payload": dict(reversed(payload.items()))}
    first = ana.observe([CALL | {"id": "e-1"}])
    assert ana.observe([turned]).ids == first.ids
