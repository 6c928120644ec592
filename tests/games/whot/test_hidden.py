"""What a seat may know [W44 to W50], and imagining the rest."""

from tests.games.whot.picture import IDS, NOTATION, RULES, opened, table
from tests.law import law


@law("W44")
def test_a_seat_sees_its_own_cards_and_numbers_of_the_others() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 | C: star_7 star_8 cross_1 | top: circle_7")
    assert scene.seen_by("A")["hands"] == [["circle_3", "star_3"], 1, 3]
    assert scene.seen_by("C")["hands"] == [2, 1, ["cross_1", "star_7", "star_8"]]


@law("W45")
def test_of_the_pile_all_see_the_number_and_of_chance_nothing() -> None:
    scene = table("A: circle_3 | B: star_4 | top: circle_7 | pile: 12")
    assert scene.seen_by("A")["pile"] == scene.seen_by("B")["pile"] == 12
    assert scene.position.redacted(0).plain().seed == -1
    scene = table("A: circle_3 | B: star_4 | top: circle_7 | pile: | under: 9").play("A", "draw")
    assert scene.seen_by("A")["pile"] == 8  # after a reshuffle too


@law("W46")
def test_top_call_pick_and_discards_are_public() -> None:
    scene = table("A: circle_3 | B: star_4 | top: whot_1 | called: star | pile: 5 | under: star_1 star_2")
    for seat in ("A", "B", None):
        seen = scene.seen_by(seat)
        assert (seen["top"], seen["called"], seen["discards"]) == ("whot_1", "star", ["star_1", "star_2", "whot_1"])
    scene = table("A: circle_3 | B: star_4 | top: star_2 | pick: 2")
    assert scene.seen_by(None)["pick"] == {"number": 2, "amount": 2, "target": 0}


@law("W47")
def test_that_a_player_drew_is_public_and_which_card_his_own_affair() -> None:
    Event = RULES.Event
    assert Event.private[Event.DREW] == {"hand"}
    assert Event.arguments[Event.DEALT] == ("seat", "number")
    scene = table("A: star_3 | B: star_4 | top: star_2 | pick: 4").play("A", "draw")
    assert [(seat, number) for seat, number, _ in scene.heard("drew")] == [(0, 4)]
    assert scene.seen_by("B")["hands"][0] == 5
    told = NOTATION.SENTENCES[Event.DREW]
    drawn = {"seat": 0, "number": 2, "hand": ["circle_3", "whot_1"]}
    assert str(told(drawn, scene.frame)) == "Seat 0 has to draw 2 cards: circle 3 and Whot."
    assert str(told(drawn | {"hand": None}, scene.frame)) == "Seat 0 has to draw 2 cards."


@law("W48")
def test_legal_cards_need_only_the_owners_knowledge() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 | top: circle_7")
    assert scene.position.redacted(0).legal(0) == scene.position.legal(0)
    assert scene.may("B") == []


@law("W49")
def test_a_spectator_sees_no_hand_at_all() -> None:
    scene = table("A: circle_3 star_3 | B: star_4 | top: circle_7 | pile: 7")
    seen = scene.seen_by(None)
    assert (seen["hands"], seen["pile"], seen["aside"]) == ([2, 1], 7, 43)


@law("W50")
def test_when_a_game_has_ended_all_hands_and_values_are_shown() -> None:
    scene = table("A: circle_3 | B: star_4 cross_2 | top: circle_7").play("A", "play circle_3")
    assert scene.seen_by(None)["hands"] == [[], ["cross_2", "star_4"]]
    assert scene.heard("showed") == [(0, [], 0), (1, ["cross_2", "star_4"], 10)]
    assert scene.heard("ended") == [(1, "an empty hand")]


@law("W50", "W43")
def test_between_the_games_of_a_match_hands_are_shown_before_the_next_deal() -> None:
    scene = table("A: circle_3 | B: star_4 | top: circle_7", match="points").play("A", "play circle_3")
    assert scene.heard("showed") == [(0, [], 0), (1, ["star_4"], 8)]
    kinds = [kind for kind, *_ in scene.told]
    assert kinds.index("showed") < kinds.index("dealt")
    assert not RULES.Event.private[RULES.Event.SHOWED]
    assert scene.seen_by(None)["hands"] == [7, 7]


@law("W44", "W45")
def test_every_hidden_card_can_be_imagined_in_every_hidden_place() -> None:
    known = opened(3, seed=4).position.redacted(0)
    own = set(NOTATION.DECK.names(known.plain().hand[0]))
    in_hand, in_pile = set[str](), set[str]()
    for seed in range(200):
        world = known.imagined(0, seed * 7919).plain()
        in_hand |= set(NOTATION.DECK.names(world.hand[1]))
        in_pile |= set(NOTATION.DECK.names(world.pile))
        assert set(NOTATION.DECK.names(world.hand[0])) == own
    hidden = set(IDS) - own - {IDS[known.plain().top]}
    assert in_hand == in_pile == hidden


@law("W32", "W45")
def test_in_sudden_death_the_mover_is_imagined_with_a_card_to_play() -> None:
    """Of 3 hidden cards only star_7 follows: everybody knows that B has it."""
    scene = table("A: circle_3 | B: star_7 | C: cross_1 cross_3 | top: star_2 | turn: B | pile: | under: 49 | sudden")
    for seed in range(20):
        world = scene.position.redacted(0).imagined(0, seed)
        assert NOTATION.DECK.names(world.plain().hand[1]) == ["star_7"]


@law("W32", "option no_finish_on_special")
def test_in_sudden_death_a_lone_special_card_is_not_imagined_with_the_mover() -> None:
    picture = "A: circle_3 | B: star_7 | C: star_8 cross_3 | top: star_2 | turn: B | pile: | under: 49 | sudden"
    scene = table(picture, no_finish_on_special=True)
    for seed in range(20):
        world = scene.position.redacted(2).imagined(2, seed)
        assert NOTATION.DECK.names(world.plain().hand[1]) == ["star_7"]
        world = scene.position.redacted(0).imagined(0, seed)
        assert NOTATION.DECK.names(world.plain().hand[1]) == ["star_7"]
