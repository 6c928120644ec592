"""A game's own contract over the house's tables: what it shares with the rest of the house, and what becomes of it in bad times.

What the contract itself says is proved on these very tables in `tests/games/caesar/test_rest*.py`.
"""

import asyncio
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient, Response

from tests.games.caesar.test_rest import BUST, DRAW, PERSONA, PLACE, PLACEMENT
from tests.games.caesar.test_rest_secrets import wish_of
from tests.house.town import Counting
from tests.web.hall import SITE, Hall, Somebody, good, in_hall, refusal
from tests.web.server import Server
from tests.web.test_socket import watch
from turnwise.house.house import House
from turnwise.house.people.whereabouts import Whereabouts
from turnwise.house.tables import items
from turnwise.house.tables.answers import KEPT_ANSWERS
from turnwise.house.tables.table import Table
from turnwise.house.work.limits import UNLIMITED
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.routes import Act
from turnwise.web.contracts.mounting import contracts
from turnwise.web.contracts.tables import GameTables
from turnwise.web.http.services import Services
from turnwise.web.serving.app import app

GAME = "/api/game"


class Player(Somebody):
    """Somebody with the token of a seat, who speaks the contract."""

    def __init__(self, hall: Hall, told: Mapping[str, Any]) -> None:
        super().__init__(hall, token=told["token"])
        self.number, self.table = told["playerId"], told["game"]

    async def asks(self, path: str, rev: int, key: str = "", **body: Any) -> Response:
        headers = {"Idempotency-Key": key} if key else {}
        return await self.post(GAME + path, {"playerId": self.number, "rev": rev} | body, headers=headers)

    async def state(self) -> dict[str, Any]:
        return dict(await self.got(GAME))

    async def places(self, rev: int, key: str = "") -> dict[str, Any]:
        return dict(good(await self.asks(PLACE, rev, key, placement=PLACEMENT)))


async def pair(hall: Hall, **options: Any) -> tuple[Player, Player, str]:
    """Both players, and the table's address for everybody else."""
    first = Player(hall, await hall.nobody.did(GAME, options))
    second = Player(hall, await hall.nobody.did(f"{GAME}/join", {"game": first.table}))
    return first, second, f"/api/tables/{first.table}"


def table_of(hall: Hall, player: Player) -> Table:
    return hall.house.loaded[player.table].table


def game_tables(hall: Hall) -> GameTables:
    ((game, contract),) = contracts()
    return GameTables(hall.house, game, contract)


async def reopen(hall: Hall) -> None:
    """Another process on the same store, as after a crash: nobody had time to tidy up."""
    await hall.client.aclose()
    hall.house = House(hall.store, now=lambda: hall.at, rates=UNLIMITED, hasher=Counting(), pace=0)
    hall.services = Services(hall.house, pace=0)
    hall.app = app(hall.house, services=hall.services)
    hall.client = AsyncClient(transport=ASGITransport(hall.app), base_url=SITE)


# The same table everywhere.


@in_hall
async def test_the_token_of_a_seat_is_good_for_the_whole_table_and_for_nothing_else(hall: Hall) -> None:
    caesar, cleopatra, table = await pair(hall)
    told = await caesar.got(table)
    assert (told["seat"], told["table"]["access"], told["table"]["status"]) == (0, "link", "lobby")
    assert [seat["name"][:6] for seat in told["table"]["seats"]] == ["Guest "] * 2
    await caesar.places(0)
    told = await cleopatra.got(table)
    assert (told["seat"], told["version"], told["turn"]) == (1, 5, 1)
    assert [line["words"] for line in told["lines"][1:]] == ["places a card"] * 5
    await cleopatra.did(f"{table}/chat", {"text": "Ave."})
    actions = [f"place {kind} {group}" for kind, group in PLACEMENT.items()]
    await cleopatra.did(f"{table}/actions", {"actions": actions, "version": 5})
    assert (await caesar.state())["phase"] == "play"
    other, *_ = await pair(hall)
    refusal(await caesar.get(f"/api/tables/{other.table}"), 403, "other_table")
    refusal(await caesar.get("/api/me"), 403, "other_table")
    refusal(await caesar.get(GAME, params={"game": other.table}), 404, "no_such_game")
    refusal(await caesar.asks(f"{BUST}?game={other.table}", 10), 404, "no_such_game")
    assert hall.nobody.token == "" and (await hall.nobody.got("/api/tables"))["tables"] == [], "by link only"


@in_hall
async def test_whoever_sits_at_a_table_of_the_game_may_use_its_contract(hall: Hall) -> None:
    """The host says when the match begins; until then the table holds what is sent early."""
    ann, ben = await hall.two()
    table = await ann.opened("caesar")
    await ben.did(f"{table}/seats")
    id = table.rpartition("/")[2]

    async def place(who: Somebody, number: int, rev: int) -> Response:
        body = {"playerId": str(number), "rev": rev, "placement": PLACEMENT}
        return await who.post(f"{GAME}{PLACE}?game={id}", body)

    refusal(await ann.get(GAME), 404, "no_such_game")
    assert (await ann.got(GAME, params={"game": id}))["playerId"] == "0"
    assert (await hall.nobody.got(GAME, params={"game": id}))["playerId"] is None
    assert good(await place(ben, 1, 0))["rev"] == 0 and not (await ann.got(GAME, params={"game": id}))["begun"]
    body = {"playerId": "0", "rev": 0, "persona": "cleopatra"}
    refusal(await ann.post(f"{GAME}{PERSONA}?game={id}", body), 409, "persona_fixed")
    await ann.did(f"{table}/start")
    refusal(await place(ann, 1, 0), 403, "not_your_seat")
    assert good(await place(ann, 0, 0))["rev"] == 10
    cat = await hall.guest("Cat")
    refusal(await cat.post(f"{GAME}{BUST}?game={id}", {"playerId": "0", "rev": 10}), 401, "bad_token")
    refusal(await ann.get(GAME, params={"game": "nowhere"}), 404, "no_such_game")


@in_hall
async def test_tables_that_somebody_may_not_see_and_those_of_other_games_are_not_there(hall: Hall) -> None:
    ann, ben = await hall.two()
    private, four = await ann.opened("caesar", access="private"), await ann.opened("connect_four")
    unknown = await hall.nobody.get(GAME, params={"game": "nowhere"})
    for table in (private, four):
        id = table.rpartition("/")[2]
        assert (await hall.nobody.get(GAME, params={"game": id})).content == unknown.content
        assert (await ben.get(GAME, params={"game": id})).content == unknown.content
        refusal(await hall.nobody.post(f"{GAME}/join", {"game": id}), 404, "no_such_game")
    refusal(await ann.get(GAME, params={"game": four.rpartition("/")[2]}), 404, "no_such_game")
    assert good(await ann.get(GAME, params={"game": private.rpartition("/")[2]}))["playerId"] == "0"


@in_hall
async def test_who_was_sent_away_can_not_speak_for_who_came_after_him(hall: Hall) -> None:
    caesar = Player(hall, await hall.nobody.did(GAME, {}))
    first = Player(hall, await hall.nobody.did(f"{GAME}/join", {"game": caesar.table}))
    await caesar.delete(f"/api/tables/{caesar.table}/seats/1")
    second = Player(hall, await hall.nobody.did(f"{GAME}/join", {"game": caesar.table}))
    assert (first.number, second.number) == ("1", "1")
    refusal(await first.asks(PLACE, 0, placement=PLACEMENT), 401, "bad_token")
    refusal(await first.get(GAME), 401, "bad_token")
    chair = await game_tables(hall).chair_of(second.token, None, "")
    assert chair and (chair.table, chair.player) == (caesar.table, 1)
    await second.delete(f"/api/tables/{caesar.table}/seats/1")
    third = Player(hall, await hall.nobody.did(f"{GAME}/join", {"game": caesar.table}))
    for work in (
        game_tables(hall).look(chair.table, chair),
        game_tables(hall).play(chair, lambda sight: Act([]), None, ""),
    ):
        with pytest.raises(TurnwiseError, match="token of a seat"):
            await work
    assert third.number == "1" and (await third.places(0))["rev"] == 0 and (await third.state())["held"]


@in_hall
async def test_who_speaks_the_contract_is_known_by_his_address_as_anybody(hall: Hall) -> None:
    """What is shared fairly among addresses is shared with him too: what may be kept, and the time of bots."""
    first, second, table = await pair(hall)
    people = hall.house.loaded[table.rpartition("/")[2]].table.people
    assert [hall.house.whereabouts.of(person) for person in people] == ["127.0.0.1"] * 2
    hall.house.whereabouts = Whereabouts()
    await first.state()
    await second.places(0)
    assert [hall.house.whereabouts.of(person) for person in people] == ["127.0.0.1"] * 2


@in_hall
async def test_nothing_is_seen_of_the_match_before_it_begins(hall: Hall) -> None:
    """Whatever the contract lets through: the match that is looked at has another secret."""
    opened = [await hall.nobody.did(GAME, {"secret_bonus": True, "first_player": "random"}) for _ in range(4)]
    sights = [await game_tables(hall).look(told["game"], None) for told in opened]
    assert len({str(sight.view.position.pack()) for sight in sights}) == 1
    assert {sight.view.commitment for sight in sights}.isdisjoint(
        place.table.commitment for place in hall.house.loaded.values()
    )


@in_hall
async def test_a_seat_may_be_taken_by_any_way_and_the_match_begins_all_the_same(hall: Hall) -> None:
    caesar = Player(hall, await hall.nobody.did(GAME, {}))
    await caesar.places(0)
    ben = await hall.guest("Ben")
    await ben.did(f"/api/tables/{caesar.table}/seats")
    assert ((await caesar.state())["rev"], (await caesar.state())["begun"]) == (5, True)
    caesar = Player(hall, await hall.nobody.did(GAME, {"secret_bonus": True}))
    await caesar.did(f"/api/tables/{caesar.table}/bots", {"bot": "random"})
    assert (await caesar.state())["begun"]
    refusal(await hall.nobody.post(f"{GAME}/join", {"game": caesar.table}), 409, "wrong_phase")


@in_hall
async def test_personas_are_seats_of_the_table(hall: Hall) -> None:
    first, second, table = await pair(hall)
    before = (await first.got(table))["table"]["seats"]
    good(await second.asks(PERSONA, 0, "k", persona="caesar"))
    assert (await first.got(table))["table"]["seats"] == before[::-1]
    assert ((await first.got(table))["seat"], (await second.got(table))["seat"]) == (1, 0)
    await second.places(0)
    again = good(await second.asks(PERSONA, 0, "k", persona="caesar"))
    assert (again["rev"], again["delta"]) == (0, []), "a repeated key gets its first answer, though personas are fixed"
    refusal(await second.asks(PERSONA, 5, "other", persona="caesar"), 409, "persona_fixed")


# A whole game, and a house that is opened anew.


@in_hall
async def test_a_whole_game_in_a_house_that_crashes_again_and_again(hall: Hall) -> None:
    """Each request has a key; in the end the first ones are sent again, which the house has forgotten and the log has not."""
    await reopen(hall)
    *players, table = await pair(hall, spy=1, secret_bonus=True)
    chance, sent = Random(3), list[tuple[Player, str, int, dict[str, Any], bytes]]()
    while (told := await players[0].got(table))["table"]["status"] != "over":
        player = players[told["turn"]]
        known, may = await player.got(table), await player.got(f"{table}/legal")
        path, body = wish_of(told["turn"], known["state"], [one["json"] for one in may["legal"]], chance)
        answer = await player.asks(path, told["version"], f"key {len(sent)}", **body)
        assert good(answer)["rev"] > told["version"]
        sent.append((player, path, told["version"], body, answer.content))
        if chance.random() < 0.1:
            await reopen(hall)
    assert len(sent) > 100
    outcome = (await players[0].state())["outcome"]
    best = [player for player, points in outcome["points"].items() if points == max(outcome["points"].values())]
    assert outcome["winners"] == best or len(best) == 2 and len(outcome["winners"]) < 2, "[C39] parts equal points"
    log = len(hall.store.logs[f"table {players[0].table}"])
    for n in (0, 1, len(sent) - 1):
        player, path, rev, body, first = sent[n]
        assert (await player.asks(path, rev, f"key {n}", **body)).content == first
    assert len(hall.store.logs[f"table {players[0].table}"]) == log


@in_hall
async def test_what_is_held_survives_and_is_played_once(hall: Hall) -> None:
    await reopen(hall)
    caesar, cleopatra, _ = await pair(hall)
    first = await cleopatra.asks(PLACE, 0, "k", placement=PLACEMENT)
    await reopen(hall)
    assert (await cleopatra.state())["held"] and not (await caesar.state())["held"]
    assert (await cleopatra.asks(PLACE, 0, "k", placement=PLACEMENT)).content == first.content
    refusal(await cleopatra.asks(PLACE, 0, placement=PLACEMENT), 409, "already_placed")
    answer = await caesar.asks(PLACE, 0, "k", placement=PLACEMENT)
    assert good(answer)["rev"] == 10
    await reopen(hall)
    assert (await caesar.asks(PLACE, 0, "k", placement=PLACEMENT)).content == answer.content
    assert (await cleopatra.asks(PLACE, 0, "k", placement=PLACEMENT)).content == first.content
    assert ((await caesar.state())["rev"], (await cleopatra.state())["held"]) == (10, False)


@in_hall
async def test_a_drawing_by_get_with_a_key_happens_once(hall: Hall) -> None:
    """It may come without a rev, so only the key tells that it is the same."""
    caesar, cleopatra, table = await pair(hall)
    await caesar.places(0)
    await cleopatra.places(5)
    await caesar.did(f"{table}/actions", {"actions": "lay 1 CONSUL up", "version": 10})
    await caesar.did(f"{table}/actions", {"actions": "lay 2 CONSUL down", "version": 11})
    await caesar.did(f"{table}/actions", {"actions": "bust", "version": 12})
    asked = {"playerId": "0", "deckType": "influence"}
    key = {"Idempotency-Key": "draw"}
    first = await caesar.get(GAME + DRAW, params=asked, headers=key)
    assert good(first)["rev"] == 14 and good(first)["card"]["type"] in ("influence", "philosopher")
    again = await asyncio.gather(*(caesar.get(GAME + DRAW, params=asked, headers=key) for _ in range(5)))
    assert {answer.content for answer in again} == {first.content} and (await caesar.state())["rev"] == 14
    for n in range(KEPT_ANSWERS):  # as if many requests had come since
        table_of(hall, caesar).answers.follow(items.Acted(0, "another", 1, [0], 14, str(n)))
    assert (await caesar.get(GAME + DRAW, params=asked, headers=key)).content == first.content
    assert (await caesar.state())["rev"] == 14


# Many at once, too often, and a full disk.


@in_hall
async def test_of_many_who_join_at_once_one_is_seated(hall: Hall) -> None:
    caesar = Player(hall, await hall.nobody.did(GAME, {}))
    answers = await asyncio.gather(*(hall.nobody.post(f"{GAME}/join", {"game": caesar.table}) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19
    assert {answer.json()["error"] for answer in answers if answer.status_code == 409} == {"wrong_phase"}


@in_hall
async def test_of_many_copies_of_a_request_one_is_carried_out(hall: Hall) -> None:
    caesar, _, _ = await pair(hall)
    answers = await asyncio.gather(*(caesar.asks(PLACE, 0, "k", placement=PLACEMENT) for _ in range(20)))
    assert {answer.content for answer in answers} == {answers[0].content} and good(answers[0])["rev"] == 5
    answers = await asyncio.gather(*(caesar.asks(PLACE, 0, placement=PLACEMENT) for _ in range(5)))
    assert {answer.json()["error"] for answer in answers} == {"stale"}


@in_hall
async def test_opening_joining_and_playing_have_limits(hall: Hall) -> None:
    answers = [await hall.nobody.post(GAME, {}) for _ in range(11)]
    told = refusal(answers[-1], 429, "too_many")
    assert {answer.status_code for answer in answers[:-1]} == {201} and "rule" not in told
    assert int(answers[-1].headers["retry-after"]) > 0 and answers[-1].headers["cache-control"] == "no-store"
    hall.at += 3_600_000
    caesar, cleopatra, _ = await pair(hall)
    spoken = [await caesar.asks(BUST, 0) for _ in range(401)]
    assert [answer.status_code for answer in spoken] == [409] * 400 + [429]
    assert (await cleopatra.places(0))["rev"] == 0, "everybody has limits of his own"
    people = len([kind for kind, _ in hall.store.docs if kind == "person"])
    for _ in range(40):
        await hall.nobody.post(f"{GAME}/join", {"game": caesar.table})
        await hall.nobody.post(GAME, {"spies": 1})
    assert len([kind for kind, _ in hall.store.docs if kind == "person"]) == people, "a refusal makes nobody a guest"


@in_hall
async def test_when_nothing_can_be_kept_nothing_happens(hall: Hall) -> None:
    caesar, cleopatra, _ = await pair(hall)
    hall.store.broken = True
    for answer in (
        await caesar.asks(PLACE, 0, "k", placement=PLACEMENT),
        await cleopatra.asks(PLACE, 0, "k", placement=PLACEMENT),
        await caesar.asks(PERSONA, 0, persona="cleopatra"),
        await hall.nobody.post(GAME, {}),
    ):
        refusal(answer, 503, "unavailable")
        assert answer.headers["retry-after"]
    hall.store.broken = False
    state = await caesar.state()
    assert (state["rev"], state["begun"], state["held"], state["players"][0]["persona"]) == (0, False, False, "caesar")
    await cleopatra.places(0, "k")
    assert (await caesar.places(0, "k"))["rev"] == 10


@in_hall
async def test_a_match_of_older_rules_is_refused_in_the_words_of_the_house(hall: Hall) -> None:
    caesar, _, _ = await pair(hall, secret_bonus=True)
    table_of(hall, caesar)._outdate("This match can't go on here.")
    refusal(await caesar.get(GAME), 409, "old_rules")
    refusal(await caesar.asks(BUST, 0), 409, "old_rules")


@in_hall
async def test_a_table_that_was_closed_takes_nobody_and_nothing(hall: Hall) -> None:
    caesar = Player(hall, await hall.nobody.did(GAME, {}))
    await caesar.did(f"/api/tables/{caesar.table}/close")
    refusal(await hall.nobody.post(f"{GAME}/join", {"game": caesar.table}), 409, "wrong_phase")
    refusal(await caesar.asks(PLACE, 0, placement=PLACEMENT), 409, "wrong_phase")
    refusal(await caesar.asks(PERSONA, 0, persona="cleopatra"), 409, "wrong_phase")
    assert not (await caesar.state())["begun"]


# Time.


@in_hall
async def test_the_seconds_of_a_turn_are_the_clock_of_the_table(hall: Hall) -> None:
    caesar, cleopatra, table = await pair(hall, turn_seconds=30)
    assert (await caesar.got(table))["table"]["clock"] == {"kind": "move", "seconds": 30}
    assert (await caesar.state())["timeLeft"] is None, "it has not begun"
    await cleopatra.places(0)
    hall.at += 12_000
    assert (await caesar.state())["timeLeft"] == (await cleopatra.state())["timeLeft"] == 18_000
    hall.at += 18_000
    while (await caesar.state())["phase"] == "place":
        await hall.house.timers.ring()
    state = await caesar.state()
    assert (state["rev"], state["activePlayer"], state["timeLeft"]) == (10, "0", 30_000)
    assert (await hall.house.find(caesar.table, None)).table.terms.absence == "move"
    assert (await pair(hall))[0] and (await (await pair(hall))[0].state())["timeLeft"] is None


@pytest.mark.parametrize(
    "options",
    [{"turn_seconds": 29}, {"turn_seconds": 601}, {"turn_seconds": "60"}, {"turn_seconds": True}, {"veto_seconds": 4}],
    ids=str,
)
def test_seconds_that_are_none(options: dict[str, Any]) -> None:
    @in_hall
    async def asked(hall: Hall) -> None:
        refusal(await hall.nobody.post(GAME, options), 400, "bad_request")
        assert not hall.house.loaded

    asked()


# Tokens, cookies, methods, and the document.


@in_hall
async def test_a_token_has_192_bits_and_is_kept_as_a_hash_only(hall: Hall) -> None:
    players = [player for _ in range(3) for player in (await pair(hall))[:2]]
    tokens = {player.token for player in players}
    assert len(tokens) == 6 and {len(urlsafe_b64decode(token)) for token in tokens} == {24}  # 192 bits, 128 are asked
    assert len({bytes_[at] for bytes_ in map(urlsafe_b64decode, tokens) for at in range(24)}) > 48, "none is a pattern"
    kept = f"{hall.store.docs} {dict(hall.store.logs)}"
    assert not [token for token in tokens if token in kept]


@in_hall
async def test_cookies_say_nothing_here(hall: Hall) -> None:
    caesar, _, table = await pair(hall, secret_bonus=True)
    cookie = {"Cookie": f"turnwise={caesar.token}"}
    assert (await hall.nobody.got(table, headers=cookie))["seat"] == 0, "elsewhere it is a good cookie"
    asked = {"playerId": "0", "deckType": "influence"}
    refusal(await hall.nobody.get(GAME + DRAW, params=asked, headers=cookie), 401, "bad_token")
    refusal(await hall.nobody.get(GAME, headers=cookie), 404, "no_such_game")
    seen = await hall.nobody.get(GAME, params={"game": caesar.table}, headers=cookie)
    assert good(seen)["playerId"] is None and good(seen)["players"][0]["hand"] is None


@in_hall
async def test_a_wrong_method_is_told_the_right_ones(hall: Hall) -> None:
    for method, path, allowed in (
        ("DELETE", GAME, "GET, HEAD, POST"),
        ("HEAD", GAME + DRAW, "GET, POST"),
        ("GET", GAME + BUST, "POST"),
    ):
        answer = await hall.client.request(method, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    refusal(await hall.nobody.get(GAME + BUST), 405, "method_not_allowed")
    assert (await hall.client.head(GAME, params={"game": "nowhere"})).status_code == 404


@in_hall
async def test_the_document_and_its_page_know_the_contract(hall: Hall) -> None:
    document = await hall.nobody.got("/openapi.json")
    said = document["paths"][GAME + PLACE]["post"]
    assert said["tags"] == ["Caesar and Cleopatra"] and set(said["responses"]) >= {"200", "401", "409", "429", "503"}
    shape = said["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    assert shape == "caesar.PlaceInitialInfluence" and shape in document["components"]["schemas"]
    assert "rev" not in document["components"]["schemas"]["Draw"]["properties"], "the house's own Draw is another"
    options = document["paths"][GAME]["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert {"spy", "turn_seconds"} <= set(options)
    page = (await hall.nobody.get("/docs")).text
    assert "<code>/api/game/action/takeBust</code>" in page and 'id="caesar.PlayCard"' in page


# On a real server.


def test_the_same_table_over_the_contract_and_over_sockets(tmp_path: Path) -> None:
    """A request that was held is told to its sender's socket and to the others' as anything else; then the power fails."""
    with Server(tmp_path, "--no-limits") as server:
        opened = server.client().post(GAME, {})
        joined = server.client().post(f"{GAME}/join", {"game": opened["game"]})
        caesar, cleopatra = server.client(opened["token"]), server.client(joined["token"])
        id = opened["game"]
        with watch(caesar, id) as his, watch(cleopatra, id) as hers, watch(server.client(), id) as theirs:
            assert [one.hear("snapshot")["table"]["status"] for one in (his, hers, theirs)] == ["lobby"] * 3
            cleopatra.post(GAME + PLACE, {"playerId": "1", "rev": 0, "placement": PLACEMENT})
            begun = [one.hear("delta") for one in (his, hers, theirs)]
            assert [told["turn"] for told in begun] == [0, 0, 0] and begun[0]["legal"] and not begun[1]["legal"]
            assert not [told for told in begun if "place" in str([line["words"] for line in told["lines"]])]
            actions = [f"place {kind} {group}" for kind, group in PLACEMENT.items()]
            his.send(type="act", actions=actions, version=0, key="k")
            mine, other, watched = (one.hear("delta") for one in (his, hers, theirs))
        assert mine["key"] == "k" and "key" not in other and "key" not in watched
        assert [told["version"] for told in (mine, other, watched)] == [10, 10, 10]
        words = [[line["words"] for line in told["lines"]] for told in (mine, other, watched)]
        assert words == [actions + ["places a card"] * 5, ["places a card"] * 5 + actions, ["places a card"] * 10]
        server.kill()
    with Server(tmp_path, "--no-limits") as server:
        state = server.client(opened["token"]).get(GAME)
        assert (state["rev"], state["phase"], state["playerId"]) == (10, "play", "0")
        assert not [line for line in server.log if opened["token"] in line or id in line]
