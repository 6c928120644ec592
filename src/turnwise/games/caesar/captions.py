"""Caesar and Cleopatra, what the table says: what is to be done, what was announced and voted, how it ended, and each of its things
for somebody who hears it."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from turnwise.games.caesar.board import SIZE
from turnwise.games.caesar.notation import GROUP_NAMES, KIND_NAMES
from turnwise.games.caesar.phrases import BUSTS, CARD_TITLES, GROUPS, announcement, cards
from turnwise.kit.shapes import Seen
from turnwise.kit.words import Said, Seat, counted, said, sentences

PERSONAS = (said("Caesar"), said("Cleopatra"))
PATRICIANS = {
    "PRAETOR": said("Praetor"),
    "AEDILE": said("Aedile"),
    "QUAESTOR": said("Quaestor"),
    "CONSUL": said("Consul"),
    "CENSOR": said("Censor"),
}
ACTION_TITLES = {
    "assassination": said("Assassin"),
    "scout": said("Scout"),
    "castling": said("Castling"),
    "wrath": said("Wrath"),
    "veto": said("Veto"),
    "spy": said("Spy"),
}
"""What fits on a card."""
CARDS = {"assassinate": "assassination", "castle": "castling"}
"""The card of an announced action, where its name is another."""
DECKS = {"influence": said("influence deck"), "action": said("action deck")}
FACES = {"up": said("face up"), "down": said("face down")}
FORUM = said("The forum: five halls between marble columns, for Praetors, Aediles, Quaestors, Consuls and Censors")
NO_VOTE = said("No vote has been held yet.")


def card_of(announced: str) -> str:
    """The card of an announced action."""
    verb = announced.split()[0]
    return CARDS.get(verb, verb)


def castled(announced: str | None) -> tuple[str, str]:
    """The two groups of an announced Castling; of any other action none."""
    verb, one, other, *_ = *(announced or "").split(), "", "", ""
    return (one, other) if verb == "castle" else ("", "")


def pool(state: dict[str, Any]) -> list[str]:
    """The mover's own cards that a Castling still has to divide, in order of kind."""
    sides = [
        state[zone][state["mover"]].get(group, {}) for zone in ("up", "down") for group in castled(state["announced"])
    ]
    left = []
    for kind in KIND_NAMES[:6]:
        lying, given = (sum(side.get(kind, 0) for side in zone) for zone in (sides, state["division"]))
        left += [kind] * (lying - given)
    return left


def count(state: dict[str, Any], seat: int) -> tuple[int, int, int, int]:
    """A seat's patricians, majorities, complete groups and the secret bonus, as far as the viewer knows it.  [C38, C40]"""
    won, sizes = state["won"][seat], dict(zip(GROUP_NAMES, map(int, SIZE), strict=True))
    bonus = state["bonus"][seat]
    return (
        sum(won.values()),
        sum(2 * number > sizes[group] for group, number in won.items()),
        sum(number == sizes[group] for group, number in won.items()),
        2 if bonus and won[bonus] >= 3 else 0,
    )


def noted(words: Said, *notes: Said | None) -> Said:
    """Words with those remarks that there are."""
    for note in filter(None, notes):
        words = said("{words}, {note}", words=words, note=note)
    return words


# What is to be done.


def caption(view: Seen, may: set[str]) -> Said:
    """One line: what is due, or how it ended.  [C53]"""
    if view.outcome:
        return result(view)
    if view.seat == view.turn:
        return _yours(view.state, may)
    return THEIRS.get(view.state["phase"]) or so_far(view.state)


def _yours(state: dict[str, Any], may: set[str]) -> Said:
    """To the viewer whose turn it is to act."""
    match state["phase"]:
        case "place":
            return said("Place your 1 to 5, one at each group.")
        case "play":
            return _to_play(state["laid"], may)
        case "castle":
            kind, (one, other) = pool(state)[0], (GROUPS[group] for group in castled(state["announced"]))
            if kind == "P":
                return said("Your Philosopher: to the {one} or the {other}?", one=one, other=other)
            return said("Your {value}: to the {one} or the {other}?", value=kind, one=one, other=other)
        case "veto":
            return said("Veto? Touch yours, then a deck.") if "veto" in may else said("Veto? You hold none.")
        case "spy":
            return said("Choose a card of the other hand.")
        case "discard":
            return said("Discard action cards, if you like.") if "done" in may else said("Discard an action card.")
    return said("Fill your hand to six.")


def _to_play(laid: list[str], may: set[str]) -> Said:
    if "lay" not in may:
        return said("Draw a bust.") if laid else said("No influence can be laid: draw a bust.")
    if not laid:
        return said("Lay one card, or one face up and one face down.")
    if laid == ["up"]:
        return said("Lay another face down, or draw a bust.")
    return said("Lay another face up, or draw a bust.")


THEIRS = {
    "place": said("The cards 1 to 5 are being placed."),
    "castle": said("The cards are being divided."),
    "veto": said("Is there a Veto?"),
    "spy": said("A card of the other hand is being chosen."),
    "discard": said("Action cards may be discarded now."),
    "draw": said("The hand is being filled to six."),
}
"""To everybody else; whose turn it is, is seen."""


def so_far(state: dict[str, Any]) -> Said:
    """What was played this turn."""
    faces = {"up": said("a card face up"), "down": said("a card face down")}
    done = [faces[way] for way in state["laid"]] + [said("an action card")] * state["acted"]
    return said("Played so far: {cards}.", cards=tuple(done)) if done else said("Nothing is laid yet.")


def told(view: Seen, may: set[str], votes: Iterable[dict[str, Any]]) -> Said:
    """The whole table for somebody who hears it."""
    lines = [caption(view, may)]
    if view.outcome:
        lines += (added_up(view, seat) for seat in range(2))
    else:
        lines.insert(0, said("{seat} is to act.", seat=Seat(view.turn or 0)))
        if view.state["announced"]:
            lines += announcement(view.state["mover"], view.state["announced"]), *division(view.state)
    return said("Caesar and Cleopatra. {told}", told=sentences(*lines, *map(tally, votes)))


def division(state: dict[str, Any]) -> Iterator[Said]:
    """How a Castling was divided so far, if the viewer may know.  [C29]"""
    if state["division"] is not None:
        for group, half in zip(castled(state["announced"]), state["division"], strict=True):
            given = tuple(cards(kind, number) for kind, number in half.items())
            if given:
                yield said("The {group} get {cards}.", group=GROUPS[group], cards=given)
            else:
                yield said("The {group} get nothing so far.", group=GROUPS[group])


# Votes and the end.


def tally(vote: dict[str, Any]) -> Said:
    """A vote in a sentence, the winner's numbers first.  [C54]"""
    group, winner = GROUPS[vote["group"]], vote["winner"]
    if winner is None:
        return said("Vote of the {group}: a tie, {sum} to {sum}.", group=group, sum=vote["sum0"])
    score: dict[str, Any] = {"group": group, "winner": Seat(winner)}
    score |= {"sum": vote[f"sum{winner}"], "other": vote[f"sum{1 - winner}"]}
    wise, others = vote[f"philosophers{winner}"], vote[f"philosophers{1 - winner}"]
    score |= {"wise": wise, "others": others}
    if wise != others:
        return said(
            "Vote of the {group}: {winner} wins with the lower sum, {sum} to {other}; Philosophers {wise} to {others}.",
            **score,
        )
    if wise:
        return said("Vote of the {group}: {winner} wins, {sum} to {other}; Philosophers {wise} to {wise}.", **score)
    return said("Vote of the {group}: {winner} wins, {sum} to {other}.", **score)


def verdict(vote: dict[str, Any]) -> Said:
    """What a vote has brought, in a few words."""
    winner = vote["winner"]
    if winner is None:
        return said("A tie: nobody wins.")
    score: dict[str, Any] = {"winner": Seat(winner), "patrician": PATRICIANS[vote["group"]]}
    if vote["philosophers0"] != vote["philosophers1"]:
        return said("Philosophers turn it: {winner} takes a {patrician}.", **score)
    return said("{winner} takes a {patrician}.", **score)


def sums(vote: dict[str, Any]) -> tuple[Said, ...]:
    """A vote in a few short lines."""
    sides = (
        said("{sum} {wise} {seat}", seat=Seat(seat), sum=vote[f"sum{seat}"], wise="P" * vote[f"philosophers{seat}"])
        for seat in range(2)
    )
    return said("Vote of the {group}", group=GROUPS[vote["group"]]), *sides, verdict(vote)


def result(view: Seen) -> Said:
    """Who won, and why it ended.  [C39]"""
    outcome = view.outcome
    if outcome.winners:
        winner = Seat(outcome.winners[0])
        if len(set(outcome.scores)) == 1:
            return said("{seat} wins with more patricians: {why}.", seat=winner, why=outcome.words)
        return said("{seat} wins: {why}.", seat=winner, why=outcome.words)
    return said("A draw: {why}.", why=outcome.words)


def added_up(view: Seen, seat: int) -> Said:
    """A player's points added up.  [C38, C40]"""
    won, majorities, complete, secret = count(view.state, seat)
    numbers = {"won": won, "majorities": majorities, "complete": complete, "sum": won + majorities + complete + secret}
    if view.options["secret_bonus"]:
        return counted(
            "{seat}: {won} patrician + {majorities} for majorities + {complete} for complete groups"
            " + {secret} for the secret card = {sum}.",
            "{seat}: {won} patricians + {majorities} for majorities + {complete} for complete groups"
            " + {secret} for the secret card = {sum}.",
            "won",
            seat=Seat(seat),
            secret=secret,
            **numbers,
        )
    return counted(
        "{seat}: {won} patrician + {majorities} for majorities + {complete} for complete groups = {sum}.",
        "{seat}: {won} patricians + {majorities} for majorities + {complete} for complete groups = {sum}.",
        "won",
        seat=Seat(seat),
        **numbers,
    )


# Things.


def group_words(group: str, left: int, won: list[int], size: int, *, voted: bool, lit: bool) -> Said:
    words = said("{group}: all won, closed", group=GROUPS[group])
    if left:
        words = said("{group}: {left} of {size} patricians left", group=GROUPS[group], left=left, size=size)
    shares = (_share(seat, number, size) for seat, number in enumerate(won) if number)
    held = said("where the latest vote was held") if voted else None
    return noted(words, *shares, held, said("can be chosen") if lit else None)


def _share(seat: int, won: int, size: int) -> Said:
    """What a player has won of a group, with the extra points it brings.  [C38]"""
    if won == size:
        return said("{seat} has won all of them: {points} points more", seat=Seat(seat), points=2)
    if 2 * won > size:
        return said("{seat} has won {won}, the majority: 1 point more", seat=Seat(seat), won=won)
    return said("{seat} has won {won}", seat=Seat(seat), won=won)


@cache
def patrician_words(group: str, owner: int | None) -> Said:
    if owner is None:
        return said("{title} not yet won", title=PATRICIANS[group])
    return said("{title} won by {seat}", title=PATRICIANS[group], seat=Seat(owner))


@cache
def bust_words(bust: str, drawn: str) -> Said:
    return noted(said("The {bust} has been drawn", bust=BUSTS[bust]), said("the latest") if bust == drawn else None)


def bag_words(state: dict[str, Any], drawn: str, *, lit: bool) -> Said:
    words = counted("The bag with {number} bust", "The bag with {number} busts", "number", number=len(state["bag"]))
    grey = said("the grey bust has been drawn") if "GREY" in state["visible"] else None
    black = said("the black bust was drawn last") if drawn == "BLACK" else None
    return noted(words, grey, black, said("touch it to draw one") if lit else None)


@cache
def place_words(seat: int, kind: str) -> Said:
    return said("{seat}'s {card}, to be placed", seat=Seat(seat), card=kind)


@cache
def card_words(seat: int, kind: str, group: str, face: str, *, lit: bool, fresh: bool) -> Said:
    """A card at a group; of one that nobody may know only where it lies."""
    whose: dict[str, Any] = {"seat": Seat(seat), "group": GROUPS[group], "card": CARD_TITLES.get(kind, kind)}
    if face == "place":
        return said("{seat}'s {card}, to be placed face down at the {group}", **whose)
    words = said("{seat}'s {card} at the {group}", **whose)
    if not kind:
        words = said("{seat}'s card at the {group}, face down", seat=Seat(seat), group=GROUPS[group])
    elif face == "down":
        words = said("{seat}'s {card} at the {group}, face down", **whose)
    spent = said("discarded after the vote") if face == "spent" else None
    return noted(words, said("which can be assassinated") if lit else None, said("laid last") if fresh else None, spent)


@cache
def face_words(face: str, group: str) -> Said:
    return said("Lay the chosen card {face} at the {group}", face=FACES[face], group=GROUPS[group])


def on_deck(deck: str, shown: str, *, lit: bool) -> Said:
    """A deck in a terminal."""
    return said("{mark}{deck} {cards}", mark="▸" * lit, deck=DECKS[deck], cards=shown)


def on_bag(number: int, *, lit: bool) -> Said:
    return said("{mark}bag {number}", mark="▸" * lit, number=number)


@cache
def on_group(group: str, left: int, size: int, *, lit: bool) -> Said:
    return said("{mark}{group} {left}/{size}", mark="▸" if lit else " ", group=GROUPS[group], left=left, size=size)


@cache
def on_sum(total: int, hidden: int, wise: int) -> Said:
    """A sum in a terminal, whose digits stay together."""
    return said("{sum}", sum=f"={total}" + f"+{'?' * hidden}" * bool(hidden) + f" {'P' * wise}" * bool(wise))


def on_table(kind: str) -> Said:
    return said("on the table: {card}", card=ACTION_TITLES[kind])


@cache
def on_card(kind: str, *, lit: bool) -> Said:
    """A card in a terminal."""
    title = ACTION_TITLES.get(kind, kind)
    return said("[{card}]", card=title) if lit else said(" {card} ", card=title)


def strength(*zones: dict[str, int]) -> tuple[int, int, int]:
    """What the viewer knows of a side: its sum, its Philosophers, and how many cards lie hidden.  [C21]"""
    total = sum(int(kind) * number for zone in zones for kind, number in zone.items() if kind.isdigit())
    return total, sum(zone.get("P", 0) for zone in zones), sum(zone.get("", 0) for zone in zones)


@cache
def sum_words(seat: int, group: str, total: int, hidden: int, wise: int) -> Said:
    return noted(
        said("{seat}'s cards at the {group} add up to {sum}", seat=Seat(seat), group=GROUPS[group], sum=total),
        said("and {number} face down", number=hidden) if hidden else None,
        counted("with one Philosopher", "with {number} Philosophers", "number", number=wise) if wise else None,
    )


@cache
def hand_words(seat: int, kind: str, *, lit: bool) -> Said:
    words = said("{card} in {seat}'s hand", card=CARD_TITLES.get(kind, kind), seat=Seat(seat))
    return noted(words, said("can be played") if lit else None)


def held_words(seat: int, deck: str, number: int) -> Said:
    whose: dict[str, Any] = {"seat": Seat(seat), "number": number}
    if deck == "action":
        return counted("One action card in {seat}'s hand", "{number} action cards in {seat}'s hand", "number", **whose)
    return counted(
        "One influence card in {seat}'s hand", "{number} influence cards in {seat}'s hand", "number", **whose
    )


def deck_words(seat: int, deck: str, number: int, *, lit: bool) -> Said:
    whose: dict[str, Any] = {"seat": Seat(seat), "deck": DECKS[deck], "number": number}
    words = counted("{seat}'s {deck}, one card", "{seat}'s {deck}, {number} cards", "number", **whose)
    return noted(words, said("draw from it") if lit else None)


def discard_words(seat: int, pile: dict[str, int]) -> Said:
    """The discard pile as counts by kind.  [C46]"""
    if not pile:
        return said("{seat} has discarded nothing", seat=Seat(seat))
    discarded = tuple(cards(kind, number) for kind, number in pile.items())
    return said("{seat} has discarded {cards}", seat=Seat(seat), cards=discarded)


def bonus_words(seat: int, group: str | None) -> Said:
    """The secret bonus card, which only its owner knows before the end.  [C40, C41]"""
    if not group:
        return said("{seat}'s secret bonus card, hidden", seat=Seat(seat))
    return said("{seat}'s secret bonus card: 2 points with three of the {group}", seat=Seat(seat), group=GROUPS[group])


def points_of(points: int) -> Said:
    return counted("{points} point", "{points} points", "points", points=points)


def patricians_of(number: int) -> Said:
    return counted("{number} patrician", "{number} patricians", "number", number=number)
