"""Caesar and Cleopatra as a picture: the forum between both players, what is to be done, and what may be touched."""

from collections.abc import Iterator
from functools import cache, lru_cache

from turnwise.games.caesar.look_cards import back, face, known
from turnwise.games.caesar.look_forum import bust_thing, table
from turnwise.games.caesar.look_motion import gone, sounds
from turnwise.games.caesar.look_players import HEIGHT, players
from turnwise.games.caesar.look_prompt import announcement, pool, prompt, result
from turnwise.games.caesar.look_scene import Scene, busts_of, card_of, count, noted
from turnwise.games.caesar.notation import KIND_NAMES
from turnwise.games.caesar.phrases import CARD_TITLES, cards
from turnwise.games.caesar.scenery import LEFT, PALETTE, SHADES, SIDES, WIDTH, at, bag
from turnwise.kit.shapes import Box, Label, Part, Path, Picture, Seen, Thing, button
from turnwise.kit.words import Said, Seat, counted, said, sentences

STRIP = 712.0
"""The upper edge of the strip between the table and the hand."""
SEAT_COLOURS = tuple(PALETTE[side] for side in SIDES)
COUNTS = (said("patricians"), said("majorities"), said("complete"), said("secret"))
FACES = {"up": said("face up"), "down": said("face down")}


def look(view: Seen) -> Picture:
    scene = Scene(view)
    things = (*table(scene), *players(scene), *_strip(scene))
    words = said("Caesar and Cleopatra. {told}", told=sentences(*prompt(scene)))
    return Picture(
        WIDTH, HEIGHT, words, things, scene.touch, PALETTE, SHADES, "table", gone(scene, things), sounds(scene)
    )


def _strip(scene: Scene) -> Iterator[Thing]:
    """What is to be done now, the choices that have no place on the table, and the bag."""
    told = prompt(scene)
    things = [*_shown(scene), *_choices(scene)]
    if scene.view.outcome:
        rows = tuple(count(scene.state, seat) for seat in range(2))
        parts = _count(result(scene), rows, scene.view.options["secret_bonus"])
    else:
        start = 84 if scene.state["announced"] else 30
        wide = {"choice:no_veto": 78, "choice:done": 78}  # buttons; everything else there is as wide as a card
        ends = [thing.x - wide.get(thing.key, 48) for thing in things if thing.key != "announced"]
        parts = _ribbon(told, start, min(ends, default=568))
    words = sentences(*told)
    yield Thing("prompt", words, parts, 0, STRIP, text=told, cell=(1, 15), columns=97, rows=5, bold=True)
    yield from things
    yield bust_thing(scene, "BLACK", 612, STRIP + 60, (22, 20))
    yield bust_thing(scene, "GREY", 664, STRIP + 60, (38, 20))
    number, lit = len(scene.state["bag"]), "bag" in scene.firsts
    words = counted("The bag with {number} bust", "The bag with {number} busts", "number", number=number)
    words = noted(words, said("touch it to draw one") if lit else None)
    text = (said("{mark} bag: {busts}", mark="▸" if lit else " ", busts=busts_of(number)),)
    ink = "accent" if lit else "ink"
    yield Thing("bag", words, bag(number, lit), 738, STRIP + 46, 0, 0.92, text, (1, 20), ink=ink, bold=lit)


@lru_cache(256)
def _ribbon(told: tuple[Said, ...], start: float, end: float) -> tuple[Part, ...]:
    room = end - start
    first, *more = told
    if not more:
        return (_paper(), Label(start, 44, first, 21, "ink", "start", bold=True, room=room, lines=3))
    return (
        _paper(),
        Label(start, 25, first, 18, "ink", "start", bold=True, room=room, lines=2),
        Label(start, 65, sentences(*more), 17, "ink", "start", room=room, lines=2),
    )


def _paper() -> Part:
    return Box(LEFT - 8, 2, WIDTH - 2 * LEFT + 16, 84, "card", "line", 1.2, round=10)


@lru_cache(64)
def _count(head: Said, rows: tuple[tuple[int, int, int, int], ...], secret: bool) -> tuple[Part, ...]:
    """The result, with a table of the points.  [C38, C40]"""
    parts: list[Part] = [_paper(), Label(30, 17, head, 19, "ink", "start", bold=True, room=540)]
    titles = (*COUNTS[: 4 if secret else 3], said("points"))
    for column, title in enumerate(titles):
        parts.append(Label(232 + 82 * column, 37, title, 14, "muted", room=78))
    for row, numbers in enumerate(rows):
        y, name = 55 + 19 * row, said("{seat}", seat=Seat(row))
        parts.append(Label(30, y, name, 17, f"{SIDES[row]}_ink", "start", bold=True, room=150))
        for column, number in enumerate((*numbers[: len(titles) - 1], sum(numbers))):
            last = column == len(titles) - 1
            parts.append(Label(232 + 82 * column, y, str(number), 18, "ink", bold=last))
    return tuple(parts)


def _shown(scene: Scene) -> Iterator[Thing]:
    """The announced card on the table, the cards that a Castling has still to divide, or those that are still to be placed."""
    state = scene.state
    if state["phase"] == "place" and scene.acting():
        yield from _to_place(scene)
    if scene.view.outcome or not state["announced"]:
        return
    seat, kind = state["mover"], card_of(state["announced"])
    text = (said("on the table: {card}", card=CARD_TITLES[kind]),)
    yield Thing("announced", announcement(scene), face(seat, kind), 46, STRIP + 44, 0, 0.68, text, (56, 20))
    if state["phase"] == "castle" and scene.acting():
        yield from _pool(seat, pool(scene))


def _pool(seat: int, kinds: list[str]) -> Iterator[Thing]:
    """Cards side by side, the first one in front."""
    step = min(34.0, 116 / len(kinds))
    for place in reversed(range(1, len(kinds))):
        words = said("Then divide {card}", card=cards(kinds[place]))
        yield Thing(f"pool:{place}", words, known(seat, kinds[place]), 430 + step * place, STRIP + 44, scale=0.6)
    text = (said("to divide: {cards}", cards=" ".join(kinds)),)
    words = said("Divide {card} next", card=cards(kinds[0]))
    parts = known(seat, kinds[0], "glow")
    yield Thing("pool", words, parts, 430, STRIP + 44, scale=0.6, text=text, cell=(56, 21))


def _to_place(scene: Scene) -> Iterator[Thing]:
    """The cards 1 to 5 that wait for a group.  [C6]"""
    seat = scene.below
    left = [kind for kind in KIND_NAMES[:5] if kind not in scene.state["placed"][seat].values()]
    for place, kind in enumerate(left):
        words = said("{seat}'s {card}, to be placed", seat=Seat(seat), card=kind)
        x, cell = 362 + 51 * place, (56 + 4 * place, 20)
        parts = face(seat, kind, "glow")
        yield Thing(
            f"place:{seat}:{kind}", words, parts, x, STRIP + 44, 0, 0.58, (f"[{kind}]",), cell, ink="accent", bold=True
        )


def _choices(scene: Scene) -> Iterator[Thing]:
    """Tokens for the face of a card, and buttons."""
    for place, way in enumerate(("up", "down")):
        if f"face:{way}" in scene.aims:
            words = said("Lay the chosen card {face}", face=FACES[way])
            text, cell = (said("[{face}]", face=FACES[way]),), (56 + 16 * place, 20)
            parts = _token(scene.below, way)
            yield Thing(
                f"face:{way}", words, parts, 444 + 88 * place, STRIP + 44, 0, 1, text, cell, ink="accent", bold=True
            )
    for key, label in (("choice:no_veto", said("Let it pass")), ("choice:done", said("Done"))):
        if key in scene.firsts:
            yield button(key, label, 510, STRIP + 44, 130, cell=(56, 21), h=48)


@cache
def _token(seat: int, way: str) -> tuple[Part, ...]:
    """A small card with its face or its back up."""
    side = SIDES[seat]
    card = at(back(seat, False), 0, -10, 0.42)
    if way == "up":
        sheet = Box(-17, -33, 34, 47, "parchment_shade", side, 2, round=4)
        card = (sheet, Path("M-8 -5L0 -16L8 -5", "", f"{side}_dark", 3.5))
    label = Label(0, 27, FACES[way], 15, "ink", bold=True, room=76)
    return (Box(-41, -38, 82, 76, "button", "glow", 2, round=12), *card, label)
