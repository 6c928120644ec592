"""Tables of Whot in one-line notation.

    table("A: circle_2 star_7 | B: cross_3 | top: circle_4 | pile: 3 | turn: B")

Seats are A, B, C … with the cards in their hands. `pile` and `under` (the discards under the top card) are cards, or
a number: so many of the cards not named, in board order. Without `pile` all cards not named are there; with it, those
left over lie aside. Further words: `turn: B`, `called: star`, `pick: 4` (on the seat on turn), `catchable: A`, `in: A C`,
`left: D B` (in order of leaving), `out: B2` (in game 2), `totals: 10 0 30`, `game: 2`, `starter: B`, `turn_number: 9`, and
the flags `name` (a symbol is to be named), `sudden`, `reshuffled`, `said`.
"""

from collections.abc import Iterable
from typing import Any

from tests.setting import game_named, position
from turnwise.kit.game import Frame
from turnwise.kit.position import Engine, Position
from turnwise.play.match import Match

GAME = game_named("whot")
RULES, NOTATION = GAME.rules, GAME.notation
SYMBOLS = ("circle", "triangle", "cross", "square", "star")
LONG, SHORT, STARS = "1 2 3 4 5 7 8 10 11 12 13 14", "1 2 3 5 7 10 11 13 14", "1 2 3 4 5 7 8"
IDS = [
    *(
        f"{symbol}_{n}"
        for symbol, numbers in zip(SYMBOLS, (LONG, LONG, SHORT, SHORT, STARS), strict=True)
        for n in numbers.split()
    ),
    *(f"whot_{n}" for n in range(1, 6)),
]
WORDS = [*(f"play {card}" for card in IDS), "draw", *(f"name {symbol}" for symbol in SYMBOLS), "call", "catch"]
LETTERS = "ABCDEFGH"
FLAGS = {"name": "phase", "sudden": "sudden", "reshuffled": "reshuffled", "said": "said"}


class Scene:
    """A table and what tests do at it; everything is said in words."""

    def __init__(self, at: Position, frame: Frame) -> None:
        self.position, self.frame = at, frame
        self.told: list[tuple[Any, ...]] = []

    def may(self, seat: str) -> list[str]:
        return [WORDS[action] for action in self.position.legal(LETTERS.index(seat))]

    def cards_for(self, seat: str) -> list[str]:
        """The cards that a seat may play."""
        return [words.removeprefix("play ") for words in self.may(seat) if words.startswith("play ")]

    def why_not(self, seat: str, words: str) -> str:
        """The machine code of a refusal."""
        code = self.position.check(LETTERS.index(seat), WORDS.index(words))
        return str(RULES.Reason(code).name.lower())

    def play(self, seat: str, *run: str) -> "Scene":
        for words in run:
            assert words in self.may(seat), f"{seat} may not {words}, only {self.may(seat)}"
            self._hear(self.position.play(LETTERS.index(seat), WORDS.index(words)))
        return self

    def leave(self, seat: str) -> "Scene":
        self._hear(self.position.leave(LETTERS.index(seat)))
        return self

    def _hear(self, told: Iterable[tuple[int, ...]]) -> None:
        for kind, *values in told:
            event = RULES.Event(kind)
            names = RULES.Event.arguments[event]
            named = [NOTATION.name(name, value, self.frame) for name, value in zip(names, values, strict=False)]
            self.told.append((event.name.lower(), *named))

    def heard(self, kind: str) -> list[tuple[Any, ...]]:
        """The arguments of every event of a kind so far."""
        return [tuple(values) for name, *values in self.told if name == kind]

    @property
    def show(self) -> dict[str, Any]:
        shown: dict[str, Any] = NOTATION.show(self.position.plain(), self.frame)
        return shown

    def seen_by(self, seat: str | None) -> dict[str, Any]:
        """The table as a seat may know it; None is a spectator."""
        known = self.position.redacted(-1 if seat is None else LETTERS.index(seat))
        shown: dict[str, Any] = NOTATION.show(known.plain(), self.frame)
        return shown

    @property
    def turn(self) -> str | None:
        return None if self.position.over else LETTERS[self.position.turn]

    def hand(self, seat: str) -> list[str]:
        cards: list[str] = self.show["hands"][LETTERS.index(seat)]
        return cards

    @property
    def sizes(self) -> list[int]:
        """Numbers of cards in the hands."""
        return [len(hand) for hand in self.show["hands"]]

    @property
    def over(self) -> str | None:
        return str(RULES.End(self.position.over).name.lower()) if self.position.over else None

    @property
    def places(self) -> list[int]:
        return self.position.scores(self.frame.seats)[0]

    @property
    def points(self) -> list[float]:
        return self.position.scores(self.frame.seats)[1]

    @property
    def winners(self) -> str:
        return "".join(LETTERS[seat] for seat in self.position.scores(self.frame.seats)[2])


def opened(seats: int, *, seed: int = 1, **options: Any) -> Scene:
    """A match as set-up leaves it."""
    frame = GAME.frame(seats, options)
    at, told = Engine(GAME, compiled=False).position(frame, seed)
    scene = Scene(at, frame)
    scene._hear(told)
    return scene


def table(picture: str, *, seed: int = 1, **options: Any) -> Scene:
    """The table in the picture; `seed` decides the cards drawn."""
    parts = [part.partition(":") for part in picture.split("|")]
    given = {key.strip(): value.split() for key, _, value in parts}
    seats = max(2, *(LETTERS.index(key) + 1 for key in given if key in LETTERS))
    top = given["top"][0]
    fields: dict[str, Any] = {
        "top": IDS.index(top),
        "turn": _seat(given, "turn", 0),
        "turns": int(given.get("turn_number", ["1"])[0]),
        "called": SYMBOLS.index(given["called"][0]) if "called" in given else -1,
        "pick": int(given.get("pick", ["0"])[0]),
        "target": _seat(given, "turn", 0),
        "catchable": _seat(given, "catchable", -1),
        "playing": sum(1 << LETTERS.index(letter) for letter in given.get("in", LETTERS[:seats])),
        "game": int(given.get("game", ["1"])[0]),
        "starter": _seat(given, "starter", 0),
        "totals": [*(int(word) for word in given.get("totals", ["0"] * seats)), *[0] * (8 - seats)],
        "left": [given["left"].index(letter) + 1 if letter in given.get("left", []) else 0 for letter in LETTERS],
        "out": [sum(int(word[1:]) for word in given.get("out", []) if word[0] == letter) for letter in LETTERS],
        **{field: int(flag in given) for flag, field in FLAGS.items()},
    }
    named = {card for cards in given.values() for card in cards if card in IDS}
    rest = [card for card in IDS if card not in named]
    under = _zone(given.get("under", ["0"]), rest)
    pile = _zone(given.get("pile", [str(len(rest))]), rest)
    fields["hand"] = [_mask(given.get(letter, [])) for letter in LETTERS]
    fields |= {"pile": _mask(pile), "discards": _mask([top, *under]), "aside": _mask(rest)}
    return Scene(*position("whot", fields, seats=seats, seed=seed, **options))


def match_at(picture: str, **options: Any) -> Match:
    """A match that stands at the table in the picture."""
    scene = table(picture, **options)
    match = Match("whot", seed=1, seats=scene.frame.seats, compiled=False, **options)
    match.position = scene.position
    match._changed()
    return match


def _seat(given: dict[str, list[str]], key: str, otherwise: int) -> int:
    return LETTERS.index(given[key][0]) if key in given else otherwise


def _zone(words: list[str], rest: list[str]) -> list[str]:
    """Cards as named, or a number of those left over, which are then used up."""
    if not words or not words[0].isdigit():
        return words
    number = int(words[0])
    chosen, rest[:] = rest[:number], rest[number:]
    return chosen


def _mask(cards: Iterable[str]) -> int:
    return sum(1 << IDS.index(card) for card in cards)
