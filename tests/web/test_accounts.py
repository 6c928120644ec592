"""Devices, proofs, weak passwords and the second factor, over HTTP."""

from typing import Any

from httpx import Cookies
from pyotp import TOTP
from starlette.requests import Request

from tests.house.proving import proof
from tests.web.hall import PASSWORD, SITE, Hall, Somebody, good, in_hall, refusal
from turnwise.house.hosting.admin import Admin, Order
from turnwise.house.people.devices import device_of
from turnwise.web.http.auth import DEVICE_COOKIE, caller

ANN = {"name": "Ann", "password": PASSWORD}
WRONG = ANN | {"password": "wrong horse"}


async def strangers(hall: Hall) -> None:
    """Use up what costs nothing."""
    for _ in range(5):
        refusal(await hall.nobody.post("/api/sessions", WRONG), 403, "wrong_password")


async def owner(hall: Hall) -> tuple[Somebody, dict[str, Any]]:
    told = await hall.nobody.did("/api/accounts", ANN)
    return Somebody(hall, told["person"]["id"], told["token"]), told


@in_hall
async def test_a_program_proves_what_it_is_asked_for_or_shows_its_device(hall: Hall) -> None:
    _, told = await owner(hall)
    await strangers(hall)
    asked = refusal(await hall.nobody.post("/api/sessions", ANN), 403, "proof_needed")
    assert asked["proof"]["bits"] == 16 and asked["proof"]["challenge"].startswith("16.")
    answer = proof(asked)
    refusal(await hall.nobody.post("/api/sessions", WRONG | {"proof": answer}), 403, "wrong_password")
    refusal(await hall.nobody.post("/api/sessions", ANN | {"proof": answer}), 403, "proof_needed")
    asked = refusal(await hall.nobody.post("/api/sessions", ANN | {"device": "x" * 32}), 403, "proof_needed")
    again = await hall.nobody.did("/api/sessions", ANN | {"proof": proof(asked)})
    assert again["person"] == told["person"] and again["device"] != told["device"]
    known = await hall.nobody.did("/api/sessions", ANN | {"device": told["device"]})
    assert known["device"] == told["device"], "it stays what it is"


@in_hall
async def test_a_browser_stays_known_when_it_is_signed_out(hall: Hall) -> None:
    response = await hall.nobody.post("/api/accounts", ANN | {"cookie": True})
    assert good(response).keys() == {"person"}
    kept = {one.partition("=")[0]: one for one in response.headers.get_list("set-cookie")}
    assert "HttpOnly" in kept[DEVICE_COOKIE] and "SameSite=lax" in kept[DEVICE_COOKIE]
    assert f"Max-Age={400 * 24 * 60 * 60}" in kept[DEVICE_COOKIE]
    device = hall.client.cookies[DEVICE_COOKIE]
    good(await hall.nobody.delete("/api/sessions/current", headers={"Origin": SITE}))
    assert hall.client.cookies[DEVICE_COOKIE] == device
    kept_by_it = hall.client.cookies
    hall.client.cookies = Cookies()
    await strangers(hall)
    refusal(await hall.nobody.post("/api/sessions", ANN), 403, "proof_needed")
    hall.client.cookies = kept_by_it
    good(await hall.nobody.post("/api/sessions", ANN | {"cookie": True}))
    assert hall.client.cookies[DEVICE_COOKIE] == device
    secure = await hall.nobody.post("https://turnwise.test/api/sessions", ANN | {"cookie": True})
    assert all("Secure" in one for one in secure.headers.get_list("set-cookie"))


@in_hall
async def test_whoever_calls_from_one_browser_has_one_device(hall: Hall) -> None:
    ann, _ = await owner(hall)
    for name in ("Ben", "Carl"):
        await hall.nobody.did("/api/guests", {"name": name, "cookie": True}, headers={"Origin": SITE})
    cookies = {cookie.name: cookie.value for cookie in hall.client.cookies.jar}
    written = "; ".join(f"{name}={value}" for name, value in cookies.items())
    ben = await caller(
        Request({"type": "http", "method": "GET", "headers": [(b"cookie", written.encode())]}), hall.house
    )
    bearer = [(b"authorization", f"Bearer {ann.token}".encode()), (b"cookie", written.encode())]
    ann_too = await caller(Request({"type": "http", "method": "GET", "headers": bearer}), hall.house)
    assert ben.person != ann_too.person and ben.device == ann_too.device == device_of(cookies[DEVICE_COOKIE] or "")


@in_hall
async def test_the_other_device_of_a_hand_over_is_known_and_signing_out_everywhere_forgets_it(hall: Hall) -> None:
    ann, told = await owner(hall)
    made = await ann.did("/api/me/handover")
    phone = await hall.nobody.did("/api/handover", {"code": made["code"]})
    await strangers(hall)
    for device in (told["device"], phone["device"]):
        await hall.nobody.did("/api/sessions", ANN | {"device": device})
    cookie = {"Cookie": f"{DEVICE_COOKIE}={told['device']}"}
    good(await ann.delete("/api/sessions", headers=cookie))
    await hall.nobody.did("/api/sessions", ANN | {"device": told["device"]})
    refusal(await hall.nobody.post("/api/sessions", ANN | {"device": phone["device"]}), 403, "proof_needed")


@in_hall
async def test_weak_passwords_are_refused(hall: Hall) -> None:
    for name, password, code in (("Ann", "12345678", "weak_password"), ("Annabella", "annabella", "named_password")):
        refusal(await hall.nobody.post("/api/accounts", {"name": name, "password": password}), 400, code)
    ann, _ = await owner(hall)
    weak = await ann.ask("PATCH", "/api/me", {"old": PASSWORD, "password": "password1"})
    refusal(weak, 400, "weak_password")
    refusal(await ann.ask("PATCH", "/api/me", {"old": PASSWORD, "password": "Turnwise.test"}), 400, "named_password")


@in_hall
async def test_signing_in_takes_two_steps_with_a_second_factor(hall: Hall) -> None:
    ann, _ = await owner(hall)
    refusal(await ann.post("/api/me/second-factor", {"password": "wrong"}), 403, "wrong_password")
    made = await ann.did("/api/me/second-factor", {"password": PASSWORD})
    phone = TOTP(made["secret"])
    assert made["uri"] == phone.provisioning_uri("Ann", "Turnwise")
    refusal(await ann.post("/api/me/second-factor/on", {"code": "0"}), 403, "wrong_code")
    codes = (await ann.did("/api/me/second-factor/on", {"code": phone.at(hall.at // 1000)}))["codes"]
    me = await ann.got("/api/me")
    assert (me["second_factor"], me["recovery_codes"]) == (True, 10)
    asked = refusal(await hall.nobody.post("/api/sessions", ANN), 403, "second_factor_needed")
    second = ANN | {"pending": asked["pending"]}
    refusal(await hall.nobody.post("/api/sessions", second | {"code": phone.at(hall.at // 1000)}), 403, "wrong_code")
    hall.at += 30_000
    code = phone.at(hall.at // 1000)
    told = await hall.nobody.did("/api/sessions", second | {"code": code})
    ann.token = told["token"]
    assert (await ann.got("/api/me"))["second_factor"]
    for method, path, body in (
        ("DELETE", "/api/me", {"password": PASSWORD}),
        ("DELETE", "/api/me/second-factor", {"password": PASSWORD}),
        ("POST", "/api/me/recovery-codes", {"password": PASSWORD}),
        ("PATCH", "/api/me", {"old": PASSWORD, "password": "battery staple"}),
    ):
        refusal(await ann.ask(method, path, body), 403, "second_factor_needed")
        refusal(await ann.ask(method, path, body | {"code": code}), 403, "wrong_code")
    await hall.nobody.did("/api/sessions", ANN | {"code": codes[0]})
    again = (await ann.did("/api/me/recovery-codes", {"password": PASSWORD, "code": codes[1]}))["codes"]
    refusal(await hall.nobody.post("/api/sessions", ANN | {"code": codes[2]}), 403, "wrong_code")
    hall.at += 30_000
    program = Somebody(hall, ann.id, (await ann.did("/api/me/programs", {"label": "bot"}))["token"])
    refusal(await program.post("/api/me/second-factor", {"password": PASSWORD}), 403, "not_in_person")
    good(await ann.ask("DELETE", "/api/me/second-factor", {"password": PASSWORD, "code": again[0]}))
    await hall.nobody.did("/api/sessions", ANN)


@in_hall
async def test_the_host_takes_a_second_factor_away_from_who_has_lost_everything(hall: Hall) -> None:
    ann, _ = await owner(hall)
    made = await ann.did("/api/me/second-factor", {"password": PASSWORD})
    await ann.did("/api/me/second-factor/on", {"code": TOTP(made["secret"]).at(hall.at // 1000)})
    (lent,) = await Admin(hall.house).carry_out(Order("password", person="Ann"), "host")
    body = {"name": "Ann", "password": lent["password"]}
    refusal(await hall.nobody.post("/api/sessions", body), 403, "second_factor_needed")
    (lent,) = await Admin(hall.house).carry_out(Order("password", person="Ann", second_factor=False), "host")
    await hall.nobody.did("/api/sessions", {"name": "Ann", "password": lent["password"]})
    assert made["secret"] not in str(hall.store.docs), "nothing is left of it"
