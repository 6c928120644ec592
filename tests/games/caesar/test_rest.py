"""Caesar and Cleopatra over HTTP: the calls of the REST contract and what they answer, from the rule sheet."""

from typing import Any

import pytest

import turnwise as tw
from tests.games.caesar.callers import Caller, Client, action, influence, lay, new_tables, pictured, seated
from tests.games.caesar.picture import picture
from tests.law import law
from turnwise.games import game
from turnwise.web.contracts.described import described
from turnwise.web.contracts.mounting import contracts

pytestmark = pytest.mark.usefixtures("both_kinds")

GROUPS = ["PRAETOR", "AEDILE", "QUAESTOR", "CONSUL", "CENSOR"]
PLACEMENT = {"1": "PRAETOR", "2": "AEDILE", "3": "QUAESTOR", "4": "CONSUL", "5": "CENSOR"}
PHILOSOPHER = {"type": "philosopher"}
PLAY, BUST, DRAW, PLACE, PERSONA, VETO, DISCARD, SPY = (
    "/action/playCard", "/action/takeBust", "/draw", "/action/placeInitialInfluence", "/action/selectPersona",
    "/action/veto", "/action/discardActions", "/action/spyDiscard",
)  # fmt: skip
SHEET = [
    ("GET", "/api/game"), ("GET", "/api/game/draw"), ("POST", "/api/game/draw"), ("POST", "/api/game"),
    *(("POST", f"/api/game{path}") for path in (PLAY, BUST, PLACE, PERSONA, VETO, DISCARD, SPY)),
]  # fmt: skip


def turned(number: int) -> dict[str, Any]:
    """A card of a vote that lay face down until then."""
    return influence(number) | {"turned": True}


def lay_open(number: int) -> dict[str, Any]:
    return influence(number) | {"turned": False}


def texts(answer: dict[str, Any]) -> list[str]:
    return [event["text"] for event in answer["delta"]]


# The state


@law("C56")
def test_the_calls_of_the_sheet_are_there() -> None:
    ((found, contract),) = contracts()
    assert found.name == "caesar"
    calls = [(call.method, call.path) for call in contract.ROUTES]
    assert set(calls) == {*SHEET, ("POST", "/api/game/join")} and len(calls) == len(set(calls))


@law("C56", "C7")
def test_the_full_state_at_the_start() -> None:
    _, caesar, _, _ = seated()
    state = caesar.state()
    assert (state["rev"], state["delta"], state["phase"], state["activePlayer"]) == (0, [], "place", "0")
    assert (state["begun"], state["held"], state["playerId"], state["outcome"]) == (False, False, "0", None)
    assert state["bag"] == {"concealed": 7, "revealed": [], "gone": []}
    assert [(g["group"], g["colour"], g["patricians"], g["majority"]) for g in state["board"]] == [
        ("PRAETOR", "blue", 5, 3), ("AEDILE", "green", 5, 3), ("QUAESTOR", "yellow", 5, 3),
        ("CONSUL", "white", 3, 2), ("CENSOR", "pink", 3, 2),
    ]  # fmt: skip
    own, other = state["players"]
    assert (own["persona"], other["persona"]) == ("caesar", "cleopatra")
    assert own["hand"] == [*(influence(n) for n in range(1, 6)), {"type": "veto"}] and other["hand"] is None
    for side in (own, other):
        assert side["handCounts"] == {"influence": 5, "action": 1}
        assert side["deckCounts"] == {"influence": 27, "action": 9}
        assert [back["id"] for back in side["deckBacks"].values()] == [
            f"{side['persona']}-influence", f"{side['persona']}-action",
        ]  # fmt: skip
        assert (side["discard"], side["ready"], side["secretBonus"]) == ([], False, None)


@law("C56", "C7", "C52")
def test_every_deck_is_told_apart_by_its_back_as_it_is_drawn() -> None:
    """The source's "visual identifiers for decks"."""
    _, first, second, _ = seated()
    second.done(PERSONA, persona="caesar")
    backs = [side["deckBacks"][deck] for side in first.state()["players"] for deck in ("influence", "action")]
    assert backs[:2] == [
        {"id": "cleopatra-influence", "colour": "#0d6d60", "pattern": "roundel", "emblem": "lotus"},
        {"id": "cleopatra-action", "colour": "#06443c", "pattern": "lattice", "emblem": "bolt"},
    ]
    assert len({back["id"] for back in backs}) == len({back["colour"] for back in backs}) == 4
    drawn = tw.Match("caesar").view(0)._repr_svg_() or ""
    assert all(back["colour"] in drawn for back in backs), "the page's cards have these colours"


@law("C56", "C42", "C45", "C46")
def test_the_full_state_in_the_middle_of_a_game() -> None:
    table = picture(
        """PRAETOR 4: 3 2 (1) - 5 (P) (P) | CONSUL 0: - | won 0: 1 0 0 2 0 | won 1: 0 0 0 1 0
        hand 0: 1 scout | hand 1: 5 veto wrath | deck 0: 4 4 | deck 1: 2 spy
        bag: BLACK AEDILE CENSOR QUAESTOR | visible: PRAETOR GREY | gone: CONSUL""",
        discard=[[2, 0, 0, 0, 0, 1] + [0] * 6, [0] * 10 + [1, 0]], laid="up",
    )  # fmt: skip
    _, caesar, cleopatra, spectator = pictured(table)
    mine, hers, watched = caesar.state(), cleopatra.state(), spectator.state()
    for state in (mine, hers, watched):
        assert (state["phase"], state["activePlayer"], state["mover"], state["laid"]) == ("play", "0", "0", ["up"])
        assert state["bag"] == {
            "concealed": 4,
            "revealed": [{"colour": "blue", "group": "PRAETOR"}, {"colour": "grey", "group": None}],
            "gone": [{"colour": "white", "group": "CONSUL"}],
        }
        assert state["players"][0]["discard"] == [influence(1), influence(1), PHILOSOPHER]
        assert state["players"][1]["discard"] == [{"type": "veto"}]
        assert state["players"][0]["patricians"] == dict(zip(GROUPS, (1, 0, 0, 2, 0), strict=True))
        assert [side["handCounts"] for side in state["players"]] == [
            {"influence": 1, "action": 1}, {"influence": 1, "action": 2},
        ]  # fmt: skip
        assert [side["deckCounts"] for side in state["players"]] == [
            {"influence": 2, "action": 0}, {"influence": 1, "action": 1},
        ]  # fmt: skip
    up = {"caesar": [influence(2), influence(3)], "cleopatra": [influence(5)]}
    down = {"caesar": [influence(1)], "cleopatra": [PHILOSOPHER, PHILOSOPHER]}
    for state, knows in ((mine, {"caesar"}), (hers, {"cleopatra"}), (watched, set())):
        assert state["board"][0]["sides"] == {
            persona: {
                "faceUp": up[persona],
                "faceDown": len(down[persona]),
                "faceDownCards": down[persona] if persona in knows else None,
            }
            for persona in up
        }
    assert mine["players"][0]["hand"] == [influence(1), {"type": "scout"}] and mine["players"][1]["hand"] is None
    assert hers["players"][0]["hand"] is None and watched["players"][1]["hand"] is None
    assert (mine["playerId"], hers["playerId"], watched["playerId"]) == ("0", "1", None)


@law("C56")
def test_the_state_tells_what_happened_since_the_caller_acted() -> None:
    _, caesar, cleopatra, spectator = pictured(picture("hand 0: 1 2 3 | hand 1: 5"))
    caesar.done(PLAY, **lay(3, "CONSUL", up=True))
    caesar.done(PLAY, **lay(2, "CONSUL", up=False))
    assert caesar.state()["delta"] == []
    down = {"rev": 2, "event": "laid_down", "persona": "caesar", "group": "CONSUL", "card": None}
    down |= {"text": "Caesar lays a card face down at the Consuls."}
    up = {"rev": 1, "event": "laid_up", "persona": "caesar", "card": influence(3), "group": "CONSUL"}
    up |= {"text": "Caesar lays a 3 face up at the Consuls."}
    assert cleopatra.state()["delta"] == [up, down] and spectator.state()["delta"] == [down]


# Opening, joining, personas, placing


@law("C56", "C58")
def test_a_table_is_opened_with_options_and_joined_once() -> None:
    tables = new_tables()
    client = Client(tables)
    nobody = Caller(client)
    opened = nobody.raw("POST", "", json={"spy": 1, "first_player": "cleopatra"})
    assert opened.status_code == 201
    body = opened.json()
    assert (body["rev"], body["delta"], body["playerId"]) == (0, [], "0")
    assert Caller(client, body["token"]).state()["options"]["spy"] == 1
    joined = nobody.raw("POST", "/join", json={"game": body["game"]})
    assert joined.status_code == 201 and joined.json()["playerId"] == "1"
    assert joined.json()["personas"] == {"0": "caesar", "1": "cleopatra"}
    assert joined.json()["token"] != body["token"] and len(body["token"]) >= 22
    for path, asked, code in (
        ("/join", {"game": body["game"]}, (409, "wrong_phase", "C56")),
        ("/join", {"game": "no such"}, (404, "no_such_game", "C56")),
        ("/join", {}, (400, "bad_request", "C56")),
        ("", {"spy": 7}, (400, "bad_request", "C56")),
        ("", {"spies": 1}, (400, "bad_request", "C56")),
        ("", [1], (400, "bad_request", "C56")),
    ):
        answer = nobody.raw("POST", path, json=asked)
        assert (answer.status_code, answer.json()["error"], answer.json()["rule"]) == code
    assert len(tables.boards) == 1
    assert nobody.raw("POST", "").status_code == 201, "without a body the options are the usual ones"


@law("C56", "C1")
def test_a_player_may_choose_the_persona_before_the_first_placement() -> None:
    _, first, second, _ = seated()
    assert second.done(PERSONA, persona="caesar")["personas"] == {"0": "cleopatra", "1": "caesar"}
    assert [side["persona"] for side in first.state()["players"]] == ["cleopatra", "caesar"]
    assert first.state()["activePlayer"] == "1", "Caesar places first"
    assert first.done(PERSONA, persona="caesar")["personas"] == {"0": "caesar", "1": "cleopatra"}
    assert first.done(PERSONA, persona="cleopatra")["personas"] == {"0": "cleopatra", "1": "caesar"}
    placed = second.done(PLACE, placement=PLACEMENT)
    assert placed["rev"] == 5 and texts(placed)[-1] == "Caesar has placed all five cards."
    assert first.error(PERSONA, persona="caesar") == second.error(PERSONA, persona="cleopatra")
    assert first.error(PERSONA, persona="caesar") == (409, "persona_fixed", "C1")
    assert first.error(PERSONA, persona="brutus") == (400, "bad_request", "C1")
    first.done(PLACE, placement=PLACEMENT)
    assert first.state()["activePlayer"] == "1" and first.error(BUST) == (409, "not_your_turn", "C9")
    second.done(PLAY, **lay(1, "CONSUL", up=True))
    assert [side["hand"] is None for side in first.state()["players"]] == [False, True]


@pytest.mark.parametrize("options", [{}, {"secret_bonus": True}, {"first_player": "random"}], ids=str)
@law("C1", "C40", "C56")
def test_who_joins_may_choose_the_persona_with_it(options: dict[str, Any]) -> None:
    client = Client(new_tables())
    for chosen, personas in (("caesar", ["cleopatra", "caesar"]), ("cleopatra", ["caesar", "cleopatra"])):
        opened = Caller(client).raw("POST", "", json=options).json()
        joined = Caller(client).raw("POST", "/join", json={"game": opened["game"], "persona": chosen}).json()
        assert joined["personas"] == dict(zip("01", personas, strict=True)) and joined["playerId"] == "1"
        first, second = (Caller(client, seat["token"], seat["playerId"]) for seat in (opened, joined))
        for caller, player in ((first, 0), (second, 1)):
            state = caller.state()
            assert [side["persona"] for side in state["players"]] == personas and state["playerId"] == str(player)
            if "secret_bonus" in options:
                assert [bool(side["secretBonus"]) for side in state["players"]] == [player == 0, player == 1]


@law("C1", "C56", "C57")
def test_a_persona_that_has_been_placed_for_is_not_given_to_who_joins() -> None:
    client = Client(new_tables())
    opened = Caller(client).raw("POST", "", json={}).json()
    first, newcomer = Caller(client, opened["token"], "0"), Caller(client)
    first.done(PLACE, placement=PLACEMENT)
    before = first.everything()
    answer = newcomer.raw("POST", "/join", json={"game": opened["game"], "persona": "caesar"})
    assert (answer.status_code, answer.json()["error"], answer.json()["rule"]) == (409, "persona_fixed", "C1")
    assert first.everything() == before, "nobody came in"
    answer = newcomer.raw("POST", "/join", json={"game": opened["game"], "persona": "brutus"})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")
    assert newcomer.raw("POST", "/join", json={"game": opened["game"], "persona": "cleopatra"}).status_code == 201


@pytest.mark.parametrize("options", [{"secret_bonus": True}, {"first_player": "random"}], ids=str)
@law("C1", "C40", "C56")
def test_personas_are_fixed_once_the_set_up_has_shown_something(options: dict[str, Any]) -> None:
    """Else somebody could see both bonus cards, or who begins, and choose then."""
    tables = new_tables()
    client = Client(tables)
    opened = Caller(client).raw("POST", "", json=options).json()
    first = Caller(client, opened["token"], "0")
    state = first.state()
    assert state["first"] is None and [side["secretBonus"] for side in state["players"]] == [None, None]
    assert first.done(PERSONA, persona="cleopatra")["personas"]["0"] == "cleopatra"
    joined = Caller(client).raw("POST", "/join", json={"game": opened["game"]}).json()
    second = Caller(client, joined["token"], "1")
    assert second.error(PERSONA, persona="cleopatra") == (409, "persona_fixed", "C1")
    state = second.state()
    assert state["begun"] and state["first"] in ("0", "1")
    if "secret_bonus" in options:
        assert state["players"][0]["secretBonus"] is None and state["players"][1]["secretBonus"] in GROUPS[:3]


@law("C56", "C61", "C6")
def test_a_placement_is_five_actions_in_one_request() -> None:
    _, caesar, cleopatra, spectator = seated()
    answer = caesar.done(PLACE, placement=PLACEMENT)
    assert answer["rev"] == 5 and [event["rev"] for event in answer["delta"]] == [1, 2, 3, 4, 5, 5]
    assert answer["delta"][0]["card"] == influence(1) and answer["delta"][0]["group"] == "PRAETOR"
    assert {(e["event"], e.get("card"), e.get("group")) for e in cleopatra.state()["delta"]} == {
        ("placed", None, None), ("ready", None, None),
    }  # fmt: skip
    assert [side["ready"] for side in spectator.state()["players"]] == [True, False]
    assert caesar.error(PLACE, placement=PLACEMENT) == (409, "already_placed", "C6")
    assert cleopatra.done(PLACE, placement=PLACEMENT)["rev"] == 10
    assert caesar.state()["phase"] == "play"
    assert cleopatra.error(PLACE, placement=PLACEMENT) == (409, "already_placed", "C6")


@law("C6", "C56")
def test_the_table_holds_an_early_placement() -> None:
    _, caesar, cleopatra, spectator = seated()
    answer = cleopatra.done(PLACE, placement=PLACEMENT)
    assert (answer["rev"], answer["delta"]) == (0, [])
    assert cleopatra.state()["held"] and not caesar.state()["held"] and not spectator.state()["held"]
    assert [side["ready"] for side in caesar.state()["players"]] == [False, False]
    assert cleopatra.error(PLACE, placement=PLACEMENT) == (409, "already_placed", "C6")
    assert caesar.error(PERSONA, persona="cleopatra") == (409, "persona_fixed", "C1")
    answer = caesar.done(PLACE, placement=PLACEMENT)
    assert answer["rev"] == 10 and texts(answer)[-1] == "Cleopatra has placed all five cards."
    assert all(event["card"] is None for event in answer["delta"] if event["rev"] > 5 and event["event"] == "placed")
    assert caesar.state()["phase"] == "play" and not cleopatra.state()["held"]


@law("C6", "C56")
def test_who_opens_a_table_may_place_before_anybody_joins() -> None:
    client = Client(new_tables())
    opened = Caller(client).raw("POST", "", json={}).json()
    caesar = Caller(client, opened["token"], "0")
    assert caesar.error(BUST) == (409, "wrong_phase", "C14")
    assert caesar.done(PLACE, placement=PLACEMENT)["rev"] == 0
    Caller(client).raw("POST", "/join", json={"game": opened["game"]})
    state = caesar.state()
    assert (state["begun"], state["rev"], state["activePlayer"]) == (True, 5, "1")


@pytest.mark.parametrize(
    "placement",
    [
        {}, {"1": "PRAETOR"}, PLACEMENT | {"5": "PRAETOR"}, PLACEMENT | {"6": "PRAETOR"}, PLACEMENT | {"5": "TRIBUNE"},
        {str(n): group for n, group in enumerate(GROUPS)}, [1, 2, 3, 4, 5], None,
    ],
    ids=str,
)  # fmt: skip
@law("C56", "C57")
def test_a_placement_is_exactly_five_cards_one_at_each_group(placement: Any) -> None:
    _, caesar, _, _ = seated()
    assert caesar.error(PLACE, placement=placement) == (400, "bad_request", "C6")


# A turn


@law("C56", "C9")
def test_a_turn_over_http() -> None:
    table = picture("CONSUL: 2 - (1) | hand 0: 1 2 3 4 5 veto | hand 1: 5 | deck 0: 4 4 | bag: CONSUL")
    _, caesar, cleopatra, _ = pictured(table)
    answer = caesar.done(PLAY, **lay(3, "CONSUL", up=True))
    assert answer["rev"] == 1 and texts(answer) == ["Caesar lays a 3 face up at the Consuls."]
    answer = caesar.done(PLAY, **lay(5, "CENSOR", up=False))
    assert answer["delta"][0]["card"] == influence(5), "to its owner"
    answer = caesar.done(BUST)
    assert answer["bust"] == {"colour": "white", "group": "CONSUL"} and answer["returned"] is None
    assert answer["voc"] == {
        "group": "CONSUL",
        "sums": {"caesar": 5, "cleopatra": 1},
        "philosophers": {"caesar": 0, "cleopatra": 0},
        "winner": "caesar",
        "inverted": False,
        "revealed": {"caesar": [lay_open(2), lay_open(3)], "cleopatra": [turned(1)]},
        "discards": {"caesar": [influence(3)], "cleopatra": [influence(1)]},
        "cleared": {"caesar": [], "cleopatra": []},
        "patrician": {"group": "CONSUL", "takenBy": "caesar", "left": 2},
        "closed": False,
    }
    assert answer["votes"] == [] and caesar.state()["phase"] == "draw"
    answer = caesar.raw("GET", "/draw", params={"playerId": "0", "deckType": "influence"}).json()
    assert answer["card"] == influence(4) and answer["delta"][0]["card"] == influence(4) and answer["rev"] == 4
    assert cleopatra.state()["delta"][-1]["card"] is None
    assert caesar.done(DRAW, deckType="influence")["card"] == influence(4)
    assert cleopatra.state()["activePlayer"] == "1"


@law("C56", "C16")
def test_grey_calls_no_vote_and_black_returns_the_busts() -> None:
    for bust, returned in (("GREY", None), ("BLACK", 2)):
        table = picture(
            f"hand 0: 1 2 | hand 1: 1 | deck 0: 4 4 4 4 4 | bag: {bust} | visible: CONSUL CENSOR", laid="up"
        )
        _, caesar, _, _ = pictured(table)
        answer = caesar.done(BUST)
        assert answer["bust"] == {"colour": bust.lower(), "group": None}
        assert (answer["voc"], answer["returned"], answer["votes"]) == (None, returned, [])
        assert caesar.state()["bag"]["concealed"] == (3 if returned else 0)


@pytest.mark.parametrize("written", ["Influence", "INFLUENCE", "influence"])
@law("C56", "C18")
def test_the_decks_may_be_written_as_in_the_source(written: str) -> None:
    other = {"Influence": "Action", "INFLUENCE": "ACTION"}.get(written, "action")
    table = picture("CONSUL: - 4 | hand 0: 1 2 3 4 wrath | hand 1: 1 | deck 0: 5 veto | bag: GREY")
    _, caesar, cleopatra, _ = pictured(table)
    caesar.done(PLAY, **lay(1, "CONSUL", up=True) | {"deckType": written})
    caesar.done(PLAY, **action("wrath", target="CONSUL") | {"deckType": other})
    cleopatra.done(VETO, use=False)
    caesar.done(BUST)
    by_get = caesar.raw("GET", "/draw", params={"playerId": "0", "deckType": written}).json()
    assert by_get["card"] == influence(5)
    assert caesar.done(DRAW, deckType=other)["card"] == {"type": "veto"}
    assert cleopatra.error(DRAW, deckType=f" {written}") == (400, "bad_request", "C18")


@law("C56", "C13", "example 12")
def test_example_12() -> None:
    _, caesar, _, _ = pictured(picture("hand 0: 1 2 3 | hand 1: 1"))
    caesar.done(PLAY, **lay(1, "CONSUL", up=True))
    assert caesar.error(PLAY, **lay(2, "CONSUL", up=True)) == (409, "face_rule", "C11")
    _, caesar, _, _ = pictured(picture("CONSUL: 1 1 2 2 3 - | hand 0: 1 2 | hand 1: 1"))
    assert caesar.error(PLAY, **lay(1, "CONSUL", up=True)) == (409, "group_full", "C12")
    _, caesar, cleopatra, _ = pictured(picture("CONSUL: - (1) | hand 0: 1 2 3 scout | hand 1: 1"))
    caesar.done(PLAY, **action("scout", target="CONSUL"))
    cleopatra.done(VETO, use=False)
    caesar.done(PLAY, **lay(1, "CONSUL", up=True))
    caesar.done(PLAY, **lay(2, "CONSUL", up=False))
    assert caesar.error(PLAY, **lay(3, "CONSUL", up=False)) == (409, "wrong_phase", "C10")  # a third one  [C60]
    _, caesar, cleopatra, _ = pictured(picture("CONSUL: - (1) | hand 0: 1 2 scout | hand 1: 1"))
    caesar.done(PLAY, **lay(1, "CONSUL", up=True))
    caesar.done(PLAY, **action("scout", target="CONSUL"))
    cleopatra.done(VETO, use=False)
    assert caesar.error(PLAY, **lay(2, "CONSUL", up=False)) == (409, "wrong_phase", "C10")


# Action cards


@law("C56", "C27", "C33")
def test_an_action_is_announced_and_answered() -> None:
    table = picture("CONSUL: - 4 4 P | hand 0: 1 assassination | hand 1: 2 veto | deck 1: 5 wrath")
    _, caesar, cleopatra, spectator = pictured(table)
    shown = {"card": {"type": "assassination"}, "target": "CONSUL", "targetCard": PHILOSOPHER}
    answer = caesar.done(PLAY, **action("assassination", target="CONSUL", targetCard=PHILOSOPHER))
    assert answer["delta"][0]["action"] == shown == spectator.state()["announced"]
    assert (cleopatra.state()["activePlayer"], cleopatra.state()["mover"]) == ("1", "0")
    assert cleopatra.error(VETO, use=True) == (400, "bad_request", "C31")  # which deck?
    answer = cleopatra.done(VETO, use=True, deckType="action")
    assert answer["card"] == {"type": "wrath"} and spectator.state()["announced"] is None
    assert caesar.state()["delta"][-1]["card"] is None, "the card drawn for a Veto is hers to know"
    assert caesar.state()["actionUsed"]


@law("C56", "C31")
def test_a_veto_with_both_decks_empty_draws_nothing() -> None:
    _, caesar, cleopatra, _ = pictured(picture("CONSUL: - 4 | hand 0: 1 wrath | hand 1: veto"))
    caesar.done(PLAY, **action("wrath", target="CONSUL"))
    assert cleopatra.error(VETO, use=True, deckType="influence") == (409, "deck_empty", "C31")
    assert cleopatra.done(VETO, use=True)["card"] is None


@law("C56", "C29")
def test_castling_comes_with_its_division() -> None:
    for first, second in (("CONSUL", "CENSOR"), ("CENSOR", "CONSUL")):
        table = picture("CONSUL: 4 (2) - 1 | CENSOR: 4 P - 3 | hand 0: castling 1 | hand 1: 1")
        _, caesar, cleopatra, spectator = pictured(table)
        arrangement = {"CONSUL": [influence(4)], "CENSOR": [PHILOSOPHER, influence(2), influence(4)]}
        answer = caesar.done(
            PLAY, **action("castling", target=first, secondTarget=second, arrangement=arrangement)
        )  # one announcement and four cards
        assert answer["rev"] == 5
        announced = {"card": {"type": "castling"}, "target": "CONSUL", "secondTarget": "CENSOR"}
        assert cleopatra.state()["announced"] == spectator.state()["announced"] == announced
        divided = [event for event in cleopatra.state()["delta"] if event["event"] == "divided"]
        assert [(event["card"], event["group"]) for event in divided] == [(None, None)] * 4
        cleopatra.done(VETO, use=False)
        assert table.side("CONSUL") == "(4) - 1" and table.side("CENSOR") == "(2) (4) (P) - 3"


@law("C56", "C57", "C29")
def test_an_arrangement_has_each_card_once() -> None:
    table = picture("CONSUL: 4 (2) 1 - 1 | CENSOR: 4 5 P - 3 | AEDILE: 1 - | hand 0: castling 1 | hand 1: 1")
    _, caesar, cleopatra, _ = pictured(table)
    five = [influence(1), influence(2), influence(4), influence(4), influence(5)]

    def castle(second: str, arrangement: Any) -> dict[str, Any]:
        return action("castling", target="CONSUL", secondTarget=second, arrangement=arrangement)

    bad = (400, "bad_request", "C29")
    assert caesar.error(PLAY, **castle("CENSOR", {"CONSUL": five})) == bad
    assert caesar.error(PLAY, **castle("CENSOR", {"CONSUL": five, "CENSOR": [influence(3)]})) == bad
    assert caesar.error(PLAY, **castle("CONSUL", {"CONSUL": five})) == bad
    assert caesar.error(PLAY, **castle("CENSOR", {"CONSUL": five, "AEDILE": [PHILOSOPHER]})) == bad
    assert caesar.error(PLAY, **castle("CENSOR", None)) == bad
    assert caesar.error(PLAY, **castle("CENSOR", {"CONSUL": [*five, PHILOSOPHER]})) == (409, "group_full", "C12")
    assert caesar.error(PLAY, **castle("CENSOR", {"CENSOR": [*five, PHILOSOPHER]})) == (409, "group_full", "C12")
    assert cleopatra.error(PLAY, **castle("CENSOR", {"CONSUL": five})) == (409, "not_your_turn", "C9")
    caesar.done(PLAY, **castle("CENSOR", {"CONSUL": five, "CENSOR": [PHILOSOPHER]}))


@law("C27", "C57", "example 14")
def test_example_14() -> None:
    _, caesar, _, _ = pictured(picture("CONSUL: 4 - (4) (P) | hand 0: 1 assassination | hand 1: 1"))
    asked = action("assassination", target="CONSUL", targetCard=influence(4))
    assert caesar.error(PLAY, **asked) == (409, "no_target", "C27")
    assert {"type": "assassination"} in caesar.state()["players"][0]["hand"]


@law("C56", "C15")
def test_action_cards_are_discarded_in_one_choice() -> None:
    hand = "hand 0: scout scout veto | hand 1: 1 | deck 0: 1 1 1 1 1 1 | bag: GREY"
    scout, veto = {"type": "scout"}, {"type": "veto"}
    for chosen, kept in (([], 3), ([veto], 2), ([veto, scout], 1), ([scout, veto, scout], 0)):
        _, caesar, _, _ = pictured(picture(hand))
        assert caesar.error(DISCARD, cards=[]) == (409, "wrong_phase", "C15")
        caesar.done(BUST)
        assert caesar.error(DISCARD, cards=[veto, veto]) == (409, "not_in_hand", "C15")
        assert caesar.error(DISCARD, cards=[influence(1)]) == (400, "bad_request", "C15")
        caesar.done(DISCARD, cards=chosen)
        state = caesar.state()
        assert (state["phase"], state["players"][0]["handCounts"]["action"]) == ("draw", kept)
    _, caesar, _, _ = pictured(picture("hand 0: scout scout scout wrath veto veto | hand 1: 1 | deck 0: 1 | bag: GREY"))
    caesar.done(BUST)
    assert caesar.error(DISCARD, cards=[]) == (409, "hand_full", "C15")


@law("C56", "C34")
def test_a_spy_sees_the_hand_and_discards_a_card() -> None:
    table = picture("hand 0: 1 spy | hand 1: 3 3 scout | deck 1: 5", spy=1)
    _, caesar, cleopatra, spectator = pictured(table, spy=1)
    caesar.done(PLAY, **action("spy"))
    assert caesar.state()["players"][1]["hand"] is None
    cleopatra.done(VETO, use=False)
    assert caesar.state()["players"][1]["hand"] == [influence(3), influence(3), {"type": "scout"}]
    assert spectator.state()["players"][1]["hand"] is None
    assert caesar.error(SPY, card=influence(5)) == (409, "not_in_hand", "C34")
    caesar.done(SPY, card={"type": "scout"})
    assert caesar.state()["players"][1]["hand"] is None and table.hand(1) == "3 3"


@law("C56", "C49")
def test_the_end_is_told_and_opens_everything() -> None:
    text = """PRAETOR 0: - | AEDILE 0: - | QUAESTOR 0: - | CENSOR 0: - | CONSUL 1: 5 - | won 0: 5 5 5 0 0 | won 1: 0 0 0 2 3
    hand 0: 1 | hand 1: 2 veto | bag: CONSUL | gone: PRAETOR AEDILE QUAESTOR CENSOR"""
    _, caesar, cleopatra, spectator = pictured(picture(text, laid="up"))
    caesar.done(BUST)
    state = spectator.state()
    assert (state["phase"], state["activePlayer"], state["outcome"]["winners"]) == ("over", None, ["0"])
    assert state["outcome"]["points"] == {"0": 22.0, "1": 8.0}  # 16 and 3 times 2; 5, one majority, and 2
    assert state["players"][1]["hand"] == [influence(2), {"type": "veto"}]
    assert cleopatra.error(BUST) == (409, "wrong_phase", "C35")


@law("C56")
def test_open_api_knows_every_call_and_its_parameters() -> None:
    ((_, contract),) = contracts()
    said = described(game("caesar"), contract)
    assert {(method.upper(), path) for path, calls in said["paths"].items() for method in calls} >= set(SHEET)
    drawing = said["paths"]["/api/game/draw"]["get"]["parameters"]
    assert [(p["name"], p["in"], p["required"]) for p in drawing] == [
        ("playerId", "query", True), ("deckType", "query", True), ("rev", "query", False), ("game", "query", False),
    ]  # fmt: skip
    body = said["paths"]["/api/game/action/playCard"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    schema = said["components"]["schemas"][body["$ref"].rsplit("/", 1)[1]]
    assert schema["required"] == ["playerId", "cardDetails", "deckType", "rev"]
    options = said["paths"]["/api/game"]["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert options["spy"]["enum"] == [0, 1] and options["secret_bonus"]["type"] == "boolean"
