"""Bots are called by name."""

import pytest

from turnwise.bots import bot
from turnwise.bots.bot import BadBot


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("random", "random"),
        ("classic", "classic"),
        ("greedy", "greedy"),
        *((f"search:{level}", f"search:{level}") for level in range(1, 6)),
        ("search", "search:5"),
        (" Search:3 ", "search:3"),
        ("CLASSIC", "classic"),
    ],
)
def test_every_name_gives_its_bot(said: str, name: str) -> None:
    assert bot(said).name == name


@pytest.mark.parametrize(
    "said",
    [
        "",
        "smart",
        "search:",
        "search:0",
        "search:6",
        "search:-1",
        "search:2.5",
        "search:³",
        "random:2",
        "greedy:",
        "search:1:2",
    ],
)
def test_a_name_that_is_none_is_answered_with_those_there_are(said: str) -> None:
    with pytest.raises(BadBot) as refused:
        bot(said)
    assert refused.value.code == "bad_bot"
    for there_is in ("random", "classic", "greedy", "search:1 (gentle)", "search:5 (fierce)"):
        assert there_is in str(refused.value)
    if said:
        assert said in str(refused.value)
