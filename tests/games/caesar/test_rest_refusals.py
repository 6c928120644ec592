"""Caesar and Cleopatra over HTTP: errors, tokens, revisions, and what GET draw may and may not do, from the rule sheet."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.caesar.callers import (
    Caller,
    Client,
    MemoryTables,
    action,
    influence,
    lay,
    new_tables,
    pictured,
    seated,
)
from tests.games.caesar.picture import picture
from tests.games.caesar.test_rest import BUST, DISCARD, DRAW, PERSONA, PLACE, PLACEMENT, PLAY, SPY, VETO
from tests.law import law
from turnwise.games.caesar import rest
from turnwise.house.work.limits import TooMany

pytestmark = pytest.mark.usefixtures("both_kinds")
Refusal = tuple[int, str, str]
PLAIN = "hand 0: 1 2 3 4 5 veto | hand 1: 5 scout | deck 0: 4 scout | deck 1: 1 wrath"
BODIES: dict[str, dict[str, Any]] = {
    DRAW: {"deckType": "influence"},
    PLAY: lay(1, "CONSUL", up=True),
    BUST: {},
    PLACE: {"placement": PLACEMENT},
    PERSONA: {"persona": "caesar"},
    VETO: {"use": False},
    DISCARD: {"cards": []},
    SPY: {"card": influence(1)},
}
"""A body for each call that changes something."""


def caesar_in(text: str, **given: Any) -> Caller:
    return pictured(picture(text, **given))[1]


def refusal(answer: Any) -> Refusal:
    body = answer.json()
    return answer.status_code, body["error"], body["rule"]


# Every code


def _no_such_game() -> Refusal:
    return refusal(Caller(Client(new_tables())).raw("GET", "", params={"game": "nowhere"}))


def _bad_token() -> Refusal:
    _, caesar, _, _ = seated()
    return Caller(caesar.client, "guess", "0").error(BUST, rev=0)


def _not_your_seat() -> Refusal:
    return pictured(picture(PLAIN))[2].error(BUST, playerId="0")


def _persona_fixed() -> Refusal:
    return caesar_in(PLAIN).error(PERSONA, persona="cleopatra")


def _group_closed() -> Refusal:
    return caesar_in(f"{PLAIN} | CONSUL 0: -").error(PLAY, **lay(1, "CONSUL", up=True))


def _action_used() -> Refusal:
    return caesar_in("CONSUL: - (1) | hand 0: 1 scout | hand 1: 1", acted=1).error(
        PLAY, **action("scout", target="CONSUL")
    )


CODES: dict[str, tuple[Callable[[], Refusal], int, str]] = {
    "bad_request": (lambda: caesar_in(PLAIN).error(PLAY, **lay(9, "CONSUL", up=True)), 400, "C10"),
    "bad_token": (_bad_token, 401, "C58"),
    "not_your_seat": (_not_your_seat, 403, "C58"),
    "no_such_game": (_no_such_game, 404, "C56"),
    "not_your_turn": (lambda: pictured(picture(PLAIN))[2].error(BUST), 409, "C9"),
    "wrong_phase": (lambda: caesar_in("hand 0: 1 | hand 1: 1").error(DRAW, deckType="influence"), 409, "C18"),
    "stale": (lambda: caesar_in(PLAIN).error(BUST, rev=7), 409, "C61"),
    "not_in_hand": (lambda: caesar_in("hand 0: 1").error(PLAY, **lay(2, "CONSUL", up=True)), 409, "C10"),
    "group_full": (
        lambda: caesar_in("CONSUL: 1 1 1 1 1 - | hand 0: 1").error(PLAY, **lay(1, "CONSUL", up=True)), 409, "C12",
    ),
    "group_closed": (_group_closed, 409, "C12"),
    "face_rule": (lambda: caesar_in(PLAIN, laid="up").error(PLAY, **lay(1, "CONSUL", up=True)), 409, "C11"),
    "action_used": (_action_used, 409, "C13"),
    "no_target": (
        lambda: caesar_in("hand 0: 1 wrath").error(PLAY, **action("wrath", target="CONSUL")), 409, "C30",
    ),
    "deck_empty": (
        lambda: caesar_in("hand 0: 1 | deck 0: scout", phase=6).error(DRAW, deckType="influence"), 409, "C18",
    ),
    "hand_full": (lambda: caesar_in(PLAIN).error(DRAW, deckType="influence"), 409, "C18"),
    "must_play": (lambda: caesar_in(PLAIN).error(BUST), 409, "C14"),
    "already_placed": (lambda: caesar_in(PLAIN).error(PLACE, placement=PLACEMENT), 409, "C6"),
    "persona_fixed": (_persona_fixed, 409, "C1"),
}  # fmt: skip


@pytest.mark.parametrize("code", CODES)
@law("C57")
def test_every_code_is_produced_with_its_rule_and_changes_nothing(code: str) -> None:
    produce, status, rule = CODES[code]
    assert produce() == (status, code, rule)


@law("C57")
def test_no_code_is_missing() -> None:
    listed = """bad_request bad_token not_your_seat no_such_game not_your_turn wrong_phase stale not_in_hand group_full
    group_closed face_rule action_used no_target deck_empty hand_full must_play already_placed persona_fixed"""
    assert set(CODES) == set(rest.STATUS) == set(listed.split())
    assert {code: rest.STATUS[code] for code in CODES} == {code: status for code, (_, status, _) in CODES.items()}


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        (lay(1, "TRIBUNE", up=True), "C10"),
        (lay(1, "CONSUL", up=True) | {"faceUp": None}, "C10"),
        (lay(1, "CONSUL", up=True) | {"faceUp": "yes"}, "C10"),
        (lay(1, "CONSUL", up=True) | {"target": None}, "C10"),
        (lay(1, "CONSUL", up=True) | {"deckType": "action"}, "C10"),
        (lay(1, "CONSUL", up=True) | {"cardDetails": {"type": "influence"}}, "C10"),
        (lay(1, "CONSUL", up=True) | {"cardDetails": "1"}, "C10"),
        (lay(1, "CONSUL", up=True) | {"playerId": 0}, "C10"),
        (action("scout", target="CONSUL") | {"deckType": "influence"}, "C28"),
        (action("scout") | {"cardDetails": {"type": "scout", "number": 2}, "target": "CONSUL"}, "C28"),
        (action("assassination", target="CONSUL"), "C27"),
        (action("assassination", target="CONSUL", targetCard={"type": "veto"}), "C27"),
        (action("castling", target="CONSUL", arrangement={}), "C29"),
        (action("joker"), "C10"),
    ],
    ids=str,
)
@law("C56", "C57")
def test_a_card_needs_what_belongs_to_it(asked: dict[str, Any], rule: str) -> None:
    assert caesar_in(PLAIN).error(PLAY, **asked) == (400, "bad_request", rule)


@law("C32", "C57")
def test_a_veto_is_no_action() -> None:
    _, caesar, cleopatra, _ = pictured(picture("CONSUL: - 1 | hand 0: 1 wrath veto | hand 1: veto"))
    assert caesar.error(PLAY, **action("veto")) == (409, "wrong_phase", "C32")
    assert cleopatra.error(PLAY, **action("veto")) == (409, "not_your_turn", "C9")
    caesar.done(PLAY, **action("wrath", target="CONSUL"))
    assert cleopatra.error(PLAY, **action("veto")) == (409, "wrong_phase", "C32")
    assert caesar.error(VETO, use=True) == (409, "not_your_turn", "C9")


@pytest.mark.parametrize(
    "content",
    [b"{", b"[]", b"null", b'"x"', b"\xff", b"[" * 9000, b'{"a":' * 2000, b" " * 20_000, b'{"rev": 1e999}', b"NaN"],
    ids=lambda content: repr(content[:8]),
)
@law("C56", "C57")
def test_a_body_that_is_no_json_object(content: bytes) -> None:
    _, caesar, _, _ = seated()
    before = caesar.everything()
    assert refusal(caesar.raw("POST", BUST, content=content)) == (400, "bad_request", "C14")
    assert caesar.everything() == before


@law("C57")
def test_a_body_that_is_too_long() -> None:
    caesar = caesar_in(PLAIN)
    body = {"playerId": "0", "rev": 0} | lay(1, "CONSUL", up=True)
    assert refusal(caesar.raw("POST", PLAY, json=body | {"more": "x" * 20_000})) == (400, "bad_request", "C10")
    assert caesar.raw("POST", PLAY, json=body | {"more": "x" * 10_000}).status_code == 200


@pytest.mark.parametrize(
    "options",
    [{"spy": [1]}, {"spy": {}}, {"spy": None}, {"first_player": "\0"}, {"secret_bonus": 1e300}, {"compiled": True}],
    ids=str,
)
@law("C56", "C57")
def test_options_that_are_none(options: dict[str, Any]) -> None:
    nobody = Caller(Client(new_tables()))
    assert refusal(nobody.raw("POST", "", json=options)) == (400, "bad_request", "C56")


def test_what_the_contract_has_no_word_for_is_told_in_the_words_of_the_house() -> None:
    class Busy(MemoryTables):
        async def open(self, given: dict[str, Any], address: str, proof: object) -> Any:
            raise TooMany("You have opened many tables", 7)

    answer = Busy().ask("POST", "/api/game", json={})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")
    assert answer.json() == {"error": "too_many", "message": "You have opened many tables; try again in 7 seconds."}


# Tokens


@law("C58", "C9", "example 15")
def test_example_15() -> None:
    _, caesar, cleopatra, _ = pictured(picture(PLAIN, mover=1, turn=1, phase=6))
    assert cleopatra.error(DRAW, deckType="influence", playerId="0") == (403, "not_your_seat", "C58")
    assert caesar.error(DRAW, deckType="influence") == (409, "not_your_turn", "C9")
    for answer in (
        cleopatra.raw("GET", "/draw", params={"playerId": "0", "deckType": "influence"}),
        caesar.raw("GET", "/draw", params={"playerId": "1", "deckType": "influence"}),
    ):
        assert refusal(answer) == (403, "not_your_seat", "C58")


@pytest.mark.parametrize("path", BODIES)
@law("C58")
def test_without_a_token_of_this_table_one_may_only_look(path: str) -> None:
    _, caesar, _, spectator = seated()
    token = caesar.token
    before = caesar.everything()
    body = {"playerId": "0", "rev": 0} | BODIES[path]
    for headers in (
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer guess"},
        {"Authorization": f"Basic {token}"},
        {"Authorization": f"Bearer {token}x"},
        {"Authorization": f"Bearer {token[:-1]}"},
        {"Authorization": f"Bearer {'x' * 10_000}"},
        {"Cookie": f"token={token}; Authorization={token}"},
        {"X-Token": token},
    ):
        answer = spectator.raw("POST", path, json=body | {"token": token}, headers=headers, params={"token": token})
        assert answer.status_code == 401 and answer.json()["error"] == "bad_token" and answer.json()["rule"] == "C58"
        assert answer.headers["www-authenticate"] == "Bearer"
    assert caesar.everything() == before
    assert spectator.state()["players"][0]["hand"] is None


@law("C58")
def test_a_token_is_for_one_table_and_shown_to_nobody_else() -> None:
    _, caesar, cleopatra, spectator = seated()
    tokens = caesar.client.tokens
    other = Caller(caesar.client).raw("POST", "", json={}).json()
    assert refusal(caesar.raw("GET", "", params={"game": other["game"]})) == (404, "no_such_game", "C56")
    assert refusal(Caller(caesar.client, "guess").raw("GET", "")) == (401, "bad_token", "C58")
    assert refusal(Caller(caesar.client).raw("GET", "")) == (404, "no_such_game", "C56")
    assert caesar.raw("GET", "", params={"game": caesar.game}).status_code == 200
    caesar.done(PLACE, placement=PLACEMENT)
    texts = [caller.raw("GET", "", params={"game": caesar.game}).text for caller in (cleopatra, spectator)]
    texts += [cleopatra.raw("POST", BUST, json={"playerId": "1", "rev": 5}).text]
    assert not [text for text in texts for token in tokens if token in text]
    assert len(set(tokens)) == 3 and all(len(token) * 6 >= 128 for token in tokens)


# Revisions


@pytest.mark.parametrize("path", BODIES)
@law("C61", "C57")
def test_a_rev_other_than_the_current_one_is_stale(path: str) -> None:
    _, caesar, cleopatra, _ = seated()
    caesar.done(PLACE, placement=PLACEMENT)
    cleopatra.done(PLACE, placement=PLACEMENT)
    for rev in (0, 9, 11, -1, 10**30):
        assert caesar.error(path, rev=rev, **BODIES[path]) == (409, "stale", "C61")
    for odd in (None, "10", 10.5, True):
        answer = caesar.raw("POST", path, json={"playerId": "0", "rev": odd} | BODIES[path])
        assert answer.status_code == 400 and answer.json()["error"] == "bad_request"
    without = caesar.raw("POST", path, json={"playerId": "0"} | BODIES[path])
    assert without.status_code == 400 and without.json()["error"] == "bad_request"


@law("C61")
def test_a_double_click_does_no_harm() -> None:
    caesar = caesar_in(PLAIN)
    asked = lay(1, "CONSUL", up=True)
    assert caesar.call(PLAY, rev=0, **asked)[0] == 200
    assert caesar.error(PLAY, rev=0, **asked) == (409, "stale", "C61")


@law("C61")
def test_a_repeated_key_gets_the_first_answer_again() -> None:
    caesar = caesar_in(PLAIN)
    body = {"playerId": "0", "rev": 0} | lay(1, "CONSUL", up=True)
    first = caesar.raw("POST", PLAY, json=body, headers={"Idempotency-Key": "a"})
    caesar.done(PLAY, **lay(2, "CONSUL", up=False))
    before = caesar.everything()
    again = caesar.raw("POST", PLAY, json=body, headers={"Idempotency-Key": "a"})
    assert again.content == first.content and caesar.everything() == before
    other = caesar.raw("POST", PLAY, json=body, headers={"Idempotency-Key": "b"})
    assert refusal(other) == (409, "stale", "C61")
    assert refusal(caesar.raw("POST", PLAY, json=body, headers={"Idempotency-Key": "k" * 300}))[:2] == (
        400, "bad_request",
    )  # fmt: skip


# GET draw


@law("C60", "C18")
def test_get_draw_obeys_what_its_twin_obeys() -> None:
    _, caesar, cleopatra, spectator = pictured(picture("hand 0: 1 2 3 4 | hand 1: 5 | deck 0: 4 4 4 scout", phase=6))

    def draw(caller: Caller, deck: str = "influence", **more: Any) -> Any:
        return caller.raw("GET", "/draw", params={"playerId": caller.player, "deckType": deck} | more)

    before = caesar.everything()
    assert refusal(draw(spectator)) == refusal(draw(Caller(caesar.client, "x", "0"))) == (401, "bad_token", "C58")
    assert refusal(draw(cleopatra)) == (409, "not_your_turn", "C9")
    assert refusal(draw(caesar, playerId="1")) == (403, "not_your_seat", "C58")
    assert refusal(draw(caesar, "patrician")) == (400, "bad_request", "C18")
    assert refusal(draw(caesar, rev=4)) == (409, "stale", "C61")
    assert refusal(draw(caesar, rev="many")) == (400, "bad_request", "C18")
    assert refusal(caesar.raw("GET", "/draw", params=[("playerId", "0"), ("playerId", "1"), ("deckType", "action")])) == (
        400, "bad_request", "C18",
    )  # fmt: skip
    assert caesar.everything() == before
    assert draw(caesar, "action", rev=0).json()["card"] == {"type": "scout"}
    assert draw(caesar).json()["card"] == influence(4)
    assert refusal(draw(caesar)) == (409, "not_your_turn", "C9")  # six cards: the turn is over
    assert caesar.state()["players"][0]["handCounts"] == {"influence": 5, "action": 1}


@law("C60", "C58")
def test_get_draw_ignores_cookies_and_never_answers_head() -> None:
    _, caesar, _, spectator = pictured(picture("hand 0: 1 2 3 4 | hand 1: 5 | deck 0: 4 4 4", phase=6))
    before = caesar.everything()
    asked = {"playerId": "0", "deckType": "influence"}
    cookie = {"Cookie": f"token={caesar.token}; session={caesar.token}"}
    assert refusal(spectator.raw("GET", "/draw", params=asked, headers=cookie)) == (401, "bad_token", "C58")
    headers = {"Authorization": f"Bearer {caesar.token}"}
    for method in ("HEAD", "OPTIONS", "PUT"):
        answer = caesar.client.request(method, "/api/game/draw", params=asked, headers=headers)
        assert answer.status_code == 405, "a draw happens by GET and POST alone"
    assert caesar.everything() == before


@law("C60", "C56")
def test_get_game_changes_nothing() -> None:
    _, caesar, cleopatra, spectator = seated()
    before = caesar.everything()
    for caller in (caesar, cleopatra, spectator):
        assert (
            caller.raw("GET", "", params={"game": caesar.game}).content
            == caller.raw("GET", "", params={"game": caesar.game}).content
        )
    assert caesar.everything() == before
