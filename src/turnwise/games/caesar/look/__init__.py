"""Caesar and Cleopatra as a table: the forum between both players, their decks, hands and points."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from turnwise.games.caesar import captions as tell
from turnwise.games.caesar.look import art
from turnwise.games.caesar.look.art import PALETTE, SIDES, H, W
from turnwise.games.caesar.look.forum import MARKS, board, ratio
from turnwise.games.caesar.look.scene import Scene, meant
from turnwise.games.caesar.notation import DECK_NAMES, KIND_NAMES
from turnwise.games.caesar.phrases import cards
from turnwise.kit.pieces import Card, Counter, Hand, Note, Plate, Table, near_first
from turnwise.kit.shapes import Box, Disc, Group, Label, Seen, moved
from turnwise.kit.words import said

__all__ = ["SEAT_COLOURS", "look", "meant"]

SEAT_COLOURS = tuple(PALETTE[side] for side in SIDES)
BACKS, KINDS = dict(zip(DECK_NAMES, "▒▓", strict=True)), {"influence": KIND_NAMES[:6], "action": KIND_NAMES[6:]}


def look(view: Seen) -> Table:
    scene, seat = Scene(view), view.seat
    shown = 1 - scene.below if "take" in scene.may else scene.below  # a Spy looks at the other hand  [C34]
    notes = tuple(Note(f"note:{group}", tell.sums(v), text=(tell.tally(v),)) for group, v in scene.votes.items())
    return Table(
        tell.told(view, scene.may, scene.votes.values()),
        partial(board, scene),
        tuple(_plate(scene, seat) for seat in near_first(view)),
        hand=None if seat is None else Hand(tuple(_hand(scene, shown))),
        tray=tuple(_tray(scene)),
        tray_items=4,
        tray_letters=4,
        caption=tell.caption(view, scene.may),
        notes=notes or (Note("note", (tell.NO_VOTE,)),),
        touch=scene.touch,
        palette=PALETTE,
        shades=art.SHADES,
        ground="table",
        gone=scene.gone(),
        sounds=scene.sounds(),
        ratio=ratio,
        equals=scene.equals,
    )


def _plate(scene: Scene, seat: int) -> Plate:
    """A player with the points so far, without secret bonuses until the end; the other one with a hidden hand, which is
    laid open then, decks and discards.  [C42, C44, C46, C49, C55]"""
    view, numbers = scene.view, tell.count(scene.state, seat)
    points, extra, medal = (
        sum(numbers[: 4 if view.outcome else 3]),
        sum(numbers[1:3]),
        art.laurel("gold", "gold_dark", 7),
    )
    figure, coin = Group(art.patrician("GREY"), 0, 10, 0.44), Disc(0, 0, 7, "gold_shade", "gold_dark", 1)
    counters = [
        Counter(tell.points_of(points), str(points), (medal,), f"points:{seat}", mark="★"),
        Counter(tell.patricians_of(numbers[0]), str(numbers[0]), (figure,), f"taken:{seat}", mark="♦"),
        Counter(said("{points} for majorities", points=extra), f"+{extra}", (coin,)),
    ]
    if view.options["secret_bonus"]:
        group = scene.state["bonus"][seat]
        icon, value = (Group(art.bust(group or "GREY"), 0, 10, 0.4),), "+2" if group else "?"
        counters.append(Counter(tell.bonus_words(seat, group), value, icon, f"bonus:{seat}", mark="∗"))
    wins = bool(view.outcome) and seat in view.outcome.winners
    line = said("has won") if wins else said("offers a draw") if view.draw_offer == seat else tell.PERSONAS[seat]
    emblem = Group(art.portrait(seat), 0, 0, 0.44), *((art.laurel("gold_light", "gold_dark", 19, 9),) if wins else ())
    hand = _hand(scene, seat) if view.outcome else _backs(scene, seat, "held", "hands")
    decks = () if seat == scene.below or view.outcome else _backs(scene, seat, "deck", "decks")
    piles, colour = (*(hand if seat != view.seat else ()), *decks), f"{SIDES[seat]}_ink"
    return Plate(seat, colour, emblem, MARKS[seat], line, tuple(counters), piles, active=view.turn == seat, apart=True)


def _backs(scene: Scene, seat: int, what: str, zone: str) -> Iterator[Card]:
    """Influence and action cards of a hand, whose kinds one may know or not; or of the decks, and then the discards."""
    for deck, kinds in KINDS.items():
        key, number = f"{what}:{seat}:{deck}", sum(scene.state[zone][seat].get(kind, 0) for kind in (deck, *kinds))
        lit, shown, ink = key in scene.aims, f"{BACKS[deck]}{number}", f"{SIDES[seat]}_ink"
        words, how, text = tell.held_words(seat, deck, number), "fan", said("hand {cards}", cards=shown)
        if what == "deck":
            words, how = tell.deck_words(seat, deck, number, lit=lit), "lit" * lit
            text = tell.on_deck(deck, shown, lit=lit)
        parts = art.piled(seat, deck == "action", number, how)
        yield Card(key, words, parts, W, H, text, "accent" if lit else ink, "beats")
    if what == "deck":
        pile, number = scene.state["discard"][seat], sum(scene.state["discard"][seat].values())
        parts, text = art.piled(seat, False, number, "out"), said("discards {number}", number=number)
        yield Card(f"discard:{seat}", tell.discard_words(seat, pile), parts, W, H, text, "muted", "beats")


def _hand(scene: Scene, seat: int) -> Iterator[Card]:
    """A player's cards; before the game those that are to be placed, and no others.  [C6, C41]"""
    placing, held = scene.state["phase"] == "place" and not scene.state["down"][seat], scene.state["hands"][seat]
    if placing:
        held = {kind: 1 for kind in KIND_NAMES[:5] if kind not in scene.state["placed"][seat].values()}
    for kind, copy in ((kind, copy) for kind, number in held.items() for copy in range(number)):
        key = f"place:{seat}:{kind}" if placing else f"hand:{seat}:{kind}:{copy}"
        lit, comes = key in scene.firsts, f"deck:{seat}:{DECK_NAMES[kind in KINDS['action']]}"
        words = tell.place_words(seat, kind) if placing else tell.hand_words(seat, kind, lit=lit)
        text, parts = tell.on_card(kind, lit=lit), art.face(seat, kind, "glow" if lit else "")
        yield Card(key, words, parts, W, H, text, "accent" if lit else "ink", comes="" if placing else comes)


def _tray(scene: Scene) -> Iterator[Card]:
    """Decks, the bag with the bust that calls no vote, and discards; or there an answer, or what a Castling divides.
    All are as broad as a button, so that none moves when there is one.  [C15, C16, C29, C33, C45]"""
    *decks, last = _backs(scene, scene.below, "deck", "decks")
    number, lit = len(scene.state["bag"]), "bag" in scene.firsts
    shown = "BLACK" if scene.drawn == "BLACK" else "GREY" if "GREY" in scene.state["visible"] else ""
    words, text = tell.bag_words(scene.state, scene.drawn, lit=lit), tell.on_bag(number, lit=lit)
    sack = Card("bag", words, art.bag(number, lit, shown), 112, 88, text, "accent" if lit else "ink", "beats")
    for verb, label in (("no veto", said("Let it pass")), ("done", said("Done"))):
        if verb in scene.may:
            title, key = (
                Label(0, 0, label, 26, "card", bold=True, room=144, lines=2),
                "choice:" + verb.replace(" ", "_"),
            )
            button = Box(-73, -38, 146, 76, "button_edge", round=24), title
            last = Card(key, label, button, 150, 84, said("[{label}]", label=label), "accent")
    if scene.may & {"first", "second"}:
        pool = tell.pool(scene.state)
        text, words = said("to divide: {cards}", cards=" ".join(pool)), said("Divide {card} next", card=cards(pool[0]))
        last = Card("pool", words, art.known(scene.below, pool[0], "glow"), W, H, text)
    for card in (*decks, sack, last):
        yield replace(card, parts=moved(card.parts, 0, 0, 84 / card.height), width=150, height=84)
