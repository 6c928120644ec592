"""Whatever a game says can be said in German: its name and options, its refusals and ends, and everything that happens."""

from string import Formatter

import pytest

from turnwise.games import all_games
from turnwise.kit.game import Game
from turnwise.kit.options import Choice
from turnwise.web.words import of_game

GAMES = all_games()


def fields(template: str) -> set[str]:
    """What is filled in."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def sentences(game: Game) -> set[str]:
    """What a game says in constant words or templates."""
    notation = game.notation
    found = {game.title, game.summary, *notation.REASONS.values(), *notation.ENDS.values()}
    for name, option in {**game.options, **game.settings}.items():
        found |= {name.replace("_", " "), option.help}
        if isinstance(option, Choice):
            found |= {choice.replace("_", " ") for choice in option.choices if isinstance(choice, str)}
    found |= set(getattr(notation, "SEAT_NAMES", ())) | set(getattr(notation, "OPPONENTS", {}).values())
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_sentence_has_a_german_one(game: Game) -> None:
    texts = of_game(game, "de")["texts"]
    assert not sorted(sentences(game) - set(texts))
    for english, german in texts.items():
        assert german.strip() and fields(german) <= fields(english), english


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_event_has_a_german_sentence_that_uses_what_it_tells(game: Game) -> None:
    events, kinds = of_game(game, "de")["events"], game.rules.Event
    assert set(events) == {kind.name.lower() for kind in kinds.arguments}
    for kind, arguments in kinds.arguments.items():
        said, english = events[kind.name.lower()], game.notation.SENTENCES[kind]
        assert isinstance(said, str) == isinstance(english, str), (
            "one sentence, or one for who knows and one for the others"
        )
        whole, partial = (said, said) if isinstance(said, str) else said
        assert fields(whole) <= set(arguments), (kind.name, whole)
        assert fields(partial) <= set(arguments) - kinds.private[kind], (kind.name, partial)
