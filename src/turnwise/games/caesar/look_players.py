"""Caesar and Cleopatra, what lies before each player: hand, decks, discards, points."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from turnwise.games.caesar.look_cards import ACTION_TITLES, H, W, back, face, icon
from turnwise.games.caesar.look_scene import MARKS, PERSONAS, Scene, count, noted, patricians_of, points_of
from turnwise.games.caesar.notation import DECK_NAMES, KIND_NAMES
from turnwise.games.caesar.phrases import CARD_TITLES, GROUPS, cards
from turnwise.games.caesar.scenery import LEFT, SIDES, WIDTH, at, laurel, portrait
from turnwise.kit.shapes import Box, Disc, Label, Part, Thing
from turnwise.kit.words import Said, Seat, Words, counted, said, sentences

WINS, TO_ACT, NOTHING_DISCARDED = said("wins"), said("to act"), said("nothing discarded")
DECKS = {"influence": said("influence deck"), "action": said("action deck")}
BACK, NUMBER, ACTION = 3, 4, 10
"""How many cells a card of the hand takes in the text picture."""
HEIGHT = 1040
HAND_Y, PANEL_Y = 861.0, 926.0


def players(scene: Scene) -> Iterator[Thing]:
    for seat in (1 - scene.below, scene.below):
        yield _panel(scene, seat)
        yield from _bonus(scene, seat)
        yield _discards(scene, seat)
        yield from _decks(scene, seat)
        yield from _hand(scene, seat)


def _panel(scene: Scene, seat: int) -> Thing:
    """Who sits there, with the points so far: without secret bonuses until the end.  [C55]"""
    near, over = seat == scene.below, scene.view.outcome is not None
    points = sum(count(scene.state, seat)[: 4 if over else 3])
    won = count(scene.state, seat)[0]
    turn = scene.view.turn == seat
    winner = over and seat in scene.view.outcome.winners
    note = WINS if winner else TO_ACT if turn else None
    whose: dict[str, Any] = {"seat": Seat(seat), "persona": PERSONAS[seat]}
    whose |= {"points": points_of(points), "patricians": patricians_of(won)}
    words = noted(said("{seat}, who is {persona}, has {points} and {patricians}", **whose), note)
    line = said("{mark} {seat} ({persona}) · {points} · {patricians}", mark=MARKS[seat], **whose)
    if note:
        line = said("{line}  ◂ {note}", line=line, note=note)
    parts = _panel_parts(seat, points, note, f"player:{seat}" in scene.aims)
    parts += _stats(*count(scene.state, seat)[:3]) if near else ()
    return Thing(
        f"player:{seat}",
        words,
        parts,
        0,
        PANEL_Y if near else 8,
        text=(line,),
        cell=(1, 24 if near else 0),
        columns=80,
        rows=1,
        ink=f"{SIDES[seat]}_ink",
        bold=True,
    )


@lru_cache(256)
def _panel_parts(seat: int, points: int, note: Said | None, lit: bool) -> tuple[Part, ...]:
    side, name = SIDES[seat], said("{seat}", seat=Seat(seat))
    glow = note or lit
    parts: tuple[Part, ...] = (
        Box(LEFT - 8, 0, WIDTH - 2 * LEFT + 16, 108, "card", "glow" if glow else "line", 3 if glow else 1.2, round=12),
        Box(LEFT - 8, 4, 9, 100, f"{side}_shade", round=5),
        *at(portrait(seat), 74, 54, 1.06),
        Label(132, 23, name, 25, f"{side}_ink", "start", bold=True, serif=True, room=274),
        Label(132, 50, PERSONAS[seat], 17, "muted", "start", serif=True),
        Box(230, 37, 96, 26, f"{side}_shade", "gold_dark", 1, round=13),
        Label(278, 50, points_of(points), 17, "parchment", bold=True, room=90),
    )
    if note == WINS:
        parts += at(laurel("gold_light", "gold_dark", 42, 9, 2.5), 74, 53)
    if note:
        parts += (
            Box(334, 37, 72, 26, "gold_shade", "gold_dark", 1, round=13),
            Label(370, 50, note, 17, "letters", bold=True, room=68),
        )
    return parts


@cache
def _stats(won: int, majorities: int, complete: int) -> tuple[Part, ...]:
    """Where the points come from.  [C38]"""
    parts: tuple[Part, ...] = ()
    numbers = ((won, said("patricians")), (majorities, said("majorities")), (complete, said("complete")))
    for place, (number, what) in enumerate(numbers):
        x = 534 + 96 * place
        parts += (
            Label(x, 64, str(number), 26, "ink", bold=True, serif=True),
            Label(x, 90, what, 15, "muted", room=92),
        )
    return parts


def _bonus(scene: Scene, seat: int) -> Iterator[Thing]:
    """The secret bonus card, which only its owner knows before the end.  [C40, C41]"""
    if not scene.view.options["secret_bonus"]:
        return
    near, group = seat == scene.below, scene.state["bonus"][seat]
    words = said("{seat}'s secret bonus card, hidden", seat=Seat(seat))
    if group:
        words = said(
            "{seat}'s secret bonus card: 2 points with three of the {group}", seat=Seat(seat), group=GROUPS[group]
        )
    label = GROUPS[group] if group else "?"
    text = (said("secret: {group}", group=label),)
    x, y = (700.0, PANEL_Y + 28) if near else (554.0, 95.0)
    parts = _bonus_parts(seat, label)
    yield Thing(f"bonus:{seat}", words, parts, x, y, text=text, cell=(82, 24 if near else 0), ink="muted")


@cache
def _bonus_parts(seat: int, label: Words) -> tuple[Part, ...]:
    return (
        Box(-81, -12, 162, 24, "parchment_shade", SIDES[seat], 2, round=6),
        Label(0, 0, said("secret +2: {group}", group=label), 16, "letters", bold=True, serif=True, room=152),
    )


def _discards(scene: Scene, seat: int) -> Thing:
    """The discard pile as counts by kind.  [C46]"""
    near, pile = seat == scene.below, scene.state["discard"][seat]
    words, text = said("{seat} has discarded nothing", seat=Seat(seat)), NOTHING_DISCARDED
    if pile:
        told = tuple(cards(kind, number) for kind, number in pile.items())
        words = said("{seat} has discarded {cards}", seat=Seat(seat), cards=told)
        counts = (
            said("{card}×{number}", card=ACTION_TITLES.get(kind, kind), number=number) for kind, number in pile.items()
        )
        text = said("discarded: {cards}", cards=sentences(*counts))
    parts = _discard_parts(seat, tuple(pile.items()))
    y = PANEL_Y if near else 8
    return Thing(f"discard:{seat}", words, parts, 132, y + 86, text=(text,), cell=(3, 25 if near else 2), ink="muted")


@cache
def _discard_parts(seat: int, pile: tuple[tuple[str, int], ...]) -> tuple[Part, ...]:
    if not pile:
        return (Label(0, 0, NOTHING_DISCARDED, 16, "muted", "start", room=270),)
    parts: list[Part] = [Label(0, 0, said("discards"), 16, "muted", "start", room=66)]
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
        words = counted(
            "{seat}'s {deck}, one card",
            "{seat}'s {deck}, {number} cards",
            "number",
            seat=Seat(seat),
            deck=DECKS[name],
            number=number,
        )
        words = noted(words, said("draw from it") if lit else None)
        text = (said("{mark}{deck} {number}", mark="▸" if lit else " ", deck=DECKS[name], number=number),)
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
            Label(0, 0, said("empty"), 22, "muted", serif=True, room=W - 8),
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
    held: list[tuple[str, Said, tuple[Part, ...], Words, str, bool, int]] = []
    """Key, words, parts, text, deck, whether it can be played, cells."""
    for kind, number in hand.items():
        action = kind == "action" or kind in ACTION_TITLES
        deck = DECK_NAMES[action]
        for copy in range(number):
            key = f"hand:{seat}:{kind}:{copy}"
            if kind in DECK_NAMES:
                words = said("An influence card in {seat}'s hand", seat=Seat(seat))
                if action:
                    words = said("An action card in {seat}'s hand", seat=Seat(seat))
                held.append((key, words, back(seat, action), "▓▓" if action else "▒▒", deck, False, BACK))
                continue
            lit = f"hand:{seat}:{kind}:0" in scene.firsts
            words = said("{card} in {seat}'s hand", card=CARD_TITLES.get(kind, kind), seat=Seat(seat))
            words = noted(words, said("can be played") if lit else None)
            shown = ACTION_TITLES.get(kind, kind)
            text = said("[{card}]", card=shown) if lit else said(" {card} ", card=shown)
            parts, cells = face(seat, kind, "glow" if lit else ""), ACTION if action else NUMBER
            held.append((key, words, parts, text, deck, lit, cells))
    text_x = 3
    step = 88.0 if near else 34.0
    for place, (key, words, parts, shown, deck, lit, cells) in enumerate(held):
        x, y = (58 + step * place, HAND_Y) if near else (448 + step * place, 42)
        yield Thing(
            key,
            words,
            parts,
            x,
            y,
            scale=0.94 if near else 0.58,
            text=(shown,),
            cell=(text_x, 22 if near else 1),
            ink="accent" if lit else f"{SIDES[seat]}_ink",
            bold=lit,
            comes=f"deck:{seat}:{deck}",
        )
        text_x += cells
