"""Caesar and Cleopatra: action cards, hidden information, the classic bot and words, worked out by hand from the rule sheet."""

from collections import Counter
from typing import Any

from tests.games.caesar.picture import Table, fresh, number_of, picture, words
from tests.law import law
from tests.setting import game_named
from turnwise.games.caesar.notation import REASONS, SENTENCES, data, read, refusal
from turnwise.games.caesar.rules import Do, Event, Reason

PLACEMENT = ["place 1 PRAETOR", "place 2 AEDILE", "place 3 QUAESTOR", "place 4 CONSUL", "place 5 CENSOR"]


# Action cards


@law("C26", "C27")
def test_assassination_discards_a_face_up_card_of_the_opponent() -> None:
    table = picture("CONSUL: 4 - 4 4 (4) P | hand 0: 1 assassination")
    assert [m for m in table.moves() if "ass" in m] == ["assassinate CONSUL 4", "assassinate CONSUL P"]
    table.play("assassinate CONSUL 4", "no veto")
    assert table.side("CONSUL") == "4 - 4 P (4)"
    assert (table.discarded(0), table.discarded(1)) == ("assassination", "4")


@law("C27", "example 14")
def test_assassination_needs_a_face_up_card() -> None:
    table = picture("CONSUL: 4 - (4) (P) | hand 0: 1 assassination")
    assert table.refused("assassinate CONSUL 4") == "no_target" and table.hand(0) == "1 assassination"


@law("C28")
def test_scout_turns_up_the_opponents_cards_at_one_group() -> None:
    table = picture("CONSUL: (4) - (2) (P) 1 | CENSOR: - (3) | AEDILE: (1) - 2 | hand 0: 1 scout")
    assert [m for m in table.moves() if "scout" in m] == ["scout CONSUL", "scout CENSOR"]
    assert table.refused("scout AEDILE") == "no_target"
    table.play("scout CONSUL", "no veto")
    assert table.side("CONSUL") == "(4) - 1 2 P" and table.side("CENSOR") == "- (3)"


@law("C29")
def test_castling_divides_the_cards_of_two_groups_face_down() -> None:
    table = picture("CONSUL: 4 (2) - 1 | CENSOR: 4 P - 3 | hand 0: castling 1")
    table.play("castle CONSUL CENSOR")
    assert (
        table.hand(0) == "1"
        and table.show()["announced"] == "castle CONSUL CENSOR"
        and table.show()["phase"] == "castle"
    )
    assert table.show()["division"] == [{}, {}] and table.at.turn == 0
    table.play("second", "first", "second")  # 2, 4, 4
    assert table.show()["division"] == [{"4": 1}, {"2": 1, "4": 1}]
    assert table.side("CONSUL") == "4 (2) - 1"
    told = table.play("second", "no veto")
    assert table.side("CONSUL") == "(4) - 1" and table.side("CENSOR") == "(2) (4) (P) - 3"
    assert ("castled", 0, "CONSUL", 1, "CENSOR", 3) in told
    assert table.discarded(0) == "castling" and table.show()["division"] is None and table.show()["announced"] is None


@law("C29")
def test_of_equal_cards_those_for_the_first_group_come_first() -> None:
    table = picture("CONSUL: 4 4 - | CENSOR: 4 - | hand 0: castling 1")
    table.play("castle CONSUL CENSOR", "first", "second")
    assert table.refused("first") == "equal_cards" and table.moves() == ["second"]


@law("C29", "C12")
def test_castling_leaves_at_most_five_cards_at_a_group() -> None:
    table = picture("CONSUL: 1 2 3 4 5 - | CENSOR: P P 1 - | hand 0: castling 1")
    table.play("castle CONSUL CENSOR", "first", "first", "first", "first", "first")
    assert table.refused("first") == "group_full" and table.moves() == ["second"]


@law("C29")
def test_equal_cards_still_to_come_must_fit_into_the_second_group() -> None:
    table = picture("CONSUL: 4 4 4 - | CENSOR: 1 2 2 - | hand 0: castling 1")
    table.play("castle CONSUL CENSOR", "second", "second", "second")
    # 1, 2, 2 lie at the second: of three 4s only two fit there
    assert table.refused("second") == "group_full" and table.moves() == ["first"]
    table.play("first")
    assert table.moves() == ["first", "second"]


@law("C29", "C26")
def test_a_vetoed_castling_changes_nothing() -> None:
    table = picture("CONSUL: 4 (2) - | CENSOR: 5 - | hand 0: castling 1 | hand 1: veto | deck 1: 3")
    table.play("castle CONSUL CENSOR", "second", "second", "first", "veto influence")
    assert table.side("CONSUL") == "4 (2) -" and table.side("CENSOR") == "5 -"
    assert table.show()["division"] is None
    assert (table.discarded(0), table.discarded(1), table.hand(1)) == ("castling", "veto", "3")


@law("C29")
def test_castling_needs_two_open_groups_and_a_card() -> None:
    table = picture("PRAETOR 0: - | CONSUL: 4 - | CENSOR: - 3 | AEDILE: - 2 | hand 0: castling 1")
    assert table.refused("castle PRAETOR CONSUL") == "group_closed"
    assert table.refused("castle AEDILE CENSOR") == "no_target"
    castles = [m for m in table.moves() if m.startswith("castle")]
    assert castles == ["castle AEDILE CONSUL", "castle QUAESTOR CONSUL", "castle CONSUL CENSOR"]


@law("C30")
def test_wrath_discards_everything_at_a_group() -> None:
    table = picture("CONSUL: 4 (2) - 1 (P) | CENSOR: 5 - | hand 0: wrath 1")
    assert table.refused("wrath AEDILE") == "no_target"
    told = table.play("wrath CONSUL", "no veto")
    assert table.side("CONSUL") == "-" and table.side("CENSOR") == "5 -"
    assert (table.discarded(0), table.discarded(1)) == ("2 4 wrath", "1 P")
    assert ("discarded", 1, "CONSUL", "P", 1) in told and table.show()["patricians"]["CONSUL"] == 3


@law("C31", "C26")
def test_a_veto_cancels_the_action_and_draws_a_card() -> None:
    table = picture("CONSUL: - 4 | hand 0: 1 assassination | hand 1: 2 veto | deck 1: 5 wrath")
    table.play("assassinate CONSUL 4")
    assert (table.at.turn, table.show()["mover"]) == (1, 0)
    assert table.moves() == ["no veto", "veto influence", "veto action"]
    assert table.refused("veto none") == "name_a_deck"
    table.play("veto action")
    assert table.side("CONSUL") == "- 4" and table.hand(1) == "2 wrath"
    assert (table.discarded(0), table.discarded(1)) == ("assassination", "veto")
    assert table.at.turn == 0 and table.show()["acted"] and table.refused("assassinate CONSUL 4") == "not_in_hand"


@law("C31")
def test_an_empty_deck_cannot_be_named() -> None:
    table = picture("CONSUL: - 4 | hand 0: assassination | hand 1: veto | deck 1: wrath")
    table.play("assassinate CONSUL 4")
    assert table.refused("veto influence") == "deck_empty" and table.moves() == ["no veto", "veto action"]
    table = picture("CONSUL: - 4 | hand 0: assassination | hand 1: veto")
    table.play("assassinate CONSUL 4")
    assert table.moves() == ["no veto", "veto none"]
    table.play("veto none")
    assert table.hand(1) == ""


@law("C32")
def test_a_veto_is_only_a_reaction_and_final() -> None:
    table = picture("CONSUL: - 4 | hand 0: veto veto assassination 1 | hand 1: veto | deck 1: 1")
    assert not [m for m in table.moves() if "veto" in m] and table.refused("veto none") == "wrong_phase"
    table.play("assassinate CONSUL 4", "veto influence")
    assert table.show()["phase"] == "play" and table.at.turn == 0


@law("C33")
def test_the_opponent_is_asked_even_without_a_veto_while_the_card_lies_open() -> None:
    table = picture("CONSUL: - 4 | hand 0: 1 assassination | hand 1: 2")
    table.play("assassinate CONSUL 4")
    assert table.show()["announced"] == "assassinate CONSUL 4" and table.hand(0) == "1" and table.discarded(0) == ""
    assert table.moves() == ["no veto"] and table.refused("veto influence") == "not_in_hand"
    assert table.refused("bust", 0) == "not_your_turn"


@law("C34", "option spy")
def test_a_spy_sees_the_hand_and_takes_a_card() -> None:
    table = picture("hand 0: 1 spy | hand 1: 3 3 scout | deck 1: 5", spy=1)
    table.play("spy")
    assert table.show(0)["hands"][1] == {"influence": 2, "action": 1}
    table.play("no veto")
    assert (table.at.turn, table.show()["phase"], table.show()["announced"]) == (0, "spy", "spy")
    assert table.show(0)["hands"][1] == {"3": 2, "scout": 1}
    assert table.show(-1)["hands"][1] == {"influence": 2, "action": 1}
    assert table.moves() == ["take 3", "take scout"] and table.refused("take 5") == "not_in_hand"
    table.play("take 3")
    assert (table.hand(1), table.discarded(1), table.discarded(0)) == ("3 scout", "3", "spy")
    assert table.show(0)["hands"][1] == {"influence": 1, "action": 1} and table.show()["phase"] == "play"


@law("C34", "option spy")
def test_a_spy_needs_a_card_in_the_other_hand_and_may_be_vetoed() -> None:
    assert picture("hand 0: 1 spy", spy=1).refused("spy") == "no_target"
    table = picture("hand 0: 1 spy | hand 1: veto", spy=1)
    table.play("spy", "veto none")
    assert table.discarded(0) == "spy" and table.show(0)["hands"][1] == {"influence": 0, "action": 0}


@law("option spy", "C5")
def test_a_spy_in_each_action_deck() -> None:
    assert fresh(spy=1).show()["decks"][1]["spy"] == 1 and "spy" not in fresh().show()["decks"][1]


# Hidden information


@law("C41", "C42", "C44", "C48")
def test_what_a_seat_sees_of_the_other() -> None:
    table = picture(
        "CONSUL: 4 (2) (P) - 1 (3) | hand 0: 1 2 scout | hand 1: 5 veto wrath | deck 1: 1 P scout | deck 0: 5"
    )
    own, other, watcher = table.show(1), table.show(0), table.show(-1)
    assert own["hands"] == [{"influence": 2, "action": 1}, {"5": 1, "veto": 1, "wrath": 1}]
    assert own["down"] == [{"CONSUL": 2}, {"CONSUL": {"3": 1}}] and own["up"] == [
        {"CONSUL": {"4": 1}},
        {"CONSUL": {"1": 1}},
    ]
    assert other["hands"][1] == {"influence": 1, "action": 2} and other["decks"][1] == {"influence": 2, "action": 1}
    assert watcher["hands"] == [{"influence": 2, "action": 1}, {"influence": 1, "action": 2}]
    assert watcher["down"] == [{"CONSUL": 2}, {"CONSUL": 1}]


@law("C41", "C48")
def test_the_bonus_card_is_its_owners() -> None:
    table = picture("bonus 0: AEDILE | bonus 1: PRAETOR | hand 0: 1", secret_bonus=True)
    assert table.show(0)["bonus"] == ["AEDILE", None] and table.show(-1)["bonus"] == [None, None]


@law("C43", "C29")
def test_a_hidden_card_cannot_be_followed_through_castling() -> None:
    def after(*division: str) -> Table:
        table = picture("CONSUL: 4 (2) - | CENSOR: 5 - | hand 0: castling 1 | hand 1: 1")
        table.play("castle CONSUL CENSOR", *division, "no veto")
        return table

    first, second = after("first", "second", "second"), after("second", "first", "second")  # 2 or 4 at CONSUL
    assert first.side("CONSUL") != second.side("CONSUL")
    assert first.at.redacted(1).pack() == second.at.redacted(1).pack()
    assert first.show(1)["down"][0] == {"CONSUL": 1, "CENSOR": 2}


@law("C29", "C42")
def test_a_division_is_secret_while_it_is_given_and_announced() -> None:
    table = picture("CONSUL: 4 (2) - | CENSOR: 5 - | hand 0: castling 1 | hand 1: 1")
    table.play("castle CONSUL CENSOR")
    before = table.at.redacted(1).pack()
    table.play("second")
    assert table.at.redacted(1).pack() == before and table.show(1)["division"] is None
    table.play("second", "first")
    assert table.show(0)["division"] == [{"5": 1}, {"2": 1, "4": 1}] and table.show(1)["division"] is None


@law("C6", "C47")
def test_others_see_nothing_of_a_placement_until_it_is_complete() -> None:
    table = fresh()
    before = table.at.redacted(1).pack()
    table.play(*PLACEMENT[:4])
    assert (
        table.at.redacted(1).pack() == before and table.show(1)["placed"][0] is None and table.show(1)["down"][0] == {}
    )
    table.play(PLACEMENT[4])
    assert table.show(1)["down"][0] == {"PRAETOR": 1, "AEDILE": 1, "QUAESTOR": 1, "CONSUL": 1, "CENSOR": 1}


@law("C45")
def test_the_next_bust_is_hidden_and_the_bag_is_known() -> None:
    table = picture("hand 0: 1 | bag: BLACK CONSUL | visible: GREY", laid="up")
    assert table.at.redacted(0).plain().seed == -1
    assert table.show(-1)["visible"] == ["GREY"] and table.show(-1)["bag"] == ["CONSUL", "BLACK"]


@law("C46")
def test_the_discard_pile_and_votes_are_public() -> None:
    table = picture("PRAETOR: 3 (2) - (1) | hand 0: 1 | hand 1: 1 | bag: PRAETOR", laid="up")
    told = table.play("bust")
    assert ("voted", "PRAETOR", 5, 1, 0, 0, 0) in told and not Event.private[Event.VOTED]
    assert table.show(-1)["discard"] == [{"3": 1}, {"1": 1}]


@law("C44")
def test_which_card_is_drawn_only_its_owner_hears() -> None:
    assert Event.arguments[Event.DREW] == ("seat", "deck", "kind") and Event.private[Event.DREW] == {"kind"}


@law("C49")
def test_after_the_end_everything_is_shown() -> None:
    table = picture("CONSUL: (2) - (3) | hand 0: 1 | hand 1: veto | bag: GREY", secret_bonus=True)
    table.play("lay 1 CONSUL down", "bust")
    assert table.at.over
    assert table.show(-1) == table.show()


@law("C42", "C43")
def test_veiled_actions_tell_no_card() -> None:
    frame, veil = fresh().frame, game_named("caesar").veil
    assert veil

    def seen(action: str) -> str:
        return str(words(veil(number_of(action, frame)), frame))

    assert seen("place 3 CONSUL") == seen("place 1 PRAETOR") == "places a card"
    assert seen("lay 4 CENSOR down") == seen("lay P CENSOR down") == "lays a card face down at CENSOR"
    assert seen("lay 4 CENSOR up") == "lay 4 CENSOR up" and seen("castle CONSUL CENSOR") == "castle CONSUL CENSOR"
    assert seen("first") == seen("second") == "divides a card"


@law("C34", "C41")
def test_imagining_keeps_what_is_known() -> None:
    table = picture(
        "CONSUL: 4 (2) - 1 (3) (3) | hand 0: 1 2 scout spy | hand 1: 5 veto wrath | deck 1: 1 P scout | deck 0: 5",
        spy=1,
    )
    # The rest of both players' cards lies on the discard pile, so that every card is somewhere.
    owned = (7, 7, 7, 7, 7, 2, 3, 3, 1, 1, 2, 1)
    for seat in range(2):
        for kind in range(12):
            lies = table.s.hand[seat, kind] + table.s.deck[seat, kind]
            lies += sum(table.s.up[seat, g, kind] + table.s.down[seat, g, kind] for g in range(5)) if kind < 6 else 0
            table.s.discard[seat, kind] = owned[kind] - lies
    hands: Counter[tuple[int, ...]] = Counter()
    for seed in range(60):
        known = table.at.redacted(0)
        imagined = known.imagined(0, seed)
        assert imagined.redacted(0).pack() == known.pack()
        hands[tuple(imagined.plain().hand.cells[12:])] += 1
    assert (0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0) in hands and len(hands) > 3
    table.play("spy", "no veto")
    imagined = table.at.redacted(0).imagined(0, 5)
    assert imagined.plain().hand.cells[12:] == table.at.plain().hand.cells[12:]


# The classic bot


def advised(table: Table, seeds: int = 80) -> Counter[str]:
    seat = table.at.turn
    return Counter(words(table.at.redacted(seat).advice(seat, seed), table.frame) for seed in range(seeds))


@law("C50", "C51")
def test_the_bot_lays_its_first_card_face_down_anywhere() -> None:
    advice = advised(picture("CENSOR 0: - | CONSUL: 1 1 1 1 1 - | hand 0: 1 P scout | PRAETOR: - (1)"))
    assert set(advice) == {f"lay {kind} {group} down" for kind in "1P" for group in ("PRAETOR", "AEDILE", "QUAESTOR")}


@law("C51")
def test_the_bot_lays_a_second_card_half_the_time_and_acts_half_the_rest() -> None:
    advice = advised(picture("PRAETOR: - (1) | hand 0: 2 scout", laid="down"), 400)
    assert all(word.endswith("up") for word in advice if word.startswith("lay"))
    lays = sum(n for word, n in advice.items() if word.startswith("lay"))
    assert 160 < lays < 240 and 60 < advice["scout PRAETOR"] < 140 and 60 < advice["bust"] < 140


@law("C51")
def test_the_bot_vetoes_half_the_time_and_prefers_influence() -> None:
    table = picture("CONSUL: - 4 | hand 0: assassination | hand 1: veto | deck 1: 5 wrath")
    table.play("assassinate CONSUL 4")
    advice = advised(table, 400)
    assert 160 < advice["no veto"] < 240 and 110 < advice["veto influence"] < 190 and 25 < advice["veto action"] < 80
    table = picture("hand 0: 1 | deck 0: 2 scout | hand 1: 1 | bag: GREY", laid="up")
    table.play("bust")
    advice = advised(table, 400)
    assert 260 < advice["draw influence"] < 340 and sum(advice.values()) == 400


@law("C51")
def test_the_bot_discards_one_random_action_card() -> None:
    table = picture("hand 0: scout scout veto | hand 1: 1 | deck 0: 1 | bag: GREY")
    table.play("bust")
    advice = advised(table, 300)
    assert set(advice) == {"discard scout", "discard veto"} and advice["discard scout"] > advice["discard veto"]
    table.play("discard scout")
    assert set(advised(table)) == {"done"}


@law("C51")
def test_the_bot_plays_whole_games() -> None:
    table = fresh(spy=1, secret_bonus=True, philosopher_spent=True)
    for ply in range(3000):
        if table.at.over:
            break
        seat = table.at.turn
        action = table.at.redacted(seat).advice(seat, ply)
        assert action in table.at.legal(seat)
        table.at.play(seat, action)
    assert table.at.over


# Words


@law("example 15")
def test_reasons_have_the_codes_of_the_sheet_and_a_sentence() -> None:
    codes = {reason.name.lower() for reason in Reason}
    assert codes >= {
        *("not_your_turn", "wrong_phase", "not_in_hand", "group_full", "group_closed", "face_rule", "action_used"),
        *("no_target", "deck_empty", "hand_full", "must_play", "already_placed"),
    }
    assert set(REASONS) == set(Reason) and set(SENTENCES) == set(Event)
    table = picture("hand 1: 1 | deck 1: 1 | bag: GREY", mover=1, laid="up")
    table.play("bust")
    assert table.refused("draw influence", 0) == "not_your_turn"
    for reason in Reason:
        for action in range(Do.count):
            assert refusal(reason, table.at.plain(), table.frame, action)


def test_words_and_data_name_one_action_each() -> None:
    frame = fresh().frame
    assert len({words(a, frame) for a in range(Do.veiled)}) == Do.veiled
    assert len({str(data(a, frame)) for a in range(Do.veiled)}) == Do.veiled


@law("C6", "C15", "C29")
def test_a_request_may_carry_a_run_of_actions() -> None:
    def said(table: Table, request: str | dict[str, Any]) -> list[str] | None:
        run = read(request, table.at.redacted(table.at.turn).plain(), table.frame)
        return None if run is None else [words(a, table.frame) for a in run]

    table = fresh()
    assert said(table, "place 3 1 2 5 4") == [
        "place 1 AEDILE", "place 2 QUAESTOR", "place 3 PRAETOR", "place 4 CENSOR", "place 5 CONSUL",
    ]  # fmt: skip
    groups = {"1": "AEDILE", "2": "QUAESTOR", "3": "PRAETOR", "4": "CENSOR", "5": "CONSUL"}
    assert said(table, {"do": "place", "groups": groups}) == said(table, "place 3 1 2 5 4")
    assert said(table, "place 3 3 2 5 4") is None and said(table, "dance") is None and said(table, {}) is None
    table = picture("CONSUL: 4 (2) - | CENSOR: 4 5 - | hand 0: castling 1")
    run = ["castle CONSUL CENSOR", "second", "first", "second", "first"]
    assert said(table, "castle CONSUL CENSOR: 4 5") == run
    assert said(table, {"do": "castle", "group": "CONSUL", "second": "CENSOR", "first": ["5", "4"]}) == run
    assert said(table, "castle CONSUL CENSOR: 1") is None and said(table, "castle CENSOR CONSUL: 4") is None
    table = picture("hand 0: scout scout veto | hand 1: 1 | deck 0: 1 | bag: GREY")
    table.play("bust")
    assert said(table, "discard scout, scout") == ["discard scout", "discard scout", "done"]
    assert said(table, "discard scout, veto, scout") == ["discard scout", "discard scout", "discard veto"]
    run = said(table, {"do": "discard", "kinds": ["veto", "scout"]}) or []
    assert run == ["discard scout", "discard veto", "done"], "a scout is left, which may not go any more"
    table.play(*run)
    assert (table.show()["phase"], table.hand(0)) == ("draw", "scout")
