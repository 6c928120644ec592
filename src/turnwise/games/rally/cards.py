"""Cards over and under the map: the question that is asked, the answer that was given, the final ranking."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from turnwise.games.rally.atlas import WIDTH, Map, placed
from turnwise.games.rally.figures import car, digit
from turnwise.kit.lettering import cells_of, plain, shortened, wrapped
from turnwise.games.rally.panels import ORDINALS, moves, standing_of, status
from turnwise.games.rally.scenery import TOP
from turnwise.games.rally.state import ANSWER, LUCK, NO_ANSWER
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing, button

CARD = 720


def question(view: Seen, names: Sequence[str], here: Map) -> tuple[list[Thing], float]:
    """The open question on a card, its answers to be touched by the player who is asked; and where it ends.   [R21]"""
    asking, turn = view.state["asking"], view.state["turn"]
    place = view.state["at"][turn]
    title = f"A question for {shortened(names[turn], 150, 20)} at {here.letters[place]} ({place})"
    pack = view.options["board"]["packs"][view.state["question"][0]].get("title", "")
    lines = wrapped(asking["text"], CARD - 80, 22)
    answers = [wrapped(answer, CARD - 150, 18) for answer in asking["answers"]]
    heights = [22 * len(answer) + 22 for answer in answers]
    tall = 92 + 29 * len(lines) + sum(heights) + 8 * len(heights) + (74 if view.legal else 16)
    top = TOP + max(12.0, (here.height - tall) / 2)
    left = (WIDTH - CARD) / 2
    parts: list[Part] = [
        Box(8, TOP, WIDTH - 16, here.height, "paper", round=26, opacity=0.62),
        Box(left + 2, top + 7, CARD, tall, "shadow", round=24, opacity=0.25),
        Box(left, top, CARD, tall, "panel", "quiz", 3, round=24),
        Path(f"M{left:g} {top + 24:g}a24 24 0 0 1 24 -24h{CARD - 48}a24 24 0 0 1 24 24v28h{-CARD}Z", "quiz"),
        Label(left + 96, top + 26, shortened(title, 400, 20), 20, "white", "start", bold=True),
        Label(left + CARD - 24, top + 26, shortened(pack, 180, 17), 17, "white", "end"),
    ]
    y = top + 84
    for line in lines:
        parts.append(Label(left + 40, y, line, 22, anchor="start", serif=True, bold=True))
        y += 29
    room = here.columns - 4
    text = wrapped(asking["text"], room)
    texts = [wrapped(f"{i}  {answer}", room - 4) for i, answer in enumerate(asking["answers"], 1)]
    rows = 4 + len(text) + sum(map(len, texts))
    first = max(2, 2 + (here.rows - rows) // 2)
    filled = ["", f"? {shortened(title, room - 2)}", *text, *([""] * (rows - len(text)))]
    card = Thing(
        "question",
        f"{title}: {plain(asking['text'])}",
        tuple(parts),
        text=tuple(f"  {line}{' ' * (room + 2 - cells_of(line))}" for line in filled),
        cell=(0, first),
        back="panel",
        bold=True,
        comes=f"position:{place}",
    )
    driver = Thing(
        "asked", f"{names[turn]} is asked", car(turn), left + 52, top + 25, scale=0.8, comes=f"figure:{turn}"
    )
    things = [card, driver]
    y, row = y + 4, first + 3 + len(text)
    may = {action.id for action in view.legal}
    for i, (answer, high) in enumerate(zip(answers, heights, strict=True)):
        can = ANSWER + i in may
        answer_card = Thing(
            f"answer:{i + 1}",
            f"Answer {i + 1}: {plain(asking['answers'][i])}",
            _answer(i + 1, tuple(answer), high, can),
            WIDTH / 2,
            y + high / 2,
            text=tuple(texts[i]),
            cell=(5, row),
            ink="accent" if can else "ink",
            back="panel",
            comes="question",
        )
        things.append(answer_card)
        y += high + 8
        row += len(texts[i])
    if NO_ANSWER in may:
        x = WIDTH / 2 - (120 if LUCK in may else 0)
        words = "Give no answer; it counts as wrong"
        things.append(button("button:no_answer", "No answer", x, y + 26, 200, cell=(5, row), words=words))
    if LUCK in may:
        words = "Answer by luck, as a computer player does"
        things.append(button("button:luck", "By luck", WIDTH / 2 + 120, y + 26, 200, cell=(20, row), words=words))
    return things, top + tall


@lru_cache(256)
def _answer(number: int, lines: tuple[str, ...], high: float, can: bool) -> tuple[Part, ...]:
    w = CARD - 64
    edge = "accent" if can else "panel_edge"
    y = -11.0 * (len(lines) - 1)
    return (
        Box(-w / 2, -high / 2 + 2, w, high, "shadow", round=14, opacity=0.12 if can else 0),
        Box(-w / 2, -high / 2, w, high, "button" if can else "empty", edge, 2 if can else 1, round=14),
        Disc(-w / 2 + 30, 0, 15, edge if can else "muted"),
        Label(-w / 2 + 30, 0, str(number), 18, "panel", bold=True),
        *(Label(-w / 2 + 60, y + 22 * i, line, 18, anchor="start") for i, line in enumerate(lines)),
    )


def answered(
    events: Sequence[dict[str, Any]], names: Sequence[str], here: Map, top: float
) -> tuple[Thing, float] | None:
    """The answer given last, the right one and the note, below the panels; and how tall that is.   [R22]"""
    event = next((event for event in events if event["event"] == "answered"), None)
    if event is None:
        return None
    right = any(event["event"] == "earned" for event in events)
    gives = "gives no answer" if event["answer"] == "no answer" else f"answers: {plain(event['answer'])}"
    title = f"{names[event['seat']]} {gives}. {'Right!' if right else 'Wrong.'}"
    told = title if right else f"{title} Right is: {plain(event['right'])}."
    lines = wrapped(told, WIDTH - 110, 18)
    note = wrapped(event["note"], WIDTH - 110, 17) if event["note"] else []
    tall = 32 + 24 * len(lines) + 23 * len(note)
    colour = "good" if right else "warn"
    tick = "M-9 0L-3 7L9 -8" if right else "M-7 -7L7 7M-7 7L7 -7"
    parts: list[Part] = [
        Box(-WIDTH / 2 + 8, 0, WIDTH - 16, tall, "panel", colour, 2.5, round=18),
        Disc(-WIDTH / 2 + 46, 30, 19, colour),
        Path(placed(tick, -WIDTH / 2 + 46, 30), "", "panel", 4.5),
    ]
    for i, line in enumerate(lines):
        parts.append(Label(-WIDTH / 2 + 80, 28 + 24 * i, line, 18, anchor="start", bold=True))
    for i, line in enumerate(note):
        parts.append(Label(-WIDTH / 2 + 80, 28 + 24 * len(lines) + 23 * i, line, 17, anchor="start"))
    words = plain(f"{told} {event['note']}")
    text = wrapped(("✓ " if right else "✗ ") + words, here.columns)
    text = text if len(text) <= 3 else [*text[:2], shortened(" ".join(text[2:]), here.columns)]
    row = 3 + here.rows + (len(names) + 1) // 2
    thing = Thing("answered", words, tuple(parts), WIDTH / 2, top, text=tuple(text), cell=(0, row), ink=colour)
    return thing, tall


def ranking(view: Seen, names: Sequence[str], here: Map) -> Iterator[Thing]:
    """The final ranking with points and round of arrival.   [R46]"""
    places = view.outcome.places
    order = sorted(range(view.seats), key=lambda seat: (places[seat], seat))
    w, tall = 560, 118 + 52 * view.seats
    left, top = (WIDTH - w) / 2, TOP + max(10.0, (here.height - tall) / 2)
    title = f"{status(view, names)}!"
    parts: list[Part] = [
        Box(8, TOP, WIDTH - 16, here.height, "paper", round=26, opacity=0.45),
        Box(left + 2, top + 8, w, tall, "shadow", round=26, opacity=0.28),
        Box(left, top, w, tall, "panel", "active_edge", 3.5, round=26),
        Box(left + 8, top + 8, w - 16, tall - 16, "", "active_edge", 1.2, round=20),
        *_cup(left + 70, top + 54),
        Label(left + 122, top + 42, shortened(title, w - 150, 28), 28, anchor="start", bold=True),
        Label(left + 122, top + 74, moves(view), 17, "muted", anchor="start"),
    ]
    rows, cars = [f"{title} {moves(view)}.", ""], []
    for i, seat in enumerate(order):
        y, points = top + 118 + 52 * i, len(view.state["points"][seat])
        how = standing_of(view, seat) or f"on {view.state['at'][seat]}"
        how = how.replace(f"{ORDINALS[places[seat]]} in, ", "in, ")
        score = f"{points} {'point' if points == 1 else 'points'}" if here.letters else ""
        if places[seat] == 1:
            parts.append(Box(left + 20, y - 23, w - 40, 46, "active", round=12))
        parts += [
            Label(left + 50, y, f"{places[seat]}.", 24, anchor="middle", bold=True),
            Label(left + 152, y, shortened(names[seat], 150, 20), 20, anchor="start", bold=True),
            Label(left + 400, y, score, 18, "ink", "end"),
            Label(left + w - 34, y, how, 17, "muted", "end"),
        ]
        cars.append(
            Thing(
                f"ranked:{seat}", f"{names[seat]}'s car", car(seat), left + 108, y, scale=0.78, comes=f"player:{seat}"
            )
        )
        rows.append(f"{places[seat]}. {digit(seat)} {shortened(names[seat], 20):<20}  {score:<9}  {how}")
    wide = max(map(len, rows)) + 4
    first = 2 + max(0, (here.rows - len(rows) - 2) // 2)
    yield Thing(
        "ranking",
        f"{title} " + "; ".join(row for row in rows[2:]),
        tuple(parts),
        text=tuple(f"  {row:<{wide}}" for row in ("", *rows, "")),
        cell=((here.columns - wide - 2) // 2, first),
        back="panel",
        bold=True,
    )
    yield from cars


def _cup(x: float, y: float) -> Iterator[Part]:
    handles = "M-20 -24C-36 -26 -36 -2 -16 -2M20 -24C36 -26 36 -2 16 -2"
    bowl = "M-22 -30L22 -30C22 -4 14 6 4 8L4 18L14 18L14 26L-14 26L-14 18L-4 18L-4 8C-14 6 -22 -4 -22 -30Z"
    yield Path(placed(handles, x, y), "", "gold", 4.5)
    yield Path(placed(bowl, x, y), "gold_shade", "gold_edge", 2)
    yield Path(placed("M-14 -24C-14 -10 -11 -2 -6 2", x, y), "", "white", 3.5, 0.7)
