"""Bans: whom they keep out, for how long, and what the host's orders leave behind in the audit log."""

import getpass
from typing import Any

import pytest

from tests.house.kept_store import KeptStore
from tests.house.parlour import Parlour, looked
from tests.house.town import AWAY, HOME, PASSWORD, live, refused
from turnwise.house.hosting.admin import Admin, Order
from turnwise.house.hosting.moderation import finish
from turnwise.house.hosting.orders import this_user
from turnwise.house.people.bans import LONGEST_APPEAL, LONGEST_WHY, tidy_network
from turnwise.house.people.entrance import Attempt
from turnwise.house.store.interface import Writing
from turnwise.house.tables.items import Terms
from turnwise.kit.errors import TurnwiseError

DAY = 24 * 3600 * 1000


def ban(kind: str, what: str, **more: Any) -> Order:
    return Order("ban", kind=kind, what=what, **more)  # type: ignore[arg-type]


@live
async def test_a_banned_person_is_refused_until_the_time_is_over_or_the_host_lifts_it() -> None:
    async with Parlour() as parlour:
        admin, people, entrance = Admin(parlour.house), parlour.house.people, parlour.house.entrance
        person, token = await entrance.register(None, "Ann", PASSWORD, HOME)
        (told,) = await admin.carry_out(ban("person", "ann", why="Rude.", until=parlour.at + DAY), "host")
        error = await refused("banned", people.by_token(token))
        assert str(error) == "The host of this house has banned you until 2023-11-15 22:13 UTC: “Rude.”."
        assert await people.by_token(token, banned=True), "he may still read why"
        await refused("banned", parlour.elsewhere().people.by_token(token))
        await refused("banned_already", admin.carry_out(ban("person", "Ann"), "host"))
        parlour.at += DAY
        assert await people.by_token(token)
        assert await admin.carry_out(Order("bans"), "host") == []
        await refused("ban_over", admin.carry_out(Order("unban", id=told["id"]), "host"))
        (again,) = await admin.carry_out(ban("person", person.id), "host")
        assert str(await refused("banned", people.by_token(token))) == "The host of this house has banned you."
        await admin.carry_out(Order("unban", id=again["id"].lower()), "host")
        assert await people.by_token(token)
        lines = await admin.carry_out(Order("bans", every=True), "host")
        assert [line["id"] for line in lines] == [again["id"], told["id"]]


@live
async def test_what_was_banned_elsewhere_is_known_here_within_two_seconds() -> None:
    async with Parlour() as parlour:
        ann, token = await parlour.house.people.guest("Ann", HOME)
        assert await parlour.house.people.by_token(token)
        await Admin(parlour.elsewhere()).carry_out(ban("person", ann.id), "host")
        parlour.at += 2000
        await refused("banned", parlour.house.people.by_token(token))


@live
async def test_the_matches_of_a_banned_person_go_on_by_the_policy_of_their_tables() -> None:
    async with Parlour() as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        forfeit = await parlour.table(Terms("connect_four", 2, absence="forfeit"), ann, ben)
        bot = await parlour.table(Terms("connect_four", 2, absence="bot"), ben, ann)
        lobby = await parlour.house.open(ann, Terms("connect_four", 2))
        await Admin(parlour.house).carry_out(ban("person", ann), "host")
        told = await looked(parlour.house, forfeit, ben)
        assert told["table"]["status"] == "over" and list(told["outcome"]["winners"]) == [1]
        assert list((await parlour.house.find(bot, None)).table.away) == [1]
        assert (await looked(parlour.house, lobby, ann))["table"]["status"] == "over", "nobody waits for its host"


@live
async def test_tables_that_a_dying_house_had_no_time_to_leave_are_left_when_it_opens_again() -> None:
    class Dying(KeptStore):
        """Nothing more is written after a ban."""

        banned = False

        def commit(self, changes: Any) -> Writing:
            self.broken = self.banned
            self.banned = self.banned or any(getattr(change, "kind", "") == "ban" for change in changes)
            return super().commit(changes)

    async with Parlour(store := Dying()) as parlour:
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("connect_four", 2, absence="forfeit"), ann, ben)
        await refused("unavailable", Admin(parlour.house).carry_out(ban("person", ann), "host"))
        store.banned = False
        house = parlour.elsewhere()
        assert (await house.find(id, None)).table.status == "running"
        await finish(house)
        assert (await house.find(id, None)).table.status == "over"


@live
async def test_an_address_keeps_newcomers_out_and_nobody_else() -> None:
    async with Parlour() as parlour:
        admin, people, entrance = Admin(parlour.house), parlour.house.people, parlour.house.entrance
        guest, token = await people.guest("Ann", HOME)
        ben, _ = await entrance.register(None, "Ben", PASSWORD, AWAY)
        code = (await people.hand_over(guest.id)).code
        await admin.carry_out(ban("address", "192.0.2.77/24", why="A bot farm."), "host")
        error = await refused("address_banned", people.guest("Eve", HOME))
        assert str(error).startswith("Nobody new is let in from your address: “A bot farm.”. Where you are signed in")
        await refused("address_banned", entrance.sign_in("Ben", PASSWORD, Attempt(HOME)))
        await refused("address_banned", entrance.register(None, "Eve", PASSWORD, HOME))
        await refused("address_banned", people.take_over(code, HOME))
        assert await people.by_token(token), "who was there before goes on"
        account, _ = await entrance.register(guest.id, "Ann", PASSWORD, HOME)
        assert account.id == guest.id
        await entrance.sign_in("Ben", PASSWORD, Attempt(AWAY))
        device = await entrance.remember(ben, "")
        await entrance.sign_in("Ben", PASSWORD, Attempt(HOME, device))
        await people.guest("Eve", "192.0.3.1")
        await admin.carry_out(ban("address", "2001:db8:1::/48"), "host")
        await refused("address_banned", people.guest("Eve", "2001:db8:1:2::7"))
        await people.guest("Eve", "2001:db8:2::7")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        (" 192.0.2.7/24", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:1::/48", "2001:db8:1::/48"),
    ],
)
def test_networks_are_kept_as_the_house_sees_addresses(typed: str, kept: str) -> None:
    assert tidy_network(typed) == kept


@pytest.mark.parametrize(
    "typed", ["127.0.0.1", "127.0.0.0/24", "::1", "0.0.0.0/0", "::/0", "10.0.0.0/7", "example.org"]
)
def test_nobody_bans_the_proxy_or_half_the_world_by_mistake(typed: str) -> None:
    with pytest.raises(TurnwiseError) as error:
        tidy_network(typed)
    assert error.value.code == "bad_address"
    if typed != "example.org":
        assert tidy_network(typed, force=True)


@live
async def test_names_of_a_pattern_are_refused_and_guests_who_have_one_are_signed_out() -> None:
    async with Parlour() as parlour:
        admin, people, entrance = Admin(parlour.house), parlour.house.people, parlour.house.entrance
        account, kept = await entrance.register(None, "Trollope", PASSWORD, HOME)
        guest, token = await people.guest("a tr0ll", HOME)
        ann, _ = await people.guest("Ann", HOME)
        id = await parlour.table(Terms("connect_four", 2, absence="forfeit"), guest.id, ann.id)
        made, *concerned = await admin.carry_out(ban("name", "*troll*"), "host")
        assert {one["name"] for one in concerned} == {"Trollope", "a tr0ll"}
        assert await people.by_token(token) is None and await people.by_token(kept)
        assert (await parlour.house.find(id, None)).table.status == "over"
        for asked in (people.guest("TROLL 2", HOME), people.rename(ann.id, "Тroll"), entrance.add("troll")):
            await refused("bad_name", asked)
        await people.block(account.id, ann.id)
        await admin.carry_out(Order("unban", id=made["id"]), "host")
        await people.rename(ann.id, "Troll")


@live
async def test_an_appeal_is_made_once_and_answered() -> None:
    async with Parlour() as parlour:
        admin, bans = Admin(parlour.house), parlour.house.bans
        (ann,) = await parlour.guests("Ann")
        await refused("no_such_ban", bans.appeal(ann, "Why?"))
        (made,) = await admin.carry_out(ban("person", ann), "host")
        await refused("no_such_appeal", admin.carry_out(Order("answer", id=made["id"], verdict="lift"), "host"))
        for text in ("", " \n ", "x" * (LONGEST_APPEAL + 1)):
            await refused("bad_appeal", bans.appeal(ann, text))
        await bans.appeal(ann, "It was\nmy brother.\x1b[2J")
        await refused("appealed", bans.appeal(ann, "Really."))
        (line,) = await admin.carry_out(Order("appeals"), "host")
        assert (line["name"], line["appeal"]) == ("Ann", "It was\nmy brother.[2J")
        await admin.carry_out(Order("answer", id=made["id"], verdict="keep", say="No."), "host")
        assert await admin.carry_out(Order("appeals"), "host") == []
        found = await bans.of(ann)
        assert found and (found.answer, found.said) == ("keep", "No.")
        await admin.carry_out(Order("answer", id=made["id"], verdict="lift"), "host")
        assert await bans.of(ann) is None
        latest = await bans.latest(ann)
        assert latest and latest.answer == "lift"


@live
async def test_bad_orders_get_a_sentence_and_ban_nobody() -> None:
    async with Parlour() as parlour:
        admin = Admin(parlour.house)
        await parlour.guests("Ann")
        for code, order in (
            ("unknown_person", ban("person", "Nobody")),
            ("bad_address", ban("address", "home")),
            ("bad_pattern", ban("name", "*")),
            ("bad_time", ban("address", "192.0.2.1", until=parlour.at)),
            ("bad_why", ban("address", "192.0.2.1", why="x" * (LONGEST_WHY + 1))),
            ("bad_request", Order("ban", what="Ann")),
            ("no_such_ban", Order("unban", id="NONE")),
            ("no_such_report", Order("settle", id="NONE", act="nothing")),
        ):
            assert str(await refused(code, admin.carry_out(order, "host"))).endswith(".")
        assert await admin.carry_out(Order("bans"), "host") == []


@live
async def test_bans_whose_time_is_over_are_put_away() -> None:
    async with Parlour() as parlour:
        admin, bans = Admin(parlour.house), parlour.house.bans
        for kind, what in (("address", "192.0.2.1"), ("name", "*troll*")):
            await admin.carry_out(ban(kind, what, until=parlour.at + DAY), "host")
        await bans.sweep()
        assert len(await bans.listed("status", "now")) == 2
        parlour.at += DAY
        await parlour.house.people.guest("A troll", "192.0.2.1")
        await bans.sweep()
        assert await bans.listed("status", "now") == [] and len(await bans.listed("status", "over")) == 2


# Reports, and the audit log.


@live
async def test_the_host_acts_from_a_report() -> None:
    async with Parlour() as parlour:
        admin, reports = Admin(parlour.house), parlour.house.reports
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        await reports.add(ann, ben, id, "He is rude.")
        await reports.add(ann, "", id, "A bad title.")
        await reports.add(ann, ben, "", "Again.")
        third, second, first = sorted((await admin.carry_out(Order("reports"), "h")), key=lambda one: one["text"])[::-1]
        assert [one["text"] for one in (first, second, third)] == ["A bad title.", "Again.", "He is rude."]
        await refused("unknown_person", admin.carry_out(Order("settle", id=first["id"], act="ban"), "h"))
        await admin.carry_out(Order("settle", id=first["id"], act="hide"), "h")
        await refused("no_such_table", looked(parlour.house, id, "eve"))
        await refused("no_such_table", admin.carry_out(Order("settle", id=second["id"], act="end"), "h"))
        await admin.carry_out(Order("settle", id=second["id"], act="nothing"), "h")
        await admin.carry_out(Order("settle", id=third["id"], act="ban", why="Rude."), "h")
        assert (await parlour.house.bans.of(ben)) and await admin.carry_out(Order("reports"), "h") == []


@live
async def test_every_order_is_written_down_with_who_gave_it_and_what_came_of_it() -> None:
    async with Parlour() as parlour:
        admin = Admin(parlour.house)
        ann, ben = await parlour.guests("Ann", "Ben")
        await parlour.house.entrance.register(ann, "Ann", PASSWORD, HOME)
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        await admin.carry_out(Order("hide", table=id), "ann (root)")
        await admin.carry_out(Order("hide", table=id), "ben")
        (made,) = await admin.carry_out(Order("password", person="Ann"), "ben")
        (banned,) = await admin.carry_out(ban("person", ben, why="Rude."), "ben")
        await refused("no_such_table", admin.carry_out(Order("end", table="none"), "eve"))
        parlour.at += DAY
        await admin.carry_out(Order("tables"), "ben")
        lines = await Admin(parlour.elsewhere()).carry_out(Order("orders"), "ann")
        assert [(line["who"], line["order"]["do"], line.get("came", "done")) for line in lines] == [
            ("ben", "tables", "done"),
            ("eve", "end", "refused: There is no such table."),
            ("ben", "ban", f"ban {banned['id']}"),
            ("ben", "password", "done"),
            ("ben", "hide", "it was so already"),
            ("ann (root)", "hide", "done"),
        ]
        assert lines[2]["order"] == {"do": "ban", "kind": "person", "what": ben, "why": "Rude."}
        assert made["password"] not in repr(parlour.store.logs)
        assert len(await admin.carry_out(Order("orders", since=parlour.at), "ann")) == 2


@live
async def test_an_order_and_its_entry_are_one_commit() -> None:
    """Where the entry can't be written, nothing is done; and the other way round."""

    store = KeptStore()
    async with Parlour(store) as parlour:
        admin = Admin(parlour.house)
        ann, ben = await parlour.guests("Ann", "Ben")
        id = await parlour.table(Terms("connect_four", 2), ann, ben)
        store.refuses = lambda changes: any(getattr(change, "log", "") == "orders" for change in changes)
        for order in (ban("person", ann), Order("end", table=id), Order("hide", table=id)):
            await refused("unavailable", admin.carry_out(order, "host"))
        assert await parlour.house.bans.of(ann) is None
        assert (await looked(parlour.house, id, ann))["table"]["status"] == "running"
        assert [line["id"] for line in await admin.carry_out(Order("tables"), "host")] == [id], "looking still works"
        store.refuses = lambda changes: any(getattr(change, "kind", "") == "ban" for change in changes)
        await refused("unavailable", admin.carry_out(ban("person", ann), "host"))
        store.refuses = lambda changes: False
        assert await admin.carry_out(Order("orders"), "host") == []


def test_who_gives_an_order_is_what_the_system_says() -> None:
    assert this_user().startswith(getpass.getuser())
