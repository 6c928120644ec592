"""One game, every face: the same seeded game played through Python, the command line, REST, a WebSocket, the browser and Telegram gives
the same transcript, byte for byte."""

import json
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from websockets.sync.client import connect

import turnwise as tw
from tests.browser.conftest import PHONE, Visit
from tests.browser.hands import Hands
from tests.telegram.club import Club, visited
from tests.telegram.hands import plays
from tests.terminal.driver import Pipe
from tests.web.server import Client, Server, started
from turnwise.draw import picture
from turnwise.games import ours
from turnwise.house.services.seen import view_at
from turnwise.play.secret import small

SEED = 11
MOVES = {"caesar": 20, "whot": 18}
USUAL = 12
"""Moves before everybody resigns who is to act, so that every game ends."""
SEATS = {"deerportal": 4, "whot": 3}
SETTINGS = {"whot": {"symbol_seconds": 0}}
"""However slow the machine is."""
ROLLS = {"deerportal": "die"}
"""What is touched before a move can be: a gesture that no record knows."""
RESIGN = "resign"


class Step(NamedTuple):
    seat: int
    words: str
    touches: tuple[str, ...]
    """The things to be touched for it."""


class Story(NamedTuple):
    """A game as Python played it."""

    seats: int
    steps: list[Step]
    transcript: str


def told(game: str) -> Story:
    seats = SEATS.get(game, max(2, tw.game(game).seats[0]))
    chance, match, steps = Random(game), tw.Match(game, seats=seats, seed=SEED), list[Step]()
    while match.turn is not None:
        seat = match.turn
        if len(steps) < MOVES.get(game, USUAL):
            view = match.view(seat)
            action = chance.choice(view.legal)
            steps.append(Step(seat, action.words, picture(view).touch[action.id]))
            match.play(action)
        else:
            steps.append(Step(seat, RESIGN, ()))
            match.leave(seat)
    return Story(seats, steps, match.view(None).transcript())


@pytest.fixture(scope="module", params=ours())
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def story(game: str) -> Story:
    return told(game)


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    program = ("tests.browser.seeded_house", str(SEED))
    folder = tmp_path_factory.mktemp("seeded") / "data"
    with Server(folder, "--no-limits", program=program) as server:
        yield server


def players(server: Server, story: Story) -> list[Client]:
    return [server.guest(f"Player {seat}") for seat in range(story.seats)]


def transcript(player: Client, id: str) -> str:
    return player.call("GET", f"/api/tables/{id}/transcript")[1].decode()


def version_of(player: Client, id: str) -> int:
    return int(player.get(f"/api/tables/{id}")["version"])


def test_on_the_command_line(game: str, story: Story, tmp_path: Path) -> None:
    people = ",".join(f"me:P{seat}" for seat in range(story.seats))
    pipe = Pipe(tmp_path, "play", game, "--plain", "--seats", people, "--seed", str(SEED))
    try:
        asked = pipe.until_asked()
        for step in story.steps:
            while asked.endswith(("Enter. ", "(or just Enter): ")):  # a curtain, or a chance to interject
                asked = pipe.answer("")
            assert f"P{step.seat}, " in asked.splitlines()[-1], asked
            asked = pipe.answer(step.words)
            if asked.endswith("to play on: "):  # whoever resigns is asked once more
                asked = pipe.answer("yes")
        assert pipe.close() == 0
        (file,) = tmp_path.glob("*.txt")
        assert file.read_text() == story.transcript
    finally:
        pipe.end()


def test_over_rest(game: str, story: Story, seeded: Server) -> None:
    people = players(seeded, story)
    id = started(people, game=game, settings=SETTINGS.get(game, {}))
    version = 0
    for at, step in enumerate(story.steps):
        me = people[step.seat]
        if step.words == RESIGN:
            version = me.post(f"/api/tables/{id}/resign")["version"]
        else:
            request = {"actions": step.words, "version": version, "key": f"{at}"}
            version = me.post(f"/api/tables/{id}/actions", request)["version"]
    assert transcript(people[0], id) == story.transcript


def test_over_a_socket(game: str, story: Story, seeded: Server) -> None:
    people = players(seeded, story)
    id = started(people, game=game, settings=SETTINGS.get(game, {}))
    url = seeded.url.replace("http", "ws") + f"/api/tables/{id}/socket"
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(
                connect(url, additional_headers={"Authorization": f"Bearer {one.token}"}, compression=None)
            )
            for one in people
        ]
        version = 0
        for at, step in enumerate(story.steps):
            if step.words == RESIGN:
                version = people[step.seat].post(f"/api/tables/{id}/resign")["version"]
                continue
            wire = sockets[step.seat]
            wire.send(json.dumps({"type": "act", "actions": step.words, "version": version, "key": f"{at}"}))
            while (heard := json.loads(wire.recv(30))).get("key") != f"{at}":
                assert heard["type"] != "refused", heard
            assert heard["type"] == "delta", heard
            version = heard["version"]
    assert transcript(people[0], id) == story.transcript


async def test_in_the_browser(game: str, story: Story, seeded: Server, visitors: Visit) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(visitors(seeded, viewport=PHONE)) for _ in range(story.seats)]
        for seat, one in enumerate(people):
            await one.be(f"Player {seat}")
        terms = {"game": game, "seats": story.seats, "clock": {"kind": "none"}, "settings": SETTINGS.get(game, {})}
        id = (await people[0].ask("POST", "/api/tables", terms))["id"]
        for one in people[1:]:
            await one.ask("POST", f"/api/tables/{id}/seats", {})
        await people[0].ask("POST", f"/api/tables/{id}/start", {})
        hands = [Hands(one.page) for one in people]
        for one in people:
            await one.open(f"/tables/{id}")
        version = 0
        for step in story.steps:
            hand = hands[step.seat]
            await hand.sees(version)
            if step.words == RESIGN:
                await hand.resign()
            else:
                if game in ROLLS:
                    await hand.touch(ROLLS[game])
                await hand.touch(*step.touches)
            version = await hand.sees(version + 1)
        answer = await people[0].context.request.get(f"{seeded.url}/api/tables/{id}/transcript")
        assert await answer.text() == story.transcript


def test_in_telegram(game: str, story: Story) -> None:
    """By taps in a group, and in private chats where there is something to hide."""
    hidden = tw.game(game).hidden

    async def played(club: Club) -> None:
        settings = (f"{name}={value}" for name, value in SETTINGS.get(game, {}).items())
        names = [f"Player {seat}" for seat in range(story.seats)]
        group, people = await club.group_game(game, *names, words=" ".join(("turn_seconds=86400", *settings)))
        loaded = club.loaded(group)
        for step in story.steps:
            me = people[step.seat]
            if step.words == RESIGN:
                await club.say(me, group, "/resign")
            else:
                await plays(club, me, me.private if hidden else group, step.words)
                await club.later()
        assert view_at(loaded, None).transcript() == story.transcript

    visited(played, dealt=small(SEED))
