"""DeerPortal, read a second time: a slow and plain model of the rule sheet.   [P14] = rule P14 of the sheet

A place on a path is its path index, 0 (start) to 40 (portal). Seat, element, area and pile share one number:
seat 0 is Water, area 0 is Water's path and pile 0 holds the cards that act on Water.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Thing = TypeVar("Thing")

ELEMENTS = ("Water", "Earth", "Fire", "Air")  # in seat order [P2]
SEATS = range(4)
KINDS = ("stop", "card", "diamond", "double")  # "double" is the card "diamond x 2" [P10]
SEASONS = ("winter", "spring", "summer", "fall")
DIAMOND = "white diamond"  # an item is this, or the name of a rune's element

START, PORTAL = 0, 40
AREA = range(1, 40)  # the path without start and portal [P8]
CENTRE = 136  # the one cell that pays under `big_diamond` = fire
DEER_SLOTS = 16

# Way points of the two path variants: "62" is 6 columns and 2 rows inward from the seat's own corner [P5]
VARIANT_A = "00 50 51 11 12 02 03 33 32 62 63 53 54 04 05 15 16 36 35 55 56 66 67 77"
VARIANT_B = "00 50 51 11 12 02 03 33 32 52 53 63 64 04 05 15 16 36 35 65 66 76 77"


def walk(variant: str) -> list[tuple[int, int]]:
    """Every place from the first way point to the last, one orthogonal step at a time [P4]."""
    way_points = [(int(point[0]), int(point[1])) for point in variant.split()]
    places = [way_points[0]]
    for column, row in way_points[1:]:
        while places[-1] != (column, row):
            at_column, at_row = places[-1]
            if at_column != column:
                at_column += 1 if column > at_column else -1
            else:
                at_row += 1 if row > at_row else -1
            places.append((at_column, at_row))
    return places


def path(seat: int) -> list[int]:
    """The 41 board cells of a seat's path: its variant, seen from its own corner [P2, P6]."""
    cells = []
    for inward_columns, inward_rows in walk(VARIANT_A if seat in (0, 2) else VARIANT_B):
        column = inward_columns if seat in (0, 3) else 15 - inward_columns
        row = inward_rows if seat in (0, 1) else 15 - inward_rows
        cells.append(row * 16 + column)
    return cells


PATHS = [path(seat) for seat in SEATS]


class Reference:
    """One game, from the set-up to the ranking."""

    # Set-up

    def __init__(self, seats: int, options: dict[str, Any], below: Callable[[int], int]) -> None:
        if seats != 4:
            raise ValueError("DeerPortal has always four seats [P2]")
        self.options = options
        self.below = below

        self.index = [START for _ in SEATS]
        self.counts = [0 for _ in SEATS]
        self.freeze = [0 for _ in SEATS]
        self.left = [False for _ in SEATS]
        self.entered: list[int] = []
        self.first: int | None = None
        self.deer: int | None = None  # the counter; None outside Deer Mode
        self.round = 1
        self.turn: int | None = 0  # spring of round 1, seat 0 begins [P11]
        self.roll = 0
        self.leader = False
        self.reason: str | None = None

        self.items: list[dict[int, str]] = [{} for _ in SEATS]  # of each area: path index -> item
        self.face_down: list[list[str]] = [[kind for kind in KINDS for _ in range(8)] for _ in SEATS]  # [P10]
        self.face_up: list[str | None] = [None for _ in SEATS]
        self.dead: set[int] = set()  # exhausted piles

        for area in SEATS:
            self.deal(area)
        for pile in SEATS:
            self.turn_up(pile)
        self.open_slot(0)

    def pick(self, things: list[Thing]) -> Thing:
        """One random choice."""
        return things[self.below(len(things))]

    def deal(self, area: int) -> None:
        """Lay 12 diamonds and 4 runes of each element on different cells of an empty area [P9]."""
        items = [DIAMOND] * 12
        for element in SEATS:
            if element not in self.dead:  # a dead pile's runes never come back [P31]
                items += [ELEMENTS[element]] * 4
        free = list(AREA)
        for item in items:
            cell = self.pick(free)
            free.remove(cell)
            self.items[area][cell] = item

    def turn_up(self, pile: int) -> None:
        """Put the next card of a pile face up; after the last one the pile dies."""
        if not self.face_down[pile]:
            self.exhaust(pile)
            return
        card = self.pick(self.face_down[pile])
        self.face_down[pile].remove(card)
        self.face_up[pile] = card

    def exhaust(self, pile: int) -> None:
        """The 32nd card is gone: the runes of that element vanish from all four areas [P31]."""
        self.face_up[pile] = None
        self.dead.add(pile)
        for items in self.items:
            for cell in cells_with(items, ELEMENTS[pile]):
                del items[cell]

    # Slots

    def open_slot(self, seat: int) -> None:
        """Open this slot, or the first one after it that is not skipped; the order of the tests is a rule [P12]."""
        while True:
            if self.deer is not None:
                self.deer -= 1  # skipped slots count too [P36], so the drop comes before the other tests [P13]
                if self.deer < 0:
                    self.end("deer_mode_over")
                    return
            if seat in self.entered:
                pass  # skipped [P14]
            elif self.freeze[seat] > 0:
                self.freeze[seat] -= 1  # skipped, at the price of one freeze point [P15]
            else:
                self.begin_turn(seat)
                return
            seat = self.slot_after(seat)

    def slot_after(self, seat: int) -> int:
        """The seat whose slot follows; after seat 3 a new round begins [P12]."""
        if seat < 3:
            return seat + 1
        if self.round == self.options["max_rounds"] and self.deer is None:
            self.start_deer_mode()  # nobody has entered in time [P39]
        self.round += 1
        return 0

    def begin_turn(self, seat: int) -> None:
        """Judge the leader mark, then roll the die [P16, P17]."""
        self.turn = seat
        self.leader = self.deer is None and self.is_sole_leader(seat)
        self.roll = self.below(6) + 1

    def is_sole_leader(self, seat: int) -> bool:
        """More diamonds than everybody else; a tie for the top is no leader [P16]."""
        return all(self.counts[seat] > self.counts[other] for other in SEATS if other != seat)

    def start_deer_mode(self) -> None:
        """The next slot will show 15, the sixteenth 0 [P35, P36]."""
        self.deer = DEER_SLOTS

    def end(self, reason: str) -> None:
        self.reason = reason
        self.turn = None
        self.roll = 0
        self.leader = False

    # Actions

    def targets(self, seat: int) -> dict[str, int]:
        """Where the roll may take this seat: only the portal takes an overshoot [P18]."""
        targets = {"forward": min(self.index[seat] + self.roll, PORTAL)}
        if self.index[seat] - self.roll >= START:
            targets["backward"] = self.index[seat] - self.roll
        return targets

    def legal(self, seat: int) -> list[str]:
        """The words of this seat's actions. Passing is not possible [P19]."""
        if seat != self.turn:
            return []
        if self.left[seat]:
            return ["computer"]  # a leaver is played on [P41]
        return list(self.targets(seat))

    def play(self, seat: int, words: str) -> None:
        """Move the figure, let the landing cell work, open the next slot [P20]."""
        if words not in self.legal(seat):
            raise ValueError(f"seat {seat} may not play {words!r} now")
        direction = self.computer_choice(seat) if words == "computer" else words
        self.index[seat] = self.targets(seat)[direction]
        self.land(seat)
        if len(self.entered) == 4:
            self.end("all_in")  # at once, without another slot [P39]
        else:
            self.open_slot(self.slot_after(seat))

    def leave(self, seat: int) -> None:
        """From now on the computer plays this seat [P41]."""
        self.left[seat] = True

    def computer_choice(self, seat: int) -> str:
        """The computer seat: the first line that fits decides [P46]."""
        targets = self.targets(seat)
        if "backward" not in targets:
            return "forward"
        if self.deer is not None:
            return "forward"
        if self.leader:
            return "forward"
        if targets["forward"] in self.items[seat]:
            return "forward"
        if targets["backward"] in self.items[seat]:
            return "backward"
        return self.pick(["forward", "backward"])

    # Effects of the landing cell, in the order of P20

    def land(self, seat: int) -> None:
        if self.index[seat] == START:
            self.meditate(seat)
        if self.index[seat] == PORTAL:
            self.take_big_diamond(seat)
        if self.index[seat] in self.items[seat]:
            self.take_item(seat)
        if self.index[seat] == PORTAL:
            self.enter_portal(seat)

    def meditate(self, seat: int) -> None:
        """The start is reached only backwards and by exact count: the own area is dealt anew [P22]."""
        self.items[seat].clear()
        self.deal(seat)

    def take_big_diamond(self, seat: int) -> None:
        """+3 for the leader of this turn; which portal cells pay is an option [P34]."""
        paying = {"any": True, "fire": PATHS[seat][PORTAL] == CENTRE, "off": False}
        if self.leader and paying[self.options["big_diamond"]]:
            self.counts[seat] += 3

    def take_item(self, seat: int) -> None:
        item = self.items[seat].pop(self.index[seat])
        if item == DIAMOND:
            self.counts[seat] += 1  # [P23]
        else:
            self.use_rune(seat, ELEMENTS.index(item))

    def use_rune(self, seat: int, pile: int) -> None:
        """The face-up card acts, then the next one is turned up [P24]."""
        if pile != seat:  # a card of one's own element is only discarded [P25]
            card = self.face_up[pile]
            if card == "stop":
                self.stop(pile)
            elif card == "card":
                self.remove_rune(pile)
            elif card == "diamond":
                self.steal_one(seat, pile)
            else:
                self.steal_two(seat, pile)
        self.turn_up(pile)

    def stop(self, victim: int) -> None:
        """One more slot to sit out; wasted on a seat that moves no more [P26]."""
        if victim not in self.entered:
            self.freeze[victim] += 1

    def remove_rune(self, area: int) -> None:
        """A random rune vanishes, whatever its element, never a diamond [P27]."""
        runes = sorted(cell for cell, item in self.items[area].items() if item != DIAMOND)
        if runes:
            del self.items[area][self.pick(runes)]

    def remove_diamond(self, area: int) -> bool:
        """A random diamond vanishes from the board, never from a count [P30]. Was there one?"""
        diamonds = cells_with(self.items[area], DIAMOND)
        if not diamonds:
            return False
        del self.items[area][self.pick(diamonds)]
        return True

    def steal_one(self, thief: int, area: int) -> None:
        """Pays even where nothing is left to steal, unless the theft is strict [P28]."""
        removed = self.remove_diamond(area)
        if removed or not self.options["strict_theft"]:
            self.counts[thief] += 1

    def steal_two(self, thief: int, area: int) -> None:
        """Pays for what was really removed [P29]."""
        for _ in range(2):
            if self.remove_diamond(area):
                self.counts[thief] += 1

    def enter_portal(self, seat: int) -> None:
        """A survivor: it moves no more and its area is swept [P33]."""
        self.entered.append(seat)
        self.items[seat].clear()
        if self.deer is None:  # first in; after a Deer Mode that came by itself nobody is [P35, P39]
            self.first = seat
            self.counts[seat] += 5
            self.start_deer_mode()

    # The whole truth, and the end

    def season(self) -> str:
        """Spring first, the next one every 4 rounds [P37]."""
        return SEASONS[(1 + (self.round - 1) // 4) % 4]

    def snapshot(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "round": self.round,
            "roll": self.roll,
            "index": list(self.index),
            "counts": list(self.counts),
            "diamonds": [cells_with(items, DIAMOND) for items in self.items],
            "runes": [[cells_with(items, element) for element in ELEMENTS] for items in self.items],
            "face_up": list(self.face_up),
            "face_down": [[pile.count(kind) for kind in KINDS] for pile in self.face_down],
            "freeze": list(self.freeze),
            "entered": list(self.entered),
            "first": self.first,
            "leader": self.leader,
            "deer": self.deer,
            "left": list(self.left),
            "season": self.season(),
        }

    def ranking(self) -> list[int]:
        """The seats from the winner down: survivors, diamonds, first mark, earlier entry, lower seat [P41]."""

        def standing(seat: int) -> tuple[bool, int, bool, int, int]:
            survivor = seat in self.entered
            entry = self.entered.index(seat) if survivor else len(self.entered)
            return not survivor, -self.counts[seat], seat != self.first, entry, seat

        return sorted(SEATS, key=standing)

    def result(self) -> dict[str, Any] | None:
        """There is no shared place and no shared win [P41]."""
        if self.reason is None:
            return None
        ranking = self.ranking()
        return {
            "places": [ranking.index(seat) + 1 for seat in SEATS],
            "points": list(self.counts),  # bonuses included [P40]
            "winners": [ranking[0]],
            "reason": self.reason,
        }


def cells_with(items: dict[int, str], item: str) -> list[int]:
    """The cells of an area that hold this item, by path index."""
    return sorted(cell for cell, lying in items.items() if lying == item)
