"""Caesar and Cleopatra, read a second time: slow, plain, straight from the rule sheet.   [Cn] = rules/caesar.md

Every pile, hand and place is a plain list of kinds. Words, snapshot keys and the order of chance: README.md beside it.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

GROUPS = {"PRAETOR": 5, "AEDILE": 5, "QUAESTOR": 5, "CONSUL": 3, "CENSOR": 3}  # [C2]
NUMBERS = ("1", "2", "3", "4", "5")
PHILOSOPHER = "P"
INFLUENCE = (*NUMBERS, PHILOSOPHER)
ACTIONS = ("assassination", "scout", "castling", "wrath", "veto", "spy")
KINDS = (*INFLUENCE, *ACTIONS)
BUSTS = (*GROUPS, "BLACK", "GREY")  # [C3]
CARD_OF = {"assassinate": "assassination", "scout": "scout", "castle": "castling", "wrath": "wrath", "spy": "spy"}
PLACES = 5  # influence cards of one player at one group [C12]
HAND = 6  # [C7, C18]
CROWD = 8  # cards of both players that call an automatic vote [C19]
QUIET_TURNS = 14  # [C37]


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards in board order."""
    return sorted(cards, key=KINDS.index)


def kinds(cards: Iterable[str], among: tuple[str, ...] = KINDS) -> list[str]:
    """The different kinds among these cards, in board order."""
    held = set(cards)
    return [kind for kind in among if kind in held]


def tally(cards: Iterable[str]) -> dict[str, int]:
    """Number of cards by kind, zeros left out."""
    return dict(Counter(in_order(cards)))


class Reference:
    def __init__(self, seats: int, options: dict, below: Callable[[int], int]) -> None:
        assert seats == 2  # [C1]
        self.options = options
        self.below = below

        choice = options["first_player"]  # [C8]
        self.first = below(2) if choice == "random" else ("caesar", "cleopatra").index(choice)
        self.bonus = self.deal_bonus_cards()

        self.hands = [[*NUMBERS, "veto"] for _ in range(2)]  # [C7]
        self.decks = [self.new_decks() for _ in range(2)]
        self.discards: list[list[str]] = [[], []]
        self.up: list[dict[str, list[str]]] = [{group: [] for group in GROUPS} for _ in range(2)]
        self.down: list[dict[str, list[str]]] = [{group: [] for group in GROUPS} for _ in range(2)]
        self.placed: list[dict[str, str]] = [{}, {}]
        self.patricians = dict(GROUPS)
        self.won = [dict.fromkeys(GROUPS, 0) for _ in range(2)]
        self.bag = list(BUSTS)
        self.visible: list[str] = []
        self.gone: list[str] = []

        self.quiet = 0
        self.reason: str | None = None
        self.open_turn(0)  # Caesar places first, whoever moves first [C6]
        self.phase = "place"

    def new_decks(self) -> dict[str, list[str]]:
        """[C4, C5] One set of numbers is placed, one is in hand; so is one Veto."""
        action = ["assassination"] * 3 + ["scout"] * 3 + ["castling", "wrath", "veto"] + ["spy"] * self.options["spy"]
        return {"influence": [*NUMBERS] * 5 + [PHILOSOPHER] * 2, "action": action}

    def deal_bonus_cards(self) -> list[str | None]:
        """[C40] Two cards for each group of five; they are dealt without putting back."""
        if not self.options["secret_bonus"]:
            return [None, None]
        cards = [group for group, size in GROUPS.items() if size == 5 for _ in range(2)]
        return [cards.pop(self.below(len(cards))) for _ in range(2)]

    # What may be done

    def legal(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        match self.phase:
            case "place":
                return self.placements()
            case "play":
                return self.influence_plays() + self.action_plays() + self.bust_draws()
            case "castle":
                return self.castling_sides()
            case "veto":
                return self.veto_answers()
            case "spy":
                return [f"take {kind}" for kind in kinds(self.hands[self.opponent])]
            case "discard":
                return self.discard_choices()
            case "draw":
                return [f"draw {deck}" for deck in self.decks_with_cards(seat)]
        raise AssertionError(self.phase)

    def placements(self) -> list[str]:
        """[C6] Any card not yet placed, at any group still without one."""
        placed = self.placed[self.mover]
        cards = [kind for kind in NUMBERS if kind not in placed.values()]
        return [f"place {kind} {group}" for kind in cards for group in GROUPS if group not in placed]

    def influence_plays(self) -> list[str]:
        if self.closed or len(self.laid) == 2:  # [C10, C13]
            return []
        faces = [face for face in ("up", "down") if face not in self.laid]  # two cards: one of each face [C11]
        cards = kinds(self.hands[self.mover], INFLUENCE)  # a Philosopher is one of them [C10]
        groups = [group for group in self.open_groups() if len(self.side(self.mover, group)) < PLACES]  # [C12]
        return [f"lay {kind} {group} {face}" for kind in cards for group in groups for face in faces]

    def action_plays(self) -> list[str]:
        if self.acted:  # one action a turn [C13]
            return []
        held = self.hands[self.mover]
        return [words for words in self.action_targets() if CARD_OF[words.split()[0]] in held]

    def action_targets(self) -> list[str]:
        """Every action that has a target, whether its card is in hand or not. A Veto is none [C32]."""
        me, other = self.mover, self.opponent
        words = [f"assassinate {group} {kind}" for group in GROUPS for kind in kinds(self.up[other][group])]  # [C27]
        words += [f"scout {group}" for group in GROUPS if self.down[other][group]]  # [C28]
        for one, two in combinations(self.open_groups(), 2):  # [C29]
            if self.side(me, one) or self.side(me, two):
                words.append(f"castle {one} {two}")
        words += [f"wrath {group}" for group in GROUPS if self.crowd(group)]  # [C30]
        if self.hands[other]:
            words.append("spy")  # [C34]
        return words

    def bust_draws(self) -> list[str]:
        """[C14, C15] The bust waits for an influence card as long as one can be laid."""
        return ["bust"] if self.laid or not self.influence_plays() else []

    def castling_sides(self) -> list[str]:
        """[C29] Where the next card goes, so that all cards still find a place."""
        first, second = self.division
        kind = self.undivided[0]
        sides = []
        if len(first) < PLACES and kind not in second:  # of equal cards those for the first group come first
            sides.append("first")
        if len(second) + self.undivided.count(kind) <= PLACES:  # after one "second" its equals must follow
            sides.append("second")
        return sides

    def veto_answers(self) -> list[str]:
        """[C31] With a Veto goes the name of a deck to draw from."""
        other = self.opponent
        if "veto" not in self.hands[other]:
            return ["no veto"]
        return ["no veto", *(f"veto {deck}" for deck in self.decks_with_cards(other) or ["none"])]

    def discard_choices(self) -> list[str]:
        choices = [f"discard {kind}" for kind in self.discardable()]
        full = len(self.actions_in_hand()) == HAND  # no room for an influence card he could still draw [C15]
        if not (full and self.decks[self.mover]["influence"]):
            choices.append("done")
        return choices

    def discardable(self) -> list[str]:
        """Action kinds in hand, none before one already discarded in this choice."""
        return [kind for kind in kinds(self.actions_in_hand()) if ACTIONS.index(kind) >= self.discard_from]

    # What is done

    def play(self, seat: int, words: str) -> None:
        if words not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {words!r} in phase {self.phase}")
        match words.split():
            case ["place", kind, group]:
                self.place(kind, group)
            case ["lay", kind, group, face]:
                self.lay(kind, group, face)
            case [("assassinate" | "scout" | "wrath" | "spy" | "castle"), *_]:
                self.announce(words)
            case [("first" | "second") as side]:
                self.divide(side)
            case ["no", "veto"]:
                self.resolve()
            case ["veto", deck]:
                self.veto(deck)
            case ["take", kind]:
                self.discard(self.opponent, self.hands[self.opponent], kind)
                self.clear_action()
            case ["bust"]:
                self.draw_bust()
            case ["discard", kind]:
                self.discard_action(kind)
            case ["done"]:
                self.fill_hand()
            case ["draw", deck]:
                self.draw_card(seat, deck)
                self.fill_hand()

    def place(self, kind: str, group: str) -> None:
        """[C6] A side appears on the board only when its five lie."""
        placed = self.placed[self.mover]
        placed[group] = kind
        if len(placed) < len(GROUPS):
            return
        for where, card in placed.items():
            self.down[self.mover][where].append(card)
        placed.clear()
        if self.mover == 0:
            self.mover = self.turn = 1
        else:
            self.open_turn(self.first)

    def open_turn(self, seat: int) -> None:
        self.mover: int = seat
        self.turn: int | None = seat
        self.phase = "play"
        self.took_patrician = False
        self.clear_table()

    def clear_table(self) -> None:
        """Nothing laid, nothing played: so a turn begins, and so the game is left at the end."""
        self.laid: list[str] = []
        self.acted = False
        self.closed = False
        self.announced: str | None = None
        self.division: list[list[str]] | None = None
        self.undivided: list[str] = []  # cards a castling has still to divide
        self.discard_from = 0  # kinds before this one are settled in the choice of C15

    def lay(self, kind: str, group: str, face: str) -> None:
        self.hands[self.mover].remove(kind)
        place = self.up if face == "up" else self.down
        place[self.mover][group].append(kind)
        self.laid.append(face)

    def announce(self, words: str) -> None:
        """[C33] The card leaves the hand and lies open; [C13] it closes an influence play already begun."""
        verb, *targets = words.split()
        self.hands[self.mover].remove(CARD_OF[verb])
        self.announced = words
        self.acted = True
        self.closed = bool(self.laid)
        if verb == "castle":
            self.division = [[], []]
            self.undivided = in_order(card for group in targets for card in self.side(self.mover, group))
            self.phase = "castle"
        else:
            self.ask_veto()

    def divide(self, side: str) -> None:
        """[C29] The division belongs to the announcement."""
        self.division[("first", "second").index(side)].append(self.undivided.pop(0))
        if not self.undivided:
            self.ask_veto()

    def ask_veto(self) -> None:
        """[C33] Whether he holds one or not."""
        self.phase = "veto"
        self.turn = self.opponent

    def veto(self, deck: str) -> None:
        """[C31] The action has no effect, but was the action of this turn."""
        self.discard(self.opponent, self.hands[self.opponent], "veto")
        if deck != "none":
            self.draw_card(self.opponent, deck)
        self.clear_action()

    def resolve(self) -> None:
        me, other = self.mover, self.opponent
        match self.announced.split():
            case ["assassinate", group, kind]:
                self.discard(other, self.up[other][group], kind)
            case ["scout", group]:
                self.turn_up(other, group)
            case ["castle", one, two]:
                for group, cards in zip((one, two), self.division, strict=True):
                    self.up[me][group] = []
                    self.down[me][group] = cards
            case ["wrath", group]:
                self.discard_all(group)
            case ["spy"]:
                self.phase = "spy"  # the card has not acted yet: a card of the other hand is still to be taken [C34]
                self.turn = me
                return
        self.clear_action()

    def clear_action(self) -> None:
        """[C26] Acted or vetoed, the card goes to the discard pile and PLAY goes on."""
        self.discards[self.mover].append(CARD_OF[self.announced.split()[0]])
        self.announced = None
        self.division = None
        self.phase = "play"
        self.turn = self.mover

    def draw_bust(self) -> None:
        """[C16] Only Black goes back, and takes the visible ones along; so the bag is never empty [C17]."""
        self.bag.sort(key=BUSTS.index)
        bust = self.bag.pop(self.below(len(self.bag)))
        self.visible.append(bust)
        if bust == "BLACK":
            self.bag += self.visible
            self.visible = []
        elif bust in GROUPS:
            self.vote(bust)
            if self.reason:
                return
        if not self.laid and self.actions_in_hand():  # [C15]
            self.phase = "discard"
        else:
            self.fill_hand()

    def discard_action(self, kind: str) -> None:
        self.discard(self.mover, self.hands[self.mover], kind)
        self.discard_from = ACTIONS.index(kind)
        if not self.actions_in_hand():
            self.fill_hand()

    def fill_hand(self) -> None:
        """[C18] Goes on as long as there is room in the hand and a card in a deck."""
        if len(self.hands[self.mover]) < HAND and self.decks_with_cards(self.mover):
            self.phase = "draw"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        for group in GROUPS:  # [C19] once each, however the vote went
            if self.patricians[group] and len(self.crowd(group)) >= CROWD:
                self.vote(group)
                if self.reason:
                    return
        self.quiet = 0 if self.laid or self.took_patrician else self.quiet + 1
        if not any(self.has_influence(seat) for seat in range(2)):
            self.finish("no_influence")  # [C36]
        elif self.quiet == QUIET_TURNS:
            self.finish("dead_board")  # [C37]
        else:
            self.open_turn(self.opponent)

    def finish(self, reason: str) -> None:
        self.reason = reason
        self.phase = "over"
        self.turn = None
        self.clear_table()

    # The vote of confidence

    def vote(self, group: str) -> None:
        for seat in range(2):
            self.turn_up(seat, group)  # [C20]
        sides = [self.up[seat][group] for seat in range(2)]
        sums = [sum(int(card) for card in cards if card in NUMBERS) for cards in sides]
        if sums[0] == sums[1]:  # [C21]
            return
        higher, lower = (0, 1) if sums[0] > sums[1] else (1, 0)
        thinkers = [cards.count(PHILOSOPHER) for cards in sides]
        inverted = thinkers[0] != thinkers[1]
        winner = lower if inverted else higher  # [C22]
        self.patricians[group] -= 1  # [C23]
        self.won[winner][group] += 1
        self.took_patrician = True
        self.discard_number(higher, group, max)  # [C24] the sums decide, whoever won
        self.discard_number(lower, group, min)
        if inverted and self.options["philosopher_spent"]:
            richer = thinkers.index(max(thinkers))
            self.discard(richer, sides[richer], PHILOSOPHER)
        if not self.patricians[group]:
            self.close(group)
        if not any(self.patricians.values()):
            self.finish("all_taken")  # [C35]

    def discard_number(self, seat: int, group: str, pick: Callable[[list[str]], str]) -> None:
        """[C24] The highest or the lowest numbered card, if there is one."""
        cards = self.up[seat][group]
        numbers = [card for card in cards if card in NUMBERS]
        if numbers:
            self.discard(seat, cards, pick(numbers))

    def close(self, group: str) -> None:
        """[C25] Without patricians a group keeps neither cards nor bust."""
        self.discard_all(group)
        for place in (self.bag, self.visible):
            if group in place:
                place.remove(group)
        self.gone.append(group)

    # The table

    @property
    def opponent(self) -> int:
        return 1 - self.mover

    def open_groups(self) -> list[str]:
        return [group for group in GROUPS if self.patricians[group]]

    def side(self, seat: int, group: str) -> list[str]:
        return self.up[seat][group] + self.down[seat][group]

    def crowd(self, group: str) -> list[str]:
        return self.side(0, group) + self.side(1, group)

    def actions_in_hand(self) -> list[str]:
        return [card for card in self.hands[self.mover] if card in ACTIONS]

    def has_influence(self, seat: int) -> bool:
        return bool(self.decks[seat]["influence"] or kinds(self.hands[seat], INFLUENCE))

    def decks_with_cards(self, seat: int) -> list[str]:
        return [deck for deck, cards in self.decks[seat].items() if cards]

    def draw_card(self, seat: int, deck: str) -> None:
        cards = self.decks[seat][deck] = in_order(self.decks[seat][deck])
        self.hands[seat].append(cards.pop(self.below(len(cards))))

    def discard(self, owner: int, place: list[str], kind: str) -> None:
        place.remove(kind)
        self.discards[owner].append(kind)

    def discard_all(self, group: str) -> None:
        for seat in range(2):
            self.discards[seat] += self.side(seat, group)
            self.up[seat][group] = []
            self.down[seat][group] = []

    def turn_up(self, seat: int, group: str) -> None:
        self.up[seat][group] += self.down[seat][group]
        self.down[seat][group] = []

    # What is shown

    def snapshot(self) -> dict:
        def board(places: list[dict[str, list[str]]]) -> list[dict[str, dict[str, int]]]:
            return [{group: tally(cards) for group, cards in side.items() if cards} for side in places]

        return {
            "turn": self.turn,
            "phase": self.phase,
            "mover": self.mover,
            "first": self.first,
            "hands": [tally(hand) for hand in self.hands],
            "decks": [tally(decks["influence"] + decks["action"]) for decks in self.decks],
            "discard": [tally(cards) for cards in self.discards],
            "up": board(self.up),
            "down": board(self.down),
            "placed": [dict(placed) for placed in self.placed],
            "patricians": dict(self.patricians),
            "won": [dict(won) for won in self.won],
            "bag": sorted(self.bag, key=BUSTS.index),
            "visible": sorted(self.visible, key=BUSTS.index),
            "gone": sorted(self.gone, key=BUSTS.index),
            "bonus": list(self.bonus),
            "laid": list(self.laid),
            "acted": self.acted,
            "closed": self.closed,
            "announced": self.announced,
            "division": None if self.division is None else [tally(cards) for cards in self.division],
            "quiet": self.quiet,
        }

    def result(self) -> dict | None:
        """[C39] More points, then more patricians, else a draw."""
        if self.reason is None:
            return None
        points = [self.points(seat) for seat in range(2)]
        merits = [(points[seat], sum(self.won[seat].values())) for seat in range(2)]
        places = [1 if merit == max(merits) else 2 for merit in merits]
        winners = [] if merits[0] == merits[1] else [merits.index(max(merits))]
        return {"places": places, "points": points, "winners": winners, "reason": self.reason}

    def points(self, seat: int) -> int:
        """[C38] Patricians, majorities, whole groups; [C40] the secret bonus."""
        won = self.won[seat]
        majorities = sum(won[group] > size / 2 for group, size in GROUPS.items())
        whole = sum(won[group] == size for group, size in GROUPS.items())
        bonus = self.bonus[seat]
        return sum(won.values()) + majorities + whole + (2 if bonus and won[bonus] >= 3 else 0)
