"""Passwords, and what happens to tokens when they change."""

import asyncio
from threading import Barrier, current_thread
from typing import Any

import msgspec

from tests.house.town import AWAY, HOME, OTHER, PASSWORD, Counting, Gate, Late, Town, live, refused
from turnwise.house.people.entrance import Confirmation
from turnwise.house.people.passwords import AT_ONCE, LONGEST_LINE, Passwords
from turnwise.kit.errors import TurnwiseError


@live
async def test_a_wrong_password_and_an_unknown_name_look_the_same_and_take_the_same_work() -> None:
    town = Town()
    await town.ann()
    await town.people.guest("Guest", HOME)
    answers = set()
    for name, password in (("Ann", OTHER), ("Nobody", OTHER), ("Guest", ""), ("\ud800", OTHER), ("", "\ud800")):
        before = town.hasher.work
        answers.add(str(await refused("wrong_password", town.sign_in(name, password))))
        assert town.hasher.work == before + 1, name
    assert len(answers) == 1
    for name in ("Ann", "Nobody"):
        answers.add(str(await refused("wrong_password", town.sign_in(name, "x" * 1_000_000))))
    assert len(answers) == 1


@live
async def test_passwords_have_a_sensible_length_and_one_form() -> None:
    town = Town()
    for password in ("", "1234567", "x" * 257):
        error = await refused("bad_password", town.register(None, "Ann", password))
        assert password == "" or password not in str(error)
    await town.register(None, "Ann", "pa\u0301ssword")
    await town.sign_in("Ann", "p\u00e1ssword")
    long = "".join(chr(0x4E00 + n * n) for n in range(256))
    await town.register(None, "Bob", long)
    await town.sign_in("Bob", long)
    await town.register(None, "Carl", "\ud800x-\ud800-pq_zw7")


@live
async def test_a_changed_password_ends_all_other_tokens() -> None:
    town = Town()
    ann, first = await town.ann()
    program = await town.people.token_for_program(ann.id, "bot")
    passing = await town.people.hand_over(ann.id)
    await refused("wrong_password", town.change_password(ann.id, OTHER, PASSWORD))
    await refused("bad_password", town.change_password(ann.id, PASSWORD, "short"))
    assert await town.who(first) == ann, "nothing has changed"
    token = await town.change_password(ann.id, PASSWORD, OTHER)
    assert await town.who(token) == ann
    assert [await town.who(first), await town.who(program)] == [None, None]
    await refused("bad_code", town.people.take_over(passing.code, HOME))
    await refused("wrong_password", town.sign_in("Ann", PASSWORD))
    await town.sign_in("Ann", OTHER)
    guest, _ = await town.people.guest("Guest", HOME)
    await refused("wrong_password", town.change_password(guest.id, "", OTHER))


@live
async def test_of_two_changes_of_a_password_at_once_one_is_refused() -> None:
    town = Town()
    ann, _ = await town.ann()
    asked = [town.change_password(ann.id, PASSWORD, f"new password {number}") for number in range(2)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [answer.code for answer in answers if isinstance(answer, TurnwiseError)] == ["wrong_password"]


@live
async def test_a_token_that_was_made_with_the_old_password_meanwhile_is_worth_nothing() -> None:
    town = Town()
    ann, _ = await town.ann()
    signing_in = [asyncio.create_task(town.sign_in("Ann", PASSWORD)) for _ in range(4)]
    changed = await town.change_password(ann.id, PASSWORD, OTHER)
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
    await refused("wrong_password", later.sign_in("Ann", OTHER, HOME))
    assert "t=1" in town.bodies()
    await later.sign_in("Ann", PASSWORD)
    assert "t=2" in town.bodies() and "t=1" not in town.bodies()
    await later.sign_in("Ann", PASSWORD)
    assert await later.who(token) == ann, "nobody is signed out by it"


@live
async def test_a_hash_that_is_made_anew_does_not_undo_a_change_of_the_password() -> None:
    store = Late()
    ann, _ = await Town(store).ann()
    town = Town(store, Counting(time_cost=2))
    store.go_on.clear()
    signing_in = asyncio.create_task(town.sign_in("Ann", PASSWORD))
    await store.found.wait()
    await town.elsewhere().change_password(ann.id, Confirmation("elsewhere", PASSWORD), OTHER)
    store.go_on.set()
    _, token = await signing_in
    assert await town.who(token) is None
    await refused("wrong_password", town.sign_in("Ann", PASSWORD))
    await town.sign_in("Ann", OTHER)


@live
async def test_passwords_that_are_tried_first_are_refused_in_a_sentence_that_helps() -> None:
    town = Town()
    for password in ("12345678", "password1", "Passw0rd!", "qwertyuiop", "aaaaaaaaaaaa", "11.11.1987"):
        error = await refused("weak_password", town.register(None, "Ann", password))
        assert "four words" in str(error) and password not in str(error)
    for name, password in (
        ("Maximilian", "maximilian"),
        ("Maximilian", "M4x1m1l14n"),
        ("Maximilian", "MAXIMILIAN1"),
        ("Maximilian", "nailimixam"),
        ("Ann of Kent", "ann of kent"),
        ("Ann of Kent", "Ann of Kent!"),
        ("Ánna-Lena", "ánna-lena"),
        ("Ann", "turnwise"),
        ("Ann", "Turnwise1"),
    ):
        await refused("named_password", town.register(None, name, password))
    asked = town.entrance.register(None, "Ann", "Gamehouse1", HOME, "games.gamehouse.example")
    await refused("named_password", asked)
    assert not town.store.docs
    ann, _ = await town.ann()
    await refused("weak_password", town.change_password(ann.id, PASSWORD, "12345678"))
    await refused("named_password", town.change_password(ann.id, PASSWORD, "Ann Ann Ann"))


@live
async def test_who_has_a_weak_password_from_before_comes_in_and_the_host_may_lend_any() -> None:
    town = Town()
    ann, _ = await town.ann()
    weak = town.hasher.hash("12345678")
    await town.people.change(ann.id, lambda kept: msgspec.structs.replace(kept, password=weak))
    assert (await town.sign_in("Ann", "12345678"))[0] == ann
    lent = await town.entrance.reset_password(ann.id)
    assert (await town.sign_in("Ann", lent.password))[0] == ann


@live
async def test_only_so_many_hashes_are_made_at_once_and_only_so_many_wait() -> None:
    together, threads = Barrier(AT_ONCE), set()

    class Together(Counting):
        def hash(self, *given: Any, **named: Any) -> str:
            together.wait(timeout=10)
            threads.add(current_thread().name)
            return super().hash(*given, **named)

    passwords = Passwords(Together())
    asked = [passwords.hashed(PASSWORD) for _ in range(AT_ONCE + LONGEST_LINE + 3)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    codes = [answer.code for answer in answers if isinstance(answer, TurnwiseError)]
    assert codes == ["busy"] * 3
    assert len(threads) == AT_ONCE
    again = await asyncio.gather(*(passwords.hashed(PASSWORD) for _ in range(AT_ONCE)))
    assert all(again), "when they are done, others may come"
    passwords.close()


@live
async def test_strangers_never_have_all_threads_and_whoever_is_known_goes_first() -> None:
    gate = Gate()
    passwords = Passwords(gate)
    strangers = [
        asyncio.create_task(passwords.fits("", f"stranger {number}", stranger=AWAY))
        for number in range(LONGEST_LINE + 1)
    ]
    other = asyncio.create_task(passwords.fits("", "another stranger", stranger=HOME))
    known = [asyncio.create_task(passwords.fits("", f"known {number}")) for number in range(3)]
    for _ in range(len(strangers) + 4):
        gate.go_on.release()
    answers = await asyncio.gather(*strangers, other, *known, return_exceptions=True)
    assert gate.asked[:2] == ["stranger 0", "known 0"]
    first = gate.asked.index("another stranger")
    assert max(gate.asked.index(f"known {number}") for number in range(3)) < first + 2
    assert first <= 5, "and strangers take turns by where they come from"
    refusals = [answer.code for answer in answers if isinstance(answer, TurnwiseError)]
    assert refusals == ["busy"] and isinstance(answers[LONGEST_LINE], TurnwiseError), "the crowd gave way to another"
    passwords.close()


@live
async def test_whoever_gives_up_waiting_makes_room() -> None:
    gate = Gate()
    passwords = Passwords(gate)
    waiting = [asyncio.create_task(passwords.fits("", str(number), stranger=AWAY)) for number in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    gate.go_on.release()
    gate.go_on.release()
    assert await waiting[0] is False and await waiting[2] is False
    assert gate.asked == ["0", "2"]
    gate.go_on.release()
    assert await passwords.fits("", "again", stranger=HOME) is False
    passwords.close()


@live
async def test_guests_are_limited_by_address() -> None:
    town = Town()
    for number in range(40):
        await town.people.guest("Ann", f"2001:db8::{number}")
    await refused("too_many", town.people.guest("Ann", "2001:db8::ffff"))
    await town.people.guest("Ann", "2001:db8:0:1::1")
