"""The drawn table: differences make the same page as the whole picture, and what moves ends where it should."""

from random import Random
from typing import Any

import pytest

import turnwise as tw
from tests.browser.conftest import Visit
from tests.browser.drawn import drawn, told
from turnwise.draw import picture
from turnwise.draw.keyed import Sketches
from turnwise.games import all_games
from turnwise.kit.shapes import SOUNDS, Box, Disc, Picture, Shade, Thing

MOVED = {"reduced_motion": "no-preference"}
DOM = """svg => [svg.getAttribute("viewBox"), svg.getAttribute("aria-label"), svg.querySelector("defs").innerHTML,
  svg.querySelector("rect").outerHTML, [...svg.style].map(name => [name, svg.style.getPropertyValue(name)]).sort(),
  [...svg.querySelectorAll("g.thing")].map(g => [g.dataset.key, g.style.transform, g.innerHTML]),
  svg.querySelectorAll(".ghost").length]"""
PLIES = 300


def random_match(name: str) -> list[Picture]:
    """What seat 0 sees of a whole game, as somebody with a slow connection does who is not shown every entry."""
    game = next(game for game in all_games() if game.name == name)
    chance, seats = Random(name), max(game.seats[0], min(3, game.seats[1]))
    match = tw.Match(game, seats=seats, seed=5, compiled=False)
    seen = [picture(match.view(0))]
    while match.turn is not None and match.version < PLIES:
        match.play(chance.choice(match.legal_for(match.turn)), seat=match.turn)
        if match.version < 20 or chance.random() < 0.15 or match.turn is None:
            seen.append(picture(match.view(0)))
    return seen


@pytest.mark.parametrize("game", [game.name for game in all_games()])
async def test_a_game_of_differences_ends_as_its_last_picture(game: str, visitors: Visit) -> None:
    pictures = random_match(game)
    async with drawn(visitors, **MOVED) as one, drawn(visitors) as other:
        sketches = Sketches()
        messages = [told(sketches, shown, at) for at, shown in enumerate(pictures)]
        for message in messages:
            await one.apply([message], asked="picture.skip()")
        await other.show(pictures[-1])
        board = "document.getElementById('board')"
        assert len(pictures) > 10 and await one.get("shown.length") == len(pictures)
        differences, whole = await one.get(f"({DOM})({board})"), await other.get(f"({DOM})({board})")
        for at, (mine, right) in enumerate(zip(differences, whole, strict=True)):
            assert mine == right, at
        assert [thing.key for thing in pictures[-1].things] == [key for key, _, _ in differences[5]]


def table(*things: Thing, ground: str = "paper", **given: Any) -> Picture:
    return Picture(400, 300, "a table", things, ground=ground, **given)


def card(key: str, x: float = 0, y: float = 100, **given: Any) -> Thing:
    return Thing(key, f"card {key}", (Box(-20, -30, 40, 60, given.pop("fill", "card"), "ink", 2),), x, y, **given)


async def test_a_whole_picture_replaces_what_another_viewer_had(visitors: Visit) -> None:
    """As when somebody sits down, or the connection comes back: parts have other numbers then."""
    async with drawn(visitors) as page:
        await page.show(table(card("a", 50, fill="good"), card("b", 100)))
        await page.apply([told(Sketches(), table(card("c", 10), card("b", 200, fill="warn"), card("a", 60)), 9)])
        assert await page.get("[...document.querySelectorAll('.thing')].map(g => g.dataset.key)") == ["c", "b", "a"]
        assert "--warn" in await page.get("picture.element('b').innerHTML")
        assert "--card" in await page.get("picture.element('a').innerHTML")


async def test_words_are_text_and_colours_follow_light_and_dark(visitors: Visit) -> None:
    fold = Shade("fold", ((0, "mine"), (1, "paper")))
    async with drawn(visitors, color_scheme="dark") as page:
        mine = {"mine": ("#ff0000", "#00ff00")}
        named = Thing("a", "<b>Ann</b> & Co", (Disc(0, 0, 9, "mine"), Disc(20, 0, 9, "fold")), 30, 30)
        await page.show(table(named, palette=mine, shades=(fold,)))
        assert await page.get("picture.element('a').querySelector('title').textContent") == "<b>Ann</b> & Co"
        fill = "getComputedStyle(picture.element('a').querySelector('circle')).fill"
        assert await page.get(fill) == "rgb(0, 255, 0)"
        await page.page.emulate_media(color_scheme="light")
        assert await page.get(fill) == "rgb(255, 0, 0)"
        await page.show(table(named, palette={"mine": ("#0000ff", "#00ff00")}, shades=(fold,)))
        assert await page.get(fill) == "rgb(0, 0, 255)"


GHOSTS = "document.querySelectorAll('.ghost').length"
ANIMATED = (
    "document.getAnimations().map(one => one.effect.target.dataset.key ?? one.effect.target.getAttribute('class'))"
)


def at(key: str) -> str:
    """How far to the right a thing is seen."""
    return f"new DOMMatrix(getComputedStyle(picture.element('{key}')).transform).e"


@pytest.mark.parametrize("context", [{}, MOVED], ids=["reduced by the system", "switched off"])
async def test_nothing_moves_for_whoever_does_not_want_it(context: Any, visitors: Visit) -> None:
    async with drawn(visitors, **context) as page:
        await page.page.evaluate("flag => { window.still = flag; }", bool(context))
        await page.show(table(card("a", 50), card("b", 90, manner="turns"), card("c", 120)))
        after = table(card("a", 350), card("b", 90, manner="turns", fill="good"), card("d", 9), ground="card")
        assert await page.send(after, asked=f"[{ANIMATED}, {GHOSTS}, shown]") == [[], 0, [1, 2]]


async def test_what_moves_glides_turns_tumbles_flies_and_stands_at_last(visitors: Visit) -> None:
    async with drawn(visitors, **MOVED) as page:
        before = [card("pile", 20), card("a", 50), card("b", 90, manner="turns"), card("die", 120, manner="tumbles")]
        await page.show(table(*before, card("lost", 200), card("faded", 300), card("still", 350)))
        assert await page.get(ANIMATED) == [], "the first picture is simply there"
        now = [card("pile", 20), card("a", 250), card("b", 90, manner="turns", fill="good")]
        now += [card("die", 120, manner="tumbles", fill="good"), card("still", 350), card("new", 60, comes="pile")]
        asked = f"[{ANIMATED}, {GHOSTS}, {at('a')}, {at('new')}, [...shown], [...heard]]"
        after = table(*now, gone={"lost": "pile"}, sounds=("dice",))
        moving, ghosts, a, new, shown, heard = await page.send(after, asked=asked)
        assert {"a", "b", "die", "new"} <= set(moving) and "still" not in moving
        assert ghosts == 4, "the old faces of card and die, and both that left"
        assert (a, new, shown, heard) == (50, 20, [1], ["dice"])
        await page.stands()
        assert await page.get(f"[{ANIMATED}, {GHOSTS}, {at('a')}, shown]") == [[], 0, 250, [1, 2]]


async def test_what_goes_to_something_new_that_turns_is_turned_over(visitors: Visit) -> None:
    frames = "g => g.getAnimations().flatMap((one) => one.effect.getKeyframes()).map((frame) => frame.transform ?? '')"
    closed = f"({frames})(picture.element('face')).some((way) => way.includes('scale(0'))"
    async with drawn(visitors, **MOVED) as page:
        await page.show(table(card("back", 50), card("pile", 200)))
        asked = f"[{closed}, {GHOSTS}, document.querySelector('.ghost').innerHTML.includes('good')]"
        after = table(card("face", 60, manner="turns", fill="good"), card("pile", 200), gone={"back": "face"})
        assert await page.send(after, asked=asked) == [True, 1, False], "the old one closes, and the new one opens"
        await page.stands()
        assert await page.get(f"[{ANIMATED}, {GHOSTS}]") == [[], 0]


async def test_a_die_that_falls_on_the_same_side_is_seen_to_be_thrown(visitors: Visit) -> None:
    async with drawn(visitors, **MOVED) as page:
        shown = table(card("die", 50, manner="tumbles"))
        await page.show(shown)
        assert "die" in await page.send(table(*shown.things, sounds=("dice",)), asked=ANIMATED)
        await page.stands()
        assert await page.send(shown, asked=ANIMATED) == []


async def test_the_light_changes_slowly(visitors: Visit) -> None:
    async with drawn(visitors, **MOVED) as page:
        await page.show(table(card("a", 50, fill="sky"), palette={"sky": ("#000000", "#000000")}))
        fill = "getComputedStyle(picture.element('a').querySelector('rect')).fill"
        later = table(card("a", 50, fill="sky"), palette={"sky": ("#ffffff", "#ffffff")})
        assert await page.get(fill) == "rgb(0, 0, 0)", "asked, because what was never drawn has nothing to change from"
        assert await page.send(later, asked=fill) == "rgb(0, 0, 0)"
        await page.stands()
        again = [told(Sketches(), later, 3)]
        assert await page.apply(again, asked="shown") == [1, 2, 3], "told whole once more, nothing has to change"
        assert await page.get(fill) == "rgb(255, 255, 255)"


async def test_pictures_that_come_faster_than_they_can_be_read_do_not_fall_behind(visitors: Visit) -> None:
    async with drawn(visitors, **MOVED) as page:
        await page.show(table(card("a", 0)))
        many = [table(card("a", x * 10)) for x in range(1, 301)]
        began, shown = await page.send(*many, asked="[performance.now(), [...shown]]")
        assert shown == [1], "they are shown one after the other"
        await page.stands()
        assert await page.get("shown") == list(range(1, 302))
        assert await page.get("performance.now()") - began < 4500


@pytest.mark.parametrize("how", ["picture.skip()", "click", "key"])
async def test_motion_can_be_skipped(how: str, visitors: Visit) -> None:
    async with drawn(visitors, **MOVED) as page:
        await page.show(table(card("a", 0)))
        assert await page.send(*(table(card("a", x)) for x in (100, 200, 300)), asked="[...shown]") == [1]
        if how == "click":
            await page.page.mouse.click(*await page.where("a"))
        elif how == "key":
            await page.page.focus("#board")
            await page.page.keyboard.press("ArrowLeft")
        else:
            await page.get(how)
        assert await page.get("shown") == [1, 2, 3, 4] and await page.get(ANIMATED) == []


async def test_sounds_are_made_without_a_fault_and_can_be_switched_off(visitors: Visit) -> None:
    async with drawn(visitors) as page:
        started = """async names => { let count = 0; const counts = [];
          for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
            const start = kind.prototype.start;
            kind.prototype.start = function (...given) { count++; start.apply(this, given); };
          }
          for (const name of names) { count = 0; await sound.play(name); counts.push(count); }
          return counts; }"""
        names = [*SOUNDS, "turn", "refused", "end", "talk"]
        assert set(await page.page.evaluate(started, names)) == {0}, "silent before the first touch"
        await page.page.keyboard.press("Shift")
        assert min(await page.page.evaluate(started, names)) > 0
        await page.get("localStorage.sound = 'off'")
        assert set(await page.page.evaluate(started, names)) == {0}
