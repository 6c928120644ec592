"""Caesar and Cleopatra, what lies before each player: hand, decks, discards, points."""

from collections.abc import Iterator
from functools import cache, lru_cache

from turnwise.games.caesar.look_cards import ACTION_TITLES, H, W, back, face, icon
from turnwise.games.caesar.look_scene import MARKS, PERSONAS, TITLES, Scene, count, some
from turnwise.games.caesar.notation import DECK_NAMES, KIND_NAMES
from turnwise.games.caesar.scenery import LEFT, SIDES, WIDTH, at, laurel, portrait
from turnwise.kit.shapes import Box, Disc, Label, Part, Thing

HEIGHT = 1040
HAND_Y, PANEL_Y = 861.0, 926.0


def players(scene: Scene) -> Iterator[Thing]:
    for seat in (1 - scene.below, scene.below):
        yield _panel(scene, seat)
        yield from _bonus(scene, seat)
        yield _discards(scene, seat)
        yield from _decks(scene, seat)
        yield from _hand(scene, seat)


def card_title(kind: str) -> str:
    """A card's name in full."""
    return "Philosopher" if kind == "P" else "Wrath of the Gods" if kind == "wrath" else kind.capitalize()


def _panel(scene: Scene, seat: int) -> Thing:
    """Who sits there, with the points so far: without secret bonuses until the end.  [C55]"""
    near, over = seat == scene.below, scene.view.outcome is not None
    points = sum(count(scene.state, seat)[: 4 if over else 3])
    won = count(scene.state, seat)[0]
    turn = scene.view.turn == seat
    winner = over and seat in scene.view.outcome.winners
    note = "wins" if winner else "to act" if turn else ""
    words = f"{scene.names[seat]}, who is {PERSONAS[seat]}, has {some(points, 'point')} and {some(won, 'patrician')}"
    words += f"; {note}" * bool(note)
    line = f"{MARKS[seat]} {scene.names[seat][:30]} ({PERSONAS[seat]}) · {some(points, 'point')} · {some(won, 'patrician')}"
    line += f"  ◂ {note}" * bool(note)
    parts = _panel_parts(seat, scene.names[seat], points, note, f"player:{seat}" in scene.aims)
    parts += _stats(*count(scene.state, seat)[:3]) if near else ()
    return Thing(
        f"player:{seat}",
        words,
        parts,
        0,
        PANEL_Y if near else 8,
        text=(line,),
        cell=(1, 24 if near else 0),
        ink=f"{SIDES[seat]}_ink",
        bold=True,
    )


@lru_cache(256)
def _panel_parts(seat: int, name: str, points: int, note: str, lit: bool) -> tuple[Part, ...]:
    side = SIDES[seat]
    glow = note or lit
    size = min(25.0, 430 / max(len(name), 1))
    parts: tuple[Part, ...] = (
        Box(LEFT - 8, 0, WIDTH - 2 * LEFT + 16, 108, "card", "glow" if glow else "line", 3 if glow else 1.2, round=12),
        Box(LEFT - 8, 4, 9, 100, f"{side}_shade", round=5),
        *at(portrait(seat), 74, 54, 1.06),
        Label(132, 23, name, size, f"{side}_ink", "start", bold=True, serif=True),
        Label(132, 50, PERSONAS[seat], 17, "muted", "start", serif=True),
        Box(230, 37, 96, 26, f"{side}_shade", "gold_dark", 1, round=13),
        Label(278, 50, some(points, "point"), 17, "parchment", bold=True),
    )
    if note == "wins":
        parts += at(laurel("gold_light", "gold_dark", 42, 9, 2.5), 74, 53)
    if note:
        parts += (
            Box(334, 37, 72, 26, "gold_shade", "gold_dark", 1, round=13),
            Label(370, 50, note, 17, "letters", bold=True),
        )
    return parts


@cache
def _stats(won: int, majorities: int, complete: int) -> tuple[Part, ...]:
    """Where the points come from.  [C38]"""
    parts: tuple[Part, ...] = ()
    for place, (number, what) in enumerate(((won, "patricians"), (majorities, "majorities"), (complete, "complete"))):
        x = 534 + 96 * place
        parts += (
            Label(x, 64, str(number), 26, "ink", bold=True, serif=True),
            Label(x, 90, what, 15, "muted"),
        )
    return parts


def _bonus(scene: Scene, seat: int) -> Iterator[Thing]:
    """The secret bonus card, which only its owner knows before the end.  [C40, C41]"""
    if not scene.view.options["secret_bonus"]:
        return
    near, group = seat == scene.below, scene.state["bonus"][seat]
    what = f"{TITLES[group]}s, 2 points with three of them" if group else "hidden"
    words = f"{scene.names[seat]}'s secret bonus card: {what}"
    label = f"{TITLES[group]}s" if group else "?"
    text = (f"secret: {label}",)
    x, y = (700.0, PANEL_Y + 28) if near else (554.0, 95.0)
    parts = _bonus_parts(seat, label)
    yield Thing(f"bonus:{seat}", words, parts, x, y, text=text, cell=(82, 24 if near else 0), ink="muted")


@cache
def _bonus_parts(seat: int, label: str) -> tuple[Part, ...]:
    return (
        Box(-81, -12, 162, 24, "parchment_shade", SIDES[seat], 2, round=6),
        Label(0, 0, f"secret +2: {label}", 16, "letters", bold=True, serif=True),
    )


def _discards(scene: Scene, seat: int) -> Thing:
    """The discard pile as counts by kind.  [C46]"""
    near, pile = seat == scene.below, scene.state["discard"][seat]
    told = ", ".join(f"{number} × {card_title(kind)}" for kind, number in pile.items()) or "nothing"
    words = f"{scene.names[seat]} has discarded {told}"
    text = "discarded: " + (" ".join(f"{card}×{number}" for card, number in pile.items()) or "nothing")
    parts = _discard_parts(seat, tuple(pile.items()))
    y = PANEL_Y if near else 8
    return Thing(f"discard:{seat}", words, parts, 132, y + 86, text=(text,), cell=(3, 25 if near else 2), ink="muted")


@cache
def _discard_parts(seat: int, pile: tuple[tuple[str, int], ...]) -> tuple[Part, ...]:
    if not pile:
        return (Label(0, 0, "nothing discarded", 16, "muted", "start"),)
    parts: list[Part] = [Label(0, 0, "discards", 16, "muted", "start")]
    for place, (kind, number) in enumerate(pile):
        x = 80 + 22.5 * place
        parts.append(Box(x - 10.5, -19, 21, 22, "parchment_shade", SIDES[seat], 1.2, round=4))
        if kind in ACTION_TITLES:
            parts += _tiny(kind, x)
        else:
            parts.append(Label(x, -8, kind, 17, f"{SIDES[seat]}_dark", bold=True, serif=True))
        parts.append(Label(x, 12, str(number), 15, "ink", bold=True))
    return tuple(parts)


@cache
def _tiny(kind: str, x: float) -> tuple[Part, ...]:
    return at(icon(kind), x, -8, 0.2)


def _decks(scene: Scene, seat: int) -> Iterator[Thing]:
    """Both decks with their different backs and numbers.  [C44, C52]"""
    near, deck = seat == scene.below, scene.state["decks"][seat]
    numbers = [deck.get(name, 0) for name in DECK_NAMES]
    if "influence" not in deck:
        numbers = [sum(deck.get(kind, 0) for kind in kinds) for kinds in (KIND_NAMES[:6], KIND_NAMES[6:])]
    for part, (name, number) in enumerate(zip(DECK_NAMES, numbers, strict=True)):
        key = f"deck:{seat}:{name}"
        lit = key in scene.aims
        words = f"{scene.names[seat]}'s {name} deck, {some(number, 'card')}" + "; draw from it" * lit
        text = (f"{'▸' if lit else ' '}{name} deck {number}",)
        x, y = (640.0 + 98 * part, HAND_Y) if near else (690.0 + 62 * part, 60.0)
        yield Thing(
            key,
            words,
            _deck_parts(seat, part, number, lit),
            x,
            y,
            scale=0.94 if near else 0.66,
            text=text,
            cell=(2 + 20 * part, 23) if near else (62 + 20 * part, 1),
            ink="accent" if lit else f"{SIDES[seat]}_ink",
        )


@cache
def _deck_parts(seat: int, part: int, number: int, lit: bool) -> tuple[Part, ...]:
    if not number:
        return (
            Box(-W / 2, -H / 2, W, H, "", SIDES[seat], 2, 8, 0.5, "7 6"),
            Label(0, 0, "empty", 22, "muted", serif=True),
        )
    pile = tuple(Box(-W / 2, -H / 2 + 2 * layer, W, H, "parchment", "letters", 0.8, round=8) for layer in (3, 2, 1))
    return (
        *pile[: 3 if number > 6 else 1 if number > 1 else 0],
        *back(seat, part == 1, "glow" if lit else ""),
        Disc(W / 2 - 14, H / 2 - 14, 19, "parchment", "gold_dark", 1.5),
        Label(W / 2 - 14, H / 2 - 14, str(number), 23, "letters", bold=True),
    )


def _hand(scene: Scene, seat: int) -> Iterator[Thing]:
    """The hand face up if the viewer may see it, else backs.  [C41, C42]"""
    near, hand = seat == scene.below, scene.state["hands"][seat]
    whose = f"in {scene.names[seat]}'s hand"
    cards: list[tuple[str, str, tuple[Part, ...], str, str]] = []  # key, words, parts, text, deck
    for kind, number in hand.items():
        action = kind == "action" or kind in ACTION_TITLES
        deck = DECK_NAMES[action]
        for copy in range(number):
            key = f"hand:{seat}:{kind}:{copy}"
            if kind in DECK_NAMES:
                cards.append((key, f"A card {whose}, {kind}", back(seat, action), "▓▓" if action else "▒▒", deck))
                continue
            lit = f"hand:{seat}:{kind}:0" in scene.firsts
            title = card_title(kind)
            shown = ACTION_TITLES.get(kind, kind)
            words = f"{title} {whose}" + "; can be played" * lit
            text = f"[{shown}]" if lit else f" {shown} "
            cards.append((key, words, face(seat, kind, "glow" if lit else ""), text, deck))
    text_x = 3
    step = 88.0 if near else 34.0
    for place, (key, words, parts, text, deck) in enumerate(cards):
        x, y = (58 + step * place, HAND_Y) if near else (448 + step * place, 42)
        yield Thing(
            key,
            words,
            parts,
            x,
            y,
            scale=0.94 if near else 0.58,
            text=(text,),
            cell=(text_x, 22 if near else 1),
            ink="accent" if text[0] == "[" else f"{SIDES[seat]}_ink",
            bold=text[0] == "[",
            comes=f"deck:{seat}:{deck}",
        )
        text_x += len(text) + 1
