"""Caesar and Cleopatra as a table: the forum between both players, their decks, hands and points, and what may be touched."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from turnwise.games.caesar import captions as tell
from turnwise.games.caesar.look.art import PALETTE, SHADES, SIDES, bag, bust, laurel, moved, patrician, portrait
from turnwise.games.caesar.look.cards import H, W, face, known, piled
from turnwise.games.caesar.look.forum import MARKS, board
from turnwise.games.caesar.look.scene import Scene, meant
from turnwise.games.caesar.notation import DECK_NAMES, KIND_NAMES
from turnwise.games.caesar.phrases import cards
from turnwise.kit.pieces import Card, Counter, Hand, Note, Plate, Table, near_first
from turnwise.kit.shapes import Box, Disc, Group, Label, Seen
from turnwise.kit.words import said

__all__ = ["SEAT_COLOURS", "look", "meant"]

SEAT_COLOURS = tuple(PALETTE[side] for side in SIDES)
BACKS, KINDS = dict(zip(DECK_NAMES, "▒▓", strict=True)), {"influence": KIND_NAMES[:6], "action": KIND_NAMES[6:]}


def look(view: Seen) -> Table:
    scene, seat = Scene(view), view.seat
    shown = 1 - scene.below if "take" in scene.may else scene.below  # a Spy looks at the other hand  [C34]
    return Table(
        tell.told(view, scene.may, scene.votes.values()),
        partial(board, scene),
        tuple(_plate(scene, seat) for seat in near_first(view)),
        hand=None if seat is None else Hand(tuple(_hand(scene, shown))),
        tray=tuple(_tray(scene)),
        tray_items=4,
        caption=tell.caption(view, scene.may),
        notes=tuple(Note(f"note:{group}", (tell.tally(vote),)) for group, vote in scene.votes.items())
        or (Note("note", (tell.NO_VOTE,)),),
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
    """A hidden hand, which is laid open at the end, and what the other side has: its decks and discards.  [C42, C44, C46, C49]"""
    if seat != scene.view.seat:
        yield from _hand(scene, seat) if scene.view.outcome else _backs(scene, seat, "held", "hands")
    if seat != scene.below and not scene.view.outcome:
        yield from (*_backs(scene, seat, "deck", "decks"), _discards(scene, seat))


def _backs(scene: Scene, seat: int, what: str, zone: str) -> Iterator[Card]:
    """The influence and the action cards of a hand or of both decks, whose kinds one may know or not."""
    for deck, kinds in KINDS.items():
        key, number = f"{what}:{seat}:{deck}", sum(scene.state[zone][seat].get(kind, 0) for kind in (deck, *kinds))
        lit, ink, shown = key in scene.aims, f"{SIDES[seat]}_ink", f"{BACKS[deck]}{number}"
        words, how, text = tell.held_words(seat, deck, number), "fan", said("hand {cards}", cards=shown)
        if what == "deck":
            words, how, mark = tell.deck_words(seat, deck, number, lit=lit), "lit" * lit, "▸" * lit
            text = said("{mark}{deck} {cards}", mark=mark, deck=tell.DECKS[deck], cards=shown)
        parts = piled(seat, deck == "action", number, how)
        yield Card(key, words, parts, W, H, text, "accent" if lit else ink, "beats")


def _discards(scene: Scene, seat: int) -> Card:
    pile = scene.state["discard"][seat]
    parts, text = piled(seat, False, sum(pile.values()), "out"), said("discards {number}", number=sum(pile.values()))
    return Card(f"discard:{seat}", tell.discard_words(seat, pile), parts, W, H, text, "muted", "beats")


def _hand(scene: Scene, seat: int) -> Iterator[Card]:
    """A player's cards; before the game those that are to be placed, and no others.  [C6, C41]"""
    if scene.state["phase"] == "place" and not scene.state["down"][seat]:
        for kind in (kind for kind in KIND_NAMES[:5] if kind not in scene.state["placed"][seat].values()):
            words, parts = tell.place_words(seat, kind), face(seat, kind, "glow" if scene.acting else "")
            yield Card(f"place:{seat}:{kind}", words, parts, W, H, f"[{kind}]", "accent" if scene.acting else "ink")
        return
    for kind, number in scene.state["hands"][seat].items():
        for key in (f"hand:{seat}:{kind}:{copy}" for copy in range(number)):
            lit, comes = key in scene.firsts, f"deck:{seat}:{DECK_NAMES[kind in KINDS['action']]}"
            words, parts = tell.hand_words(seat, kind, lit=lit), face(seat, kind, "glow" if lit else "")
            yield Card(key, words, parts, W, H, tell.on_card(kind, lit=lit), "accent" if lit else "ink", comes=comes)


def _tray(scene: Scene) -> Iterator[Card]:
    """The decks, the bag with the bust that calls no vote, and the discards; in their place the answer that has none on the table, or
    the next card of a Castling. All are as broad as a button, so that none moves when there is one.  [C15, C16, C29, C33, C45]"""
    number, lit = len(scene.state["bag"]), "bag" in scene.firsts
    shown = "BLACK" if scene.drawn == "BLACK" else "GREY" if "GREY" in scene.state["visible"] else ""
    words, text = (
        tell.bag_words(scene.state, scene.drawn, lit=lit),
        said("{mark}bag {number}", mark="▸" * lit, number=number),
    )
    sack = Card("bag", words, bag(number, lit, shown), 112, 88, text, "accent" if lit else "ink", "beats")
    last = _discards(scene, scene.below)
    if scene.state["phase"] == "castle" and scene.acting:
        pool = tell.pool(scene.state)
        text, words = said("to divide: {cards}", cards=" ".join(pool)), said("Divide {card} next", card=cards(pool[0]))
        last = Card("pool", words, known(scene.below, pool[0], "glow"), W, H, text)
    for verb, label in (("no veto", said("Let it pass")), ("done", said("Done"))):
        if verb in scene.may:
            shape = (
                Box(-73, -38, 146, 76, "button_edge", round=24),
                Label(0, 0, label, 26, "card", bold=True, room=144, lines=2),
            )
            last = Card(
                f"choice:{verb.replace(' ', '_')}", label, shape, 150, 84, said("[{label}]", label=label), "accent"
            )
    for card in (*_backs(scene, scene.below, "deck", "decks"), sack, last):
        yield replace(card, parts=moved(card.parts, 0, 0, 84 / card.height), width=150, height=84)
