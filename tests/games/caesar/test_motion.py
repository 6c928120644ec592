"""What goes and sounds at a table of Caesar and Cleopatra, and what a page is told of it."""

from random import Random

import msgspec

import turnwise as tw
from tests.games.caesar.test_look import NAMES, match_at, seen, things, typed
from turnwise.draw import picture
from turnwise.draw.keyed import Sketches


def test_a_laid_card_goes_from_the_hand_to_its_group_for_everybody() -> None:  # C11, C42
    match = match_at("CONSUL: - | hand 0: 3 3 veto | hand 1: 1")
    match.play("lay 3 CONSUL down")
    assert seen(match, 0).gone == {"hand:0:3:1": "lies:0:CONSUL:3:0"}
    for viewer in (1, None):
        assert seen(match, viewer).gone == {} and things(match, viewer)["down:0:CONSUL:0"].comes == "held:0:influence"
    assert seen(match, None).sounds == ("card",)


def test_an_action_card_goes_to_the_table_and_then_to_the_discards() -> None:  # C26, C27, C31
    match = match_at("CONSUL: 2 - 4 4 | hand 0: assassination 1 | hand 1: veto 2 | deck 1: 1", laid="up")
    match.play("assassinate CONSUL 4")
    assert seen(match, 0).gone == {"hand:0:assassination:0": "announced"}
    assert seen(match, 1).gone == {} and things(match, 1)["announced"].comes == "held:0:action"
    vetoed = match_at("CONSUL: 2 - 4 4 | hand 0: assassination 1 | hand 1: veto 2 | deck 1: 1", laid="up")
    vetoed.play("assassinate CONSUL 4")
    match.play("no veto")
    assert seen(match, 0).gone == {"announced": "discard:0", "lies:1:CONSUL:4:1": "discard:1"}
    vetoed.play("veto influence")
    assert seen(vetoed, 1).gone == {"announced": "discard:0", "hand:1:veto:0": "discard:1"}
    assert "wrong" in seen(vetoed, 1).sounds


def test_a_veto_that_is_drawn_anew_has_not_left_the_hand() -> None:  # C31
    match = match_at("CONSUL: 2 - 4 | hand 0: assassination 1 | hand 1: veto 2 | deck 1: veto", laid="up")
    match.play("assassinate CONSUL 4")
    match.play("veto action")
    assert seen(match, 1).gone == {"announced": "discard:0"}


def test_hidden_cards_go_to_where_they_are_turned_up() -> None:  # C20, C23, C24
    match = match_at("CONSUL: (5) 2 - (3) 1 | hand 0: 1 | hand 1: 1 | deck 0: 1 | bag: CONSUL", laid="up")
    match.play("bust")
    # They are turned up where they lie, and stay to be seen, also those that the vote has cost.
    assert seen(match, 0).gone == {"down:1:CONSUL:0": "lies:1:CONSUL:3:0"}
    assert seen(match, 1).gone == {"down:0:CONSUL:0": "lies:0:CONSUL:5:0"}
    assert {"gate", "vote", "collect"} <= set(seen(match, None).sounds)
    assert things(match, 0)["lies:0:CONSUL:2:0"].manner == "turns"
    assert things(match, 1)["sum:0:CONSUL"].manner == "beats"
    match.play("draw influence")
    assert seen(match, 1).gone == {}
    match.play("lay 1 CENSOR up")
    # The highest card of the stronger side and the lowest of the weaker go when somebody plays again.
    costs = {"lies:0:CONSUL:5:0": "discard:0", "lies:1:CONSUL:1:0": "discard:1"}
    assert seen(match, 0).gone == costs and seen(match, None).gone == costs
    scouted = match_at("CONSUL: 1 - (4) (4) 4 | hand 0: scout 1 | hand 1: 2", laid="up")
    scouted.play("scout CONSUL")
    scouted.play("no veto")
    shown = seen(scouted, 0)
    assert {key: aim for key, aim in shown.gone.items() if key.startswith("down:")} == {
        "down:1:CONSUL:0": "lies:1:CONSUL:4:1",
        "down:1:CONSUL:1": "lies:1:CONSUL:4:2",
    }


def test_cards_that_the_gods_strike_go_to_the_discards_at_once() -> None:  # C30
    match = match_at("CONSUL: (5) 2 - (3) 4 | hand 0: wrath 1 | hand 1: 1 | deck 0: 1", laid="up")
    match.play("wrath CONSUL")
    match.play("no veto")
    assert seen(match, 0).gone == {
        "announced": "discard:0",
        "lies:0:CONSUL:5:0": "discard:0",
        "lies:0:CONSUL:2:0": "discard:0",
        "lies:1:CONSUL:4:0": "discard:1",
        "down:1:CONSUL:0": "discard:1",
    }


def test_a_placement_is_heard_by_its_player_only() -> None:  # C6
    match = tw.Match("caesar", seed=1, compiled=False)
    match.play("place 4 CONSUL")
    assert seen(match, 0).sounds == ("card",) and seen(match, 1).sounds == seen(match, None).sounds == ()


def test_a_drawn_card_comes_from_its_deck_and_a_bust_from_the_bag() -> None:  # C44
    match = match_at("CONSUL: 2 - 1 | hand 0: 1 | hand 1: 1 | deck 0: 5 wrath | bag: CONSUL", laid="up")
    match.play("bust")
    assert things(match, 1)["bust:CONSUL"].comes == "bag"
    match.play("draw action")
    assert things(match, 0)["hand:0:wrath:0"].comes == "deck:0:action"


def test_a_page_is_told_little_at_every_step() -> None:
    sizes = []
    for seed in range(3):
        match = tw.Match("caesar", seed=seed, spy=1, secret_bonus=True)
        sketches, chance = Sketches(), Random(seed)
        sketches.next(picture(match.view(0), NAMES))
        while not match.outcome:
            match.play(chance.choice(match.legal))
            sizes.append(len(msgspec.json.encode(sketches.next(picture(match.view(0), NAMES)))))
    assert sorted(sizes)[len(sizes) // 2] < 1800 and max(sizes) < 14_000


def test_a_castling_of_many_cards_is_not_told_at_length() -> None:  # C29
    match = match_at("CONSUL: 1 2 3 4 5 - | CENSOR: 1 2 3 4 5 - | hand 0: castling 1 | hand 1: 5", laid="up")
    sketches = Sketches()
    sketches.next(seen(match, 0))
    match.play("castle CONSUL CENSOR")
    shown = seen(match, 0)
    assert "to divide: 1 1 2 2 3 3 4 4 5 5" in typed(match, 0)["pool"]
    assert len(msgspec.json.encode(sketches.next(shown))) < 10_000
