"""Caesar and Cleopatra, the middle of the picture: the forum with the patricians and busts, and both players' influence."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from turnwise.games.caesar.board import FULL, SIZE
from turnwise.games.caesar.look_cards import back, face, known
from turnwise.games.caesar.look_scene import COLUMN, MARKS, Scene, noted
from turnwise.games.caesar.notation import GROUP_NAMES
from turnwise.games.caesar.phrases import BUSTS, CARD_TITLES, GROUPS
from turnwise.games.caesar.scenery import BAY, FORUM, FORUM_END, LEFT, SIDES, WIDTH, bust, forum, patrician
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Thing
from turnwise.kit.words import Said, Seat, counted, said, sentences

SMALL = 0.58
"""The scale of cards on the table."""
BUST_Y = 432.0
PATRICIANS = {
    "PRAETOR": said("Praetor"),
    "AEDILE": said("Aedile"),
    "QUAESTOR": said("Quaestor"),
    "CONSUL": said("Consul"),
    "CENSOR": said("Censor"),
}
BY_COLOUR = {"BLACK": said("Black"), "GREY": said("Grey")}
"""The busts that belong to no group."""
LAID_LAST = said("laid last")
RAY: tuple[Part, ...] = (Disc(0, -24, 28, "gold_light", "glow", 2.5, 0.75),)
"""What marks the bust that was drawn last."""


def table(scene: Scene) -> Iterator[Thing]:
    """The forum, what stands in it, and the cards at the groups."""
    yield _hall()
    yield from _cloths(scene)
    yield _frieze(scene)
    yield from _ray(scene)
    for column, group in enumerate(GROUP_NAMES):
        yield from _bay(scene, column, group)
    for column, group in enumerate(GROUP_NAMES):
        yield from _influence(scene, scene.below, column, group)
        yield _group(scene, column, group)
        yield from _influence(scene, 1 - scene.below, column, group)  # above the group, to be touched themselves


def _middle(column: int) -> float:
    return LEFT + (column + 0.5) * BAY


@cache
def _hall() -> Thing:
    words = said("The forum: five halls between marble columns, for Praetors, Aediles, Quaestors, Consuls and Censors")
    return Thing("forum", words, forum(len(GROUP_NAMES)))


def _cloths(scene: Scene) -> Iterator[Thing]:
    for seat in range(2):
        y = 568 if seat == scene.below else 136
        words = said("{seat}'s places for influence cards, five at each group", seat=Seat(seat))
        yield Thing(f"cloth:{seat}", words, _cloth(seat, seat == scene.below), 0, y)


@cache
def _cloth(seat: int, near: bool) -> tuple[Part, ...]:
    """A cloth in a player's colour with the places for his cards."""
    side = SIDES[seat]
    parts: list[Part] = [
        Box(LEFT - 8, 0, WIDTH - 2 * LEFT + 16, 140, f"{side}_cloth", "gold", 1.5, round=6),
        Box(LEFT - 3, 5, WIDTH - 2 * LEFT + 6, 130, "", side, 1.2, round=4, opacity=0.6),
    ]
    for column in range(len(GROUP_NAMES)):
        for slot in range(FULL):
            x, y = _slot(column, slot, near)
            parts.append(Box(x - 22, y - 31 - (568 if near else 136), 44, 62, "", side, 1.2, 5, 0.55, "4 4"))
    return tuple(parts)


def _slot(column: int, slot: int, near: bool) -> tuple[float, float]:
    """The middle of a place for a card; the sixth is left for the sum."""
    x = _middle(column) + (slot % 3 - 1) * 49.5
    y = 605 + 67 * (slot // 3) if near else 239 - 67 * (slot // 3)
    return x, y


def _frieze(scene: Scene) -> Thing:
    """The latest vote, carved above the forum."""
    told = [_tally(vote) for vote in scene.votes] or [said("No vote has been held yet.")]
    carved = told[-2:]  # there is room for two
    labels = tuple(
        Label(
            WIDTH / 2,
            FORUM + 15 + (row - (len(carved) - 1) / 2) * 15,
            line,
            19 if len(carved) == 1 else 14,
            "carved",
            bold=True,
            serif=True,
            room=WIDTH - 2 * LEFT - 20,
        )
        for row, line in enumerate(carved)
    )
    text = tuple(said("── {vote}", vote=line) for line in carved)
    return Thing("vote", sentences(*told), labels, text=text, cell=(1, 6), columns=98, rows=2, ink="muted")


def _tally(vote: dict[str, Any]) -> Said:
    """A vote in a few words, the winner's numbers first.  [C54]"""
    group, winner = GROUPS[vote["group"]], vote["winner"]
    if winner is None:
        return said("Vote of the {group}: a tie, {sum} to {sum}.", group=group, sum=vote["sum0"])
    score: dict[str, Any] = {"group": group, "winner": Seat(winner)}
    score |= {"sum": vote[f"sum{winner}"], "other": vote[f"sum{1 - winner}"]}
    wise, others = vote[f"philosophers{winner}"], vote[f"philosophers{1 - winner}"]
    if wise != others:
        return said(
            "Vote of the {group}: {winner} wins with the lower sum, {sum} to {other}; Philosophers {wise} to {others}.",
            wise=wise,
            others=others,
            **score,
        )
    if wise:
        return said(
            "Vote of the {group}: {winner} wins, {sum} to {other}; Philosophers {wise} to {wise}.", wise=wise, **score
        )
    return said("Vote of the {group}: {winner} wins, {sum} to {other}.", **score)


def _bay(scene: Scene, column: int, group: str) -> Iterator[Thing]:
    """A group's patricians, left and won, and its bust."""
    state, x = scene.view.state, _middle(column)
    won = [state["won"][seat][group] for seat in range(2)]
    size = int(SIZE[column])
    for seat in range(2):
        yield _carpet(scene, seat, column, group, won[seat], size)
    yield bust_thing(scene, group, x, BUST_Y, (column * COLUMN + 12, 10))
    for number in range(size):
        # Caesar's are counted from the first, Cleopatra's from the last: a patrician keeps its key when it is won.
        owner = 0 if number < won[0] else 1 if number >= size - won[1] else None
        if owner is None:
            place, among, y, row = number - won[0], size - sum(won), 484.0, 10
        else:
            near = owner == scene.below
            place, among = number if owner == 0 else size - 1 - number, won[owner]
            y, row = (533.0, 11) if near else (369.0, 9)
        title = PATRICIANS[group]
        words = said("{title} not yet won", title=title)
        if owner is not None:
            words = said("{title} won by {seat}", title=title, seat=Seat(owner))
        yield Thing(
            f"patrician:{group}:{number}",
            words,
            patrician(group),
            x + (place - (among - 1) / 2) * 25,
            y,
            scale=0.94,
            text=("♦" if owner is None else MARKS[owner],),
            cell=(column * COLUMN + 3 + place, row),
            ink="ink" if owner is None else f"{SIDES[owner]}_ink",
        )


def _carpet(scene: Scene, seat: int, column: int, group: str, won: int, size: int) -> Thing:
    """Where a player's won patricians of a group stand, with the extra points they bring.  [C38]"""
    extra = (2 * won > size) + (won == size)
    y = 509 if seat == scene.below else 345
    words = said("{seat} has won {won} of {size} {group}", seat=Seat(seat), won=won, size=size, group=GROUPS[group])
    words = noted(
        words, (None, said("the majority: 1 point more"), said("all of them: {points} points more", points=2))[extra]
    )
    return Thing(f"won:{seat}:{group}", words, _carpet_parts(seat, seat == scene.below, extra), _middle(column), y)


@cache
def _carpet_parts(seat: int, near: bool, extra: int) -> tuple[Part, ...]:
    side = SIDES[seat]
    medal: tuple[Part, ...] = ()
    if extra:
        medal = (
            Disc(68, 0, 14, "gold_shade", "gold_dark", 1.2),
            Label(67, 0, f"+{extra}", 16, "letters", bold=True),
        )
    # A banner hangs from above for the player opposite, a carpet lies before the one who looks.
    shape = "M-62 -27L62 -27L66 29L-66 29Z"
    trim = "M-63 22L63 22"
    if not near:
        shape = "M-64 -29L64 -29L64 22L48 29L32 22L16 29L0 22L-16 29L-32 22L-48 29L-64 22Z"
        trim = "M-64 -24L64 -24"
    return (Path(shape, f"{side}_shade", "gold", 1.5, 0.82), Path(trim, "", "gold", 1.5), *medal)


def _ray(scene: Scene) -> Iterator[Thing]:
    """The light on the bust that was drawn last, if it stands in the forum."""
    if scene.drawn in GROUP_NAMES and scene.drawn in scene.state["visible"]:
        words = said("The {bust} was drawn last", bust=BUSTS[scene.drawn])
        x = _middle(GROUP_NAMES.index(scene.drawn))
        yield Thing("ray", words, RAY, x, BUST_Y, comes="bag")


def bust_thing(scene: Scene, name: str, x: float, y: float, cell: tuple[int, int]) -> Thing:
    """A bust stands where it was drawn, or its pedestal is empty while it is in the bag.  [C45]"""
    state = scene.view.state
    fresh = name == scene.drawn
    colour = BY_COLOUR.get(name)
    if name in state["visible"]:
        parts = _standing(name, fresh and name not in GROUP_NAMES)
        words = said("The {bust} has been drawn", bust=BUSTS[name])
        words = noted(words, said("the latest") if fresh else None)
        mark = said("{colour} drawn", colour=colour) if colour else said("bust")
    elif name in state["gone"]:
        parts, mark = _pedestal(""), said("gone")
        words = said("The {bust} is out of the game", bust=BUSTS[name])
    else:
        parts, words = _pedestal(name), said("The {bust} is in the bag", bust=BUSTS[name])
        mark = said("{colour} in bag", colour=colour) if colour else said("bag")
    if colour:
        parts += (Label(0, 18, colour, 14, "muted", bold=True, room=50),)
    return Thing(
        f"bust:{name}",
        words,
        parts,
        x,
        y,
        text=(mark,),
        cell=cell,
        ink="muted",
        bold=name in state["visible"],
        manner="turns",
    )


@cache
def _standing(name: str, fresh: bool) -> tuple[Part, ...]:
    return (*(RAY if fresh else ()), *_pedestal(""), *bust(name))


@cache
def _pedestal(name: str) -> tuple[Part, ...]:
    """A pedestal, with the outline of the bust that may still be drawn for it."""
    stone: tuple[Part, ...] = (
        Box(-20, -1, 40, 5, "marble_light", "marble_edge", 1, round=1),
        Box(-16, 4, 32, 6, "marble", "marble_edge", 1, round=1),
    )
    outline = (
        "M-11 0L-11 -9L-6 -9Q-9 -7 -18 -12C-17 -22 -10 -25 -5 -26C-14 -36 -10 -48 0 -48"
        "C10 -48 14 -36 5 -26C10 -25 17 -22 18 -12Q9 -7 6 -9L11 -9L11 0Z"
    )
    ghost = (Path(outline, name, opacity=0.22), Path(outline, "", "carved", 1.4, 0.5, "4 4")) if name else ()
    return (*stone, *ghost)


def _influence(scene: Scene, seat: int, column: int, group: str) -> list[Thing]:
    """A player's cards at a group, face-up ones first, and what they add up to."""
    state, near = scene.view.state, seat == scene.below
    whose: dict[str, Any] = {"seat": Seat(seat), "group": GROUPS[group]}
    row = 12 if near else 5
    up, down = state["up"][seat].get(group, {}), state["down"][seat].get(group, {})
    cards: list[tuple[str, Said, tuple[Part, ...], str]] = []  # key, words, parts, text
    for kind in sorted({*up, *(down if isinstance(down, dict) else ())}):
        # A card keeps its key when it is turned: copies that lie face down are counted last.
        hidden = down.get(kind, 0) if isinstance(down, dict) else 0
        for copy in range(up.get(kind, 0) + hidden):
            key = f"lies:{seat}:{group}:{kind}:{copy}"
            card = CARD_TITLES.get(kind, kind)
            if copy < up.get(kind, 0):
                lit = key in scene.aims
                fresh = scene.laid == (seat, group, "up", kind) and copy == up[kind] - 1
                words = said("{seat}'s {card} at the {group}", card=card, **whose)
                words = noted(words, said("which can be assassinated") if lit else None, LAID_LAST if fresh else None)
                cards.append(
                    (key, words, face(seat, kind, "glow" if lit else _mark(fresh)), f"<{kind}>" if lit else f"[{kind}]")
                )
            else:
                fresh = scene.laid == (seat, group, "down", kind) and copy == up.get(kind, 0) + hidden - 1
                words = said("{seat}'s {card} at the {group}, face down", card=card, **whose)
                words = noted(words, LAID_LAST if fresh else None)
                cards.append((key, words, known(seat, kind, _mark(fresh)), f"({kind})"))
    if isinstance(down, int):
        for number in range(down):
            fresh = scene.laid[:3] == (seat, group, "down") and number == down - 1
            words = noted(said("{seat}'s card at the {group}, face down", **whose), LAID_LAST if fresh else None)
            cards.append((f"down:{seat}:{group}:{number}", words, back(seat, False, _mark(fresh)), "(?)"))
    placing = (state["placed"][seat] or {}).get(group)
    if placing:
        words = said("{seat}'s {card}, to be placed face down at the {group}", card=placing, **whose)
        cards.append((f"place:{seat}:{placing}", words, known(seat, placing), f"({placing})"))
    cards.sort(key=lambda card: card[3][0] == "(")
    things = []
    for slot, (key, words, parts, text) in enumerate(cards):
        x, y = _slot(column, slot, near)
        cell = (column * COLUMN + 2 + 3 * slot, row)
        ink = f"{SIDES[seat]}_ink"
        things.append(
            Thing(
                key,
                words,
                parts,
                x,
                y,
                scale=SMALL,
                text=(text,),
                cell=cell,
                ink=ink,
                bold="<" in text,
                manner="turns" if (seat, group) in scene.turned else "",
            )
        )
    if up or down:
        things.append(_sum(scene, seat, column, group, up, down))
    return things


def _mark(fresh: bool) -> str:
    """The frame of a card that was laid last."""
    return "accent" if fresh else ""


def _sum(scene: Scene, seat: int, column: int, group: str, up: dict[str, int], down: Any) -> Thing:
    """What the viewer knows of a side's strength.  [C21]"""
    known_down = down if isinstance(down, dict) else {}
    hidden = 0 if isinstance(down, dict) else down
    total = sum(int(kind) * number for cards in (up, known_down) for kind, number in cards.items() if kind != "P")
    wise = up.get("P", 0) + known_down.get("P", 0)
    x, y = _slot(column, FULL, seat == scene.below)
    words = noted(
        said("{seat}'s cards at the {group} add up to {sum}", seat=Seat(seat), group=GROUPS[group], sum=total),
        said("and {number} face down", number=hidden) if hidden else None,
        counted("with one Philosopher", "with {number} Philosophers", "number", number=wise) if wise else None,
    )
    text = f"= {total}" + f" + {'?' * hidden}" * bool(hidden) + f" {'P' * wise}" * bool(wise)
    row = 13 if seat == scene.below else 4
    parts = _sum_parts(seat, total, hidden, wise)
    ink = f"{SIDES[seat]}_ink"
    return Thing(
        f"sum:{seat}:{group}",
        words,
        parts,
        x,
        y,
        text=(text,),
        cell=(column * COLUMN + 2, row),
        ink=ink,
        manner="beats",
    )


@cache
def _sum_parts(seat: int, total: int, hidden: int, wise: int) -> tuple[Part, ...]:
    side = SIDES[seat]
    more = "+" + "?" * hidden if hidden else ""
    more = f"{more} {'P' * wise}".strip()
    parts: tuple[Part, ...] = (
        Path("M-20 -22L20 -22Q16 0 20 22Q10 26 0 24Q-10 22 -20 25Q-16 0 -20 -22Z", "parchment_shade", side, 1.5),
        Label(0, -3 if more else 1, str(total), 26, f"{side}_dark", bold=True, serif=True),
    )
    return (*parts, Label(0, 15, more, 14 if len(more) < 5 else 11, "letters", bold=True)) if more else parts


def _group(scene: Scene, column: int, group: str) -> Thing:
    """The group as a place to touch; it is framed while something can be done there."""
    state = scene.view.state
    left, lit = state["patricians"][group], f"group:{group}" in scene.aims
    voted = any(vote["group"] == group for vote in scene.votes)
    title, size = GROUPS[group], int(SIZE[column])
    words = said("{group}: all won, closed", group=title)
    if left:
        words = said("{group}: {left} of {size} patricians left", group=title, left=left, size=size)
    words = noted(
        words,
        said("where the latest vote was held") if voted else None,
        said("can be chosen") if lit else None,
    )
    text = said("{mark} {group} {left}/{size}", mark="▸" if lit else " ", group=title, left=left, size=size)
    parts = _group_parts(group, left, lit, voted)
    ink = "accent" if lit else "ink"
    return Thing(
        f"group:{group}",
        words,
        parts,
        _middle(column),
        0,
        text=(text,),
        cell=(column * COLUMN + 1, 8),
        ink=ink,
        bold=True,
    )


@cache
def _group_parts(group: str, left: int, lit: bool, voted: bool) -> tuple[Part, ...]:
    parts: list[Part] = [
        Box(-62, FORUM_END - 23, 124, 20, "gold_shade" if voted else "marble_light", "marble_edge", 1, round=3),
        Box(-62, FORUM_END - 23, 9, 20, group, "marble_edge", 1, round=3),
        Box(53, FORUM_END - 23, 9, 20, group, "marble_edge", 1, round=3),
        Label(0, FORUM_END - 13, GROUPS[group], 16, "letters" if voted else "carved", bold=True, serif=True, room=102),
    ]
    if not left:
        parts.append(Label(0, 464, said("all won"), 18, "carved", serif=True, opacity=0.8, room=120))
    if lit:
        parts += [
            Box(-75, 140, 150, 566, "white", opacity=0),
            Box(-74, 571, 148, 134, "", "glow", 3, round=8),
            Box(-63, FORUM_END - 24, 126, 22, "", "glow", 3, round=4),
        ]
    return tuple(parts)
