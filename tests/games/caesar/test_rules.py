"""Caesar and Cleopatra: set-up and turns, worked out by hand from the rule sheet."""

from tests.games.caesar.picture import fresh, picture
from tests.law import law

GROUPS = ["PRAETOR", "AEDILE", "QUAESTOR", "CONSUL", "CENSOR"]
PLACEMENT = ["place 1 PRAETOR", "place 2 AEDILE", "place 3 QUAESTOR", "place 4 CONSUL", "place 5 CENSOR"]


# Set-up


@law("C1", "C8")
def test_seat_0_is_caesar_and_moves_first() -> None:
    table = fresh()
    table.play(*PLACEMENT, *PLACEMENT)
    assert (table.at.turn, table.show()["first"], table.show()["phase"]) == (0, 0, "play")


@law("C2", "C3", "example 1")
def test_twenty_one_patricians_and_seven_busts() -> None:
    shown = fresh().show()
    assert shown["patricians"] == {"PRAETOR": 5, "AEDILE": 5, "QUAESTOR": 5, "CONSUL": 3, "CENSOR": 3}
    assert shown["bag"] == [*GROUPS, "BLACK", "GREY"] and shown["visible"] == [] and shown["gone"] == []


@law("C4", "C5", "C7", "example 1")
def test_hand_and_decks_at_the_start() -> None:
    shown = fresh().show()
    for seat in range(2):
        assert shown["hands"][seat] == {"1": 1, "2": 1, "3": 1, "4": 1, "5": 1, "veto": 1}
        assert shown["decks"][seat] == {
            **{"1": 5, "2": 5, "3": 5, "4": 5, "5": 5, "P": 2},
            **{"assassination": 3, "scout": 3, "castling": 1, "wrath": 1, "veto": 1},
        }
        assert sum(n for kind, n in shown["decks"][seat].items() if len(kind) == 1) == 27
        assert shown["discard"][seat] == {}


@law("C6")
def test_each_number_goes_to_one_group_and_caesar_is_first() -> None:
    table = fresh()
    assert len(table.moves()) == 25 and table.moves(1) == []
    table.play("place 3 CONSUL")
    assert table.refused("place 3 CENSOR") == table.refused("place 1 CONSUL") == "already_placed"
    assert len(table.moves()) == 16
    assert table.show()["placed"] == [{"CONSUL": "3"}, {}] and table.show()["down"] == [{}, {}]
    table.play("place 1 PRAETOR", "place 2 AEDILE", "place 5 QUAESTOR")
    assert table.at.turn == 0
    told = table.play("place 4 CENSOR")
    assert ("ready", 0) in told
    assert table.at.turn == 1 and table.show()["mover"] == 1 and len(table.moves()) == 25
    assert table.show()["down"][0]["CONSUL"] == {"3": 1} and table.show()["placed"] == [{}, {}]
    table.play(*PLACEMENT)
    assert table.refused("place 1 PRAETOR") == "already_placed"
    assert [table.side(group) for group in GROUPS] == [
        "(1) - (1)", "(2) - (2)", "(5) - (3)", "(3) - (4)", "(4) - (5)",
    ]  # fmt: skip


@law("C6", "option first_player")
def test_caesar_places_first_even_if_cleopatra_moves_first() -> None:
    table = fresh(first_player="cleopatra")
    assert table.at.turn == 0
    table.play(*PLACEMENT, *PLACEMENT)
    assert (table.at.turn, table.show()["mover"], table.show()["first"]) == (1, 1, 1)


@law("option first_player")
def test_the_first_player_may_be_drawn_by_lot() -> None:
    assert {fresh(first_player="random", seed=seed).show()["first"] for seed in range(20)} == {0, 1}


# The turn


@law("C9")
def test_play_then_bust_then_draw_then_automatic_votes_then_the_other() -> None:
    table = picture(
        "PRAETOR: 1 1 1 1 - 1 1 1 | CONSUL: 2 - 1 | hand 0: 1 2 3 4 5 veto | hand 1: 5 | deck 0: 5 5 | bag: CONSUL BLACK"
    )
    assert table.refused("draw influence") == "hand_full"
    table.play("lay 2 PRAETOR up")
    table.s.bag = 1 << 3
    told = [event[0] for event in table.play("bust")]
    assert told[:2] == ["drawn", "voted"] and table.show()["phase"] == "draw"
    assert table.refused("bust") == "wrong_phase"
    told = table.play("draw influence")
    assert [e for e in told if e[0] == "voted"] == [("voted", "PRAETOR", 6, 3, 0, 0, 0)]
    assert (table.at.turn, table.show()["phase"], table.show()["mover"]) == (1, "play", 1)


@law("C10", "C14")
def test_one_influence_card_is_a_must() -> None:
    table = picture("hand 0: 2 P scout | bag: GREY BLACK")
    assert table.refused("bust") == "must_play"
    table.play("lay P CONSUL up")
    assert table.refused("bust") == ""


@law("C10")
def test_two_influence_cards_are_the_most() -> None:
    table = picture("hand 0: 1 2 3")
    table.play("lay 1 CONSUL up", "lay 2 CONSUL down")
    assert table.refused("lay 3 CONSUL up") == table.refused("lay 3 CONSUL down") == "wrong_phase"
    assert table.moves() == ["bust"]


@law("C11", "example 12")
def test_of_two_cards_one_is_up_and_one_down() -> None:
    table = picture("hand 0: 1 2")
    assert table.refused("lay 1 CONSUL up") == table.refused("lay 1 CONSUL down") == ""
    table.play("lay 1 CONSUL up")
    assert table.refused("lay 2 CENSOR up") == "face_rule"
    assert table.moves() == [f"lay 2 {group} down" for group in GROUPS] + ["bust"]
    table.play("lay 2 CONSUL down")
    assert table.side("CONSUL") == "1 (2) -" and table.show()["laid"] == ["up", "down"]
    table = picture("hand 0: 1 2")
    table.play("lay 1 CONSUL down")
    assert table.refused("lay 2 CENSOR down") == "face_rule" and table.refused("lay 2 CENSOR up") == ""


@law("C12", "example 12")
def test_five_own_cards_fill_a_group_and_an_empty_group_is_closed() -> None:
    table = picture("PRAETOR: 1 1 (1) (P) 3 - 2 | AEDILE: 1 1 1 1 - 2 2 2 | CENSOR 0: - | hand 0: 4")
    assert table.refused("lay 4 PRAETOR up") == "group_full"
    assert table.refused("lay 4 CENSOR up") == "group_closed"
    assert table.refused("lay 4 AEDILE up") == ""


@law("C12")
def test_a_discard_frees_a_full_place() -> None:
    table = picture("PRAETOR: 1 1 1 1 2 - 1 | hand 0: 1 4 | hand 1: 1 | bag: PRAETOR", laid="up")
    table.play("bust")
    assert table.side("PRAETOR") == "1 1 1 1 -"
    table = picture("PRAETOR: 1 1 1 1 - | hand 0: 4 | hand 1: 1")
    assert table.refused("lay 4 PRAETOR up") == ""


@law("C13", "example 12")
def test_an_action_then_two_influence_cards() -> None:
    table = picture("AEDILE: - (1) | hand 0: 1 2 scout scout")
    table.play("scout AEDILE", "no veto")
    assert table.show()["acted"] and not table.show()["closed"]
    assert table.refused("scout AEDILE") == "action_used"
    table.play("lay 1 AEDILE up", "lay 2 AEDILE down")
    assert table.moves() == ["bust"]


@law("C13", "example 12")
def test_influence_action_influence_is_refused() -> None:
    table = picture("AEDILE: - (1) | hand 0: 1 2 scout")
    table.play("lay 1 AEDILE up", "scout AEDILE")
    assert table.show()["closed"]
    table.play("no veto")
    assert table.refused("lay 2 AEDILE down") == "wrong_phase"
    assert table.moves() == ["bust"]


@law("C13", "C31")
def test_a_vetoed_action_closes_the_play_and_is_the_turns_one() -> None:
    table = picture("AEDILE: - (1) | hand 0: 1 2 scout scout | hand 1: veto")
    table.play("lay 1 AEDILE up", "scout AEDILE", "veto none")
    assert table.refused("lay 2 AEDILE down") == "wrong_phase" and table.refused("scout AEDILE") == "action_used"


@law("C13")
def test_two_influence_cards_then_an_action() -> None:
    table = picture("AEDILE: - (1) | hand 0: 1 2 scout")
    table.play("lay 1 AEDILE up", "lay 2 AEDILE down")
    assert table.moves() == ["scout AEDILE", "bust"]


@law("C15")
def test_without_an_influence_card_the_play_is_skipped() -> None:
    table = picture("AEDILE: - (1) | hand 0: scout veto | hand 1: 1 | deck 0: 1 | bag: GREY")
    assert table.moves() == ["scout AEDILE", "bust"]
    table.play("bust")
    assert table.show()["phase"] == "discard" and table.moves() == ["discard scout", "discard veto", "done"]


@law("C15")
def test_without_room_the_play_is_skipped_until_an_action_makes_room() -> None:
    table = picture(
        "PRAETOR: 1 1 1 1 1 - | AEDILE: 1 1 1 1 1 - | QUAESTOR 0: - | CONSUL 0: - | CENSOR: 1 1 1 1 1 - | hand 0: 3 wrath"
    )
    assert table.moves() == ["wrath PRAETOR", "wrath AEDILE", "wrath CENSOR", "bust"]
    table.play("wrath CENSOR", "no veto")
    assert table.refused("bust") == "must_play"
    assert table.moves() == ["lay 3 CENSOR up", "lay 3 CENSOR down"]


@law("C15")
def test_who_laid_nothing_may_discard_any_number_of_action_cards_in_order_of_kind() -> None:
    table = picture("hand 0: assassination scout scout veto | hand 1: 1 | deck 0: 1 1 1 1 1 1 | bag: GREY")
    table.play("bust", "discard scout")
    assert table.refused("discard assassination") == "discard_order"
    assert table.moves() == ["discard scout", "discard veto", "done"]
    table.play("discard scout", "discard veto")
    assert table.moves() == ["done"], "that he holds nothing later is his secret: the choice does not end by itself"
    table.play("done")
    assert table.show()["phase"] == "draw" and table.hand(0) == "assassination"
    assert table.discarded(0) == "scout scout veto"


@law("C15")
def test_the_choice_may_be_declined() -> None:
    table = picture("hand 0: scout | hand 1: 1 | deck 0: 1 | bag: GREY")
    table.play("bust", "done")
    assert table.show()["phase"] == "draw" and table.hand(0) == "scout"


@law("C15")
def test_six_action_cards_must_make_room_for_influence() -> None:
    hand = "hand 0: assassination assassination scout scout wrath veto | hand 1: 1 | bag: GREY"
    table = picture(f"{hand} | deck 0: 1")
    table.play("bust")
    assert table.refused("done") == "must_discard"
    table.play("discard wrath")
    assert table.moves() == ["discard veto", "done"]
    table = picture(f"{hand} | deck 0: castling")
    table.play("bust")
    assert table.refused("done") == ""


@law("C15")
def test_no_choice_after_an_influence_card_or_without_action_cards() -> None:
    table = picture("hand 0: 1 scout | hand 1: 1 | deck 0: 1 1 | bag: GREY")
    table.play("lay 1 CONSUL up", "bust")
    assert table.show()["phase"] == "draw"
    table = picture("hand 1: 1 | deck 0: 1 1 | bag: GREY")
    table.play("bust")
    assert table.show()["phase"] == "draw"


@law("C15")
def test_the_choice_comes_after_the_vote_and_before_the_first_draw() -> None:
    table = picture("PRAETOR: 3 - 1 | hand 0: scout | hand 1: 1 | deck 0: 1 1 | bag: PRAETOR")
    table.play("bust")
    assert table.show()["won"][0]["PRAETOR"] == 1 and table.show()["phase"] == "discard" and table.hand(0) == "scout"
    assert table.refused("draw influence") == "wrong_phase"


@law("C16")
def test_a_group_bust_stays_visible_and_calls_a_vote() -> None:
    table = picture("PRAETOR: 3 - 1 | hand 0: 1 | bag: PRAETOR", laid="up")
    table.play("bust")
    assert table.show()["visible"] == ["PRAETOR"] and table.show()["bag"] == []
    assert table.show()["won"][0]["PRAETOR"] == 1


@law("C16")
def test_grey_stays_visible_and_does_nothing() -> None:
    seed = next(seed for seed in range(50) if drawn(seed) == "GREY")
    table = picture("PRAETOR: 3 - 1 | hand 0: 1 | bag: GREY BLACK", laid="up", seed=seed)
    told = table.play("bust")
    assert ("drawn", 0, "GREY") in told and not [e for e in told if e[0] == "voted"]
    assert (table.show()["bag"], table.show()["visible"]) == (["BLACK"], ["GREY"])


def drawn(seed: int) -> str:
    return str(picture("hand 0: 1 | bag: GREY BLACK", laid="up", seed=seed).play("bust")[0][2])


@law("C16", "C17", "example 9")
def test_black_takes_all_visible_busts_back_into_the_bag() -> None:
    table = picture("hand 0: 1 | bag: BLACK | visible: PRAETOR GREY", laid="up")
    told = table.play("bust")
    assert table.show()["bag"] == ["PRAETOR", "BLACK", "GREY"] and table.show()["visible"] == []
    assert not [e for e in told if e[0] == "voted"]
    for seed in range(40):
        table = picture(
            "hand 0: 1 | bag: AEDILE QUAESTOR CONSUL CENSOR BLACK | visible: PRAETOR GREY", laid="up", seed=seed
        )
        if table.play("bust")[0] == ("drawn", 0, "BLACK"):
            assert table.show()["bag"] == [*GROUPS, "BLACK", "GREY"]
            break
    else:
        raise AssertionError("Black never came")


@law("C16", "C45")
def test_every_bust_of_the_bag_can_come() -> None:
    bag = "hand 0: 1 | bag: AEDILE CENSOR BLACK GREY"
    assert {picture(bag, laid="up", seed=seed).play("bust")[0][2] for seed in range(60)} == {
        "AEDILE",
        "CENSOR",
        "BLACK",
        "GREY",
    }


@law("C18")
def test_the_hand_is_filled_to_six_from_either_deck() -> None:
    table = picture("hand 0: 1 2 3 4 | hand 1: 1 | deck 0: P P scout | bag: GREY", laid="up")
    table.play("bust")
    assert table.moves() == ["draw influence", "draw action"]
    table.play("draw action")
    assert table.hand(0) == "1 2 3 4 scout" and table.refused("draw action") == "deck_empty"
    assert table.moves() == ["draw influence"]
    table.play("draw influence")
    assert table.hand(0) == "1 2 3 4 P scout" and table.at.turn == 1


@law("C18")
def test_drawing_ends_with_both_decks_and_is_skipped_without_need() -> None:
    table = picture("hand 0: 1 | hand 1: 1 | deck 0: 2 | bag: GREY", laid="up")
    table.play("bust", "draw influence")
    assert table.hand(0) == "1 2" and table.at.turn == 1
    table = picture("hand 0: 1 | hand 1: 1 | bag: GREY", laid="up")
    table.play("bust")
    assert table.at.turn == 1
    table = picture("hand 0: 1 2 3 4 5 P | deck 0: 2 | hand 1: 1 | bag: GREY", laid="up")
    table.play("bust")
    assert table.at.turn == 1 and table.hand(0) == "1 2 3 4 5 P"


@law("C18", "C44")
def test_a_drawn_card_is_a_random_one_of_the_deck() -> None:
    def drew(seed: int) -> str:
        table = picture("hand 0: 1 | hand 1: 1 | deck 0: 2 5 P | bag: GREY", laid="up", seed=seed)
        return str(table.play("bust", "draw influence")[-1][3])

    assert {drew(seed) for seed in range(40)} == {"2", "5", "P"}
