"""What is said of a table on which DeerPortal is played, to those who read it and to those who hear it."""

from collections.abc import Sequence
from typing import Any

from turnwise.games.deerportal.board import PORTAL
from turnwise.games.deerportal.notation import (
    CARD_NAMES,
    HERITAGE,
    KIND_NAMES,
    LETTERS,
    MONKS,
    PLACES,
    SEASON_NAMES,
    SEAT_NAMES,
    TITLES,
)
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, Words, counted, said, sentences

Events = Sequence[dict[str, Any]]
FACES = {KIND_NAMES[kind]: name for kind, name in CARD_NAMES.items()}
WHERE = (
    said("{cell}: {seat} may go forward here"),
    said("{cell}: {seat} may go back here"),
    said("{cell}: {seat} may go forward here, into the portal"),
    said("{cell}: {seat} may go back here, to meditate"),
)
CORNERS = (said("upper left"), said("upper right"), said("lower right"), said("lower left"))
DEER_MODE = "night"
"""A light that is no season's."""
OF_A_CARD = ("rune_taken", "stopped", "rune_lost", "diamond_stolen", "paid")


def cell_name(seat: int, index: int) -> str:
    """`W33`, as in the notation."""
    return f"{LETTERS[seat]}{index}"


def land(light: str) -> Said:
    """The board, in the light of a season or of Deer Mode."""
    night, season = said("a night of violet light"), said("a land in {season}", season=SEASON_NAMES.get(light, ""))
    words = said("The board: four winding paths through {land} to the portal in the middle")
    return words.given_also(land=night if light == DEER_MODE else season)


def path(seat: int) -> Said:
    words = said("{seat}'s path, that of {element}: 40 steps from the {corner} corner to the portal")
    return words.given_also(seat=Seat(seat), element=SEAT_NAMES[seat], corner=CORNERS[seat])


def season(light: str) -> tuple[Said, Said]:
    """The name of a season or of Deer Mode, and what that is."""
    if light == DEER_MODE:
        return said("Deer Mode"), said("Deer Mode")
    return said("{season:C}", season=SEASON_NAMES[light]), said("Season: {season}", season=SEASON_NAMES[light])


def time(light: str, number: int) -> tuple[Said, Said]:
    """The round, or in Deer Mode the rounds left, in short and in full."""
    if light == DEER_MODE:
        return said("{number} left", number=number), said("Rounds left: {number}", number=number)
    return said("Round: {number}", number=number), said("Round: {number}", number=number)


def status(view: Seen) -> Said:
    """What has happened, or who is to do what."""
    if view.outcome:
        return said("{seat} is the Deer God!", seat=Seat(view.outcome.winners[0]))
    if view.opened is False:
        return said("{seat} is to roll the die.", seat=Seat(view.turn or 0))
    return said("{seat} rolled a {roll}.", seat=Seat(view.turn or 0), roll=view.state["roll"])


def die(view: Seen, seat: Seat) -> Said:
    if view.opened is False:
        return said("The die waits for {seat}", seat=seat)
    return said("The die: {seat} rolled a {roll}", seat=seat, roll=view.state["roll"])


def bubble(view: Seen, seat: Seat) -> Said:
    """What is to be done next."""
    if view.state["left"][seat]:
        return said("The computer rolls for {seat}", seat=seat)
    return said("{seat} is to roll", seat=seat) if view.opened is False else said("{seat} is to move", seat=seat)


def standing(view: Seen, seat: int) -> Words:
    """The state of a seat in a few words."""
    state = view.state
    if state["titles"]:
        return TITLES[state["titles"][seat]]
    if seat in state["entered"]:
        return PLACES[state["entered"].index(seat)]
    if turns := state["freeze"][seat]:
        return counted("misses one turn", "misses {turns} turns", "turns", turns=turns)
    if view.turn == seat and state["leader"]:
        return said("leads")
    if state["left"][seat]:
        return said("played by the computer")
    return said("you") if view.seat == seat else ""


def pile(element: int, cards: list[int]) -> Said:
    """The cards against an element, by kind."""
    numbers = zip(cards, FACES.values(), strict=True)
    rows = tuple(said("{number} of “{card}”", number=number, card=card) for number, card in numbers if number)
    if not rows:
        return said("The cards against {target} are used up", target=Seat(element))
    return counted(
        "One card against {target}: {cards}",
        "{left} cards against {target}: {cards}",
        "left",
        left=sum(cards),
        target=Seat(element),
        cards=rows,
    )


def item(area: int, index: int, element: int | None) -> Said:
    """A diamond, or a rune of an element."""
    name = cell_name(area, index)
    if element is None:
        return said("A diamond on {cell}", cell=name)
    if element == area:
        return said("{seat}'s own rune on {cell}", seat=Seat(area), cell=name)
    return said("A rune against {target} on {cell}", target=Seat(element), cell=name)


def figure(seat: Seat, index: int) -> Said:
    if index == PORTAL:
        return said("{seat}'s deer in the portal", seat=seat)
    return said("{seat}'s deer on {cell}", seat=seat, cell=cell_name(seat, index))


def ice(seat: Seat, turns: int) -> Said:
    return counted(
        "Ice around {seat}'s deer: it will miss one turn",
        "Ice around {seat}'s deer: it will miss {turns} turns",
        "turns",
        seat=seat,
        turns=turns,
    )


def target(seat: Seat, way: int, index: int) -> Said:
    """A cell to go to."""
    where = WHERE[2 if index == PORTAL else 3 if index == 0 else way]
    return where.given_also(cell=cell_name(seat, index), seat=seat)


def message(events: Events, told: Sequence[Said]) -> Said:
    """What a card has done. [P53]"""
    of_both = zip(events, told, strict=False)
    return sentences(*(sentence for event, sentence in of_both if event["event"] in OF_A_CARD))


def deed(events: Events) -> Said:
    """The same in a few words, where the players and the card are seen."""
    kinds = [event["event"] for event in events]
    if gained := kinds.count("diamond_stolen") + kinds.count("paid"):
        return counted("one diamond won", "{number} diamonds won", "number", number=gained)
    if "rune_lost" in kinds:
        return said("a rune lost on step {step}", step=events[kinds.index("rune_lost")]["index"])
    return said("a turn to miss") if "stopped" in kinds else said("nothing happens")


def ending(view: Seen) -> list[Said]:
    """Who became what. [P57]"""
    winner, *others = sorted(map(Seat, range(view.seats)), key=lambda seat: view.outcome.places[seat])
    titles, counts = view.state["titles"], view.state["counts"]
    names = [said("{seat} ({element})", seat=Seat(seat), element=SEAT_NAMES[seat]) for seat in range(view.seats)]
    god = counted("Deer God with one diamond", "Deer God with {count} diamonds", "count", count=counts[winner])
    lines = [said("Winner: {player}", player=names[winner]), god]
    for title, heading in ((MONKS, said("Monks")), (HERITAGE, said("Digested by The Elements"))):
        seats = [seat for seat in others if titles[seat] == title]
        if players := tuple(said("{player}: {count}", player=names[one], count=counts[one]) for one in seats):
            lines.append(said("{heading}: {players}", heading=heading, players=players))
    return lines
