"""Whot as a table: an indigo cloth with pile and top card, the players around it, one's own hand below."""

from functools import partial

from turnwise.games.whot import look_cards as cards
from turnwise.games.whot.deck import CARDS, DECK, SYMBOLS, VALUE, Special
from turnwise.games.whot.look_table import called, cloth, middle, picked, size
from turnwise.games.whot.notation import EFFECTS, answers, followers, number_of, symbol_of, title
from turnwise.games.whot.state import Do
from turnwise.kit.pieces import AROUND, Button, Card, Counter, Hand, Panel, Plate, Table, near_first
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen
from turnwise.kit.words import Said, Seat, Words, counted, said, sentences

TITLE = EFFECTS[Special.WHOT]
"""The game is called like its best card."""
SOUNDS = {"shuffle": ("dealt", "reshuffled"), "card": ("played", "drew"), "step": ("named",), "gate": ("sudden_death",)}
SOUNDS |= {"right": ("last_card", "called"), "wrong": ("caught",), "lose": ("left", "knocked_out"), "glory": ("ended",)}
KEYS = (*(f"card:{card}" for card in DECK.ids), "pile", *(f"symbol:{symbol}" for symbol in SYMBOLS), "call", "catch")
"""What is touched for each action."""
CARD: tuple[Part, ...] = (
    Box(-7, -10, 14, 20, "face", "face_edge", 1, round=2.5),
    Box(-5, -8, 10, 16, "whot", round=1.5),
    cards.letter(3),
)
POINT: tuple[Part, ...] = (Disc(0, 0, 9, "gold", "face_edge", 1.2), Path("M-3.5 0H3.5M0 -3.5V3.5", "", "black", 2))


def look(view: Seen) -> Table:
    kinds = {event["event"] for event in view.events}
    return Table(
        sentences(
            said("{game}. {status}.", game=TITLE, status=_status(view)), *(() if "ended" in kinds else view.told)
        ),
        partial(middle, view),
        tuple(_plate(view, seat) for seat in near_first(view)),
        AROUND,
        None if view.seat is None else _hand(view, view.seat),
        None if view.seat is None else _tray(view),
        tray_items=len(SYMBOLS),
        tray_letters=3.2,
        caption="" if view.outcome else _ask(view),
        panel=_result(view) if view.outcome else _ended_game(view) if "ended" in kinds else None,
        touch={action.id: (KEYS[action.id],) for action in view.legal},
        palette=cards.PALETTE,
        shades=cards.SHADES,
        ground="cloth_shade",
        ink="gold",
        cloth=partial(cloth, bool(view.state["sudden_death"])),
        gone=_gone(view, kinds),
        sounds=tuple(sound for sound, of in SOUNDS.items() if not kinds.isdisjoint(of)),
        drops={KEYS[action.id]: f"card:{view.state['top']}" for action in view.legal if action.id < CARDS},
    )


def meant(view: Seen, keys: tuple[str, ...]) -> int | None:
    """The action that a touch would be: a card of one's hand, the pile, a symbol, a call."""
    key = keys[-1] if keys else ""
    return KEYS.index(key) if key in KEYS and key != f"card:{view.state['top']}" else None


def _status(view: Seen) -> Said:
    """Who is to act, or who has won."""
    if view.outcome:
        won = tuple(map(Seat, view.outcome.winners))
        told = counted("{seats} wins: {why}", "{seats} win: {why}", "number", seats=won, number=len(won))
        return told.given_also(why=view.outcome.words)
    seat, choosing = Seat(view.state["turn"]), view.state["phase"] == "name"
    return said("{seat} is choosing a symbol", seat=seat) if choosing else said("{seat} is to move", seat=seat)


def _ask(view: Seen) -> Said:
    """What may follow the top card now [W14 to W18]; to the seat on turn also what is left to do if nothing fits."""
    state, mine = view.state, view.seat == view.turn
    amount = state["pick"]["amount"] if state["pick"] else 1
    if state["phase"] == "name":
        return said("Call for a symbol") if mine else _status(view)
    if mine and [action.id for action in view.legal if action.id <= Do.DRAW] == [Do.DRAW]:
        return counted(
            "No card of yours fits: draw one", "No card of yours fits: draw {amount} cards", "amount", amount=amount
        )
    if state["pick"]:
        told = said("Answer with {fitting}, or draw {amount} cards"), said("Next: {fitting}, or {amount} cards")
        fitting = answers(state["pick"]["number"], view.options["whot_defends_pick"])
    else:
        told = said("Play {fitting}, or draw"), said("Next: {fitting}, or a draw")
        top = symbol_of(state["top"]), number_of(state["top"])
        fitting = followers(state["called"]) if state["called"] else followers(*top)
    if state["sudden_death"]:
        told = said("Play {fitting}; nobody draws any more"), said("Next: {fitting}; nobody draws any more")
    return told[0 if mine else 1].given_also(fitting=fitting, amount=amount)


def _plate(view: Seen, seat: int) -> Plate:
    """A seat with its number, its cards and, in a match, its points [W56]."""
    state = view.state
    won = bool(view.outcome and seat in view.outcome.winners)
    value, ink = _standing(view, seat)
    number = counted("{number} card", "{number} cards", "number", number=size(state["hands"][seat]))
    words = number if isinstance(value, str) else said("{cards}, {standing}", cards=number, standing=value)
    counters = [Counter(words, value, CARD, ink=ink, mark="▒")]
    if view.options["match"] != "single":
        points = counted("{total} pt", "{total} pts", "total", total=state["totals"][seat])
        counters.insert(0, Counter(points, str(state["totals"][seat]), POINT, mark="Σ"))
    emblem = Disc(0, 0, 18, f"seat{seat}"), Disc(0, 0, 13, "card"), Label(0, 0, str(seat + 1), 18, "ink", bold=True)
    crown = (Path("M-13 -9l-3 -13l8 5l8 -9l8 9l8 -5l-3 13Z", "gold", "face_edge", 1.5),) if won else ()
    mark, shown = "♛" if won else str(seat + 1), () if seat == view.seat else _beside(seat, state["hands"][seat])
    active, gone = not view.outcome and seat == state["turn"], seat in state["left"] or state["out"][seat] > 0
    return Plate(seat, f"seat{seat}", (*emblem, *crown), mark, "", tuple(counters), shown, active, gone)


def _standing(view: Seen, seat: int) -> tuple[Words, str]:
    """How many cards a seat has, or what is more to be known of it; and the colour that this is said in."""
    state, hand = view.state, view.state["hands"][seat]
    if seat in state["left"]:
        return said("left"), "muted"
    if state["out"][seat] and not hand:
        return said("out"), "muted"
    if state["catchable"] == seat:
        return said("No call!"), "warn"
    if not view.outcome and (state["said_last"] and seat == state["turn"] or size(hand) == 1):
        return said("Last card!"), "warn"
    if seat == view.seat:
        return said("{number}, worth {value}", number=len(hand), value=_worth(hand)), "ink"
    return str(size(hand)), "ink"


def _worth(hand: list[str]) -> int:
    """What an open hand counts [W6]."""
    return sum(int(VALUE[DECK.ids.index(card)]) for card in hand)


def _beside(seat: int, hand: list[str] | int) -> tuple[Card, ...]:
    """Another's cards: face down and known by their place only [W44]; at the end they turn over [W50]."""
    if isinstance(hand, int):
        words = [said("Card {number} of {seat}, face down", number=at + 1, seat=Seat(seat)) for at in range(hand)]
        faces = [cards.back()] * hand
    else:
        words = [said("{seat}'s {card}", seat=Seat(seat), card=title(card)) for card in hand]
        faces = [cards.small_face(card) for card in hand]
    shown = enumerate(zip(words, faces, strict=True))
    return tuple(Card(f"hand:{seat}:{at}", *one, 100, 140, manner="turns", comes="pile") for at, one in shown)


def _hand(view: Seen, seat: int) -> Hand:
    """One's own cards; those that may not be played now bear a padlock [W55]."""
    playable = {DECK.ids[action.id] for action in view.legal if action.id < CARDS}
    choosing = seat == view.turn and view.state["phase"] == "play"
    found = []
    for card in view.state["hands"][seat]:
        lit, effect = card in playable, cards.effect_of(card)
        named = title(card) if effect in (None, TITLE) else said("{card} ({effect})", card=title(card), effect=effect)
        told = said("{card:C} in {seat}'s hand, locked") if choosing else said("{card:C} in {seat}'s hand")
        told = said("{card:C} in {seat}'s hand, may be played") if lit else told
        words = told.given_also(card=named, seat=Seat(seat))
        found.append(cards.in_hand(card, words, lit, choosing and not lit))
    return Hand(tuple(found), said("Hand:"))


def _tray(view: Seen) -> tuple[Button | Card, ...]:
    """The five symbols while one is to be named [W21]; buttons for a call and a catch [W51]."""
    legal, top = {action.id: action.said for action in view.legal}, f"card:{view.state['top']}"
    named = [(symbol, legal[Do.NAME + at]) for at, symbol in enumerate(SYMBOLS) if Do.NAME + at in legal]
    found: list[Button | Card] = [cards.token(symbol, words, top) for symbol, words in named]
    if Do.CALL in legal:
        found.append(Button("call", said("Last card!"), legal[Do.CALL]))
    if Do.CATCH in legal:
        words = said("Catch {seat}, who did not call 'last card'", seat=Seat(view.state["catchable"]))
        found.append(Button("catch", said("Catch!"), words, strong=True))
    return tuple(found)


def _ended_game(view: Seen) -> Panel:
    """All hands of the game before, with their values, while the next one begins [W50]."""
    told = [(event["event"], line) for event, line in zip(view.events, view.told, strict=True)]
    ended, out, showed = ([line for kind, line in told if kind == one] for one in ("ended", "knocked_out", "showed"))
    shown = sorted((one for one in view.events if one["event"] == "showed"), key=lambda one: one["value"])
    rows = tuple((said("{seat}", seat=Seat(one["seat"])), cards.chips(one["hand"]), str(one["value"])) for one in shown)
    words = sentences(*ended, *out, *showed)
    return Panel("slip", ended[0], tuple(out), rows, words=words, colour="whot_text", passing=True)


def _result(view: Seen) -> Panel:
    """Places, hands with their values, and totals at the end [W37, W38, W57]."""
    state, places = view.state, view.outcome.places
    columns = 3 if view.options["match"] == "single" else 4
    rows: list[tuple[Words | tuple[Card, ...], ...]] = [("", (), said("hand"), said("total"))[:columns]]
    for seat in sorted(range(view.seats), key=lambda seat: (places[seat], seat)):
        left, hand = seat in state["left"], state["hands"][seat]
        name, shown = said("{place}. {seat}", place=places[seat], seat=Seat(seat)), cards.chips(hand)
        worth = "–" if left or state["out"][seat] and not hand else str(_worth(hand))
        rows.append((name, shown, worth, "–" if left else str(state["totals"][seat]))[:columns])
    return Panel("result", _status(view), rows=tuple(rows), colour="whot_text")


def _gone(view: Seen, kinds: set[str]) -> dict[str, str]:
    """Where things went: a paid pick to who drew it, a named symbol to the Whot, cards of a game that is over to the pile."""
    went: dict[str, str] = {}
    fresh = {view.state["top"], *(() if view.seat is None else view.state["hands"][view.seat])}
    for event in view.events:
        match event["event"]:
            case "drew":
                fresh |= set(event["hand"] or ())
                if event["number"] > 1 and "caught" not in kinds and not picked(view):
                    went["pick"] = f"plate:{event['seat']}"
            case "named" if event["seat"] == view.seat and "left" not in kinds and called(view):
                went[f"symbol:{event['symbol']}"] = "call_bubble"
            case "showed" if event["seat"] == view.seat and not view.outcome:
                went |= {f"card:{card}": "pile" for card in event["hand"] if card not in fresh}
    return went
