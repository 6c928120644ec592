"""Caesar and Cleopatra as a table: the forum between both players, their decks, hands and points, and what may be touched."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from turnwise.games.caesar import captions as tell
from turnwise.games.caesar.look.art import PALETTE, SHADES, SIDES, bag, bust, laurel, patrician, portrait
from turnwise.games.caesar.look.cards import H, W, face, known, piled
from turnwise.games.caesar.look.forum import MARKS, board
from turnwise.games.caesar.look.scene import Scene
from turnwise.games.caesar.notation import DECK_NAMES, KIND_NAMES
from turnwise.games.caesar.phrases import cards
from turnwise.kit.pieces import Card, Counter, Hand, Plate, Table, near_first
from turnwise.kit.shapes import Box, Disc, Group, Label, Seen
from turnwise.kit.words import said

SEAT_COLOURS = tuple(PALETTE[side] for side in SIDES)
BACKS, KINDS = dict(zip(DECK_NAMES, "▒▓", strict=True)), {"influence": KIND_NAMES[:6], "action": KIND_NAMES[6:]}


def look(view: Seen) -> Table:
    scene = Scene(view)
    return Table(
        tell.told(view, scene.may, scene.votes),
        partial(board, scene),
        tuple(_plate(scene, seat) for seat in near_first(view)),
        hand=Hand(tuple(_hand(scene, view.seat))) if view.seat is not None else None,
        tray=tuple(_broad(card) for card in (*_decks(scene, scene.below), _bag(scene), _last(scene))),
        tray_items=4,
        caption=tell.caption(view, scene.may),
        notes=tuple(tell.notes(scene.votes)),
        touch=scene.touch,
        palette=PALETTE,
        shades=SHADES,
        ground="table",
        gone=scene.gone(),
        sounds=scene.sounds(),
    )


def _plate(scene: Scene, seat: int) -> Plate:
    """A player with the points so far, without secret bonuses until the end, and what lies at that side of the table.  [C55]"""
    view, numbers = scene.view, tell.count(scene.state, seat)
    points, extra, won = sum(numbers[: 4 if view.outcome else 3]), sum(numbers[1:3]), str(numbers[0])
    medal, figure = Disc(0, 0, 7, "gold_shade", "gold_dark", 1), Group(patrician("GREY"), 0, 10, 0.44)
    counters = [
        Counter(tell.points_of(points), str(points), (laurel("gold", "gold_dark", 7),), f"points:{seat}", mark="★"),
        Counter(tell.patricians_of(numbers[0]), won, (figure,), f"taken:{seat}", mark="♦"),
        Counter(said("{points} for majorities", points=extra), f"+{extra}", (medal,)),
    ]
    if view.options["secret_bonus"]:
        group = scene.state["bonus"][seat]
        icon, value = (Group(bust(group or "GREY"), 0, 10, 0.4),), "+2" if group else "?"
        counters.append(Counter(tell.bonus_words(seat, group), value, icon, f"bonus:{seat}", mark="∗"))
    wins = bool(view.outcome) and seat in view.outcome.winners
    line = said("wins") if wins else said("offers a draw") if view.draw_offer == seat else tell.PERSONAS[seat]
    emblem = (Group(portrait(seat), 0, 0, 0.44), *((laurel("gold_light", "gold_dark", 19, 9, 2.5),) if wins else ()))
    colour, piles, active = f"{SIDES[seat]}_ink", tuple(_piles(scene, seat)), view.turn == seat
    return Plate(seat, colour, emblem, MARKS[seat], line, tuple(counters), piles, apart=True, active=active)


def _piles(scene: Scene, seat: int) -> Iterator[Card]:
    """A hidden hand, and what the other side has: its decks and discards.  [C42, C44, C46]"""
    for deck in DECK_NAMES if seat != scene.view.seat else ():
        number = _number(scene.state["hands"][seat], deck)
        words, parts = tell.held_words(seat, deck, number), piled(seat, deck == "action", number, "fan")
        text = said("hand {cards}", cards=f"{BACKS[deck]}{number}")
        yield Card(f"held:{seat}:{deck}", words, parts, W, H, text, f"{SIDES[seat]}_ink", "beats")
    if seat != scene.below:
        yield from (*_decks(scene, seat), _discards(scene, seat))


def _number(zone: dict[str, int], deck: str) -> int:
    """How many cards of a deck there are in a zone, whose kinds one may know or not."""
    return sum(zone.get(kind, 0) for kind in (deck, *KINDS[deck]))


def _discards(scene: Scene, seat: int) -> Card:
    pile = scene.state["discard"][seat]
    parts, text = piled(seat, False, sum(pile.values()), "out"), said("discards {number}", number=sum(pile.values()))
    return Card(f"discard:{seat}", tell.discard_words(seat, pile), parts, W, H, text, "muted", "beats")


def _decks(scene: Scene, seat: int) -> Iterator[Card]:
    for deck in DECK_NAMES:
        key, number = f"deck:{seat}:{deck}", _number(scene.state["decks"][seat], deck)
        lit, ink, cards = ("lit", "accent", "▸") if key in scene.aims else ("", f"{SIDES[seat]}_ink", "")
        text = said("{mark}{deck} {cards}", mark=cards, deck=tell.DECKS[deck], cards=f"{BACKS[deck]}{number}")
        words = tell.deck_words(seat, deck, number, lit=bool(lit))
        yield Card(key, words, piled(seat, deck == "action", number, lit), W, H, text, ink, "beats")


def _broad(card: Card) -> Card:
    """A card in the tray, where all are as broad as a button, so that none moves when there is one."""
    return replace(card, parts=(Group(card.parts, 0, 0, 84 / card.height),), width=150, height=84)


def _hand(scene: Scene, seat: int) -> Iterator[Card]:
    """The viewer's cards; before the game those that are to be placed, and no others.  [C6, C41]"""
    if scene.state["phase"] == "place" and not scene.state["down"][seat]:
        for kind in (kind for kind in KIND_NAMES[:5] if kind not in scene.state["placed"][seat].values()):
            words, parts = tell.place_words(seat, kind), face(seat, kind, "glow" if scene.acting else "")
            yield Card(f"place:{seat}:{kind}", words, parts, W, H, f"[{kind}]", "accent" if scene.acting else "ink")
        return
    for kind, number in scene.state["hands"][seat].items():
        for key in (f"hand:{seat}:{kind}:{copy}" for copy in range(number)):
            lit, deck = key in scene.firsts, DECK_NAMES[kind in KINDS["action"]]
            parts = face(seat, kind, "glow" if lit else "")
            words, text = tell.hand_words(seat, kind, lit=lit), tell.on_card(kind, lit=lit)
            yield Card(key, words, parts, W, H, text, "accent" if lit else "ink", comes=f"deck:{seat}:{deck}")


def _bag(scene: Scene) -> Card:
    """The bag, and before it the bust that calls no vote.  [C16, C45]"""
    number, lit = len(scene.state["bag"]), "bag" in scene.firsts
    shown = "BLACK" if scene.drawn == "BLACK" else "GREY" if "GREY" in scene.state["visible"] else ""
    words = tell.bag_words(scene.state, scene.drawn, lit=lit)
    text = said("{mark}bag {number}", mark="▸" if lit else "", number=number)
    return Card("bag", words, bag(number, lit, shown), 112, 88, text, "accent" if lit else "ink", "beats")


def _last(scene: Scene) -> Card:
    """The discards; in their place the answer that has none on the table, or the next card of a Castling.  [C15, C29, C33]"""
    answers = {"no veto": ("choice:no_veto", said("Let it pass")), "done": ("choice:done", said("Done"))}
    for key, label in (answer for verb, answer in answers.items() if verb in scene.may):
        shown = Label(0, 0, label, 26, "card", bold=True, room=144, lines=2)
        parts = Box(-73, -38, 146, 76, "button_edge", round=24), shown
        return Card(key, label, parts, 150, 84, said("[{label}]", label=label), "accent")
    if scene.state["phase"] == "castle" and scene.acting:
        pool = tell.pool(scene.state)
        text, words = said("to divide: {cards}", cards=" ".join(pool)), said("Divide {card} next", card=cards(pool[0]))
        return Card("pool", words, known(scene.below, pool[0], "glow"), W, H, text)
    return _discards(scene, scene.below)
