"""Whole games in the browser, by hand: each of the six against bots, one with keys alone, and hidden hands seen from both sides."""

import re
from itertools import count
from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

import turnwise as tw
from tests.browser.conftest import PHONE, WINDOW, Visit, Visitor
from tests.browser.ears import Ears
from tests.browser.hands import POLL, Hands
from tests.web.server import Server
from turnwise.games import ours
from turnwise.web.pictures.easel import GESTURE

SEATS = {"deerportal": 4, "whot": 2}
UNHURRIED: dict[str, Any] = {"clock": {"kind": "none"}}
SETTINGS = {"whot": {"symbol_seconds": 0}}
"""However slow the machine is."""
ROLLED = "#table[data-opened=true] #board .open"
PAGE = """() => {
  const page = document.documentElement.cloneNode(true);
  page.querySelector("#rules-tab").remove();  // a rule book speaks of cards, too
  return page.outerHTML;
}"""
ON_THE_BOARD = 15
"""Moves that one person makes on the board; in a longer game the others are chosen from the list below it."""
ENDED = "!document.querySelector('#ending').hidden"
READY = f"() => document.querySelector('#board .open') || {ENDED}"
LISTED = """share => {
  const moves = document.querySelectorAll("#choices-list button");
  moves[Math.floor(share * moves.length)].click();
}"""


async def begun(visitor: Visitor, game: str, bot: str, **terms: Any) -> tuple[Hands, Ears, str]:
    """A table against bots in all other seats, open in the page."""
    await visitor.be("Ann")
    seats = SEATS.get(game, max(2, tw.game(game).seats[0]))
    given = {"game": game, "seats": seats, "bots": [bot] * (seats - 1), "settings": SETTINGS.get(game, {})}
    told = await visitor.ask("POST", "/api/tables", UNHURRIED | given | terms)
    ears = Ears(visitor.page)
    await visitor.ask("POST", f"/api/tables/{told['id']}/start", {})
    await visitor.open(f"/tables/{told['id']}")
    return Hands(visitor.page), ears, told["id"]


async def ended(visitor: Visitor, id: str) -> bool:
    return bool((await visitor.ask("GET", f"/api/tables/{id}")).get("outcome"))


@pytest.mark.parametrize("game", ours())
async def test_a_whole_game_by_clicks_and_drags(game: str, house: Server, visitors: Visit) -> None:
    async with visitors(house, viewport=PHONE if game in ("whot", "connect_four") else WINDOW) as ann:
        hands, ears, _ = await begun(ann, game, "classic")
        chance, dragged, several, version = Random(game), 0, False, 0
        for move in count():
            await ann.page.wait_for_function(READY, polling=POLL)
            if await ann.page.evaluate(ENDED):
                break
            version = await hands.sees(version)
            action, _, keys = chance.choice(
                [one for one in ears.moves if one[0] >= GESTURE]
            )  # a long hand may be rolled
            if action < 0:  # a gesture, which shows what may be done
                await hands.touch(*keys)
                await ann.page.wait_for_selector(ROLLED, state="attached")
                _, _, keys = chance.choice([one for one in ears.moves if one[0] >= 0])
            several |= len(keys) > 1
            if move >= ON_THE_BOARD:
                await ann.page.evaluate(LISTED, chance.random())
            elif len(keys) == 2 and chance.random() < 0.7:
                await hands.drag(*keys)
                dragged += 1
            else:
                await hands.touch(*keys)
            version = await hands.sees(version + 1)
        await expect(ann.page.locator("#ending")).to_be_visible()
        assert dragged or not several, "where one touch is a move there is nothing to drag"


async def test_a_whole_game_with_keys_alone(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann:
        hands, ears, id = await begun(ann, "connect_four", "random")
        press = ann.page.keyboard.press
        chance = Random(1)
        await ann.page.wait_for_selector("#board .open")
        for _ in range(50):  # however many stops lie before it
            await press("Tab")
            if await ann.page.evaluate("document.querySelector('#board').contains(document.activeElement)"):
                break
        while not await ended(ann, id):
            version = await hands.sees(0)
            await press("Home")
            for _ in range(chance.randrange(len(ears.moves))):
                await press("ArrowRight")
            await press("Enter")
            await hands.sees(version + 1)
            await ann.page.wait_for_function(READY, polling=POLL)
        await expect(ann.page.locator("#ending")).to_be_visible()


def hand_of(state: dict[str, Any], seat: int) -> list[str]:
    hand = state["hands"][seat]
    assert isinstance(hand, list), "one's own hand is known"
    return [str(card) for card in hand]


async def test_nothing_of_another_hand_is_in_the_page_or_on_its_wire(house: Server, visitors: Visit) -> None:
    async with visitors(house) as ann, visitors(house) as ben:
        people = [ann, ben]
        await ann.be("Ann")
        await ben.be("Ben")
        ears = [Ears(one.page) for one in people]
        terms = UNHURRIED | {"game": "whot", "seats": 2, "settings": SETTINGS["whot"]}
        id = (await ann.ask("POST", "/api/tables", terms))["id"]
        await ben.ask("POST", f"/api/tables/{id}/seats", {})
        await ann.ask("POST", f"/api/tables/{id}/start", {})
        for one in people:
            await one.open(f"/tables/{id}")
        hands, seen = [Hands(one.page) for one in people], set[str]()
        version, looked = await hands[0].sees(0), 0
        for _ in range(14):
            told = [await one.ask("GET", f"/api/tables/{id}") for one in people]
            if told[0].get("outcome"):
                break
            held = [hand_of(one["state"], seat) for seat, one in enumerate(told)]
            seen |= {card for line in told[0]["lines"] for event in line["events"] for card in _cards(event)}
            for seat, one in enumerate(people):
                await hands[seat].sees(version)
                everything = "".join(ears[seat].frames) + await one.page.evaluate(PAGE)
                for card in set(held[1 - seat]) - seen - set(held[seat]):
                    assert not re.search(rf"\b{card.replace('_', '[_ ]')}\b", everything), card  # its id, or in words
                    looked += 1
            turn = told[0]["turn"]
            move = next((move for move in ears[turn].moves if move[1].startswith("play")), ears[turn].moves[0])
            await hands[turn].touch(*move[2])
            version = await hands[turn].sees(version + 1)
        assert looked > 40


def _cards(event: dict[str, Any]) -> set[str]:
    """Cards that everybody has seen, or that Ann has drawn herself."""
    return {value for value in event.values() if isinstance(value, str)}
