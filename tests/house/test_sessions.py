"""Tokens of devices, seats and programs, and the way to another device."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.house.town import AWAY, HOME, OTHER, PASSWORD, Late, Town, live, refused
from turnwise.house.people.sessions import CODE_LETTERS, DAY, FRESH, HAND_OVER_LIFE, MOST, Scope
from turnwise.house.store.interface import Drop, Put, Unavailable
from turnwise.kit.errors import TurnwiseError


@live
async def test_signing_out_ends_one_token_at_once() -> None:
    town = Town()
    ann, first = await town.ann()
    _, second = await town.sign_in("Ann", PASSWORD)
    assert await town.who(first) == await town.who(second) == ann
    await town.people.sign_out(first)
    assert [await town.who(first), await town.who(second)] == [None, ann]
    await town.people.sign_out(first)
    await town.people.sign_out("never given out")


@live
async def test_signing_out_everywhere_ends_all_of_them() -> None:
    town = Town()
    ann, first = await town.ann()
    bob, other = await town.people.guest("Bob", HOME)
    tokens = [first, (await town.sign_in("Ann", PASSWORD))[1]]
    tokens += [await town.people.token_for_program(ann.id, "bot"), await town.people.token_for_seat(ann.id, "T1", 0)]
    passing = await town.people.hand_over(ann.id)
    assert [await town.who(token) for token in tokens] == [ann] * 4
    await town.entrance.sign_out_everywhere(ann.id)
    assert [await town.who(token) for token in tokens] == [None] * 4
    await refused("bad_code", town.people.take_over(passing.link, HOME))
    assert await town.who(other) == bob
    assert [kind for kind, _ in town.store.docs if kind != "person"] == ["session"], "Bob's"


@pytest.mark.parametrize("everywhere", [False, True])
@live
async def test_what_is_read_while_somebody_signs_out_is_not_believed_afterwards(everywhere: bool) -> None:
    store = Late()
    town = Town(store)
    ann, token = await town.ann()
    store.go_on.clear()
    reading = asyncio.create_task(town.who(token))
    await store.found.wait()
    await (town.entrance.sign_out_everywhere(ann.id) if everywhere else town.people.sign_out(token))
    store.go_on.set()
    await reading
    assert await town.who(token) is None


@pytest.mark.parametrize("end", ["everywhere", "password", "account", "gone"])
@live
async def test_all_tokens_end_in_one_step(end: str) -> None:
    """The disk is full before a single one of them could be cleared away."""
    store = Late()
    town = Town(store)
    ann, token = await (town.people.guest("Ann", HOME) if end == "account" else town.ann())
    passing = await town.people.hand_over(ann.id)
    ending: dict[str, Callable[[], Coroutine[Any, Any, object]]] = {
        "everywhere": lambda: town.entrance.sign_out_everywhere(ann.id),
        "password": lambda: town.change_password(ann.id, PASSWORD, OTHER),
        "account": lambda: town.register(ann.id, "Ann", PASSWORD),
        "gone": lambda: town.people.delete(ann.id),
    }
    assert await town.who(token) == ann
    store.commits_left = 1
    with pytest.raises(Unavailable):
        await ending[end]()
    assert await town.who(token) is None
    store.commits_left = 100
    assert await town.who(token, town.elsewhere()) is None
    for code in passing.code, passing.link:
        await refused("bad_code", town.people.take_over(code, HOME))


@live
async def test_another_process_sees_an_ended_token_within_seconds() -> None:
    town = Town()
    ann, token = await town.ann()
    elsewhere = town.elsewhere()
    assert await town.who(token, elsewhere) == ann
    await town.people.sign_out(token)
    town.at += FRESH
    assert await town.who(token, elsewhere) is None
    _, token = await town.sign_in("Ann", PASSWORD)
    assert await town.who(token, elsewhere) == ann
    await town.entrance.sign_out_everywhere(ann.id)
    town.at += FRESH
    assert await town.who(token, elsewhere) is None


@live
async def test_a_token_is_looked_up_once_in_a_while_only() -> None:
    town = Town()
    ann, token = await town.ann()
    await town.who(token)
    docs = town.store.docs
    await town.store.commit([Drop(*key, kept.doc.revision) for key, kept in docs.items()])
    assert await town.who(token) == ann
    town.at += FRESH
    assert await town.who(token) is None
    await town.store.commit([Put(*key, kept.doc.body, 0, kept.marks, kept.rank) for key, kept in docs.items()])
    assert await town.who(token) == ann


@pytest.mark.parametrize(("account", "days"), [(False, 90), (True, 30)])
@live
async def test_tokens_lapse_when_they_are_not_used(account: bool, days: int) -> None:
    town = Town()
    person, token = await town.ann() if account else await town.people.guest("Ann", HOME)
    for _ in range(3):
        town.at += (days - 1) * DAY
        assert await town.who(token) == person
    town.at += days * DAY
    assert await town.who(token) is None
    assert await town.people.sweep() == 1
    assert [kind for kind, _ in town.store.docs] == ["person"]


@live
async def test_uses_are_written_down_daily_at_most_and_a_full_disk_is_no_obstacle() -> None:
    town = Town()
    ann, token = await town.ann()
    [key] = [key for key in town.store.docs if key[0] == "session"]
    for hours, revision in ((1, 1), (22, 1), (2, 2), (23, 2), (2, 3)):
        town.at += hours * DAY // 24
        await asyncio.gather(town.who(token), town.who(token), town.who(token, town.elsewhere()))
        assert town.store.docs[key].doc.revision == revision
    town.store.broken = True
    town.at += 2 * DAY
    assert await town.who(token) == ann
    with pytest.raises(Unavailable):
        await town.people.rename(ann.id, "Eve")
    assert await town.who(token) == ann


def test_no_other_text_is_a_token() -> None:
    town = Town()
    _, token = asyncio.run(town.people.guest("Ann", HOME))

    @given(st.text(max_size=80))
    @live
    async def test(text: str) -> None:
        for forged in (text, token + text, token[:-1], token.swapcase(), "x" * 1_000_000):
            assert forged == token or await town.people.by_token(forged) is None

    test()


@live
async def test_a_token_for_a_seat_is_for_that_seat() -> None:
    town = Town()
    ann, _ = await town.people.guest("Ann", HOME)
    caller = await town.people.by_token(await town.people.token_for_seat(ann.id, "T1", 2))
    assert caller
    assert (caller.person, caller.kind, caller.scope) == (ann, "seat", Scope("T1", 2))
    await refused("unknown_person", town.people.token_for_seat("nobody", "T1", 2))


@live
async def test_programs_have_tokens_of_their_own() -> None:
    town = Town()
    ann, device = await town.ann()
    bob, _ = await town.people.guest("Bob", HOME)
    first = await town.people.token_for_program(ann.id, " my  bot ")
    town.at += 1
    second = await town.people.token_for_program(ann.id, "another")
    caller = await town.people.by_token(first)
    assert caller and (caller.person, caller.kind, caller.scope) == (ann, "program", None)
    programs = await town.people.programs(ann.id)
    assert [program.label for program in programs] == ["my bot", "another"]
    await refused("no_such_token", town.people.revoke(bob.id, programs[0].id))
    device_id = (await town.people.by_token(device) or caller).session
    await refused("no_such_token", town.people.revoke(ann.id, device_id))
    await town.people.revoke(ann.id, programs[0].id)
    assert [await town.who(first), await town.who(second)] == [None, ann]
    assert [program.label for program in await town.people.programs(ann.id)] == ["another"]
    town.at += 364 * DAY
    assert await town.who(second) == ann
    for label in ("", "x" * 61, "a\x00b"):
        await refused("bad_label", town.people.token_for_program(ann.id, label))


@live
async def test_nobody_fills_the_store_with_tokens() -> None:
    town = Town()
    ann, _ = await town.people.guest("Ann", HOME)
    tokens = []
    for _ in range(MOST["device"] + 5):
        town.at += 3 * 60_000
        tokens.append((await town.people.take_over((await town.people.hand_over(ann.id)).code, HOME))[1])
    alive = [await town.who(token) is not None for token in tokens]
    assert alive == [False] * 5 + [True] * MOST["device"], "the latest"
    for _ in range(MOST["program"]):
        await town.people.token_for_program(ann.id, "bot")
    await refused("too_many_programs", town.people.token_for_program(ann.id, "bot"))


# Another device.


@live
async def test_a_code_or_a_link_brings_a_person_to_another_device_once() -> None:
    town = Town()
    ann, here = await town.people.guest("Ann", HOME)
    for by_link in (False, True):
        passing = await town.people.hand_over(ann.id)
        assert len(passing.code) == 8 and set(passing.code) <= set(CODE_LETTERS)
        typed = passing.link if by_link else f" {passing.code[:4].lower()}-{passing.code[4:]} "
        person, there = await town.people.take_over(typed, AWAY)
        assert person == ann == await town.who(there) == await town.who(here)
        for used in passing.code, passing.link:
            await refused("bad_code", town.people.take_over(used, AWAY))
    assert not [kind for kind, _ in town.store.docs if kind == "hand-over"]


@live
async def test_of_many_who_use_a_code_at_once_one_gets_in() -> None:
    town = Town()
    ann, _ = await town.people.guest("Ann", HOME)
    passing = await town.people.hand_over(ann.id)
    asked = [town.people.take_over(code, f"10.0.0.{n}") for n in range(5) for code in (passing.code, passing.link)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert len([answer for answer in answers if isinstance(answer, tuple)]) == 1
    assert {answer.code for answer in answers if isinstance(answer, TurnwiseError)} == {"bad_code"}


@live
async def test_codes_lapse_and_a_new_one_replaces_the_old() -> None:
    town = Town()
    ann, _ = await town.people.guest("Ann", HOME)
    old, new = await town.people.hand_over(ann.id), await town.people.hand_over(ann.id)
    assert new.until == town.at + HAND_OVER_LIFE == town.at + 600_000
    await refused("bad_code", town.people.take_over(old.code, HOME))
    town.at = new.until
    await refused("bad_code", town.people.take_over(new.code, HOME))
    assert await town.people.sweep() == 2
    last = await town.people.hand_over(ann.id)
    town.at = last.until - 1
    assert await town.people.sweep() == 0
    await town.people.take_over(last.code, HOME)


@live
async def test_guessing_codes_is_limited() -> None:
    town = Town()
    ann, _ = await town.people.guest("Ann", HOME)
    passing = await town.people.hand_over(ann.id)
    for _ in range(10):
        await refused("bad_code", town.people.take_over("AAAAAAAA", AWAY))
    await refused("too_many", town.people.take_over(passing.code, AWAY))
    await town.people.take_over(passing.code, HOME)
