"""Passwords, and what happens to tokens when they change."""

import asyncio
from threading import Barrier, current_thread
from typing import Any

from tests.house.town import AWAY, HOME, OTHER, PASSWORD, Counting, Late, Town, live, refused
from turnwise.house.limits import TooMany
from turnwise.house.passwords import AT_ONCE, LONGEST_LINE, Passwords
from turnwise.kit.errors import TurnwiseError


@live
async def test_a_wrong_password_and_an_unknown_name_look_the_same_and_take_the_same_work() -> None:
    town = Town()
    await town.ann()
    await town.people.guest("Guest", HOME)
    answers = set()
    for name, password in (("Ann", OTHER), ("Nobody", OTHER), ("Guest", ""), ("\ud800", OTHER), ("", "\ud800")):
        before = town.hasher.work
        answers.add(str(await refused("wrong_password", town.people.sign_in(name, password, HOME))))
        assert town.hasher.work == before + 1, name
    assert len(answers) == 1
    for name in ("Ann", "Nobody"):
        answers.add(str(await refused("wrong_password", town.people.sign_in(name, "x" * 1_000_000, HOME))))
    assert len(answers) == 1


@live
async def test_passwords_have_a_sensible_length_and_one_form() -> None:
    town = Town()
    for password in ("", "1234567", "x" * 257):
        error = await refused("bad_password", town.people.register(None, "Ann", password, HOME))
        assert password == "" or password not in str(error)
    await town.people.register(None, "Ann", "pa\u0301ssword", HOME)
    await town.people.sign_in("Ann", "p\u00e1ssword", HOME)
    await town.people.register(None, "Bob", "x" * 256, HOME)
    await town.people.sign_in("Bob", "x" * 256, HOME)


@live
async def test_a_changed_password_ends_all_other_tokens() -> None:
    town = Town()
    ann, first = await town.ann()
    program = await town.people.token_for_program(ann.id, "bot")
    passing = await town.people.hand_over(ann.id)
    await refused("wrong_password", town.people.change_password(ann.id, OTHER, PASSWORD))
    await refused("bad_password", town.people.change_password(ann.id, PASSWORD, "short"))
    assert await town.who(first) == ann, "nothing has changed"
    token = await town.people.change_password(ann.id, PASSWORD, OTHER)
    assert await town.who(token) == ann
    assert [await town.who(first), await town.who(program)] == [None, None]
    await refused("bad_code", town.people.take_over(passing.code, HOME))
    await refused("wrong_password", town.people.sign_in("Ann", PASSWORD, HOME))
    await town.people.sign_in("Ann", OTHER, HOME)
    guest, _ = await town.people.guest("Guest", HOME)
    await refused("wrong_password", town.people.change_password(guest.id, "", OTHER))


@live
async def test_of_two_changes_of_a_password_at_once_one_is_refused() -> None:
    town = Town()
    ann, _ = await town.ann()
    asked = [town.people.change_password(ann.id, PASSWORD, f"new password {number}") for number in range(2)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [answer.code for answer in answers if isinstance(answer, TurnwiseError)] == ["wrong_password"]


@live
async def test_a_token_that_was_made_with_the_old_password_meanwhile_is_worth_nothing() -> None:
    town = Town()
    ann, _ = await town.ann()
    signing_in = [asyncio.create_task(town.people.sign_in("Ann", PASSWORD, HOME)) for _ in range(4)]
    changed = await town.people.change_password(ann.id, PASSWORD, OTHER)
    answers = await asyncio.gather(*signing_in, return_exceptions=True)
    tokens = [answer[1] for answer in answers if isinstance(answer, tuple)]
    assert [await town.who(token) for token in tokens] == [None] * len(tokens)
    assert await town.who(changed) == ann


@live
async def test_hashes_are_made_anew_when_the_parameters_change() -> None:
    town = Town()
    ann, token = await town.ann()
    later = Town(town.store, Counting(time_cost=2))
    assert "t=1" in town.bodies()
    await refused("wrong_password", later.people.sign_in("Ann", OTHER, HOME))
    assert "t=1" in town.bodies()
    await later.people.sign_in("Ann", PASSWORD, HOME)
    assert "t=2" in town.bodies() and "t=1" not in town.bodies()
    await later.people.sign_in("Ann", PASSWORD, HOME)
    assert await later.who(token) == ann, "nobody is signed out by it"


@live
async def test_a_hash_that_is_made_anew_does_not_undo_a_change_of_the_password() -> None:
    store = Late()
    ann, _ = await Town(store).ann()
    town = Town(store, Counting(time_cost=2))
    store.go_on.clear()
    signing_in = asyncio.create_task(town.people.sign_in("Ann", PASSWORD, HOME))
    await store.found.wait()
    await town.elsewhere().change_password(ann.id, PASSWORD, OTHER)
    store.go_on.set()
    _, token = await signing_in
    assert await town.who(token) is None
    await refused("wrong_password", town.people.sign_in("Ann", PASSWORD, HOME))
    await town.people.sign_in("Ann", OTHER, HOME)


@live
async def test_only_so_many_hashes_are_made_at_once_and_only_so_many_wait() -> None:
    together, threads = Barrier(AT_ONCE), set()

    class Together(Counting):
        def hash(self, *given: Any, **named: Any) -> str:
            together.wait(timeout=10)
            threads.add(current_thread().name)
            return super().hash(*given, **named)

    passwords = Passwords(Together())
    asked = [passwords.hashed(PASSWORD) for _ in range(LONGEST_LINE + 3)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    codes = [answer.code for answer in answers if isinstance(answer, TurnwiseError)]
    assert codes == ["busy"] * 3
    assert len(threads) == AT_ONCE
    again = await asyncio.gather(*(passwords.hashed(PASSWORD) for _ in range(AT_ONCE)))
    assert all(again), "when they are done, others may come"
    passwords.close()


@live
async def test_tries_to_sign_in_are_limited_by_name_and_by_address() -> None:
    town = Town()
    await town.ann()
    for number in range(10):
        await refused("wrong_password", town.people.sign_in("Ann", OTHER, f"10.0.0.{number}"))
    work = town.hasher.work
    error = await refused("too_many", town.people.sign_in(" ANN", PASSWORD, "10.0.1.1"))
    assert isinstance(error, TooMany) and error.retry_after == 30
    assert town.hasher.work == work, "a refusal costs nothing"
    town.at += 30_000
    await town.people.sign_in("Ann", PASSWORD, "10.0.1.1")
    for number in range(20):
        await refused("wrong_password", town.people.sign_in(f"Nobody {number}", OTHER, AWAY))
    await refused("too_many", town.people.sign_in("Nobody", OTHER, AWAY))


@live
async def test_guests_are_limited_by_address() -> None:
    town = Town()
    for number in range(40):
        await town.people.guest("Ann", f"2001:db8::{number}")
    await refused("too_many", town.people.guest("Ann", "2001:db8::ffff"))
    await town.people.guest("Ann", "2001:db8:0:1::1")
