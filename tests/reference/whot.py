"""Whot, a second reading: the rule sheet in slow, plain Python. Numbers in brackets are rules of the sheet."""

from collections.abc import Callable
from typing import Any

SUITS = {  # [W2], in board order
    "circle": (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14),
    "triangle": (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14),
    "cross": (1, 2, 3, 5, 7, 10, 11, 13, 14),
    "square": (1, 2, 3, 5, 7, 10, 11, 13, 14),
    "star": (1, 2, 3, 4, 5, 7, 8),
}
SYMBOLS = list(SUITS)
WHOTS = [f"whot_{copy}" for copy in range(1, 6)]
DECK = [f"{symbol}_{number}" for symbol, numbers in SUITS.items() for number in numbers] + WHOTS

HOLD_ON, PICK_TWO, PICK_THREE, SUSPENSION, GENERAL_MARKET, WHOT = 1, 2, 5, 8, 14, 20
SPECIAL = {HOLD_ON, PICK_TWO, PICK_THREE, SUSPENSION, GENERAL_MARKET, WHOT}  # [W5]
PENALTY = {PICK_TWO: 2, PICK_THREE: 3}  # [W23]
CARDS_EACH = {2: 7, 3: 7, 4: 5, 5: 4, 6: 4, 7: 3, 8: 3}  # [W8]
MOST_GAMES = 30  # [W43]


def symbol_of(card: str) -> str:
    return card.split("_")[0]


def number_of(card: str) -> int:
    return WHOT if card in WHOTS else int(card.split("_")[1])  # [W4] a Whot's id counts copies


def value_of(card: str) -> int:
    return number_of(card) * (2 if symbol_of(card) == "star" else 1)  # [W6]


def hand_value(hand: set[str]) -> int:
    return sum(value_of(card) for card in hand)


def board_order(cards: set[str]) -> list[str]:
    return [card for card in DECK if card in cards]


class Reference:
    """One table: a single game or a whole match."""

    def __init__(self, seats: int, options: dict[str, Any], below: Callable[[int], int]) -> None:
        self.seats = seats
        self.options = options
        self.below = below
        self.left: list[int] = []
        self.out = [0] * seats
        self.totals = [0] * seats
        self.turn_number = 0
        self.game = 0
        self.ending: dict[str, Any] | None = None
        self.open_game(starter=0)  # [W12]

    # Set-up

    def open_game(self, starter: int) -> None:
        self.game += 1
        self.starter = starter
        self.aside: set[str] = set()
        self.called: str | None = None
        self.pick: dict[str, int] | None = None
        self.reshuffled = False
        self.sudden_death = False
        self.catchable: int | None = None
        self.deal()
        while self.pile <= set(WHOTS):
            self.deal()  # [W10] no first card can come of this pile
        self.turn_up_first_card()
        first_mover = starter
        if self.options["first_card_acts"]:  # otherwise [W11]
            first_mover = self.first_card_acts()
        self.open_turn(first_mover)

    def deal(self) -> None:
        order = self.players_from(self.starter)  # [W8] [W42] only those still in
        each = CARDS_EACH[len(order)] if self.options["cards_each"] == "auto" else self.options["cards_each"]
        if len(order) * each + 1 > len(DECK):
            raise ValueError("Not enough cards for this deal")  # [W9]
        self.pile = set(DECK)
        self.hands: list[set[str]] = [set() for _ in range(self.seats)]
        for _ in range(each):
            for seat in order:
                self.take_card(seat)

    def turn_up_first_card(self) -> None:
        shown: set[str] = set()
        self.top = self.random_card(self.pile)
        while self.top in WHOTS:
            shown.add(self.top)  # [W10] it goes back; the next card is another one
            self.top = self.random_card(self.pile - shown)
        self.pile.remove(self.top)
        self.discards = {self.top}

    def first_card_acts(self) -> int:
        """Apply the first card as if the dealer had played it, and say who moves first."""
        number = number_of(self.top)
        if number in PENALTY:
            self.pick = {"number": number, "amount": PENALTY[number], "target": self.starter}
        if number == SUSPENSION:
            return self.after(self.starter)
        if number == GENERAL_MARKET:
            for seat in self.players_from(self.starter)[:-1]:  # [W12] the dealer is the last of them
                self.take_card(seat)  # as far as cards reach: a card that is missing here ends nothing
        return self.starter

    # Seats and cards

    def still_in(self, seat: int) -> bool:
        return seat not in self.left and not self.out[seat]

    def players(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.still_in(seat)]

    def players_from(self, first: int) -> list[int]:
        """Those still in, in turn order, beginning at this seat. [W1]"""
        circle = [(first + step) % self.seats for step in range(self.seats)]
        return [seat for seat in circle if self.still_in(seat)]

    def after(self, seat: int) -> int:
        return self.players_from((seat + 1) % self.seats)[0]

    def random_card(self, cards: set[str]) -> str:
        return board_order(cards)[self.below(len(cards))]

    def take_card(self, seat: int) -> bool:
        """Draw one card; False if none can be had. [W28]"""
        if not self.pile and self.reshuffle_is_due():
            self.pile = self.discards - {self.top}  # [W29]
            self.discards = {self.top}
            self.reshuffled = True
        if not self.pile:
            return False
        card = self.random_card(self.pile)
        self.pile.remove(card)
        self.hands[seat].add(card)
        return True

    def reshuffle_is_due(self) -> bool:
        if self.options["tender"] or self.sudden_death or self.reshuffled:  # [W30]
            return False
        return len(self.discards) > 1

    def begin_sudden_death(self) -> None:
        if not self.options["tender"]:  # the short game knows none
            self.sudden_death = True  # [W30]

    # What a seat may do

    def legal_cards(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        lone_special = len(hand) == 1 and all(number_of(card) in SPECIAL for card in hand)
        if self.options["no_finish_on_special"] and lone_special:
            return []  # not even as an answer to a pick
        return board_order({card for card in hand if self.matches(card)})

    def matches(self, card: str) -> bool:
        number = number_of(card)
        if self.pick:
            defends = self.options["whot_defends_pick"] and number == WHOT
            return number == self.pick["number"] or defends  # [W17]
        if number == WHOT:
            return True  # [W14] [W15]
        if self.top in WHOTS:
            return symbol_of(card) == self.called  # [W15]
        return symbol_of(card) == symbol_of(self.top) or number == number_of(self.top)  # [W14]

    def legal(self, seat: int) -> list[str]:
        words = []
        if seat == self.turn:
            words = self.turn_actions(seat)
        if self.catchable is not None and seat != self.catchable and self.still_in(seat):
            words.append("catch")  # [W51]
        return words

    def turn_actions(self, seat: int) -> list[str]:
        if self.phase == "name":
            return [f"name {symbol}" for symbol in SYMBOLS]  # [W21]
        words = [f"play {card}" for card in self.legal_cards(seat)]
        if not self.sudden_death:
            words.append("draw")  # [W19]; in Sudden Death the mover always holds a legal card [W32] [W33]
        if self.options["last_card_call"] and len(self.hands[seat]) == 2 and not self.said_last:
            words.append("call")  # [W51]
        return words

    def play(self, seat: int, words: str) -> None:
        if words not in self.legal(seat):
            raise ValueError(f"seat {seat} may not: {words}")  # [W22] a refused action changes nothing
        match words.split():
            case ["play", card]:
                self.play_card(seat, card)
            case ["draw"]:
                self.draw(seat)
            case ["name", symbol]:
                self.called = symbol
                self.complete_play(seat)
            case ["call"]:
                self.said_last = True
            case ["catch"]:
                self.catch()

    # Turns

    def open_turn(self, seat: int) -> None:
        self.turn: int | None = seat
        self.phase = "play"
        self.said_last = False  # [W51] a call lapses with its turn
        self.turn_number += 1  # [W22] extra turns included
        if self.sudden_death and not self.legal_cards(seat):
            self.end_by_hand_value()  # [W32] a forced draw, and nobody draws any more

    def play_card(self, seat: int, card: str) -> None:
        """The order of things is that of [W20]."""
        self.catchable = None
        self.hands[seat].remove(card)
        self.discards.add(card)
        self.top = card
        if card not in WHOTS:
            self.called = None  # [W16]; after a Whot on a Whot the old call stands until the new one replaces it [W15]
        cards_sufficed = self.apply_effect(seat, number_of(card))
        if not self.hands[seat]:
            self.end_game([seat], "empty_hand")  # [W36] even if a last Market ran short; no symbol is asked
        elif not cards_sufficed:
            self.end_by_hand_value()  # [W35]
        elif card in WHOTS:
            self.phase = "name"  # [W21]
        else:
            self.complete_play(seat)

    def apply_effect(self, seat: int, number: int) -> bool:
        """Do what the card does beside the turn order; False if a General Market was short of cards. [W23]"""
        if number in PENALTY:
            standing = self.pick["amount"] if self.pick else 0
            self.pick = {"number": number, "amount": standing + PENALTY[number], "target": self.after(seat)}  # [W25]
        if number == WHOT:
            self.pick = None  # one is pending only under whot_defends_pick
        if number == GENERAL_MARKET:
            for other in self.players_from(seat)[1:]:
                if not self.take_card(other):
                    self.begin_sudden_death()  # [W30]
                    return False
        return True

    def complete_play(self, seat: int) -> None:
        if self.options["last_card_call"] and len(self.hands[seat]) == 1 and not self.said_last:
            self.catchable = seat  # [W51] the window opens when the play is complete
        self.open_turn(self.next_mover(seat, number_of(self.top)))

    def next_mover(self, seat: int, number: int) -> int:
        if number == HOLD_ON:
            return seat  # [W24]
        if number == GENERAL_MARKET and self.options["market_keeps_turn"]:
            return seat  # otherwise [W27]
        if number == SUSPENSION:
            return self.after(self.after(seat))  # [W26] with two players the mover himself
        return self.after(seat)

    def draw(self, seat: int) -> None:
        """The whole penalty, or one card. [W18]"""
        self.catchable = None
        voluntary = bool(self.legal_cards(seat))
        amount = self.pick["amount"] if self.pick else 1
        for taken in range(amount):
            if not self.take_card(seat):
                self.begin_sudden_death()
                turn_stays = self.sudden_death and voluntary and taken == 0  # [W33] [W34]
                if not turn_stays:
                    self.end_by_hand_value()  # [W30] [W32] [W34], or a tender game
                return
        self.pick = None  # [W25] the top card acts no more
        self.open_turn(self.after(seat))

    def catch(self) -> None:
        """The caught player draws 2 or as many as can be had; nothing else comes of it. [W51]"""
        caught = self.catchable
        self.catchable = None  # only once
        for _ in range(2):
            self.take_card(caught)

    def leave(self, seat: int) -> None:
        """[W40]"""
        if self.ending or not self.still_in(seat):
            return  # knocked out or gone already: there is no hand and no turn to give up
        (self.aside if self.sudden_death else self.pile).update(self.hands[seat])
        self.hands[seat] = set()
        self.left.append(seat)
        if self.catchable == seat:
            self.catchable = None
        on_turn = self.turn == seat
        if on_turn:
            self.settle_for_leaver(seat)
        if len(self.players()) == 1:
            everybody_else_left = len(self.left) == self.seats - 1
            self.finish("last_left" if everybody_else_left else "last_in")
        elif on_turn:
            self.open_turn(self.after(seat))

    def settle_for_leaver(self, seat: int) -> None:
        if self.phase == "name":
            self.called = SYMBOLS[self.below(len(SYMBOLS))]
        if self.pick:
            self.pick["target"] = self.after(seat)

    # End of a game

    def end_by_hand_value(self) -> None:
        lowest = min(hand_value(self.hands[seat]) for seat in self.players())
        winners = [seat for seat in self.players() if hand_value(self.hands[seat]) == lowest]  # [W37]
        self.end_game(winners, "hand_value")

    def end_game(self, winners: list[int], reason: str) -> None:
        if self.options["match"] == "single":
            self.finish(reason)
            return
        if self.options["match"] == "points":
            match_over = self.score_points(winners)
        else:
            match_over = self.knock_out()
        if match_over:
            self.finish(match_over)
        else:
            self.open_game(self.after(self.starter))  # [W43]

    def score_points(self, winners: list[int]) -> str | None:
        """Add to the totals; say why the match is over, if it is. [W41]"""
        for seat in self.players():
            if seat not in winners:
                self.totals[seat] += hand_value(self.hands[seat])
        if max(self.totals[seat] for seat in self.players()) >= self.options["match_target"]:
            return "target"
        if self.game in (self.options["match_rounds"], MOST_GAMES):
            return "rounds"
        return None

    def knock_out(self) -> str | None:
        """Send out the highest hands; say why the match is over, if it is. [W42]"""
        playing = self.players()
        values = {seat: hand_value(self.hands[seat]) for seat in playing}
        for seat in playing:
            self.totals[seat] += values[seat]  # [W43] the total hand value, a winner's too
        highest = [seat for seat in playing if values[seat] == max(values.values())]
        if highest != playing:
            for seat in highest:
                self.out[seat] = self.game
        if len(self.players()) == 1:
            return "last_in"
        return "rounds" if self.game == MOST_GAMES else None

    # The end

    def finish(self, reason: str) -> None:
        self.turn = None
        self.phase = "over"
        self.said_last = False
        self.catchable = None
        points = self.points()
        places = [0] * self.seats
        ranked = 0
        for group in self.ranking(points):
            for seat in group:
                places[seat] = ranked + 1  # [W38] equals share a place: 1, 1, 3
            ranked += len(group)
        winners = [seat for seat in range(self.seats) if places[seat] == 1]
        self.ending = {"places": places, "points": points, "winners": winners, "reason": reason}

    def points(self) -> list[int]:
        if self.options["match"] == "single":
            return [hand_value(hand) for hand in self.hands]  # a leaver's hand is empty
        return [0 if seat in self.left else self.totals[seat] for seat in range(self.seats)]  # [W38]

    def ranking(self, points: list[int]) -> list[list[int]]:
        """Groups of seats that share a place, best first; later out [W42] and later gone [W38] is higher."""
        by_points = [[seat for seat in self.players() if points[seat] == low] for low in sorted(set(points))]
        by_game = [[seat for seat in range(self.seats) if self.out[seat] == game] for game in range(self.game, 0, -1)]
        leavers = [[seat] for seat in reversed(self.left)]
        return [group for group in by_points + by_game + leavers if group]

    def result(self) -> dict[str, Any] | None:
        return self.ending

    def snapshot(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "phase": self.phase,
            "turn_number": self.turn_number,
            "hands": [board_order(hand) for hand in self.hands],
            "pile": board_order(self.pile),
            "discards": board_order(self.discards),
            "aside": board_order(self.aside),
            "top": self.top,
            "called": self.called,
            "pick": dict(self.pick) if self.pick else None,
            "reshuffled": self.reshuffled,
            "sudden_death": self.sudden_death,
            "said_last": self.said_last,
            "catchable": self.catchable,
            "left": list(self.left),
            "out": list(self.out),
            "totals": list(self.totals),
            "game": self.game,
            "starter": self.starter,
        }
