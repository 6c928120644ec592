"""What a player of Caesar and Cleopatra would miss in the picture, from the rule sheet."""

from typing import Any

import turnwise as tw
from tests.games.caesar import picture as tables
from turnwise.draw import picture
from turnwise.kit.shapes import Label, Picture, Thing

NAMES = ("Ann", "Bob")


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
    return [str(part.text) for part in thing.parts if isinstance(part, Label)]


def test_face_down_cards_are_numbers_to_their_owner_and_backs_to_others() -> None:  # C41, C42, C48
    match = match_at("CONSUL: (4) 2 - (5) (P) 3 | hand 0: 1 | hand 1: 1")
    own, other, watcher = (things(match, seat) for seat in (0, 1, None))
    assert own["lies:0:CONSUL:4:0"].text == ("(4)",) and own["lies:0:CONSUL:2:0"].text == ("[2]",)
    assert "face down" in own["lies:0:CONSUL:4:0"].words
    assert labels(own["lies:0:CONSUL:4:0"]) == ["4"] and labels(other["down:0:CONSUL:0"]) == []
    assert keys(match, 0, "down:") == ["down:1:CONSUL:0", "down:1:CONSUL:1"]
    assert keys(match, 1, "down:") == ["down:0:CONSUL:0"]
    assert keys(match, None, "down:") == ["down:0:CONSUL:0", "down:1:CONSUL:0", "down:1:CONSUL:1"]
    assert watcher["sum:0:CONSUL"].text == ("= 2 + ?",) and own["sum:0:CONSUL"].text == ("= 6",)
    assert own["sum:1:CONSUL"].text == ("= 3 + ??",) and other["sum:1:CONSUL"].text == ("= 8 P",)


def test_a_hand_lies_open_to_its_owner_and_as_two_kinds_of_backs_to_others() -> None:  # C41, C42, C44
    match = match_at("CONSUL: 4 - | hand 0: 3 3 veto | hand 1: 1 5 5 scout | deck 1: 1 2 wrath")
    assert keys(match, 0, "hand:0") == ["hand:0:3:0", "hand:0:3:1", "hand:0:veto:0"]
    assert keys(match, 0, "hand:1") == [
        f"hand:1:{back}" for back in ("action:0", *(f"influence:{n}" for n in range(3)))
    ]
    drawn = things(match, 0)
    assert drawn["hand:1:action:0"].parts != drawn["hand:1:influence:0"].parts
    assert labels(drawn["deck:1:influence"]) == ["2"] and labels(drawn["deck:1:action"]) == ["1"]
    assert drawn["deck:1:influence"].parts[-4:] != drawn["deck:1:action"].parts[-4:]


def test_a_card_is_laid_by_card_face_and_group() -> None:  # C11, C12
    match = match_at("CONSUL: 1 1 1 1 1 - | CENSOR 0: - | hand 0: 3 3 veto")
    ways = touches(match, 0)
    assert ways["lay 3 PRAETOR up"] == ("hand:0:3:0", "face:up", "group:PRAETOR")
    assert ways["lay 3 AEDILE down"] == ("hand:0:3:0", "face:down", "group:AEDILE")
    drawn = things(match, 0)
    chosen = [key for key, thing in drawn.items() if "can be chosen" in thing.words]
    assert chosen == ["group:PRAETOR", "group:AEDILE", "group:QUAESTOR"]  # not the full one, not the closed one
    match.play("lay 3 PRAETOR up")
    assert touches(match, 0)["lay 3 PRAETOR down"] == ("hand:0:3:0", "group:PRAETOR")  # the face is not asked
    assert touches(match, 0)["bust"] == ("bag",) and not keys(match, 0, "face:")
    assert "laid last" in things(match, 1)["lies:0:PRAETOR:3:0"].words


def test_an_action_card_is_aimed_at_a_card_or_a_group() -> None:  # C27 to C30, C34
    hand = "hand 0: assassination scout castling wrath spy 1 | hand 1: 1"
    match = match_at(f"CONSUL: 2 - 4 4 (1) | CENSOR: 3 - | {hand}", laid="up", spy=1)
    ways = touches(match, 0)
    assert ways["assassinate CONSUL 4"] == ("hand:0:assassination:0", "lies:1:CONSUL:4:0")
    assert ways["scout CONSUL"] == ("hand:0:scout:0", "group:CONSUL")
    assert ways["castle CONSUL CENSOR"] == ("hand:0:castling:0", "group:CONSUL", "group:CENSOR")
    assert ways["wrath CENSOR"] == ("hand:0:wrath:0", "group:CENSOR")
    assert ways["spy"] == ("hand:0:spy:0", "player:1")
    assert "assassinated" in things(match, 0)["lies:1:CONSUL:4:0"].words
    assert "assassinated" not in things(match, 1)["lies:1:CONSUL:4:0"].words


def test_a_veto_is_asked_with_the_announced_card_on_the_table() -> None:  # C31, C33
    match = match_at("CONSUL: 2 - 4 | hand 0: assassination 1 | hand 1: veto 2 | deck 1: 1", laid="up")
    match.play("assassinate CONSUL 4")
    assert touches(match, 1) == {
        "no veto": ("choice:no_veto",),
        "veto influence": ("hand:1:veto:0", "deck:1:influence"),
    }
    for seat in (0, 1, None):
        assert things(match, seat)["announced"].words == "Ann plays Assassination against Bob's 4 at the Consuls."
    assert "hand:0:assassination:0" not in things(match, 0) and "choice:no_veto" not in things(match, 0)
    assert labels(things(match, 1)["choice:no_veto"]) == ["Let it pass"]
    bare = match_at("CONSUL: 2 - 4 | hand 0: assassination 1 | hand 1: veto 2", laid="up")
    bare.play("assassinate CONSUL 4")
    assert touches(bare, 1)["veto none"] == ("hand:1:veto:0",)


def test_a_castling_is_divided_by_group_and_told_to_its_owner_only() -> None:  # C29
    match = match_at("CONSUL: 4 (2) - 1 | CENSOR: P - 3 | hand 0: castling 1 | hand 1: 5", laid="up")
    match.play("castle CONSUL CENSOR")
    assert touches(match, 0) == {"first": ("group:CONSUL",), "second": ("group:CENSOR",)}
    assert str(things(match, 0)["prompt"].words).startswith("Your 2: to the Consuls or the Censors?")
    match.play("second")
    assert things(match, 0)["pool"].text == ("to divide: 4 P",)
    assert "The Consuls get nothing so far. The Censors get a 2." in things(match, 0)["prompt"].words
    for seat in (1, None):
        assert "pool" not in things(match, seat) and " get " not in things(match, seat)["prompt"].words
    match.play(["first", "second"])
    assert "The Consuls get a 4. The Censors get a 2 and a Philosopher." in things(match, 0)["prompt"].words
    assert "get" not in things(match, 1)["prompt"].words
    assert things(match, 0)["lies:0:CONSUL:4:0"].text == ("[4]",)  # nothing has moved before the answer


def test_patricians_and_busts_keep_their_keys_when_they_are_won_and_drawn() -> None:  # C16, C23, C25
    match = match_at("CONSUL 2: (3) 2 - 1 | won 1: 0 0 0 1 0 | hand 0: 1 | hand 1: 1 | bag: CONSUL", laid="up")
    before = things(match, 0)
    match.play("bust")
    after = things(match, 0)
    places = {key: (before[key].x, before[key].y) for key in before if key.startswith(("patrician:", "bust:"))}
    assert set(places) == {key for key in after if key.startswith(("patrician:", "bust:"))} and len(places) == 28
    assert [key for key, place in places.items() if (after[key].x, after[key].y) != place] == [
        "patrician:CONSUL:0",
        "patrician:CONSUL:1",  # steps into the middle
    ]
    assert after["patrician:CONSUL:0"].words == "Consul won by Ann" and after["patrician:CONSUL:0"].y > 500
    assert after["patrician:CONSUL:2"].words == "Consul won by Bob" and after["patrician:CONSUL:2"].y < 400
    assert things(match, 1)["patrician:CONSUL:0"].y < 400  # Bob sits at the lower edge of his own picture
    assert [thing["bust:CONSUL"].words for thing in (before, after)] == [
        "The bust of the Consuls is in the bag",
        "The bust of the Consuls has been drawn, the latest",
    ]
    assert "lies:0:CONSUL:2:0" in before and after["lies:0:CONSUL:2:0"].text == ("[2]",)


def test_an_own_card_keeps_its_key_when_it_is_turned_up() -> None:  # C28
    match = match_at("CONSUL: 1 - (4) (4) 4 | hand 0: scout 1 | hand 1: 2", laid="up")
    face_down = keys(match, 1, "lies:1")
    assert [things(match, 1)[key].text for key in face_down] == [("[4]",), ("(4)",), ("(4)",)]
    match.play("scout CONSUL")
    match.play("no veto")
    assert keys(match, 1, "lies:1") == face_down
    assert [things(match, 0)[key].text for key in face_down] == [("[4]",)] * 3


def test_the_latest_vote_is_told_until_the_next_one() -> None:  # C54, example 5
    match = match_at("CENSOR: (2) P - (3) | hand 0: 1 | hand 1: 1 | deck 0: 1 2 3 | bag: CENSOR BLACK", laid="up")
    assert things(match, 1)["vote"].words == "No vote has been held yet."
    while "bust" in [action.words for action in match.legal]:
        match.play("bust")
    told = "Vote of the Censors: Ann wins with the lower sum, 2 to 3; Philosophers 1 to 0."
    for seat in (0, 1, None):
        assert things(match, seat)["vote"].words == told
        assert labels(things(match, seat)["vote"]) == [told]
    match.play("draw influence")
    assert labels(things(match, 1)["vote"]) == [told]


def test_points_so_far_keep_the_secret_which_counts_at_the_end() -> None:  # C38, C40, C55, example 13
    won = "won 0: 5 2 3 2 0 | won 1: 0 3 2 1 3 | PRAETOR 0: - | AEDILE 0: - | QUAESTOR 0: - | CONSUL 0: - | CENSOR 0: -"
    text = f"{won} | bonus 0: QUAESTOR | bonus 1: PRAETOR | hand 0: 1"
    match = match_at(text, secret_bonus=True)
    assert things(match, 0)["player:0"].words == "Ann, who is Caesar, has 16 points and 12 patricians, to act"
    assert things(match, 0)["player:1"].words == "Bob, who is Cleopatra, has 12 points and 9 patricians"
    assert "Quaestors" in things(match, 0)["bonus:0"].words and "hidden" in things(match, 1)["bonus:0"].words
    assert "2 points more" in things(match, 0)["won:0:PRAETOR"].words
    over = things(match_at(text, secret_bonus=True, over=1, gone=31), 1)
    assert over["player:0"].words == "Ann, who is Caesar, has 18 points and 12 patricians, wins"
    assert "Quaestors" in over["bonus:0"].words and "Ann wins: all patricians are taken." in over["prompt"].words
    assert (
        "Ann: 12 patricians + 3 for majorities + 1 for complete groups + 2 for the secret card = 18."
        in over["prompt"].words
    )
    assert [text for text in labels(over["prompt"]) if text.isdigit()] == [
        "12",
        "3",
        "1",
        "2",
        "18",
        "9",
        "2",
        "1",
        "0",
        "12",
    ]


def test_a_placement_is_seen_by_its_player_only() -> None:  # C6, C47
    match = tw.Match("caesar", seed=1, compiled=False)
    tray = things(match, 0)["place:0:4"]
    nothing = seen(match, 1)
    assert touches(match, 0)["place 4 CONSUL"] == ("place:0:4", "group:CONSUL")
    match.play("place 4 CONSUL")
    placed = things(match, 0)["place:0:4"]
    assert placed.text == ("(4)",) and placed.y < tray.y  # the same card, gone to the group
    assert seen(match, 1) == nothing and seen(match, None).things[-1] == nothing.things[-1]
    assert not keys(match, None, "place:")


def test_a_spy_sees_the_hand_and_the_others_do_not() -> None:  # C34
    match = match_at("CONSUL: 1 - | hand 0: spy 1 | hand 1: 5 5 scout", laid="up", spy=1)
    match.play("spy")
    assert keys(match, 0, "hand:1") == ["hand:1:action:0", "hand:1:influence:0", "hand:1:influence:1"]
    match.play("no veto")
    assert touches(match, 0) == {"take 5": ("hand:1:5:0",), "take scout": ("hand:1:scout:0",)}
    assert keys(match, None, "hand:1") == ["hand:1:action:0", "hand:1:influence:0", "hand:1:influence:1"]
    match.play("take 5")
    assert keys(match, 0, "hand:1") == ["hand:1:action:0", "hand:1:influence:0"]
    assert things(match, 0)["discard:1"].words == "Bob has discarded a 5"


def test_somebody_without_a_name_can_be_drawn_at_the_end() -> None:
    won = "PRAETOR 0: - | AEDILE 0: - | QUAESTOR 0: - | CONSUL 0: - | CENSOR 0: - | won 0: 5 5 5 3 3 | hand 0: 1"
    over = match_at(won, over=1, gone=31)
    assert picture(over.view(None), ("", "Bob")).things
