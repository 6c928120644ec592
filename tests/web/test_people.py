"""Who somebody is, over HTTP."""

from tests.web.hall import PASSWORD, SITE, Hall, Somebody, good, in_hall, refusal
from turnwise.games import ours
from turnwise.house.hosting.admin import Admin, Order


@in_hall
async def test_a_guest_is_someone_at_once(hall: Hall) -> None:
    response = await hall.nobody.post("/api/guests", {"name": " Ann "})
    told = good(response)
    assert response.status_code == 201
    assert (told["person"]["name"], told["person"]["account"], len(told["token"])) == ("Ann", False, 32)
    me = await Somebody(hall, token=told["token"]).got("/api/me")
    rest = {"notify": "", "blocks": [], "mail": "", "mail_asked": "", "second_factor": False, "recovery_codes": 0}
    assert me == {**told["person"], **rest}


@in_hall
async def test_an_account_is_kept_and_signed_into(hall: Hall) -> None:
    first = await hall.nobody.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
    again = await hall.nobody.did("/api/sessions", {"name": "ann", "password": PASSWORD})
    assert first["person"]["account"] and again["person"] == first["person"] and again["token"] != first["token"]
    wrong = await hall.nobody.post("/api/sessions", {"name": "ann", "password": "something else"})
    refusal(wrong, 403, "wrong_password")
    refusal(await hall.nobody.post("/api/accounts", {"name": "ANN", "password": PASSWORD}), 409, "name_taken")
    refusal(await hall.nobody.post("/api/accounts", {"name": "Eve", "password": "short"}), 400, "bad_password")
    refusal(await hall.nobody.post("/api/guests", {"name": "\u202eAnn"}), 400, "bad_name")


@in_hall
async def test_a_guest_becomes_an_account_and_keeps_the_games(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    table = await ann.opened()
    told = await ann.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
    assert told["person"]["id"] == ann.id
    refusal(await ann.get("/api/me"), 401, "bad_token")
    now = Somebody(hall, told["person"]["id"], told["token"])
    assert (await now.got("/api/me"))["account"]
    assert [f"/api/tables/{one['id']}" for one in (await now.got("/api/me/tables"))["tables"]] == [table]
    refusal(await now.post("/api/accounts", {"name": "Ann", "password": PASSWORD}), 409, "has_account")


@in_hall
async def test_signing_out_here_and_everywhere(hall: Hall) -> None:
    first = await hall.nobody.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
    tokens = [first["token"]]
    for _ in range(2):
        tokens.append((await hall.nobody.did("/api/sessions", {"name": "Ann", "password": PASSWORD}))["token"])
    here, there, elsewhere = (Somebody(hall, token=token) for token in tokens)
    good(await here.delete("/api/sessions/current"))
    refusal(await here.get("/api/me"), 401, "bad_token")
    assert (await there.got("/api/me"))["name"] == "Ann"
    good(await there.delete("/api/sessions"))
    for one in (there, elsewhere):
        refusal(await one.get("/api/me"), 401, "bad_token")


@in_hall
async def test_changing_name_password_and_notices(hall: Hall) -> None:
    told = await hall.nobody.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
    ann = Somebody(hall, told["person"]["id"], told["token"])
    table = await ann.opened()
    changed = good(await ann.ask("PATCH", "/api/me", {"name": "Anna", "notify": "https://example.org/turn"}))
    assert changed == {"person": {"id": ann.id, "name": "Anna", "account": True}}
    assert (await ann.got("/api/me"))["notify"] == "https://example.org/turn"
    seats = (await ann.got(table))["table"]["seats"]
    assert seats[0]["name"] == "Anna", "the new name is shown at tables too"
    refusal(await ann.ask("PATCH", "/api/me", {"password": "another one"}), 400, "bad_request")
    refusal(await ann.ask("PATCH", "/api/me", {"password": "another one", "old": "wrong!!!"}), 403, "wrong_password")
    refusal(await ann.ask("PATCH", "/api/me", {"notify": "ftp://example.org"}), 400, "bad_notify")
    fresh = good(await ann.ask("PATCH", "/api/me", {"password": "another one", "old": PASSWORD}))
    refusal(await ann.get("/api/me"), 401, "bad_token")
    assert (await Somebody(hall, token=fresh["token"]).got("/api/me"))["name"] == "Anna"


@in_hall
async def test_another_device_takes_over_once(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    made = await ann.did("/api/me/handover")
    told = await hall.nobody.did("/api/handover", {"code": made["code"].lower()})
    assert told["person"]["id"] == ann.id and told["token"] != ann.token
    refusal(await hall.nobody.post("/api/handover", {"code": made["code"]}), 400, "bad_code")
    refusal(await hall.nobody.post("/api/handover", {"code": made["link"]}), 400, "bad_code")


@in_hall
async def test_programs_play_but_do_not_change_who_one_is(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    made = await ann.did("/api/me/programs", {"label": "my bot"})
    (listed,) = await ann.got("/api/me/programs")
    assert listed == {"label": "my bot", "id": made["id"], "made": made["made"]}
    program = Somebody(hall, ann.id, made["token"])
    assert (await program.got("/api/me"))["name"] == "Ann"
    await program.opened()
    for method, path in (("PATCH", "/api/me"), ("DELETE", "/api/sessions"), ("POST", "/api/me/handover")):
        refusal(await program.ask(method, path, {} if method == "PATCH" else None), 403, "not_in_person")
    refusal(await program.post("/api/accounts", {"name": "Ann", "password": PASSWORD}), 403, "not_in_person")
    refusal(await ann.delete("/api/me/programs/nothing"), 404, "no_such_token")
    good(await ann.delete(f"/api/me/programs/{made['id']}"))
    refusal(await program.get("/api/me"), 401, "bad_token")


@in_hall
async def test_a_token_for_a_seat_is_good_for_its_table_only(hall: Hall) -> None:
    ann = await hall.guest("Ann")
    here, there = await ann.opened(), await ann.opened()
    token = await hall.house.people.token_for_seat(ann.id, here.rpartition("/")[2], 0)
    seat = Somebody(hall, ann.id, token)
    assert (await seat.got(here))["seat"] == 0
    refusal(await seat.get(there), 403, "other_table")
    refusal(await seat.get("/api/me"), 403, "other_table")
    refusal(await seat.delete("/api/sessions"), 403, "not_in_person")
    assert len(await seat.got("/api/games")) == len(ours())


@in_hall
async def test_blocks_keep_people_apart(hall: Hall) -> None:
    ann, ben = await hall.two()
    table = await ann.opened()
    await ann.did(f"/api/people/{ben.id}/block")
    assert (await ann.got("/api/me"))["blocks"] == [ben.id]
    refusal(await ben.post(f"{table}/seats"), 409, "barred")
    good(await ann.delete(f"/api/people/{ben.id}/block"))
    assert (await ben.did(f"{table}/seats"))["seat"] == 1
    refusal(await ann.post("/api/people/nobody/block"), 404, "unknown_person")


@in_hall
async def test_reports_reach_the_host(hall: Hall) -> None:
    ann, ben = await hall.two()
    await ann.did("/api/reports", {"about": ben.id, "text": "He swears."})
    (report,) = await hall.house.reports.listed()
    assert (report.by, report.about, report.text) == (ann.id, ben.id, "He swears.")
    refusal(await ann.post("/api/reports", {"about": "nobody", "text": "x"}), 404, "unknown_person")
    refusal(await ann.post("/api/reports", {"text": "x"}), 404, "unknown_person")
    refusal(await ann.post("/api/reports", {"about": ben.id, "text": " "}), 400, "bad_report")
    await ann.did("/api/reports", {"table": "T1", "text": "A rude title."})
    for _ in range(3):
        await ann.did("/api/reports", {"about": ben.id, "text": "Again."})
    late = await ann.post("/api/reports", {"about": ben.id, "text": "Again."})
    refusal(late, 429, "too_many")
    assert int(late.headers["retry-after"]) == 600


@in_hall
async def test_a_cookie_instead_of_a_token(hall: Hall) -> None:
    response = await hall.nobody.post("/api/guests", {"name": "Ann", "cookie": True})
    assert "token" not in good(response)
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
    assert (await hall.nobody.got("/api/me"))["name"] == "Ann"
    refusal(await hall.nobody.post("/api/me/handover"), 403, "cross_site")
    other = {"Origin": "https://evil.test"}
    refusal(await hall.nobody.post("/api/me/handover", headers=other), 403, "cross_site")
    sly = other | {"Sec-Fetch-Site": "same-origin"}
    refusal(await hall.nobody.post("/api/me/handover", headers=sly), 403, "cross_site")
    refusal(await hall.nobody.post("/api/me/handover", headers={"Origin": "null"}), 403, "cross_site")
    for headers in ({"Origin": SITE}, {"Sec-Fetch-Site": "same-origin"}):
        await hall.nobody.did("/api/me/handover", headers=headers)
    bearer = await hall.nobody.post("/api/guests", {"name": "Eve"}, headers=other | {"Authorization": "Bearer x"})
    refusal(bearer, 401, "bad_token")
    response = await hall.nobody.delete("/api/sessions/current", headers={"Origin": SITE})
    assert 'turnwise="";' in response.headers["set-cookie"]
    refusal(await hall.nobody.get("/api/me"), 401, "no_token")


@in_hall
async def test_a_cookie_is_secure_where_the_site_is_and_no_other_site_sets_it(hall: Hall) -> None:
    body = {"name": "Ann", "cookie": True}
    response = await hall.nobody.post("https://turnwise.test/api/guests", body)
    assert "Secure" in response.headers["set-cookie"]
    refusal(await hall.nobody.post("/api/guests", body, headers={"Origin": "https://evil.test"}), 403, "cross_site")


@in_hall
async def test_a_lapsed_cookie_does_not_lock_anybody_out(hall: Hall) -> None:
    hall.client.cookies.set("turnwise", "long-gone")
    told = await hall.nobody.did("/api/guests", {"name": "Ann", "cookie": True})
    assert told["person"]["name"] == "Ann"


@in_hall
async def test_who_deletes_himself_leaves_a_seat_without_a_name(hall: Hall) -> None:
    ann, ben, table = await hall.match(absence="forfeit")
    refusal(await hall.nobody.delete("/api/me"), 401, "no_token")
    good(await ann.delete("/api/me"))
    refusal(await ann.get("/api/me"), 401, "bad_token")
    told = await ben.got(table)
    assert told["outcome"]["winners"] == [1] and "Ann" not in str(told)
    refusal(await hall.nobody.get(f"/api/people/{ann.id}"), 404, "unknown_person")


@in_hall
async def test_an_account_is_deleted_with_its_password_only(hall: Hall) -> None:
    told = await hall.nobody.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
    ann = Somebody(hall, told["person"]["id"], told["token"])
    table = await ann.opened()
    for body in (None, {}, {"password": "wrong horse"}):
        refusal(await ann.ask("DELETE", "/api/me", body), 403, "wrong_password")
    assert (await ann.got("/api/me"))["account"]
    assert (await ann.got(table))["table"]["status"] == "lobby", "no seat was left meanwhile"
    page = (await ann.get("/me")).text
    assert "Your password, to delete your account" in page
    good(await ann.ask("DELETE", "/api/me", {"password": PASSWORD}))
    refusal(await hall.nobody.post("/api/sessions", {"name": "Ann", "password": PASSWORD}), 403, "wrong_password")


@in_hall
async def test_the_host_gives_somebody_another_password(hall: Hall) -> None:
    told = await hall.nobody.did("/api/accounts", {"name": "Ann", "password": PASSWORD})
    ann = Somebody(hall, told["person"]["id"], told["token"])
    (made,) = await Admin(hall.house).carry_out(Order("password", person="ANN"), "host")
    refusal(await ann.get("/api/me"), 401, "bad_token")
    refusal(await hall.nobody.post("/api/sessions", {"name": "Ann", "password": PASSWORD}), 403, "wrong_password")
    told = await hall.nobody.did("/api/sessions", {"name": "Ann", "password": made["password"]})
    ann.token = told["token"]
    assert "gave you this password for a few days" in (await ann.get("/me")).text
    hall.at = made["until"]
    late = refusal(
        await hall.nobody.post("/api/sessions", {"name": "Ann", "password": made["password"]}), 403, "wrong_password"
    )
    assert "ask the host" in late["message"]
    told = good(await ann.ask("PATCH", "/api/me", {"old": made["password"], "password": PASSWORD}))
    ann.token = told["token"]
    assert "gave you this password" not in (await ann.get("/me")).text
    await hall.nobody.did("/api/sessions", {"name": "Ann", "password": PASSWORD})


@in_hall
async def test_delete_me(hall: Hall) -> None:
    ann, ben, table = await hall.match()
    waiting = await ben.opened()
    await ben.did(f"{table}/chat", {"text": "I am off."})
    good(await ben.delete("/api/me"))
    refusal(await ben.get("/api/me"), 401, "bad_token")
    refusal(await hall.nobody.get(f"/api/people/{ben.id}"), 404, "unknown_person")
    told = (await ann.get(table)).text
    assert "Ben" not in told and "I am off." in told
    assert (await ann.got(waiting))["table"]["status"] == "over"
