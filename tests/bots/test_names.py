"""Bots are called by name."""

import pytest

import turnwise as tw
from turnwise.bots import bot
from turnwise.bots.names import NAMES, OFFERED, OPPONENTS, BadBot, called, names, opponents, players, strength
from turnwise.games import all_games
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game

EVERY_GAME = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


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


@EVERY_GAME
def test_every_bot_of_a_game_is_found_by_name_and_has_a_title_of_its_own(game: Game) -> None:
    for name in names(game):
        assert bot(name, game).name == bot(f" {name.upper()} ", game.name).name == name
    assert {*NAMES, *players(game)} == {*names(game)}
    assert {*OPPONENTS, *players(game)} == {*opponents(game)}
    assert len({called(game, name) for name in names(game)}) == len(names(game))
    assert all(strength(game, name) for name in opponents(game)), "the menu says of each how strong it is"


def test_some_games_have_players_that_others_know_nothing_of() -> None:
    for game in all_games():
        for name in players(game):
            with pytest.raises(
                BadBot, match=f"There is no bot '{name}'. There are, in any game, random, classic, greedy"
            ):
                bot(name)
            for other in all_games():
                if name not in players(other):
                    with pytest.raises(BadBot, match=f"There is no bot '{name}'. {other.title} has random, classic, "):
                        bot(name, other)
    assert sum(len(players(game)) for game in all_games()) >= 2, "else the promise above is empty"


def test_who_is_handed_a_position_of_another_game_says_so() -> None:
    own = next(game for game in all_games() if players(game))
    other = tw.Match("connect_four", seed=1)
    with pytest.raises(BadBot, match="this is a position of Connect Four"):
        bot(players(own)[0], own).think(other.view(0).position, 0, seed=1)


@EVERY_GAME
def test_the_menu_is_german_on_a_german_page(game: Game) -> None:
    say = speaker(game, "de")
    for name in opponents(game):
        assert say(strength(game, name)) != str(strength(game, name))
    for name in players(game):
        assert say(called(game, name)) != str(called(game, name))


def test_an_agent_of_the_hosts_own_is_called_by_its_name_and_not_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        OFFERED, "/home/host/agents/first.py:agent,/home/host/agents/second.py:agent@2s,mine.players:bold"
    )
    game = next(iter(all_games()))
    say = speaker(game, "en")
    shown = [say(title) for name, title in opponents(game).items() if ":" in name and not name.startswith("search")]
    assert shown == ["agent (first)", "agent (second)", "bold"]
    assert say(called(game, "/home/host/agents/second.py:agent@2s")) == "agent (second), 2 s a move"
