"""Caesar and Cleopatra as people say it: groups, busts, cards, what happens.

All of it is found by the notation's words (`PRAETOR`, `P`, `wrath`). A card in a sentence is its object ("lays a Philosopher"), so that
a language may give it another form there than its title has.
"""

from collections.abc import Callable, Mapping
from typing import Any

from turnwise.games.caesar.board import BUST, PAIRS, Event
from turnwise.kit.declared import Domain
from turnwise.kit.game import Frame
from turnwise.kit.words import Said, Seat, counted, said

GROUPS = {
    "PRAETOR": said("Praetors"),
    "AEDILE": said("Aediles"),
    "QUAESTOR": said("Quaestors"),
    "CONSUL": said("Consuls"),
    "CENSOR": said("Censors"),
}
BUSTS = {group: said("bust of the {group}", group=title) for group, title in GROUPS.items()} | {
    "BLACK": said("black bust"),
    "GREY": said("grey bust"),
}
CARD_TITLES = {
    "P": said("Philosopher"),
    "assassination": said("Assassination"),
    "scout": said("Scout"),
    "castling": said("Castling"),
    "wrath": said("Wrath of the Gods"),
    "veto": said("Veto"),
    "spy": said("Spy"),
}
"""What stands on a card, but for the numbers."""
SEVERAL = {
    "P": said("{count} Philosophers"),
    "assassination": said("{count} Assassinations"),
    "scout": said("{count} Scouts"),
    "veto": said("{count} Vetoes"),
}
ONE = {value: said("a {value}", value=value) for value in "12345"} | {
    "P": said("a Philosopher"),
    "assassination": said("an Assassination"),
    "scout": said("a Scout"),
    "castling": said("a Castling"),
    "wrath": said("a Wrath of the Gods"),
    "veto": said("a Veto"),
    "spy": said("a Spy"),
}
DECK = {"influence": said("an influence card"), "action": said("an action card"), "none": said("nothing")}
COUNTS = (said("two"), said("three"), said("four"), said("five"), said("six"), said("seven"))
THE_ACTION = {
    "assassinate": said("the Assassination"),
    "scout": said("the Scout"),
    "castle": said("the Castling"),
    "wrath": said("the Wrath of the Gods"),
    "spy": said("the Spy"),
}
"""An announced action by the first of its words."""
NOBODY_OR_SEAT: Any = (None, 0, 1)
NAMES: dict[str, Any] = {
    "group": GROUPS,
    "second_group": GROUPS,
    "kind": ONE,
    "bust": BUST,
    "deck": DECK,
    "face": Domain(("up", "down"), (said("face up"), said("face down")), 1),
    "pair": {f"{a} {b}": said("{a} and the {b}", a=GROUPS[a], b=GROUPS[b]) for a, b in map(str.split, PAIRS)},
    "winner": Domain(NOBODY_OR_SEAT, NOBODY_OR_SEAT, -1),
}
"""What actions and events name: what programs call it, and what people do. A vote may have no winner."""


def cards(kind: str, number: int = 1) -> Said:
    """Cards of a kind that somebody lays, draws or discards: "a 3", "two Philosophers"."""
    if number == 1:
        return ONE[kind]
    several = SEVERAL[kind] if kind in SEVERAL else said("{count} {value}s", value=kind)
    return several.given_also(count=COUNTS[number - 2])


# What happens.

Given = dict[str, Any]


def announcement(seat: int, action: str) -> Said:
    """Somebody plays an action card."""
    who, foe = Seat(seat), Seat(1 - seat)
    match action.split():
        case ["assassinate", group, kind]:
            victim = said("{seat}'s {value}", seat=foe, value=kind)
            if kind == "P":
                victim = said("{seat}'s Philosopher", seat=foe)
            return said(
                "{seat} plays Assassination against {card} at the {group}.", seat=who, card=victim, group=GROUPS[group]
            )
        case ["scout", group]:
            return said(
                "{seat} plays Scout at the {group}, to see what {foe} has hidden there.",
                seat=who,
                foe=foe,
                group=GROUPS[group],
            )
        case ["castle", group, second]:
            return said(
                "{seat} plays Castling between the {group} and the {second}.",
                seat=who,
                group=GROUPS[group],
                second=GROUPS[second],
            )
        case ["wrath", group]:
            return said("{seat} calls the Wrath of the Gods down on the {group}.", seat=who, group=GROUPS[group])
    return said("{seat} plays Spy, to look at {foe}'s hand.", seat=who, foe=foe)


def _announced(given: Given, frame: Frame) -> Said:
    return announcement(given["seat"], given["action"])


def _let_pass(given: Given, frame: Frame) -> Said:
    return said("{seat} lets {action} pass.", seat=Seat(given["seat"]), action=THE_ACTION[given["action"].split()[0]])


def _vetoed(given: Given, frame: Frame) -> Said:
    action = THE_ACTION[given["action"].split()[0]]
    return said("{seat} stops {action} with a Veto.", seat=Seat(given["seat"]), action=action)


def _castled(given: Given, frame: Frame) -> Said:
    first, second = (
        counted("one card", "{number} cards", "number", number=number) if number else said("no card")
        for number in (given["number"], given["second_number"])
    )
    return said(
        "{seat} now has {cards} at the {group} and {others} at the {second}, all face down.",
        seat=Seat(given["seat"]),
        cards=first,
        group=GROUPS[given["group"]],
        others=second,
        second=GROUPS[given["second_group"]],
    )


def _looked(given: Given, frame: Frame) -> Said:
    return said("{seat} looks at {foe}'s hand.", seat=Seat(given["seat"]), foe=Seat(1 - given["seat"]))


def _turned_up(given: Given, frame: Frame) -> Said:
    return _with_cards(said("{seat} turns up {cards} at the {group}."), given)


def _discarded(given: Given, frame: Frame) -> Said:
    return _with_cards(said("{seat} discards {cards} at the {group}."), given)


def _with_cards(sentence: Said, given: Given) -> Said:
    shown, group = cards(given["kind"], given["number"]), GROUPS[given["group"]]
    return sentence.given_also(seat=Seat(given["seat"]), cards=shown, group=group)


def _drawn(given: Given, frame: Frame) -> Said:
    seat, bust = Seat(given["seat"]), given["bust"]
    if bust in GROUPS:
        return said("{seat} draws the {bust}, so they vote now.", seat=seat, bust=BUSTS[bust])
    return said("{seat} draws the {bust}: no vote.", seat=seat, bust=BUSTS[bust])


def _returned(given: Given, frame: Frame) -> Said:
    if not given["number"]:
        return said("The black bust goes back into the bag.")
    return counted(
        "The black bust goes back into the bag, and the other drawn one with it.",
        "The black bust goes back into the bag, and the {number} other drawn ones with it.",
        "number",
        number=given["number"],
    )


def _voted(given: Given, frame: Frame) -> Said:
    """Who has won, and why.  [C21, C22]"""
    group, winner = GROUPS[given["group"]], given["winner"]
    sums, wise = ([given[f"{name}{seat}"] for seat in range(2)] for name in ("sum", "philosophers"))
    if winner is None:
        if any(wise):
            return said(
                "The {group} vote: a tie, {sum} to {sum}; Philosophers, {one} to {other}, change nothing."
                " Nobody wins a patrician, and all cards stay.",
                group=group,
                sum=sums[0],
                one=wise[0],
                other=wise[1],
            )
        return said(
            "The {group} vote: a tie, {sum} to {sum}. Nobody wins a patrician, and all cards stay.",
            group=group,
            sum=sums[0],
        )
    score: dict[str, Any] = {"group": group, "high": max(sums), "low": min(sums), "winner": Seat(winner)}
    if wise[0] == wise[1]:
        if wise[0]:
            return said(
                "The {group} vote: {winner} wins, {high} to {low}; Philosophers, {wise} to {wise}, change nothing.",
                wise=wise[0],
                **score,
            )
        return said("The {group} vote: {winner} wins, {high} to {low}.", **score)
    score |= {"other": Seat(1 - winner), "more": max(wise), "fewer": min(wise)}
    if wise[winner] > wise[1 - winner]:
        return said(
            "The {group} vote: {other} leads, {high} to {low}, but {winner} has more Philosophers, {more} to {fewer},"
            " and wins with the lower sum.",
            **score,
        )
    return said(
        "The {group} vote: {other} leads, {high} to {low}, but has more Philosophers, {more} to {fewer},"
        " so {winner} wins with the lower sum.",
        **score,
    )


def _took(given: Given, frame: Frame) -> Said:
    seat, group = Seat(given["seat"]), GROUPS[given["group"]]
    if not given["left"]:
        return said("{seat} takes the last patrician of the {group}.", seat=seat, group=group)
    return counted(
        "{seat} takes a patrician of the {group}; one is left.",
        "{seat} takes a patrician of the {group}; {left} are left.",
        "left",
        seat=seat,
        group=group,
        left=given["left"],
    )


def _drew(given: Given, frame: Frame) -> Said:
    seat, deck = Seat(given["seat"]), given["deck"]
    if given["kind"] is None:
        return said("{seat} draws {card}.", seat=seat, card=DECK[deck])
    if deck == "action":
        return said("{seat} draws {card} from the action deck.", seat=seat, card=cards(given["kind"]))
    return said("{seat} draws {card} from the influence deck.", seat=seat, card=cards(given["kind"]))


SENTENCES: Mapping[Any, Said | tuple[Said, Said] | Callable[[Given, Frame], Said]] = {
    Event.DEALT: said("{seat} gets a secret bonus card."),
    Event.PLACED: (said("{seat} places {kind} face down at the {group}."), said("{seat} places a card face down.")),
    Event.READY: said("{seat} has placed all five cards."),
    Event.LAID_UP: said("{seat} lays {kind} face up at the {group}."),
    Event.LAID_DOWN: (
        said("{seat} lays {kind} face down at the {group}."),
        said("{seat} lays a card face down at the {group}."),
    ),
    Event.ANNOUNCED: _announced,
    Event.DIVIDED: (
        said("{seat} will have {kind} at the {group}."),
        said("{seat} decides where one of the cards will lie."),
    ),
    Event.LET_PASS: _let_pass,
    Event.VETOED: _vetoed,
    Event.CASTLED: _castled,
    Event.LOOKED: _looked,
    Event.LOST: said("{seat} discards {kind} from the hand."),
    Event.TURNED_UP: _turned_up,
    Event.DISCARDED: _discarded,
    Event.DRAWN: _drawn,
    Event.RETURNED: _returned,
    Event.VOTED: _voted,
    Event.INVERTED: said("The Philosophers at the {group} have turned the vote round."),
    Event.TOOK: _took,
    Event.CLOSED: said("All {group} are won: the cards there are discarded, and their bust leaves the game."),
    Event.DREW: _drew,
}
