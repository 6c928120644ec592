"""Cards over and under the map: the question that is asked, the answer that was given, the final ranking."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from turnwise.games.rally.atlas import WIDTH, Map, placed
from turnwise.games.rally.figures import car, digit
from turnwise.games.rally.notation import given_answer
from turnwise.games.rally.panels import moves, score_of, standing_of, status
from turnwise.games.rally.places import Places
from turnwise.games.rally.scenery import TOP
from turnwise.games.rally.state import ANSWER, LUCK, NO_ANSWER
from turnwise.kit.lettering import cells_of, plain, wrapped
from turnwise.kit.shapes import Box, Disc, Label, Part, Path, Seen, Thing, button
from turnwise.kit.words import Seat, Words, said, sentences

CARD = 720
ROW = 66
"""Cells of the final ranking in a terminal."""


def question(view: Seen, here: Map) -> tuple[list[Thing], float]:
    """The open question on a card, its answers to be touched by the player who is asked; and where it ends.   [R21]"""
    asking, turn = view.state["asking"], view.state["turn"]
    place = view.state["at"][turn]
    title = said("A question for {seat} at checkpoint {letter}", seat=Seat(turn), letter=here.letters[place])
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
        Label(left + 96, top + 26, title, 20, "white", "start", bold=True, room=400),
        Label(left + CARD - 24, top + 26, plain(pack), 17, "white", "end", room=180),
    ]
    y = top + 84
    for line in lines:
        parts.append(Label(left + 40, y, line, 22, anchor="start", serif=True, bold=True))
        y += 29
    room = here.columns - 4
    text = wrapped(asking["text"], room)
    texts = [len(wrapped(f"{i}  {answer}", room - 4)) for i, answer in enumerate(asking["answers"], 1)]
    rows = 4 + len(text) + sum(texts)
    first = max(2, 2 + (here.rows - rows) // 2)
    filled = ["", "", *text, *([""] * (rows - len(text)))]
    card = Thing(
        "question",
        said("{title}: {question}", title=title, question=plain(asking["text"])),
        tuple(parts),
        text=tuple(_filled(line, room) for line in filled),
        cell=(0, first),
        back="panel",
        bold=True,
        comes=f"position:{place}",
    )
    driver = Thing(
        "asked",
        said("{seat} is asked", seat=Seat(turn)),
        car(turn),
        left + 52,
        top + 25,
        scale=0.8,
        text=(said("? {title}", title=title),),
        cell=(2, first + 1),
        columns=room,
        rows=1,
        back="panel",
        bold=True,
        comes=f"figure:{turn}",
    )
    things = [card, driver]
    y, row = y + 4, first + 3 + len(text)
    may = {action.id for action in view.legal}
    for i, (answer, high) in enumerate(zip(answers, heights, strict=True)):
        can = ANSWER + i in may
        wording = plain(asking["answers"][i])
        answer_card = Thing(
            f"answer:{i + 1}",
            said("Answer {number}: {answer}", number=i + 1, answer=wording),
            _answer(i + 1, tuple(answer), high, can),
            WIDTH / 2,
            y + high / 2,
            text=(said("{number}  {answer}", number=i + 1, answer=wording),),
            cell=(5, row),
            columns=room - 4,
            ink="accent" if can else "ink",
            back="panel",
            comes="question",
        )
        things.append(answer_card)
        y += high + 8
        row += texts[i]
    if NO_ANSWER in may:
        x = WIDTH / 2 - (120 if LUCK in may else 0)
        words = said("Give no answer; it counts as wrong")
        things.append(button("button:no_answer", said("No answer"), x, y + 26, 200, cell=(5, row), words=words))
    if LUCK in may:
        words = said("Answer by luck, as a computer player does")
        things.append(button("button:luck", said("By luck"), WIDTH / 2 + 120, y + 26, 200, cell=(24, row), words=words))
    return things, top + tall


def _filled(line: str, room: int) -> Words:
    """A line of the card in a terminal, as wide as the others."""
    blank = " " * (room + 2 - cells_of(line))
    return said("  {line}{blank}", line=line, blank=blank) if line else f"  {blank}"


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


def answered(view: Seen, here: Map, top: float) -> tuple[Thing, float] | None:
    """The answer given last, the right one and the note, below the panels; and how tall that is.   [R22]"""
    event = next((event for event in view.events if event["event"] == "answered"), None)
    if event is None:
        return None
    event = event | {name: plain(event[name]) for name in ("answer", "right", "note")}
    right, told = event["answer"] == event["right"], given_answer(event)
    lines = 1 + len(wrapped(f"{event['answer']} {event['right']}", WIDTH - 110, 18))
    note = wrapped(event["note"], WIDTH - 110, 17) if event["note"] else []
    tall = 32 + 24 * lines + 23 * len(note)
    colour = "good" if right else "warn"
    tick = "M-9 0L-3 7L9 -8" if right else "M-7 -7L7 7M-7 7L7 -7"
    middle = 16 + 12.0 * lines
    parts: list[Part] = [
        Box(-WIDTH / 2 + 8, 0, WIDTH - 16, tall, "panel", colour, 2.5, round=18),
        Disc(-WIDTH / 2 + 46, middle, 19, colour),
        Path(placed(tick, -WIDTH / 2 + 46, middle), "", "panel", 4.5),
        Label(-WIDTH / 2 + 80, middle, told, 18, anchor="start", bold=True, room=WIDTH - 110, lines=lines),
    ]
    for i, line in enumerate(note):
        parts.append(Label(-WIDTH / 2 + 80, 28 + 24 * lines + 23 * i, line, 17, anchor="start"))
    words = sentences(told, event["note"]) if event["note"] else told
    thing = Thing(
        "answered",
        words,
        tuple(parts),
        WIDTH / 2,
        top,
        text=(said("{mark} {told}", mark="✓" if right else "✗", told=words),),
        cell=(0, 3 + here.rows + (view.seats + 1) // 2),
        columns=here.columns,
        rows=3,
        ink=colour,
    )
    return thing, tall


def ranking(view: Seen, here: Map) -> Iterator[Thing]:
    """The final ranking with points and round of arrival.   [R46]"""
    places = view.outcome.places
    order = sorted(range(view.seats), key=lambda seat: (places[seat], seat))
    w, tall = 560, 118 + 52 * view.seats
    left, top = (WIDTH - w) / 2, TOP + max(10.0, (here.height - tall) / 2)
    title, why = said("{status}!", status=status(view)), moves(view)
    parts: list[Part] = [
        Box(8, TOP, WIDTH - 16, here.height, "paper", round=26, opacity=0.45),
        Box(left + 2, top + 8, w, tall, "shadow", round=26, opacity=0.28),
        Box(left, top, w, tall, "panel", "active_edge", 3.5, round=26),
        Box(left + 8, top + 8, w - 16, tall - 16, "", "active_edge", 1.2, round=20),
        *_cup(left + 70, top + 54),
        Label(left + 122, top + 42, title, 28, anchor="start", bold=True, room=w - 150),
        Label(left + 122, top + 74, why, 17, "muted", anchor="start", room=w - 150),
    ]
    column, row = (here.columns - ROW) // 2, 2 + max(0, (here.rows - view.seats - 4) // 2)
    cars = []
    for i, seat in enumerate(order):
        y, name, how = top + 118 + 52 * i, said("{seat}", seat=Seat(seat)), _how(view, seat)
        score = score_of(len(view.state["points"][seat])) if here.letters else ""
        given: dict[str, Any] = {"place": places[seat], "seat": Seat(seat), "score": score, "how": how}
        if places[seat] == 1:
            parts.append(Box(left + 20, y - 23, w - 40, 46, "active", round=12))
        parts += [
            Label(left + 50, y, f"{places[seat]}.", 24, anchor="middle", bold=True),
            Label(left + 152, y, name, 20, anchor="start", bold=True, room=150),
            Label(left + 400, y, score, 18, "ink", "end", room=90),
            Label(left + w - 34, y, how, 17, "muted", "end", room=118),
        ]
        cars.append(
            Thing(
                f"ranked:{seat}",
                said("{place}. {seat}: {score}; {how}.", **given)
                if score
                else said("{place}. {seat}: {how}.", **given),
                car(seat),
                left + 108,
                y,
                scale=0.78,
                text=(
                    said("{place}. {car} {seat}: {score} · {how}", car=digit(seat), **given)
                    if score
                    else said("{place}. {car} {seat}: {how}", car=digit(seat), **given),
                ),
                cell=(column + 2, row + 3 + i),
                columns=ROW - 4,
                rows=1,
                back="panel",
                bold=True,
                comes=f"player:{seat}",
            )
        )
    yield Thing(
        "ranking",
        said("{title} {why}.", title=title, why=why),
        tuple(parts),
        text=(" " * ROW,) * (view.seats + 4),
        cell=(column, row),
        back="panel",
        bold=True,
    )
    yield Thing(
        "result",
        title,
        (),
        text=(said("{title} {why}.", title=title, why=why),),
        cell=(column + 2, row + 1),
        columns=ROW - 4,
        rows=1,
        back="panel",
        bold=True,
    )
    yield from cars


def _how(view: Seen, seat: int) -> Words:
    """When somebody came in, or where he is."""
    if seat in view.state["arrived"]:
        return said("in, round {number}", number=view.state["arrival_round"][seat])
    return standing_of(view, seat) or Places(view.options).on(view.state["at"][seat])


def _cup(x: float, y: float) -> Iterator[Part]:
    handles = "M-20 -24C-36 -26 -36 -2 -16 -2M20 -24C36 -26 36 -2 16 -2"
    bowl = "M-22 -30L22 -30C22 -4 14 6 4 8L4 18L14 18L14 26L-14 26L-14 18L-4 18L-4 8C-14 6 -22 -4 -22 -30Z"
    yield Path(placed(handles, x, y), "", "gold", 4.5)
    yield Path(placed(bowl, x, y), "gold_shade", "gold_edge", 2)
    yield Path(placed("M-14 -24C-14 -10 -11 -2 -6 2", x, y), "", "white", 3.5, 0.7)
