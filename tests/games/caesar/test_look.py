"""What a player of Caesar and Cleopatra would miss in the picture, from the rule sheet."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import turnwise as tw
from tests.games.caesar import picture as tables
from turnwise.draw import picture, table, written
from turnwise.draw.boxes import of_parts
from turnwise.draw.contract import faults, share
from turnwise.draw.contract import labels as labels_in
from turnwise.draw.layout import laid
from turnwise.draw.plan import TALL, WIDE, stage
from turnwise.kit.catalogues import speaker
from turnwise.kit.shapes import Picture, Thing

NAMES = ("Ann", "Bob")
meant = tw.game("caesar").module("look").meant


def match_at(text: str, **given: Any) -> tw.Match:
    """A match that stands at a position drawn as in `picture.py`."""
    options = {name: given[name] for name in ("spy", "secret_bonus") if name in given}
    match = tw.Match("caesar", seed=1, compiled=False, **options)
    match.position = tables.picture(text, **given).at
    match._changed()
    return match


def seen(match: tw.Match, seat: int | None) -> Picture:
    return picture(match.view(seat), NAMES)


def things(match: tw.Match, seat: int | None) -> dict[str, Thing]:
    return {thing.key: thing for thing in seen(match, seat).things}


def keys(match: tw.Match, seat: int | None, start: str) -> list[str]:
    return sorted(key for key in things(match, seat) if key.startswith(start))


def touches(match: tw.Match, seat: int) -> dict[str, tuple[str, ...]]:
    ways = seen(match, seat).touch
    return {action.words: ways[action.id] for action in match.legal_for(seat)}


def labels(thing: Thing) -> list[str]:
    return [str(label.text) for label, _ in labels_in(thing.parts) if label.text]


def typed(match: tw.Match, seat: int | None) -> dict[str, tuple[str, ...]]:
    """What a terminal shows of each thing."""
    return {thing.key: tuple(map(str, thing.text)) for thing in written(match.view(seat), NAMES).things}


def in_a_terminal(match: tw.Match, seat: int | None, columns: int = 200, rows: int = 50) -> str:
    """Everything that stands in a terminal, without its line breaks."""
    shown = written(match.view(seat), NAMES, columns=columns, rows=rows)
    return " ".join(line for thing in shown.things for line in map(str, thing.text))


def caption(match: tw.Match, seat: int | None) -> str:
    return str(things(match, seat)["caption"].words)


def test_face_down_cards_are_numbers_to_their_owner_and_backs_to_others() -> None:  # C41, C42, C48
    match = match_at("CONSUL: (4) 2 - (5) (P) 3 | hand 0: 1 | hand 1: 1")
    own, other = (things(match, seat) for seat in (0, 1))
    assert typed(match, 0)["lies:0:CONSUL:4:0"] == ("(4)",) and typed(match, 0)["lies:0:CONSUL:2:0"] == ("[2]",)
    assert "face down" in own["lies:0:CONSUL:4:0"].words
    assert labels(own["lies:0:CONSUL:4:0"]) == ["4"] and labels(other["down:0:CONSUL:0"]) == []
    assert keys(match, 0, "down:") == ["down:1:CONSUL:0", "down:1:CONSUL:1"]
    assert keys(match, 1, "down:") == ["down:0:CONSUL:0"]
    assert keys(match, None, "down:") == ["down:0:CONSUL:0", "down:1:CONSUL:0", "down:1:CONSUL:1"]
    sums = {(viewer, seat): typed(match, viewer)[f"sum:{seat}:CONSUL"][0] for viewer in (0, 1, None) for seat in (0, 1)}
    assert sums[None, 0] == "=2+?" and sums[0, 0] == "=6" and sums[0, 1] == "=3+??" and sums[1, 1] == "=8 P"
    assert labels(own["sum:1:CONSUL"]) == ["3", "+2?"] and labels(other["sum:1:CONSUL"]) == ["8", "P"]


def test_a_hand_lies_open_to_its_owner_and_as_two_kinds_of_backs_to_others() -> None:  # C41, C42, C44
    match = match_at("CONSUL: 4 - | hand 0: 3 3 veto | hand 1: 1 5 5 scout | deck 1: 1 2 wrath")
    assert keys(match, 0, "hand:") == ["hand:0:3:0", "hand:0:3:1", "hand:0:veto:0"]
    assert keys(match, None, "hand:") == []
    drawn = things(match, 0)
    assert [labels(drawn[f"held:1:{deck}"]) for deck in ("influence", "action")] == [["3"], ["1"]]
    assert [labels(drawn[f"deck:1:{deck}"]) for deck in ("influence", "action")] == [["2"], ["1"]]
    assert drawn["held:1:influence"].words == "3 influence cards in Bob's hand"
    for pile in ("held", "deck"):
        backs = [str(drawn[f"{pile}:1:{deck}"].parts) for deck in ("influence", "action")]
        assert ["night" in back for back in backs] == [False, True], "the backs differ by more than their numbers"


def test_a_card_is_brought_to_a_group_and_asked_there_how_it_shall_lie() -> None:  # C11, C12, C53
    match = match_at("CONSUL: 1 1 1 1 1 - | CENSOR 0: - | hand 0: 3 3 veto")
    ways = touches(match, 0)
    assert ways["lay 3 PRAETOR up"] == ("hand:0:3:1", "group:PRAETOR", "face:up:PRAETOR")
    assert ways["lay 3 AEDILE down"] == ("hand:0:3:1", "group:AEDILE", "face:down:AEDILE")
    assert seen(match, 0).equals == {"hand:0:3:0": "hand:0:3:1"}, "either of two equal cards may be touched"
    drawn = things(match, 0)
    chosen = [key for key, thing in drawn.items() if "can be chosen" in thing.words]
    assert chosen == ["group:PRAETOR", "group:AEDILE", "group:QUAESTOR"]  # not the full one, not the closed one
    answers = [thing for key, thing in drawn.items() if key.startswith("face:")]
    assert len(answers) == 6 and {thing.manner for thing in answers} == {"asks"}
    match.play("lay 3 PRAETOR up")
    assert touches(match, 0)["lay 3 PRAETOR down"] == ("hand:0:3:0", "group:PRAETOR")  # the face is not asked
    assert touches(match, 0)["bust"] == ("bag",) and not keys(match, 0, "face:")
    assert "laid last" in things(match, 1)["lies:0:PRAETOR:3:0"].words


def test_an_action_card_is_aimed_at_a_card_or_a_group() -> None:  # C27 to C30, C34
    hand = "hand 0: assassination scout castling wrath spy 1 | hand 1: 1"
    match = match_at(f"CONSUL: 2 - 4 4 (1) | CENSOR: 3 - | {hand}", laid="up", spy=1)
    ways = touches(match, 0)
    assert ways["assassinate CONSUL 4"] == ("hand:0:assassination:0", "lies:1:CONSUL:4:1")
    assert ways["scout CONSUL"] == ("hand:0:scout:0", "group:CONSUL")
    assert ways["castle CONSUL CENSOR"] == ("hand:0:castling:0", "group:CONSUL", "group:CENSOR")
    assert ways["wrath CENSOR"] == ("hand:0:wrath:0", "group:CENSOR")
    assert ways["spy"] == ("hand:0:spy:0", "plate:1")
    assert "assassinated" in things(match, 0)["lies:1:CONSUL:4:1"].words
    assert "assassinated" not in things(match, 1)["lies:1:CONSUL:4:1"].words


def test_every_card_that_may_be_assassinated_can_be_touched_in_the_smallest_windows() -> None:  # C27
    groups = " | ".join(f"{group}: 1 2 3 4 5 - 1 2 3 4 5" for group in ("PRAETOR", "AEDILE", "QUAESTOR", "CONSUL"))
    match = match_at(f"{groups} | CENSOR: - 1 2 3 4 P | hand 0: assassination 1 1 2 3 4 | hand 1: 1", laid="up")
    assert sum(way[0] == "hand:0:assassination:0" for way in touches(match, 0).values()) == 25
    shown = table(match.view(0))
    for width, height in ((360, 440), (640, 250), (390, 640), (844, 260)):
        assert faults(shown, stage(width, height), speaker(tw.game("caesar"), names=NAMES)) == []


def test_a_veto_is_asked_with_the_announced_card_on_the_table() -> None:  # C31, C33
    match = match_at("CONSUL: 2 - 4 | hand 0: assassination 1 | hand 1: veto 2 | deck 1: 1", laid="up")
    match.play("assassinate CONSUL 4")
    assert touches(match, 1) == {
        "no veto": ("choice:no_veto",),
        "veto influence": ("hand:1:veto:0", "deck:1:influence"),
    }
    for seat in (0, 1, None):
        announced, group = (things(match, seat)[key] for key in ("announced", "group:CONSUL"))
        assert announced.words == "Ann plays Assassination against Bob's 4 at the Consuls."
        assert announced.x == group.x and "Veto?" in labels(announced)
    assert "hand:0:assassination:0" not in things(match, 0) and "choice:no_veto" not in things(match, 0)
    assert labels(things(match, 1)["choice:no_veto"]) == ["Let it pass"]
    bare = match_at("CONSUL: 2 - 4 | hand 0: assassination 1 | hand 1: veto 2", laid="up")
    bare.play("assassinate CONSUL 4")
    assert touches(bare, 1)["veto none"] == ("hand:1:veto:0",)


def test_a_castling_is_divided_by_group_and_told_to_its_owner_only() -> None:  # C29
    match = match_at("CONSUL: 4 (2) - 1 | CENSOR: P - 3 | hand 0: castling 1 | hand 1: 5", laid="up")
    match.play("castle CONSUL CENSOR")
    assert touches(match, 0) == {"first": ("group:CONSUL",), "second": ("group:CENSOR",)}
    assert caption(match, 0) == "Your 2: to the Consuls or the Censors?"
    match.play("second")
    assert typed(match, 0)["pool"] == ("to divide: 4 P",)
    assert labels(things(match, 0)["gets:CENSOR"]) == ["→ 2"] and labels(things(match, 0)["gets:CONSUL"]) == ["→ "]
    assert "The Consuls get nothing so far. The Censors get a 2." in seen(match, 0).words
    for seat in (1, None):
        assert not {"pool", "gets:CENSOR"} & set(things(match, seat)) and " get " not in seen(match, seat).words
    match.play(["first", "second"])
    assert "The Consuls get a 4. The Censors get a 2 and a Philosopher." in seen(match, 0).words
    assert " get " not in seen(match, 1).words
    assert typed(match, 0)["lies:0:CONSUL:4:0"] == ("[4]",)  # nothing has moved before the answer


def test_a_won_patrician_keeps_its_key_and_steps_to_its_owner() -> None:  # C16, C23, C25
    match = match_at("CONSUL 2: (3) 2 - 1 | won 1: 0 0 0 1 0 | hand 0: 1 | hand 1: 1 | bag: CONSUL", laid="up")
    before = things(match, 0)
    match.play("bust")
    after = things(match, 0)
    places = {key: (before[key].x, before[key].y) for key in before if key.startswith("patrician:")}
    assert set(places) == {key for key in after if key.startswith("patrician:")} and len(places) == 21
    moved = [key for key, place in places.items() if (after[key].x, after[key].y) != place]
    assert moved == ["patrician:CONSUL:0"]
    ann, free, bob = (after[f"patrician:CONSUL:{number}"] for number in range(3))
    assert [one.words for one in (ann, free, bob)] == ["Consul won by Ann", "Consul not yet won", "Consul won by Bob"]
    assert ann.y > free.y > bob.y
    ann, free, bob = (things(match, 1)[f"patrician:CONSUL:{number}"] for number in range(3))
    assert ann.y < free.y < bob.y  # Bob sits at the lower edge of his own picture
    assert "bust:CONSUL" not in before
    assert after["bust:CONSUL"].words == "The bust of the Consuls has been drawn, the latest"
    assert "lies:0:CONSUL:2:0" in before and typed(match, 0)["lies:0:CONSUL:2:0"] == ("[2]",)


def test_an_own_card_keeps_its_key_when_it_is_turned_up() -> None:  # C28
    match = match_at("CONSUL: 1 - (4) (4) 4 | hand 0: scout 1 | hand 1: 2", laid="up")
    face_down = keys(match, 1, "lies:1")
    assert [typed(match, 1)[key] for key in face_down] == [("[4]",), ("(4)",), ("(4)",)]
    match.play("scout CONSUL")
    match.play("no veto")
    assert keys(match, 1, "lies:1") == face_down
    assert [typed(match, 0)[key] for key in face_down] == [("[4]",)] * 3


def test_a_vote_is_shown_at_its_group_until_somebody_plays_again() -> None:  # C54, example 5
    match = match_at("CENSOR: (2) P - (3) | hand 0: 1 2 | hand 1: 1 | deck 0: 1 2 3 4 | bag: CENSOR", laid="up")
    assert in_a_terminal(match, 1).count("No vote has been held yet.") == 1
    match.play("bust")
    told = "Vote of the Censors: Ann wins with the lower sum, 2 to 3; Philosophers 1 to 0."
    while match.view(0).state["phase"] == "draw":
        for seat in (0, 1, None):
            shown = things(match, seat)
            assert shown["verdict:CENSOR"].words == told and in_a_terminal(match, seat).count(told) == 1
            assert "".join(labels(shown["verdict:CENSOR"])).startswith("Philosophers turn it: Ann takes")
            assert [labels(shown[f"sum:{side}:CENSOR"]) for side in range(2)] == [["2", "P"], ["3"]]
            # The cards that made the sums lie there, also those that the vote has cost.
            assert sorted(key for key in shown if key.startswith(("lies", "down"))) == [
                "lies:0:CENSOR:2:0",
                "lies:0:CENSOR:P:0",
                "lies:1:CENSOR:3:0",
            ]
            assert shown["lies:1:CENSOR:3:0"].words == "Bob's 3 at the Censors, discarded after the vote"
            assert shown["lies:0:CENSOR:P:0"].words == "Ann's Philosopher at the Censors"
        match.play("draw influence")
    assert "verdict:CENSOR" in things(match, 1)  # Bob sees it before he plays
    match.play("lay 1 CENSOR up")
    assert "verdict:CENSOR" not in things(match, 1) and labels(things(match, 1)["sum:1:CENSOR"]) == ["1"]
    assert keys(match, 1, "lies:") == ["lies:0:CENSOR:P:0", "lies:1:CENSOR:1:0"]
    assert told in in_a_terminal(match, 1) and "latest vote" in things(match, 1)["group:CENSOR"].words


def test_two_votes_of_a_group_in_one_turn_are_shown_as_one() -> None:  # C19
    cards = "PRAETOR: 1 1 1 1 1 - 2 2 2 2 2"
    match = match_at(f"{cards} | hand 0: 1 2 3 4 5 5 | hand 1: 1 | bag: PRAETOR", laid="up")
    match.play("bust")
    votes = [event for event in match.view(0).events if event["event"] == "voted"]
    assert [vote["group"] for vote in votes] == ["PRAETOR"] * 2
    assert keys(match, 0, "verdict:") == ["verdict:PRAETOR"]
    assert sum("discarded after" in thing.words for thing in things(match, 0).values()) == 4


def test_points_so_far_keep_the_secret_which_counts_at_the_end() -> None:  # C38, C40, C55, example 13
    won = "won 0: 5 2 3 2 0 | won 1: 0 3 2 1 3 | PRAETOR 0: - | AEDILE 0: - | QUAESTOR 0: - | CONSUL 0: - | CENSOR 0: -"
    text = f"{won} | bonus 0: QUAESTOR | bonus 1: PRAETOR | hand 0: 1"
    match = match_at(text, secret_bonus=True)
    counted = [labels(things(match, 0)[f"{what}:{seat}"]) for seat in (0, 1) for what in ("points", "taken", "bonus")]
    assert counted == [["16"], ["12"], ["+2"], ["12"], ["9"], ["?"]]
    assert "Ann: Caesar, 16 points, 12 patricians, 4 for majorities" in things(match, 0)["plate:0"].words
    assert "Quaestors" in things(match, 0)["bonus:0"].words and "hidden" in things(match, 1)["bonus:0"].words
    assert "2 points more" in things(match, 0)["group:PRAETOR"].words and "+2" in labels(
        things(match, 0)["group:PRAETOR"]
    )
    ended = match_at(text, secret_bonus=True, over=1, gone=31)
    over = things(ended, 1)
    assert labels(over["points:0"]) == ["18"] and "has won" in labels(over["plate:0"])
    assert "Quaestors" in over["bonus:0"].words and caption(ended, 1) == "Ann wins: all patricians are taken."
    points = "Ann: 12 patricians + 3 for majorities + 1 for complete groups + 2 for the secret card = 18."
    assert points in seen(ended, 1).words


def test_a_placement_is_one_row_of_cards_and_seen_by_its_player_only() -> None:  # C6, C47
    match = tw.Match("caesar", seed=1, compiled=False)
    assert keys(match, 0, "place:") == [f"place:0:{number}" for number in range(1, 6)] and not keys(match, 0, "hand:")
    tray, nothing = things(match, 0)["place:0:4"], seen(match, 1)
    assert touches(match, 0)["place 4 CONSUL"] == ("place:0:4", "group:CONSUL")
    match.play("place 4 CONSUL")
    placed = things(match, 0)["lies:0:CONSUL:4:0"]
    assert seen(match, 0).gone == {"place:0:4": "lies:0:CONSUL:4:0"} and placed.y < tray.y
    assert typed(match, 0)["lies:0:CONSUL:4:0"] == ("(4)",) and "place:0:4" not in things(match, 0)
    assert seen(match, 1) == nothing and not keys(match, None, "place:")
    match.play(["place 1 PRAETOR", "place 2 AEDILE", "place 3 QUAESTOR", "place 5 CENSOR"])
    assert not keys(match, 0, "place:") and len(keys(match, 0, "hand:")) == 6


def test_a_spy_sees_the_hand_and_the_others_do_not() -> None:  # C34
    match = match_at("CONSUL: 1 - | hand 0: spy 1 | hand 1: 5 5 scout", laid="up", spy=1)
    match.play("spy")
    assert not keys(match, 0, "hand:1")
    match.play("no veto")
    assert touches(match, 0) == {"take 5": ("hand:1:5:1",), "take scout": ("hand:1:scout:0",)}
    assert keys(match, 0, "hand:1") == ["hand:1:5:0", "hand:1:5:1", "hand:1:scout:0"]
    assert not keys(match, None, "hand:1")
    match.play("take 5")
    assert not keys(match, 0, "hand:1")
    assert things(match, 0)["discard:1"].words == "Bob has discarded a 5"


def test_the_other_hand_lies_open_at_the_end_and_not_before() -> None:  # C49
    text = "CONSUL: 1 - | hand 0: 3 | hand 1: 5 5 scout | deck 1: 2"
    over, before = match_at(text, over=3), match_at(text)
    hands = {0: {"hand:0:3:0"}, 1: {"hand:1:5:0", "hand:1:5:1", "hand:1:scout:0"}}
    for viewer, opened in ((0, hands[1]), (1, hands[0]), (None, hands[0] | hands[1])):
        view = over.view(viewer)
        drawn = [laid(table(view), on) for on in (WIDE, TALL, stage(844, 260))]
        for one in (*drawn, written(view, NAMES), written(view, NAMES, columns=200, rows=50)):
            shown = {thing.key for thing in one.things}
            assert opened <= shown and not any(key.startswith("held:") for key in shown)
        assert not opened & set(things(before, viewer)) and keys(before, viewer, "held:")
    last = things(over, 0)
    assert last["hand:1:5:0"].y < last["caption"].y < last["hand:0:3:0"].y  # not among the viewer's own
    assert last["hand:1:scout:0"].words == "Scout in Bob's hand" and "Scout" in in_a_terminal(over, 0)


def test_a_card_has_its_index_in_the_upper_left_corner() -> None:
    match = match_at("CONSUL: - | hand 0: 1 P assassination scout wrath veto | hand 1: 1")
    shown = laid(table(match.view(0)), stage(360, 440))
    cards = [thing for thing in shown.things if thing.key.startswith("hand:")]
    assert len(cards) == 6
    for card, following in pairwise(cards):
        index = of_parts(card.parts[-1:])  # what lies on top
        assert index and (card.x + index.right * card.scale) < following.x - 40 * following.scale + 1
        assert index.top < -20 and index.bottom < 0


def test_a_board_in_a_large_terminal_has_cards_as_large_as_cards() -> None:
    match = match_at("CONSUL: 2 (1) - 4 (3) | hand 0: 1 2 | hand 1: 1", laid="up")

    def card(columns: int, rows: int, key: str) -> tuple[str, ...]:
        things = written(match.view(0), NAMES, columns=columns, rows=rows).things
        return next(tuple(map(str, thing.text)) for thing in things if thing.key == key)

    assert card(80, 18, "lies:0:CONSUL:2:0") == ("[2]",)
    assert card(120, 34, "lies:0:CONSUL:2:0") == ("┌─┐", "│2│", "└─┘")
    assert card(200, 50, "lies:0:CONSUL:2:0") == ("┌───┐", "│2  │", "│  2│", "└───┘")
    assert card(200, 50, "down:1:CONSUL:0") == ("▒▒▒▒▒", "▒?  ▒", "▒  ?▒", "▒▒▒▒▒")


def test_what_is_touched_means_an_action_allowed_or_not() -> None:
    for seed in range(4):
        match, chance = tw.Match("caesar", seed=seed, spy=1), Random(seed)
        while match.turn is not None:
            view = match.view(match.turn)
            for action, way in table(view).touch.items():
                assert meant(view, way) == action, (view.state["phase"], way)
            match.play(chance.choice(match.legal))


def why(match: tw.Match, seat: int, *touched: str) -> str:
    """What a player hears who has touched these things in vain."""
    action = meant(match.view(seat), touched)
    assert action is not None and touched not in touches(match, seat).values()
    with pytest.raises(tw.TurnwiseError) as refused:
        match.play(action, seat=seat)
    return str(refused.value)


def test_a_vain_touch_is_explained() -> None:
    groups = "CONSUL: 1 1 1 1 1 - 4 (2) | CENSOR 0: - | AEDILE: - 3"
    match = match_at(f"{groups} | hand 0: 3 3 veto scout assassination castling | hand 1: 1 | deck 0: 1")
    assert "five influence cards" in why(match, 0, "hand:0:3:1", "group:CONSUL")
    assert "five influence cards" in why(match, 0, "hand:0:3:1", "lies:0:CONSUL:1:2")
    assert "no patricians left" in why(match, 0, "hand:0:3:1", "group:CENSOR")
    assert "nothing to veto" in why(match, 0, "hand:0:veto:0")
    assert "before you draw a bust" in why(match, 0, "bag")
    assert "hand is full" in why(match, 0, "deck:0:action")
    assert "no such card" in why(match, 0, "hand:0:scout:0", "group:AEDILE")
    for aim in ("down:1:CONSUL:0", "lies:0:CONSUL:1:0", "group:PRAETOR"):
        assert "no such card" in why(match, 0, "hand:0:assassination:0", aim)
    assert "other player's turn" in why(match, 1, "hand:1:1:0")
    assert meant(match.view(0), ("plate:1",)) is None and meant(match.view(0), ("group:CONSUL",)) is None
    match.play("scout CONSUL")
    assert "whether you veto" in why(match, 1, "hand:1:1:0")
    match.play("no veto")
    assert "have played an action card" in why(match, 0, "hand:0:castling:0")
    match.play("lay 3 AEDILE up")
    match.play("lay 3 AEDILE down")
    empty = match_at("CONSUL: 1 - | hand 0: 3 4 5 | hand 1: 1", laid="up down")
    assert "two are the most" in why(empty, 0, "hand:0:4:0")


def test_a_touch_out_of_its_step_is_explained() -> None:
    match = tw.Match("caesar", seed=1, compiled=False)
    match.play("place 4 CONSUL")
    assert "one at each group" in why(match, 0, "place:0:3", "group:CONSUL")
    drawing = match_at("CONSUL: 1 - | hand 0: 3 4 | hand 1: 1 | deck 0: 1 1 1 1 1 | bag: GREY", laid="up")
    drawing.play("bust")
    assert "Fill your hand" in why(drawing, 0, "hand:0:3:0")
    assert "deck is empty" in why(drawing, 0, "deck:0:action")


def test_the_forum_has_the_same_things_in_every_shape() -> None:
    match = match_at("CONSUL: 2 (1) - 4 (3) | hand 0: assassination 1 2 | hand 1: 1", laid="up")
    shown = table(match.view(0))
    drawn = [laid(shown, on) for on in (WIDE, TALL, stage(844, 260))]
    assert len({frozenset(thing.key for thing in one.things if not thing.key.startswith("note")) for one in drawn}) == 1
    assert all(share(shown, stage(*window))[1] >= 0.5 for window in ((1280, 720), (1600, 900), (390, 640)))


def test_somebody_without_a_name_can_be_drawn_at_the_end() -> None:
    won = "PRAETOR 0: - | AEDILE 0: - | QUAESTOR 0: - | CONSUL 0: - | CENSOR 0: - | won 0: 5 5 5 3 3 | hand 0: 1"
    over = match_at(won, over=1, gone=31)
    assert picture(over.view(None), ("", "Bob")).things
