"""The second factor: codes of an authenticator and recovery codes, each good once."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from pyotp import TOTP

from tests.house.proving import solved
from tests.house.town import AWAY, HOME, OTHER, PASSWORD, Town, live, refused
from turnwise.house.people.entrance import CodeNeeded, Confirmation
from turnwise.house.people.person import Person
from turnwise.house.people.proofs import ProofNeeded
from turnwise.kit.errors import TurnwiseError

SHOWN = Confirmation("a session", PASSWORD)


class Authenticator:
    """Ann's telephone."""

    def __init__(self, town: Town, secret: str) -> None:
        self._town, self._totp = town, TOTP(secret)

    def code(self, later: int = 0) -> str:
        return self._totp.at(self._town.at // 1000, later)


async def with_second_factor(town: Town) -> tuple[Person, Authenticator, list[str]]:
    """Ann, who has switched it on a minute ago."""
    ann, _ = await town.ann()
    secret, uri = await town.entrance.begin_second_factor(ann.id, SHOWN)
    assert uri == f"otpauth://totp/Turnwise:Ann?secret={secret}&issuer=Turnwise"
    phone = Authenticator(town, secret)
    assert await town.entrance.recovery_codes_left(ann.id) is None, "not before a first code was right"
    await town.sign_in("Ann")
    codes = await town.entrance.second_factor_on(ann.id, "a session", phone.code())
    town.at += 60_000
    return ann, phone, codes


async def half_way(town: Town, **brought: str) -> str:
    error = await refused("second_factor_needed", town.sign_in("Ann", PASSWORD, AWAY, **brought))
    assert isinstance(error, CodeNeeded)
    return error.pending


@live
async def test_the_password_alone_is_not_enough_and_a_code_is_good_once() -> None:
    town = Town()
    ann, phone, _ = await with_second_factor(town)
    pending = await half_way(town)
    await refused("wrong_password", town.sign_in("Ann", OTHER, AWAY, pending=pending, code=phone.code()))
    assert (await town.sign_in("Ann", PASSWORD, AWAY, pending=pending, code=phone.code()))[0] == ann
    await refused("wrong_code", town.sign_in("Ann", PASSWORD, AWAY, pending=pending, code=phone.code()))
    await refused("wrong_code", town.sign_in("Ann", PASSWORD, AWAY, pending=pending, code=phone.code(-1)))
    assert (await town.sign_in("Ann", PASSWORD, AWAY, code=phone.code(1)))[0] == ann, (
        "a clock that is half a minute fast"
    )
    town.at += 10 * 60_000
    for code in (phone.code(-2), phone.code(2), "é" * 6, "x" * 64):
        await refused("wrong_code", town.sign_in("Ann", PASSWORD, HOME, code=code))
    typed = phone.code()
    assert (await town.sign_in("Ann", PASSWORD, HOME, code=f" {typed[:3]} {typed[3:]} "))[0] == ann


@live
async def test_of_two_who_use_a_code_at_once_one_is_refused() -> None:
    town = Town()
    _, phone, codes = await with_second_factor(town)
    for code in (phone.code(), codes[0]):
        both = [town.sign_in("Ann", PASSWORD, address, code=code) for address in (HOME, AWAY)]
        answers = await asyncio.gather(*both, return_exceptions=True)
        assert [answer.code for answer in answers if isinstance(answer, TurnwiseError)] == ["wrong_code"]


@live
async def test_recovery_codes_are_good_once_each_kept_as_hashes_and_made_anew() -> None:
    town = Town()
    ann, _, codes = await with_second_factor(town)
    assert len(set(codes)) == 10 and not any(code in town.bodies() or code[:5] in town.bodies() for code in codes)
    assert (await town.sign_in("Ann", PASSWORD, AWAY, code=codes[0].lower().replace("-", " ")))[0] == ann
    await refused("wrong_code", town.sign_in("Ann", PASSWORD, AWAY, code=codes[0]))
    assert await town.entrance.recovery_codes_left(ann.id) == 9
    await refused("second_factor_needed", town.entrance.new_recovery_codes(ann.id, SHOWN))
    again = await town.entrance.new_recovery_codes(ann.id, SHOWN._replace(code=codes[1]))
    await refused("wrong_code", town.sign_in("Ann", PASSWORD, AWAY, code=codes[2]))
    assert (await town.sign_in("Ann", PASSWORD, AWAY, code=again[2]))[0] == ann


@live
async def test_who_knows_the_password_and_guesses_codes_keeps_the_owner_out_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("turnwise.house.people.entrance.CHEAPEST", 4)  # the price is not the point here
    town = Town()
    ann, phone, codes = await with_second_factor(town)
    device = await town.entrance.remember(ann, "")
    brought, refusals = dict[str, Any](), Counter[str]()
    for _ in range(40):
        if refusals["too_many"]:
            break
        brought, told = {"code": "000000"} | brought, ""
        try:
            await town.sign_in("Ann", PASSWORD, AWAY, **brought)
        except ProofNeeded as needed:
            told, brought = needed.code, {"proof": solved(needed.challenge), "code": ""}
        except CodeNeeded as needed:
            told, brought = needed.code, {"pending": needed.pending}
        except TurnwiseError as error:
            told = error.code
        refusals[told] += 1
    assert refusals["wrong_code"] == 20 and refusals["proof_needed"] == 4, "and each five of them cost a proof"
    assert (await town.sign_in("Ann", PASSWORD, HOME, device=device, code=phone.code()))[0] == ann
    last = await refused("proof_needed", town.sign_in("Ann", PASSWORD, HOME))
    assert isinstance(last, ProofNeeded)
    proof = solved(last.challenge)
    assert (await town.sign_in("Ann", PASSWORD, HOME, proof=proof, code=codes[0]))[0] == ann, "also at a new device"


@live
async def test_what_asks_for_the_password_asks_for_a_code_too() -> None:
    town = Town()
    ann, phone, codes = await with_second_factor(town)
    for asked in (
        town.entrance.second_factor_off(ann.id, SHOWN),
        town.entrance.confirm(ann.id, SHOWN, or_guest=True),
        town.entrance.change_password(ann.id, SHOWN, OTHER),
    ):
        error = await refused("second_factor_needed", asked)
        assert isinstance(error, CodeNeeded) and not error.pending
    await refused("weak_password", town.change_password(ann.id, PASSWORD, "12345678", phone.code()))
    await town.change_password(ann.id, PASSWORD, OTHER, phone.code())
    await refused("wrong_code", town.entrance.second_factor_off(ann.id, Confirmation("s", OTHER, phone.code())))
    await refused("wrong_password", town.entrance.second_factor_off(ann.id, Confirmation("s", PASSWORD, codes[0])))
    await refused("has_second_factor", town.entrance.begin_second_factor(ann.id, Confirmation("s", OTHER)))
    await town.entrance.second_factor_off(ann.id, Confirmation("s", OTHER, codes[0]))
    await refused("no_second_factor", town.entrance.second_factor_off(ann.id, Confirmation("s", OTHER, codes[1])))
    assert (await town.sign_in("Ann", OTHER))[0] == ann


@live
async def test_it_counts_only_once_a_first_code_was_right() -> None:
    town = Town()
    ann, _ = await town.ann()
    await refused("no_second_factor", town.entrance.second_factor_on(ann.id, "a session", "000000"))
    await refused("wrong_password", town.entrance.begin_second_factor(ann.id, Confirmation("s", OTHER)))
    first, _ = await town.entrance.begin_second_factor(ann.id, SHOWN)
    second, _ = await town.entrance.begin_second_factor(ann.id, SHOWN)
    old, new = Authenticator(town, first), Authenticator(town, second)
    await refused("wrong_code", town.entrance.second_factor_on(ann.id, "a session", old.code()))
    assert (await town.sign_in("Ann"))[0] == ann
    await town.entrance.second_factor_on(ann.id, "a session", new.code())
    await refused("wrong_code", town.sign_in("Ann", code=new.code()))
    guest, _ = await town.people.guest("Guest", HOME)
    await refused("wrong_password", town.entrance.begin_second_factor(guest.id, Confirmation("g", "")))


@live
async def test_the_host_lends_a_password_and_takes_the_second_factor_away_only_if_he_says_so() -> None:
    town = Town()
    ann, phone, _ = await with_second_factor(town)
    lent = await town.entrance.reset_password(ann.id)
    await refused("second_factor_needed", town.sign_in("Ann", lent.password))
    assert (await town.sign_in("Ann", lent.password, code=phone.code()))[0] == ann
    lent = await town.entrance.reset_password(ann.id, second_factor=False)
    assert (await town.sign_in("Ann", lent.password))[0] == ann
    assert await town.entrance.recovery_codes_left(ann.id) is None


@live
async def test_a_code_from_another_device_needs_no_second_factor() -> None:
    town = Town()
    ann, _, _ = await with_second_factor(town)
    made = await town.people.hand_over(ann.id)
    assert (await town.people.take_over(made.code, AWAY))[0] == ann
