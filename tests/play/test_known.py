"""What a seat may know, sent as JSON: where it arrives a bot thinks as it would here."""

import json
from typing import Any

import pytest

import turnwise as tw
from turnwise.bots import Budget, bot
from turnwise.kit.errors import BadOption, MatchOver
from turnwise.kit.game import Game
from turnwise.play.known import known


def moment(game: Game) -> tw.Match:
    match = tw.Match(game, seats=max(2, game.seats[0]), seed=5)
    for step in range(7):
        match.play(match.legal[step % len(match.legal)])
    return match


@pytest.mark.parametrize("game", tw.all_games(), ids=lambda game: game.name)
def test_a_sent_position_is_thought_about_as_the_view_is(game: Game) -> None:
    view = (match := moment(game)).view(match.turn)
    assert view.seat is not None
    sent = tw.position(json.loads(json.dumps(known(view))))
    assert sent.pack() == view.position.pack() and sent.viewer == view.seat
    assert sent.legal(view.seat) == [action.id for action in view.legal]
    budget = Budget(iterations=20)
    thoughts = [bot("search:3").think(one, view.seat, seed=1, budget=budget) for one in (sent, tw.position(view))]
    assert thoughts[0] == thoughts[1] and thoughts[0].action in sent.legal(view.seat)
    assert tw.imagine(sent, 3).pack() == tw.imagine(view, 3).pack()


def test_a_finished_match_is_sent_as_finished() -> None:
    match = tw.Match("connect_four")
    match.leave(1)
    with pytest.raises(MatchOver):
        bot("random").think(tw.position(known(match.view(0))), 0, seed=1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "wot"}, "There is no game 'wot'. Did you mean"),
        ({"game": "whot"}, "'state' of Whot is 216 bytes, not 64."),
        ({"rules": 0}, "by version 0 of the rules of Connect Four; here they are version"),
        ({"rules": None}, "by version None of the rules"),
        ({"seat": 2}, "This match has seats 0 to 1, not 2."),
        ({"seat": True}, "This match has seats 0 to 1, not True."),
        ({"state": "?"}, "'state' of a position is base64."),
        ({"state": None}, "'state' of a position is base64."),
        ({"state": "AAAA"}, "'state' of Connect Four is 64 bytes, not 3."),
        ({"state": "A" * 86 + "=="}, "These records are none of Connect Four."),
        ({"beside": 7}, "'beside' of a position is base64."),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    told = known(tw.Match("connect_four").view(0))
    changed = dict(told) | change
    if "game" in change and "rules" not in change:
        changed["rules"] = tw.game("whot").version
    with pytest.raises(tw.TurnwiseError) as refused:
        tw.position(changed)
    assert sentence in str(refused.value)


def test_what_was_left_out_is_named() -> None:
    with pytest.raises(BadOption, match="A position needs 'game'"):
        tw.position({})
    with pytest.raises(BadOption, match="made of a view, or of what a house answers"):
        tw.position(None)  # type: ignore[arg-type]
    match = tw.Match("connect_four")
    with pytest.raises(BadOption, match="Only what a seat may know"):
        tw.imagine(match.position, 1)
