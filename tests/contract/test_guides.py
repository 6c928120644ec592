"""Rules for people: every game of ours has a guide in every language, whose pictures can be played and which shows no rule's number."""

import re
from dataclasses import replace

import pytest

from turnwise.draw import table
from turnwise.draw.contract import faults
from turnwise.games import all_games
from turnwise.kit.catalogues import languages, speaker
from turnwise.kit.game import Game
from turnwise.web.pages.guide import NAMES, SEEN, guide, moment

NUMBERED = re.compile(r"\b[A-Z]\d{1,2}[a-z]?\b")
AT_LEAST = 4
"""Pictures of a guide, and chapters: a turn, how it ends, an example."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_game_is_explained_in_every_language_with_pictures_that_can_be_played(game: Game) -> None:
    shown = {language: guide(game, language) for language in languages()}
    for language, told in shown.items():
        assert told.language == language, f"{game.name} has no guide.{language}.md"
        assert told.html.count("<h3>") + told.html.count("<h2>") + told.html.count("<h4>") >= 3
        assert len(told.moments) >= AT_LEAST
        assert told.html.count("</figcaption></figure>") == len(told.moments), "words stand below every picture"
        for one in told.moments:
            view = moment(game, one)
            untouched = replace(table(view), touch={})  # a picture is looked at, so a cell may be smaller than a finger
            wrong = faults(untouched, SEEN, speaker(game, language, NAMES[: view.seats]))
            assert not wrong, (one, wrong[:3])
    assert len({told.moments for told in shown.values()}) == 1, "the same pictures in every language"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_guide_shows_no_numbers_of_rules(game: Game) -> None:
    rules = set(re.findall(r"\*\*([A-Z]\d+[a-z]?)\*\*", game.rulebook))
    for language in languages():
        text = re.sub(r"<[^>]*>", "", str(guide(game, language).html))
        assert not [number for number in NUMBERED.findall(text) if f"({number})" in text and number in rules]
