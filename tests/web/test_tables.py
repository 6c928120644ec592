"""Tables before the match, over HTTP."""

from tests.web.hall import Hall, good, in_hall, refusal
from turnwise.games import all_games


@in_hall
async def test_a_table_is_opened_with_its_host_and_bots_in_their_seats(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    told = good(await ann.post("/api/tables", {"game": "whot", "seats": 3, "bots": ["search:1", "classic"]}))
    assert told["seat"] == 0 and told["table"]["id"] == told["id"]
    seats = told["table"]["seats"]
    assert seats == [{"person": ann.id, "name": "Ann"}, {"bot": "search:1"}, {"bot": "classic"}]
    assert "state" not in told, "there is no match yet"
    one = {"game": "connect_four", "seats": 2}
    refusal(await ann.post("/api/tables", one | {"bots": ["random", "random"]}), 409, "full")
    refusal(await ann.post("/api/tables", one | {"bots": ["deep blue"]}), 400, "bad_bot")
    refusal(await ann.post("/api/tables", one | {"seats": 3}), 400, "bad_seats")
    refusal(await ann.post("/api/tables", one | {"game": "chess"}), 404, "unknown_game")
    refusal(await ann.post("/api/tables", one | {"options": {"wind": 3}}), 400, "bad_option")
    refusal(await ann.post("/api/tables", one | {"clock": {"kind": "move", "seconds": 1}}), 400, "bad_clock")
    refusal(await ann.post("/api/tables", one | {"colour": "red"}), 400, "bad_request")
    empty = await ann.did("/api/tables", one | {"sit": False})
    assert empty["seat"] is None and empty["table"]["seats"] == [{}, {}]


@in_hall
async def test_a_document_is_never_read_from_a_file_here(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    body = {"game": "rally", "seats": 2, "options": {"board": "/etc/hostname"}}
    refusal(await ann.post("/api/tables", body), 400, "bad_option")
    large = {"game": "rally", "seats": 2, "options": {"board": "{" + " " * 100_000}}
    refusal(await ann.post("/api/tables", large), 400, "bad_board")
    too_large = {"game": "rally", "seats": 2, "options": {"board": " " * (1 << 20)}}
    refusal(await ann.post("/api/tables", too_large), 413, "too_large")


@in_hall
async def test_open_tables_are_listed_page_by_page(hall: Hall) -> None:
    ann, ben = await hall.two()
    opened = []
    for number in range(9):
        hall.at += 60_000
        opened.append((await ann.opened(title=f"Table {number}")).rpartition("/")[2])
    await ann.opened(access="private")
    hall.at += 60_000
    whot = (await ben.opened("whot", 3)).rpartition("/")[2]
    listed = await hall.nobody.got("/api/tables")
    assert [one["id"] for one in listed["tables"]] == [whot, *reversed(opened)] and listed["next"] == ""
    assert listed["tables"][0]["names"] == {ben.id: "Ben"}
    only = await hall.nobody.got("/api/tables?game=whot")
    assert [one["id"] for one in only["tables"]] == [whot]
    assert (await hall.nobody.got("/api/tables?status=over"))["tables"] == []
    before = f"{listed['tables'][3]['opened']}.{listed['tables'][3]['id']}"
    rest = await hall.nobody.got(f"/api/tables?before={before}")
    assert rest["tables"] == listed["tables"][4:]
    refusal(await hall.nobody.get("/api/tables?before=yesterday"), 400, "bad_request")
    refusal(await hall.nobody.get("/api/tables?status=late"), 400, "bad_request")
    refusal(await hall.nobody.get("/api/tables?colour=red"), 400, "bad_request")
    refusal(await hall.nobody.get("/api/tables?game=chess"), 404, "unknown_game")


@in_hall
async def test_a_long_list_has_a_next_page(hall: Hall) -> None:
    ids = set()
    for host in [await hall.guest(f"Host {number}") for number in range(6)]:
        for _ in range(10):
            hall.at += 1
            ids.add((await host.opened()).rpartition("/")[2])
    first = await hall.nobody.got("/api/tables")
    second = await hall.nobody.got(f"/api/tables?before={first['next']}")
    assert (len(first["tables"]), len(second["tables"]), second["next"]) == (50, 10, "")
    assert {one["id"] for one in first["tables"] + second["tables"]} == ids


@in_hall
async def test_my_tables(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened(access="private")
    assert (await ben.got("/api/me/tables"))["tables"] == []
    (mine,) = (await ann.got("/api/me/tables?status=lobby"))["tables"]
    assert f"/api/tables/{mine['id']}" == table
    await ann.did(f"{table}/close")
    assert (await ann.got("/api/me/tables"))["tables"] == []
    assert len((await ann.got("/api/me/tables?status=over"))["tables"]) == 1
    refusal(await hall.nobody.get("/api/me/tables"), 401, "no_token")


@in_hall
async def test_seats_are_taken_and_left(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened("whot", 3, seating="chosen")
    assert (await ben.did(f"{table}/seats", {"seat": 2}))["seat"] == 2
    refusal(await ben.post(f"{table}/seats"), 409, "seated")
    cat = await hall.guest("Cat")
    refusal(await cat.post(f"{table}/seats", {"seat": 2}), 409, "taken")
    refusal(await cat.post(f"{table}/seats", {"seat": 9}), 409, "no_such_seat")
    refusal(await cat.post(f"{table}/seats", {"seat": -1}), 400, "bad_request")
    refusal(await cat.post(f"{table}/seats", {"seat": "2"}), 400, "bad_request")
    refusal(await cat.delete(f"{table}/seats/2"), 409, "not_host")
    refusal(await ann.delete(f"{table}/seats/1"), 409, "free_seat")
    refusal(await ann.delete(f"{table}/seats/first"), 400, "bad_request")
    good(await ben.delete(f"{table}/seats/2"))
    assert (await cat.did(f"{table}/seats", {"seat": 2}))["seat"] == 2
    good(await ann.delete(f"{table}/seats/2"))
    refusal(await cat.post(f"{table}/seats"), 404, "no_such_table")


@in_hall
async def test_people_whose_names_look_the_same_have_a_number(hall: Hall) -> None:
    ann, eve, bob = [await hall.guest(name) for name in ("copa", "\u0441\u043e\u0440\u0430", "Bob")]
    table = await ann.opened("whot", 3)
    for guest in (bob, eve):
        await guest.did(f"{table}/seats")
    told = (await bob.got(table))["table"]["seats"]
    assert [(one["name"], one.get("number")) for one in told] == [
        ("copa", 1),
        ("Bob", None),
        ("\u0441\u043e\u0440\u0430", 2),
    ]


@in_hall
async def test_bots_sit_down_for_the_host_only(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened("whot", 3)
    refusal(await ben.post(f"{table}/bots", {"bot": "random"}), 409, "not_host")
    refusal(await ann.post(f"{table}/bots", {"bot": "deep blue"}), 400, "bad_bot")
    refusal(await ann.post(f"{table}/bots", {}), 400, "bad_request")
    assert (await ann.did(f"{table}/bots", {"bot": "random"}))["status"] == "lobby"
    refusal(await ann.post(f"{table}/start"), 409, "free_seat")
    await ann.did(f"{table}/bots", {"bot": "classic"})
    refusal(await ben.post(f"{table}/start"), 409, "not_host")
    assert (await ann.did(f"{table}/start"))["status"] == "running"
    refusal(await ann.post(f"{table}/start"), 409, "table_running")
    refusal(await ann.post(f"{table}/close"), 409, "table_running")


@in_hall
async def test_a_private_table_is_not_there_for_strangers(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened(access="private")
    there = await ben.get(table)
    nowhere = await ben.get("/api/tables/AAAAAAAAAAAAAAAA")
    assert there.content == nowhere.content and there.status_code == nowhere.status_code == 404
    assert there.headers == nowhere.headers
    refusal(await ben.post(f"{table}/invitations", {"person": ben.id}), 404, "no_such_table")
    refusal(await ann.post(f"{table}/invitations", {"person": "nobody"}), 404, "unknown_person")
    await ann.did(f"{table}/invitations", {"person": ben.id})
    assert (await ben.did(f"{table}/seats"))["seat"] == 1
    refusal(await hall.nobody.get(table), 404, "no_such_table")


@in_hall
async def test_who_invites_must_sit_there(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened()
    refusal(await ben.post(f"{table}/invitations", {"person": ben.id}), 409, "not_seated")


@in_hall
async def test_limits_on_tables(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    for _ in range(10):
        await ann.opened()
    late = await ann.post("/api/tables", {"game": "connect_four", "seats": 2})
    refusal(late, 429, "too_many")
    assert late.headers["retry-after"] == "60"
    hall.at += 60_000
    await ann.opened()


@in_hall
async def test_play_now(hall: Hall) -> None:
    ann, ben = await hall.two()
    told = await ann.did("/api/play-now", {"game": "connect_four"})
    assert told["waiting"]["others"] == 0 and told["again"] == 2000 and "table" not in told
    good(await ann.delete("/api/play-now"))
    assert "waiting" in await ben.did("/api/play-now", {"game": "connect_four"})
    met = await ann.did("/api/play-now", {"game": "connect_four", "seats": 2})
    assert (await ben.got(f"/api/tables/{met['table']}"))["table"]["status"] == "running"
    refusal(await ann.post("/api/play-now", {"game": "chess"}), 404, "unknown_game")
    refusal(await ann.post("/api/play-now", {"game": "connect_four", "seats": 5}), 400, "bad_seats")
    refusal(await ann.post("/api/play-now", {"game": "differo", "bot": "deep blue"}), 400, "bad_bot")


@in_hall
async def test_games_options_rules_and_bots(hall: Hall) -> None:
    games = await hall.nobody.got("/api/games")
    assert [game["name"] for game in games] == [game.name for game in all_games()]
    rally = await hall.nobody.got("/api/games/rally")
    board = rally["options"][0]
    assert (board["name"], board["type"]) == ("board", "document") and rally["seats"] == [1, 6]
    for game in games:
        told = await hall.nobody.got(f"/api/games/{game['name']}")
        assert {name: told[name] for name in game} == game
        rules = await hall.nobody.get(f"/api/games/{game['name']}/rules")
        assert rules.headers["content-type"] == "text/markdown; charset=utf-8"
        assert rules.text.startswith(f"# {game['title']}")
    refusal(await hall.nobody.get("/api/games/chess"), 404, "unknown_game")
    refusal(await hall.nobody.get("/api/games/chess/rules"), 404, "unknown_game")
    bots = await hall.nobody.got("/api/bots")
    assert {"name": "search:5", "level": 5} in bots and {"name": "random"} in bots


@in_hall
async def test_a_store_that_fails_is_said_so_and_nothing_happened(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened()
    hall.store.broken = True
    for response in (
        await ben.post(f"{table}/seats"),
        await ann.post("/api/tables", {"game": "connect_four", "seats": 2}),
        await hall.nobody.post("/api/guests", {"name": "Cat"}),
    ):
        refusal(response, 503, "unavailable")
        assert response.headers["retry-after"]
    hall.store.broken = False
    assert (await ben.did(f"{table}/seats"))["seat"] == 1
