"""During the match, over HTTP."""

from typing import Any

import turnwise as tw
from tests.web.hall import PASSWORD, Hall, Somebody, good, in_hall, refusal
from turnwise.play.match import Match


async def drop(who: Somebody, table: str, words: str, version: int, key: str = "") -> Any:
    return await who.did(f"{table}/actions", {"actions": words, "version": version, "key": key})


@in_hall
async def test_an_action_is_accepted_with_the_new_version(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    assert await drop(ann, table, "drop d", 0) == {"version": 1, "repeated": False}
    assert (await ben.did(f"{table}/actions", {"actions": 3, "version": 1}))["version"] == 2
    assert (await ann.did(f"{table}/actions", {"actions": [{"drop": "d"}], "version": 2}))["version"] == 3
    told = await ben.got(table)
    assert (told["version"], told["turn"], told["seat"]) == (3, 1, 1)
    assert [line["words"] for line in told["lines"]] == ["set-up", "drop d", "drop d", "drop d"]


@in_hall
async def test_a_repeated_key_gets_its_first_answer_again(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    assert await drop(ann, table, "drop d", 0, "a") == {"version": 1, "repeated": False}
    assert await drop(ann, table, "drop d", 0, "a") == {"version": 1, "repeated": True}
    await drop(ben, table, "drop d", 1, "a")
    assert await drop(ann, table, "drop d", 0, "a") == {"version": 1, "repeated": True}
    assert (await ann.got(table))["version"] == 2


@in_hall
async def test_a_refusal_tells_how_things_stand(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    await drop(ann, table, "drop d", 0)
    columns = [f"drop {letter}" for letter in "abcdefg"]

    async def refused(who: Somebody, body: Any, status: int, code: str, legal: list[str]) -> None:
        told = refusal(await who.post(f"{table}/actions", body), status, code)
        assert (told["version"], told["legal"]) == (1, legal)

    await refused(ben, {"actions": "drop d", "version": 0}, 409, "stale", columns)
    await refused(ann, {"actions": "drop d", "version": 1}, 409, "not_your_turn", [])
    await refused(ben, {"actions": "drop z", "version": 1}, 400, "bad_action", columns)
    await refused(ben, {"actions": 7, "version": 1}, 400, "bad_action", columns)
    await refused(ben, {"actions": ["drop d", "drop e"], "version": 1}, 409, "must_be_last", columns)
    await refused(ben, {"actions": [], "version": 1}, 400, "bad_request", columns)
    await refused(ben, {"actions": "drop d"}, 400, "bad_request", columns)
    cat = await hall.guest("Cat")
    await refused(cat, {"actions": "drop d", "version": 1}, 409, "not_seated", [])
    told = refusal(await hall.nobody.post(f"{table}/actions", {"actions": "drop d", "version": 1}), 401, "no_token")
    assert "legal" not in told
    assert (await ben.got(table))["version"] == 1


@in_hall
async def test_nothing_is_played_before_the_start(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    table = await ann.opened()
    refusal(await ann.post(f"{table}/actions", {"actions": "drop d", "version": 0}), 409, "table_lobby")
    for path in ("resign", "away", "back", "undo"):
        refusal(await ann.post(f"{table}/{path}"), 409, "table_lobby")
    refusal(await ann.get(f"{table}/transcript"), 409, "table_lobby")
    refusal(await ann.get(f"{table}/picture.svg"), 409, "table_lobby")
    assert await ann.got(f"{table}/legal") == {"version": 0, "turn": None, "legal": []}


@in_hall
async def test_legal_actions_in_all_their_forms(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    told = await ann.got(f"{table}/legal")
    assert (told["version"], told["turn"], len(told["legal"])) == (0, 0, 7)
    assert told["legal"][3] == {"id": 3, "words": "drop d", "json": {"drop": "d"}}
    assert (await ben.got(f"{table}/legal"))["legal"] == []
    assert (await hall.nobody.got(f"{table}/legal"))["legal"] == []


@in_hall
async def test_resigning_opens_the_secret_to_everybody(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    await drop(ann, table, "drop d", 0)
    before = (await ben.get(f"{table}/transcript")).text
    assert "saved for: seat 1" in before and "secret" not in before
    assert (await ben.did(f"{table}/resign"))["status"] == "over"
    told = await hall.nobody.got(table)
    assert (told["outcome"]["winners"], told["outcome"]["reason"]) == ([0], "resigned")
    text = (await hall.nobody.get(f"{table}/transcript")).text
    match = Match.load(text)
    assert match.commitment == told["table"]["commitment"] and match.outcome
    refusal(await ben.post(f"{table}/resign"), 409, "over")


@in_hall
async def test_a_draw_is_offered_and_answered(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    refusal(await ben.post(f"{table}/draw", {"do": "accept"}), 409, "no_offer")
    refusal(await ben.post(f"{table}/draw", {"do": "offer"}), 409, "not_your_turn")
    refusal(await ben.post(f"{table}/draw", {"do": "perhaps"}), 400, "bad_request")
    await ann.did(f"{table}/draw", {"do": "offer"})
    assert (await ben.got(table))["draw_offer"] == 0
    await ben.did(f"{table}/draw", {"do": "refuse"})
    await drop(ann, table, "drop d", 2)
    await ben.did(f"{table}/draw", {"do": "offer"})
    assert (await ann.did(f"{table}/draw", {"do": "accept"}))["status"] == "over"
    assert (await ann.got(table))["outcome"]["reason"] == "draw_agreed"


@in_hall
async def test_a_table_of_two_offers_a_draw_also_in_a_game_for_more(hall: Hall) -> None:
    game = next(game for game in tw.all_games() if game.seats[0] <= 2 < game.seats[1])
    ann, ben, table = await hall.match(game=game.name)
    offering, other = (ann, ben) if (await ann.got(table))["turn"] == 0 else (ben, ann)
    assert '"draws": true' in (await ann.get(table.removeprefix("/api"))).text, "the page has the button"
    await offering.did(f"{table}/draw", {"do": "offer"})
    assert (await other.did(f"{table}/draw", {"do": "accept"}))["status"] == "over"
    three = await ann.opened(game.name, 3)
    assert '"draws": false' in (await ann.get(three.removeprefix("/api"))).text


@in_hall
async def test_a_position_is_told_to_a_seat_as_its_own_and_to_anybody_as_a_spectators(hall: Hall) -> None:
    """Which secrets it leaves out is proved in test_secrets.py; here, that whoever asks gets his own."""
    game = next(game for game in tw.all_games() if game.has_hands)
    ann, ben = await hall.two()
    table = await ann.opened(game.name)
    refusal(await ann.get(f"{table}/position"), 409, "table_lobby")
    await ben.did(f"{table}/seats")
    await ann.did(f"{table}/start")
    told = [await who.got(f"{table}/position") for who in (ann, ben, hall.nobody)]
    assert [one["seat"] for one in told] == [0, 1, None] and len({one["state"] for one in told}) == 3
    turn = (await ann.got(table))["turn"]
    position = tw.position(told[turn])
    assert len(position.legal(turn)) == len((await (ann, ben)[turn].got(table))["legal"]) > 0


@in_hall
async def test_undo_is_asked_for_and_answered(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    refusal(await ann.post(f"{table}/undo"), 409, "nothing_to_undo")
    await drop(ann, table, "drop d", 0)
    await ann.did(f"{table}/undo")
    assert (await ben.got(table))["table"]["asking"] == {"for": "undo", "seat": 0, "agreed": [0]}
    refusal(await ann.post(f"{table}/answers", {"for": "undo", "yes": True}), 409, "not_asked")
    refusal(await ben.post(f"{table}/answers", {"for": "tea", "yes": True}), 400, "bad_request")
    await ben.did(f"{table}/answers", {"for": "undo", "yes": False})
    await ann.did(f"{table}/undo")
    assert (await ben.did(f"{table}/answers", {"for": "undo", "yes": True}))["version"] == 2
    assert (await ann.got(table))["turn"] == 0


@in_hall
async def test_a_rematch_is_asked_for_when_it_is_over(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    refusal(await ann.post(f"{table}/rematch"), 409, "running")
    await ben.did(f"{table}/resign")
    await ann.did(f"{table}/rematch")
    assert (await ben.got(table))["table"]["asking"]["for"] == "rematch"


@in_hall
async def test_away_and_back(hall: Hall) -> None:
    ann, _, table = await hall.match(absence="bot", stand_in="random")
    refusal(await ann.post(f"{table}/back"), 409, "not_away")
    await ann.did(f"{table}/away")
    refusal(await ann.post(f"{table}/away"), 409, "away")
    assert (await hall.nobody.got(table))["table"]["seats"][0]["away"] == "random"
    await ann.did(f"{table}/back")
    assert "away" not in (await hall.nobody.got(table))["table"]["seats"][0]


@in_hall
async def test_players_and_watchers_talk_apart(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    cat = await hall.guest("Cat")
    await ann.did(f"{table}/chat", {"text": "<b>Good</b>\nluck \u202e!", "room": "players"})
    await cat.did(f"{table}/chat", {"text": "Who wins?", "room": "watchers"})
    refusal(await cat.post(f"{table}/chat", {"text": "Psst", "room": "players"}), 409, "not_seated")
    refusal(await ann.post(f"{table}/chat", {"text": " "}), 409, "bad_text")
    refusal(await ann.post(f"{table}/chat", {"text": "x" * 501}), 409, "bad_text")
    assert [line["text"] for line in (await ben.got(table))["talk"]] == ["<b>Good</b> luck !"]
    assert [line["text"] for line in (await hall.nobody.got(table))["talk"]] == ["Who wins?"]
    for _ in range(5):
        await ann.did(f"{table}/chat", {"text": "Hello"})
    refusal(await ann.post(f"{table}/chat", {"text": "Hello"}), 429, "too_many")


@in_hall
async def test_the_host_mutes(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    refusal(await ben.post(f"{table}/mutes/{ann.id}"), 409, "not_host")
    await ann.did(f"{table}/mutes/{ben.id}")
    refusal(await ben.post(f"{table}/chat", {"text": "But"}), 409, "muted")
    good(await ann.delete(f"{table}/mutes/{ben.id}"))
    await ben.did(f"{table}/chat", {"text": "Thanks"})
    refusal(await ann.post(f"{table}/mutes/{ann.id}"), 409, "yourself")


@in_hall
async def test_a_picture_of_what_the_caller_sees(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened("whot", 2)
    await ben.did(f"{table}/seats")
    await ann.did(f"{table}/start")
    drawn = [await who.get(f"{table}/picture.svg?theme=light") for who in (ann, ben, hall.nobody)]
    for response in drawn:
        assert response.headers["content-type"] == "image/svg+xml"
        assert response.text.startswith("<svg") and "Ann" in response.text
        assert "script-src" not in response.headers["content-security-policy"]
    assert len({response.text for response in drawn}) == 3, "each sees what is his to see"
    refusal(await ann.get(f"{table}/picture.svg?theme=pink"), 400, "bad_request")


@in_hall
async def test_hints_are_for_those_who_are_to_act_in_matches_that_are_not_rated(hall: Hall) -> None:
    ann, ben, table = await hall.match(rated=True)
    refusal(await ann.post(f"{table}/hint"), 409, "rated")
    for hints, code in ((True, "nothing_to_do"), (False, "no_hints")):
        other = await ann.opened(hints=hints)
        await ben.did(f"{other}/seats")
        told = await ann.did(f"{other}/start")
        assert (await ben.got(other))["table"]["hints"] is hints and told["status"] == "running"
        refusal(await ben.post(f"{other}/hint"), 409, code)
    refusal(await hall.nobody.post(f"{other}/hint"), 401, "no_token")


@in_hall
async def test_the_past_as_i_knew_it_and_as_it_was(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    for version, who in enumerate((ann, ben, ann)):
        await drop(who, table, "drop d", version)
    then = await ben.got(f"{table}/view?ply=1")
    assert (then["version"], then["turn"], then["seat"]) == (1, 1, 1)
    assert [line["words"] for line in then["lines"]] == ["set-up", "drop d"]
    assert then["legal"][0]["words"] == "drop a"
    assert (await ben.got(f"{table}/view?ply=3&since=2"))["lines"][0]["words"] == "drop d"
    refusal(await ben.get(f"{table}/view?ply=4"), 409, "no_such_ply")
    refusal(await ben.get(f"{table}/view?ply=-1"), 400, "bad_request")
    refusal(await ben.get(f"{table}/view?ply=1&as=ann"), 400, "bad_request")
    refusal(await ben.get(f"{table}/view?ply=1&as=everything"), 409, "running")
    await ben.did(f"{table}/resign")
    assert (await hall.nobody.got(f"{table}/view?ply=1&as=everything"))["version"] == 1


@in_hall
async def test_dice_are_verified(hall: Hall) -> None:
    ann, _, table = await hall.match()
    running = (await ann.get(f"{table}/transcript")).text
    refusal(await ann.post("/api/verifications", {"transcript": running}), 400, "bad_transcript")
    await ann.did(f"{table}/resign")
    over = (await ann.get(f"{table}/transcript")).text
    assert (await ann.did("/api/verifications", {"transcript": over}))["entries"] == 1
    refusal(await ann.post("/api/verifications", {"transcript": "x" * (1 << 20)}), 413, "too_large")


@in_hall
async def test_ratings_are_shown(hall: Hall) -> None:
    ann, ben, table = await hall.match(rated=True)
    assert await hall.nobody.got("/api/games/connect_four/ratings") == []
    for who, name in ((ann, "Ann"), (ben, "Ben")):  # two guests from one address would not count
        who.token = (await who.did("/api/accounts", {"name": name, "password": PASSWORD}))["token"]
    for ply, column in enumerate("abab"):
        await (ann, ben)[ply % 2].did(f"{table}/actions", {"actions": f"drop {column}", "version": ply})
    await ben.did(f"{table}/resign")
    await hall.services.ratings.settle()
    first, second = await hall.nobody.got("/api/games/connect_four/ratings")
    assert (first["name"], second["name"]) == ("Ann", "Ben") and first["rating"] > second["rating"]
    told = await hall.nobody.got(f"/api/people/{ann.id}")
    assert told == {"id": ann.id, "name": "Ann", "account": True, "ratings": [first]}
    refusal(await hall.nobody.get("/api/games/chess/ratings"), 404, "unknown_game")
    refusal(await hall.nobody.get("/api/people/nobody"), 404, "unknown_person")


@in_hall
async def test_a_picture_in_text_and_the_games_own_words_for_the_end(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened("differo", 2)
    await ben.did(f"{table}/seats")
    refusal(await ann.get(f"{table}/picture.txt"), 409, "table_lobby")
    await ann.did(f"{table}/start")
    written = await hall.nobody.get(f"{table}/picture.txt")
    assert written.headers["content-type"].startswith("text/plain") and "Ann" in written.text
    refusal(await ann.get(f"{table}/result"), 409, "running")
    hall.at += 60_000
    await ann.did(f"{table}/resign")
    told = good(await hall.nobody.get(f"{table}/result"))
    said = ["Player Black is the winner.", "The game had 0 moves."]
    assert told == {"verdict": said, "titles": [], "deeds": [], "seconds": 60}
