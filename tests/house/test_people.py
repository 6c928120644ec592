"""Guests and accounts, blocks, reports and notices."""

import asyncio
import json

from tests.house.town import HOME, OTHER, PASSWORD, Town, live, refused
from turnwise.house.names import name_key, tidy_name
from turnwise.house.people.people import SOMEONE
from turnwise.house.people.person import Person
from turnwise.kit.errors import TurnwiseError


@live
async def test_a_guest_is_someone_at_once() -> None:
    town = Town()
    ann, token = await town.people.guest(" Ann ", HOME)
    assert (ann.name, ann.account) == ("Ann", False)
    assert await town.who(token) == ann
    other, _ = await town.people.guest("Ann", HOME)
    assert other.id != ann.id, "names of guests need not differ"


@live
async def test_no_id_is_taken_for_an_option_of_a_command() -> None:
    """`turnwise admin ban person ID` must work for everybody; every 64th random text begins with a dash."""
    town = Town()
    for number in range(256):
        guest, _ = await town.people.guest(f"Guest {number}", f"10.0.0.{number}")
        assert not guest.id.startswith("-")


@live
async def test_the_store_has_no_token_no_code_and_no_password() -> None:
    town = Town()
    ann, token = await town.ann()
    program = await town.people.token_for_program(ann.id, "a bot")
    seat = await town.people.token_for_seat(ann.id, "T1", 0)
    passing = await town.people.hand_over(ann.id)
    for secret in (token, program, seat, passing.code, passing.link, PASSWORD):
        assert secret not in town.bodies()
    assert len({token, program, seat}) == 3
    assert all(len(one) == 32 for one in (token, program, seat)), "192 bits"


@live
async def test_an_account_is_found_by_its_name_in_any_form() -> None:
    town = Town()
    ann, first = await town.register(None, "Ánn Lee", PASSWORD)
    assert ann.account
    for typed in ("Ánn Lee", " a\u0301nn  LEE", "ÁNN ＬＥＥ"):
        person, token = await town.sign_in(typed, PASSWORD)
        assert person == ann == await town.who(token)
    assert await town.who(first) == ann
    for name in ("ánn lee", "Ánn Ｌee"):
        await refused("name_taken", town.register(None, name, PASSWORD))
        await refused("name_taken", town.people.guest(name, HOME))


@live
async def test_a_guest_becomes_an_account_and_stays_the_same_person() -> None:
    town = Town()
    guest, before = await town.people.guest("Ann", HOME)
    seat = await town.people.token_for_seat(guest.id, "T1", 0)
    account, token = await town.register(guest.id, "Ann", PASSWORD)
    assert account == Person(guest.id, "Ann", True) == await town.who(token)
    assert (await town.sign_in("Ann", PASSWORD))[0] == account
    assert await town.who(before) is None, "whoever gave him the guest may have kept a copy"
    assert await town.who(seat) is None
    await refused("has_account", town.register(guest.id, "Ann", OTHER))
    await refused("unknown_person", town.register("nobody", "Eve", OTHER))


@live
async def test_of_many_who_register_a_name_at_once_one_gets_it() -> None:
    town = Town()
    guests = [(await town.people.guest(f"Guest {number}", f"10.0.0.{number}"))[0].id for number in range(8)]
    asked = [town.register(guest, "Ann", PASSWORD) for guest in guests]
    asked += [town.register(None, "ANN", PASSWORD) for _ in range(8)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    got = [answer for answer in answers if not isinstance(answer, BaseException)]
    codes = [answer.code for answer in answers if isinstance(answer, TurnwiseError)]
    assert len(got) == 1
    assert codes == ["name_taken"] * 15
    assert await town.store.count("person", "one name", "ann") == 1


@live
async def test_guests_make_way_for_an_account_of_their_name() -> None:
    town = Town()
    told: list[str] = []
    town.people.after.append(told.append)
    long = "Maximilian von und zu An"
    guests = [(await town.people.guest(name, HOME))[0].id for name in (long, long.upper(), "Bob")]
    ann, _ = await town.register(None, long, PASSWORD)
    names = await town.people.names([*guests, ann.id])
    assert names[ann.id] == long
    assert names[guests[2]] == "Bob"
    assert sorted(told) == sorted(guests[:2])
    for guest in guests[:2]:
        assert name_key(names[guest]) != name_key(long)
        assert names[guest][:18].lower() == long[:18].lower()
        assert tidy_name(names[guest]) == names[guest]


@live
async def test_a_guest_and_an_account_who_take_a_name_at_once_end_up_with_two() -> None:
    for _ in range(3):
        town = Town()
        first, _ = await town.people.guest("Bob", HOME)
        asked = [town.people.guest("Ann", HOME), town.people.rename(first.id, "Ann"), town.ann()]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert not isinstance(answers[2], BaseException)
        keys = [
            name_key(json.loads(doc.body)["name"])
            for (kind, _), (doc, *_) in town.store.docs.items()
            if kind == "person"
        ]
        assert keys.count("ann") == 1


@live
async def test_names_change_and_are_free_again() -> None:
    town = Town()
    told: list[str] = []
    town.people.after.append(told.append)
    ann, token = await town.ann()
    bob, _ = await town.register(None, "Bob", PASSWORD)
    await refused("name_taken", town.people.rename(ann.id, "BOB"))
    await refused("bad_name", town.people.rename(ann.id, ""))
    assert (await town.people.rename(ann.id, "ANN")).name == "ANN", "one's own name in another form"
    assert await town.people.rename(ann.id, "Eve") == Person(ann.id, "Eve", True) == await town.who(token)
    assert told == [ann.id, ann.id]
    await town.people.rename(bob.id, "Ann")
    assert await town.people.names([ann.id, bob.id]) == {ann.id: "Eve", bob.id: "Ann"}
    assert (await town.sign_in("Eve", PASSWORD))[0].id == ann.id


@live
async def test_guests_make_way_for_an_account_that_is_renamed_too() -> None:
    town = Town()
    ann, _ = await town.ann()
    bob, token = await town.people.guest("Bob", HOME)
    assert (await town.people.rename(ann.id, "bob")).name == "bob"
    renamed = await town.who(token)
    assert renamed and renamed.id == bob.id and renamed.name.startswith("Bob ")


@live
async def test_nobody_takes_a_name_that_looks_like_an_accounts() -> None:
    town = Town()
    await town.register(None, "copa", PASSWORD)
    eve, _ = await town.people.guest("Eve", HOME)
    lookalike = "\u0441\u043e\u0440\u0430"
    for asked in (
        town.register(None, lookalike, PASSWORD),
        town.register(eve.id, lookalike.title(), PASSWORD),
        town.people.guest(lookalike, HOME),
        town.people.rename(eve.id, "c0pa"),
    ):
        assert "looks like somebody else's here" in str(await refused("name_taken", asked))
    both = await asyncio.gather(
        *(town.register(None, name, PASSWORD) for name in ("sapa", "\u0455\u0430\u0440\u0430")),
        return_exceptions=True,
    )
    assert sum(isinstance(one, TurnwiseError) for one in both) == 1, "also of two who come at once"


@live
async def test_a_guest_who_looks_like_a_new_account_gets_a_number() -> None:
    town = Town()
    guest, token = await town.people.guest("\u0441\u043e\u0440\u0430", HOME)
    await town.register(None, "copa", PASSWORD)
    now = await town.who(token)
    assert now and now.name.startswith(f"{guest.name} ")


@live
async def test_nobody_is_called_as_those_who_left() -> None:
    town = Town()
    ann, _ = await town.ann()
    for asked in (town.people.guest("Someone who left", HOME), town.people.rename(ann.id, SOMEONE)):
        await refused("name_taken", asked)


# Leaving, and not wanting to meet.


@live
async def test_whoever_is_deleted_leaves_nothing_but_an_id() -> None:
    town = Town()
    told: list[str] = []
    town.people.after.append(told.append)
    ann, token = await town.ann()
    program = await town.people.token_for_program(ann.id, "bot")
    passing = await town.people.hand_over(ann.id)
    assert await town.who(token) == ann
    assert await town.people.delete(ann.id) == ann
    assert told == [ann.id]
    assert town.store.docs == {}
    assert [await town.who(token), await town.who(program), await town.people.get(ann.id)] == [None] * 3
    assert await town.people.names([ann.id]) == {ann.id: SOMEONE}
    await refused("wrong_password", town.sign_in("Ann", PASSWORD))
    await refused("bad_code", town.people.take_over(passing.code, HOME))
    for asked in (town.people.delete(ann.id), town.people.rename(ann.id, "Eve"), town.people.hand_over(ann.id)):
        await refused("unknown_person", asked)
    assert (await town.ann())[0].id != ann.id


@live
async def test_people_block_and_unblock_each_other() -> None:
    town = Town()
    ann, bob, eve = [(await town.people.guest(name, HOME))[0].id for name in ("Ann", "Bob", "Eve")]
    await town.people.block(ann, bob)
    await town.people.block(ann, bob)
    assert await town.people.blocks(ann) == (bob,)
    assert await town.people.blocks(bob) == ()
    assert await town.people.disliked(ann, [bob, eve]) == {bob}
    assert await town.people.disliked(bob, [ann, eve]) == {ann}, "both ways"
    assert await town.people.disliked(eve, [ann, bob, "bot:random"]) == frozenset()
    await asyncio.gather(town.people.block(ann, eve), town.people.rename(ann, "Anna"), town.people.unblock(ann, bob))
    assert (await town.people.blocks(ann), await town.people.names([ann])) == ((eve,), {ann: "Anna"})
    for other in (ann, "nobody"):
        await refused("unknown_person", town.people.block(ann, other))


@live
async def test_reports_reach_the_admin_latest_first() -> None:
    town = Town()
    ann, bob = [(await town.people.guest(name, HOME))[0].id for name in ("Ann", "Bob")]
    for text in ("rude\x1b[2J \u202e!", "very\nrude"):
        town.at += 1
        await town.reports.add(ann, bob, "T1", text)
    reports = await town.reports.listed()
    assert [(one.by, one.about, one.table, one.text) for one in reports] == [
        (ann, bob, "T1", "very\nrude"),
        (ann, bob, "T1", "rude[2J !"),
    ]
    assert await town.reports.listed(below=(reports[0].at, reports[0].id)) == reports[1:]
    for text in ("", " \x00 ", "x" * 1001):
        await refused("bad_report", town.reports.add(ann, bob, "T1", text))
    for about in (ann, "nobody"):
        await refused("unknown_person", town.reports.add(ann, about, "T1", "hm"))
    for _ in range(3):
        await town.reports.add(ann, bob, "T1", "again")
    await refused("too_many", town.reports.add(ann, bob, "T1", "again"))


@live
async def test_the_admin_has_a_list() -> None:
    town = Town()
    guest, _ = await town.people.guest("Guest", HOME)
    made = []
    for name in ("Ann", "Bob"):
        town.at += 1
        made.append(((await town.register(None, name, PASSWORD))[0], town.at))
    accounts = await town.people.listed("account")
    assert accounts == made[::-1]
    assert await town.people.listed("account", below=(accounts[0].made, accounts[0].person.id)) == made[:1]
    assert [known.person for known in await town.people.listed("guest")] == [guest]


# Notices.


@live
async def test_notices_go_to_the_web() -> None:
    town = Town()
    ann, _ = await town.people.guest("Ann", HOME)
    assert await town.people.notified_at(ann.id) == ""
    for where in ("https://example.org/hook?x=1", "http://[::1]:8080/", ""):
        await town.people.notify(ann.id, f" {where} ")
        assert await town.people.notified_at(ann.id) == where
    for where in (
        "ftp://example.org",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://",
        "https://a b",
        "https://example.org:99999/",
        "https://[::1",
        "ann@example.org",
        "ann@example.org\nBcc: eve@example.org",
        "Ann <ann@example.org>",
        "a@example.org,b@example.org",
        "https://example.org/" + "x" * 300,
        "hello",
    ):
        await refused("bad_notify", town.people.notify(ann.id, where))
    assert await town.people.notified_at(ann.id) == ""
    assert await town.people.notified_at("nobody") == ""


@live
async def test_what_is_shown_of_a_person_has_no_secrets() -> None:
    town = Town()
    ann, _ = await town.ann()
    await town.people.notify(ann.id, "https://example.org/hook")
    assert await town.people.get(ann.id) == ann == (ann.id, "Ann", True)
