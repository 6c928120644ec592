"""Bots against each other: who sits where, what is counted, and that nobody is handed a secret."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from math import log
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

import turnwise as tw
from tests.games.whot.twins import twin
from tests.test_cli import run, started
from turnwise.bots import Bot, Budget, Thought, bot
from turnwise.kit.errors import BadOption, BadSeats, TurnwiseError
from turnwise.kit.position import Position
from turnwise.lab import bout as bouts
from turnwise.lab.arena import Arrivals, arena, seating, tables
from turnwise.lab.bout import BadBots, Bout, Seating, Setting, Thinking, play
from turnwise.lab.report import can_be_written
from turnwise.lab.sprt import verdict
from turnwise.lab.standings import Standings


def schedule(together: list[tuple[int, ...]], seats: int, deals: int) -> list[Seating]:
    return [seating(together, seats, number) for number in range(deals * seats)]


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (5, 2), (2, 4), (3, 4), (4, 4), (6, 4), (3, 3), (2, 8)])
def test_everybody_sits_equally_often_in_every_seat(bots: int, seats: int) -> None:
    deals = 2 * len(tables(bots, seats))
    plan = schedule(tables(bots, seats), seats, deals)
    assert [seating.number for seating in plan] == list(range(deals * seats))
    for entry in range(bots):
        in_seats = Counter(seat for seating in plan for seat in range(seats) if seating.bots[seat] == entry)
        assert len(in_seats) == seats and len(set(in_seats.values())) == 1
    for deal in range(deals):
        rotations = [seating.bots for seating in plan if seating.deal == deal]
        assert len(rotations) == seats and len({tuple(sorted(rotation)) for rotation in rotations}) == 1
        assert all(len({r[seat] for r in rotations}) == len(set(rotations[0])) for seat in range(seats))
    if bots != 2:
        assert len(set(Counter(entry for seating in plan for entry in seating.bots).values())) == 1


def test_two_bots_at_a_large_table_are_one_against_the_rest() -> None:
    assert [s.bots for s in schedule(tables(2, 4), 4, 1)] == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert sorted(tables(4, 2)) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert tables(4, 2)[1] == (2, 3), "nobody waits while another plays twice"
    assert sorted(tables(3, 4)) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]


def test_neighbours_change_from_round_to_round() -> None:
    orders = {s.bots for s in schedule(tables(4, 4), 4, 6) if s.bots[0] == 0}
    assert len(orders) == 6


def test_classic_beats_random_and_is_rated_above_it() -> None:
    standings = arena("connect_four", ["random", "classic"], 39, cores=1, seed=5)
    assert len(standings.bouts) == standings.planned == 40 and standings.wanted == 39
    best, worst = standings.standings
    assert (best.bot, worst.bot) == ("classic", "random")
    assert best.points.low > 0.7 > best.points.share - 0.3 and best.points.share + worst.points.share == pytest.approx(
        1
    )
    assert best.rating.mu - 2 * best.rating.sigma > worst.rating.mu
    assert standings.pairs["classic", "random"] == (40, best.points)
    assert standings.different == 40
    assert any("40 games instead of 39" in str(remark) for remark in standings.remarks())


def test_the_games_of_one_deal_have_the_same_chance_and_other_deals_another() -> None:
    standings = arena("whot", ["random", "classic"], 8, seats=2, cores=1, seed=3)
    assert len({bout.seed for bout in standings.bouts}) == 4
    for one, two in zip(standings.bouts[::2], standings.bouts[1::2], strict=True):
        assert one.seed == two.seed and one.seating.bots == two.seating.bots[::-1]


@pytest.mark.parametrize("game", ["connect_four", "whot", "deerportal"])
def test_a_game_replays_as_a_match(game: str) -> None:
    options: dict[str, Any] = {"last_card_call": True} if game == "whot" else {}
    standings = arena(game, ["classic", "random"], 4, cores=1, seats=tw.game(game).seats[0], **options)
    for row in standings.json()["rows"]:
        match = tw.Match(game, seats=len(row["seats"]), seed=row["seed"], **options)
        for entry in row["log"].split():
            seat, action = map(int, entry.split(":"))
            match.play(action, seat=seat)
        assert match.outcome is not None
        assert (match.outcome.places, match.outcome.reason) == (row["places"], row["end"])
        assert (match.position.turns, len(match.log)) == (row["turns"], row["actions"])


def told(standings: Standings) -> list[tuple[Any, ...]]:
    """Everything but the time it took."""
    return [(b.seating, b.seed, b.places, b.scores, b.winners, b.end, b.turns, b.log) for b in standings.bouts]


def test_the_same_games_on_one_core_and_on_two() -> None:
    one, two = (
        arena("whot", ["search:2", "classic", "random"], 12, budget=Budget(iterations=20), seats=3, seed=7, cores=cores)
        for cores in (1, 2)
    )
    assert told(one) == told(two)
    assert [line.rating for line in one.standings] == [line.rating for line in two.standings]
    other = arena("whot", ["search:2", "classic", "random"], 3, budget=Budget(iterations=20), seats=3, seed=8, cores=1)
    assert told(other) != told(one)[:3]


def finished(number: int, bots: tuple[int, ...], places: tuple[int, ...], winners: tuple[int, ...]) -> Bout:
    seating = Seating(number, number // len(bots), bots)
    thinking = tuple(Thinking(2, 0.5, 30) for _ in bots)
    return Bout(seating, number, places, (0.0,) * len(bots), winners, "end", 9, (f"0:{number}",), thinking)


def standings_of(names: list[str], *results: Bout) -> Standings:
    seats = len(results[0].places)
    setting = Setting("whot", seats, {}, tuple(map(Named, names)), Budget(0.2), 0)
    return Standings(setting, {}, len(results), len(results), list(results))


class Named:
    """A bot that takes the first legal action."""

    def __init__(self, name: str) -> None:
        self.name = name

    def think(self, known: Position, seat: int, **wishes: Any) -> Thought:
        return Thought(known.legal(seat)[0], iterations=3)


def test_shares_are_as_worked_out_by_hand() -> None:
    """Two wins, a loss, a draw without a winner and a shared win: 3 points of 5, 2.5 wins."""
    found = standings_of(
        ["a", "b"],
        finished(0, (0, 1), (1, 2), (0,)),
        finished(1, (1, 0), (2, 1), (1,)),
        finished(2, (0, 1), (2, 1), (1,)),
        finished(3, (1, 0), (1, 1), ()),
        finished(4, (0, 1), (1, 1), (0, 1)),
    )
    a, b = found.standings
    assert (a.bot, a.games, a.points.share, a.wins.share) == ("a", 5, 0.6, 0.5)
    # Wilson for 3 of 5: (0.6 + 3.8416 / 10 ± 1.96 √(0.24 / 5 + 3.8416 / 100)) / (1 + 3.8416 / 5)
    assert (round(a.points.low, 3), round(a.points.high, 3)) == (0.231, 0.882)
    assert (b.points.share, b.wins.share, a.places, b.places) == (0.4, 0.3, [0.8, 0.2], [0.6, 0.4])
    assert (a.seconds, a.iterations) == (0.25, 15)
    assert found.pairs["a", "b"][1].share == 0.6 and found.pairs["b", "a"][1].share == pytest.approx(0.4)


def test_a_bot_in_several_seats_counts_once_a_game() -> None:
    """a is first and last against three b's: half of the wins, and each b has a third of the other half."""
    found = standings_of(
        ["a", "b"], finished(0, (0, 1, 1, 1), (1, 2, 3, 4), (0,)), finished(1, (1, 0, 1, 1), (1, 4, 2, 3), (0,))
    )
    a, b = found.standings
    assert (a.games, b.games) == (2, 2)
    assert [a.points.share, b.points.share] == pytest.approx([1 / 2, 1 / 6])
    assert found.pairs["a", "b"] == (2, (0.5, *found.pairs["b", "a"][1][1:]))
    assert b.places == pytest.approx([1 / 6, 1 / 3, 1 / 3, 1 / 6])


def test_ratings_follow_who_beats_whom() -> None:
    games = [((0, 1), (1, 2), (0,)), ((1, 2), (1, 2), (0,)), ((0, 2), (1, 2), (0,))]
    found = standings_of(["a", "b", "c"], *(finished(n, *games[n % 3]) for n in range(30)))
    a, b, c = (line.rating for line in found.standings)
    assert [line.bot for line in found.standings] == ["a", "b", "c"]
    assert a.mu > b.mu > c.mu and max(a.sigma, b.sigma, c.sigma) < 8
    level = standings_of(["a", "b"], *(finished(n, (0, 1), (1, 1), ()) for n in range(6)))
    assert len({round(line.rating.mu, 6) for line in level.standings}) == 1


def test_games_that_are_all_the_same_are_owned_up_to() -> None:
    found = arena("connect_four", [Named("one"), Named("two")], 4, cores=1)
    assert found.different == 2
    assert [*map(str, found.remarks())] == ["2 of the 4 games differ; the intervals count each of these once."]
    assert found.standings[0].iterations == 3


def test_the_sequential_test_is_as_worked_out_by_hand() -> None:
    """A win adds log(0.6 / 0.5), a loss log(0.4 / 0.5), a draw half of each; the bound is log 19."""
    assert verdict(3.5, 5, 0.5, 0.6).ratio == pytest.approx(3.5 * log(1.2) + 1.5 * log(0.8))
    assert round(verdict(3.5, 5, 0.5, 0.6).ratio, 4) == 0.3034
    assert [verdict(n, n, 0.5, 0.6).accepted for n in (16, 17)] == [None, "H1"]  # 17 × 0.1823 > 2.944 > 16 × 0.1823
    assert [verdict(0, n, 0.5, 0.6).accepted for n in (13, 14)] == [None, "H0"]  # 14 × 0.2231 > 2.944 > 13 × 0.2231
    assert "undecided" in str(verdict(1, 2, 0.5, 0.6)) and str(verdict(99, 99, 0.5, 0.6)) == "H1, at least 60%"


@pytest.mark.parametrize("cores", [1, 2])
def test_the_sequential_test_stops_at_the_same_game_on_any_number_of_cores(cores: int) -> None:
    """Classic wins all of its first games: the bound is passed with the 17th, and the deal is played to its end."""
    stopped = arena("connect_four", ["classic", "random"], 1000, cores=cores, seed=0, sprt=True)
    assert [bout.seating.number for bout in stopped.bouts] == list(range(18))
    assert stopped.verdict is not None and stopped.verdict.accepted == "H1" and not stopped.stopped
    assert "H1, at least 60%" in str(stopped.remarks()[-1])


def test_games_that_arrive_early_wait_for_those_before_them() -> None:
    """20 wins, the first two last: the test is over after 18 of them, and the others do not count."""
    arrivals = Arrivals(2, (0.5, 0.6))
    won = [finished(n, (0, 1), (1, 2), (0,)) if n % 2 == 0 else finished(n, (1, 0), (2, 1), (1,)) for n in range(20)]
    for bout in won[2:] + won[1:2]:
        arrivals.add(bout)
        assert arrivals.decided is None
    assert len(arrivals.in_order()) == 19
    arrivals.add(won[0])
    assert (arrivals.decided, arrivals.in_order()) == (18, won[:18])
    assert arrivals.verdict == verdict(18, 18, 0.5, 0.6)


def test_the_sequential_test_finds_the_weaker_too() -> None:
    lost = arena("connect_four", ["random", "classic"], 1000, cores=1, seed=0, sprt=(0.4, 0.5))
    assert lost.verdict is not None and lost.verdict.accepted == "H0" and len(lost.bouts) < 40


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"bots": ["classic"]}, BadBots, "at least two bots"),
        ({"bots": ["classic", "clasic"]}, TurnwiseError, "There is no bot 'clasic'"),
        ({"bots": ["classic", "classic", "random"]}, BadBots, "name one for each of the 2 seats, not 3"),
        ({"bots": ["classic", bot("classic")]}, BadBots, "Two different bots have the same name"),
        ({"seats": 3}, BadSeats, "Connect Four is for 2 seats"),
        ({"game": "rally", "seats": 1}, BadSeats, "at least two seats"),
        ({"sprt": (0.6, 0.5)}, BadOption, "between two shares"),
        ({"sprt": True, "bots": ["classic", "random", "search:1"]}, BadBots, "for two bots, not 3"),
        ({"colour": 1}, BadOption, "There is no option 'colour'"),
        ({"seed": 10**18}, BadOption, "up to 18 digits"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], sentence: str) -> None:
    usual: dict[str, Any] = {"game": "connect_four", "bots": ["classic", "random"], "games": 2}
    with pytest.raises(error, match=sentence):
        arena(**usual | arguments)


class Forgetful:
    """Plays the first card that it may, and never calls."""

    name = "forgetful"

    def think(self, known: Position, seat: int, **_: Any) -> Thought:
        return Thought(known.legal(seat)[0])


class Spy:
    """Plays like another bot and remembers every byte it was given."""

    name = "spy"

    def __init__(self, inner: Bot) -> None:
        self.inner = inner
        self.heard: list[tuple[Any, ...]] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> "Spy":
        return self

    def think(
        self, known: Position, seat: int, *, seed: int, budget: Budget | None = None, stop: Callable[[], bool] = bool
    ) -> Thought:
        self.heard.append((known.pack(), seat, seed, budget, known.engine.moves.tobytes()))
        return self.inner.think(known, seat, seed=seed, budget=budget, stop=stop)


def first_heard(monkeypatch: pytest.MonkeyPatch, disguise: Callable[[Position], None]) -> tuple[Any, ...]:
    """What a bot at seat 0 is handed first, in a world that was changed behind its back."""
    spy = Spy(bot("classic"))
    setting = Setting("whot", 3, {}, (spy, bot("random")), Budget(iterations=5), 4)
    match = setting.match(0)
    disguise(match.position)
    with monkeypatch.context() as patch:
        patch.setattr(bouts.Setting, "match", lambda *_: match)
        play(setting, Seating(0, 0, (0, 1, 1)), lambda: False)
    return spy.heard[0]


def test_a_bot_is_handed_nothing_but_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals that seat 0 cannot tell apart, by the rule sheet: it is handed the same bytes; a change that it can see shows."""

    def other_hands(position: Position) -> None:
        records = position.engine.game.records
        before = position.pack()
        state, beside = (record.unpack(data) for record, data in zip(records, before, strict=True))
        state, _ = twin(state, beside, 0, Random(1))
        position.restore(records[0].pack(state))
        assert position.pack()[0][8:] != before[0][8:]

    def another_own_hand(position: Position) -> None:
        records = position.engine.game.records
        state = position.plain()
        state.hand[0], state.hand[1] = state.hand[1], state.hand[0]
        position.restore(records[0].pack(state))

    real = first_heard(monkeypatch, lambda position: None)
    assert first_heard(monkeypatch, other_hands) == real
    assert first_heard(monkeypatch, another_own_hand) != real


def test_seats_games_and_bots_have_chance_of_their_own() -> None:
    spy = Spy(bot("random"))
    arena("whot", [spy, "classic"], 4, cores=1, seats=2)
    seeds = [seed for _, _, seed, _, _ in spy.heard]
    assert len(set(seeds)) == len(seeds) > 20


def test_who_is_named_twice_sits_twice() -> None:
    """The same as one against a table of the other; and two that are one and the same tell what the seats are worth."""
    one, two = (
        arena("whot", bots, 4, seats=4, cores=1, seed=5)
        for bots in (["random", "classic"], ["random", "classic", "CLASSIC", "classic"])
    )
    assert one.bots == two.bots == ["random", "classic"] and [b.log for b in one.bouts] == [b.log for b in two.bouts]
    pairs = arena("whot", ["random", "random", "classic", "classic"], 8, seats=4, cores=1, seed=5)
    assert all(sorted(bout.seating.bots) == [0, 0, 1, 1] for bout in pairs.bouts)
    assert arena("whot", ["anycard", "classic"], 2, seats=2, cores=1).bots == ["anycard", "classic"]
    alone = arena("connect_four", ["classic", "classic"], 40, cores=1, seed=5)
    assert alone.bots == ["classic"] and alone.standings[0].points.share == 0.5
    assert alone.seats[0].share + alone.seats[1].share == pytest.approx(1) and alone.seats[0].share != 0.5


def test_points_are_told_by_seat() -> None:
    found = arena("connect_four", ["classic", "random"], 40, cores=1, seed=5)
    for line in found.standings:
        entry = found.bots.index(line.bot)
        for seat, told in enumerate(line.by_seat):
            there = [bout for bout in found.bouts if bout.seating.bots[seat] == entry]
            assert len(there) == 20 and told.share == pytest.approx(sum(one.points(seat) for one in there) / 20)
    assert found.seats[0].share == pytest.approx(
        (found.standings[0].by_seat[0].share + found.standings[1].by_seat[0].share) / 2
    )


def test_equal_games_make_nothing_surer() -> None:
    """Differo's greedy player never varies: two of them play one game, whoever begins."""
    found = arena("differo", ["classic", "classic"], 20, cores=1)
    assert found.different == 1 and found.seats[0].share == 1 and found.seats[0].interval == "–"
    assert [*map(str, found.remarks())] == ["All 20 games are the same one: they say no more than it does."]


def test_interjections_are_offered_and_every_bot_takes_them() -> None:
    """In Whot, a missing call of "last card" can be caught out of turn; but computers always call, and so there is nothing to
    catch unless somebody forgets. The one here does."""
    taken: Counter[tuple[str, bool]] = Counter()
    options: dict[str, Any] = {"last_card_call": True, "cards_each": 3}
    found = arena("whot", [Forgetful(), "classic", "random"], 60, seats=3, cores=1, seed=1, **options)
    for bout in found.bouts:
        match = tw.Match("whot", seats=3, seed=bout.seed, **options)
        log = [(int(seat), int(action)) for seat, action in (entry.split(":") for entry in bout.log)]
        while log:
            seat, action = log.pop(0)
            assert seat == match.turn
            match.play(action, seat=seat)
            for other in range(3):
                if match.turn not in (None, other) and match.position.legal(other):
                    takes = bool(log) and log[0][0] == other
                    taken[found.bots[bout.seating.bots[other]], takes] += 1
                    if takes:
                        match.play(log.pop(0)[1], seat=other)
    assert taken["classic", True] > 3 and taken["random", True] > 3
    assert taken["classic", False] == taken["random", False] == taken["forgetful", True] == 0


def test_json_tells_everything() -> None:
    found = arena("connect_four", ["classic", "random"], 4, cores=1, budget=Budget(iterations=9), sprt=(0.5, 0.9))
    data = json.loads(json.dumps(found.json()))
    assert set(data) == {
        *("game", "version", "seats", "options", "bots", "budget", "seed", "wanted", "planned", "games", "different"),
        *("stopped", "faults", "seconds", "standings", "by_seat", "pairs", "sprt", "rows"),
    }
    assert set(data["standings"][0]) == {
        *("bot", "games", "points", "wins", "places", "rating", "seconds", "iterations", "by_seat"),
    }
    assert set(data["standings"][0]["points"]) == {"share", "low", "high"}
    assert set(data["sprt"]) == {"low", "high", "ratio", "accepted"}
    assert set(data["pairs"][0]) == {"bot", "against", "games", "ahead"}
    assert set(data["rows"][0]) == {
        *(
            "number",
            "deal",
            "seed",
            "seats",
            "places",
            "scores",
            "winners",
            "turns",
            "actions",
            "end",
            "log",
            "thinking",
        ),
    }
    assert data["rows"][1]["seats"] == ["random", "classic"] and data["games"] == len(data["rows"]) == 4


def test_the_picture_shows_every_bot_and_says_it_in_words() -> None:
    found = arena("connect_four", ["classic", "random"], 4, cores=1)
    picture = found.picture()
    assert [thing.key for thing in picture.things] == ["ground", "bot:classic", "bot:random"]
    assert "classic has 100.0% of the points" in str(picture.words)
    assert found._repr_svg_().startswith("<svg") and "fair share 50%" in found._repr_svg_()


@pytest.mark.parametrize("file", ["board.jpg", "nowhere/board.svg", "."])
def test_files_are_refused_before_a_game_is_played(file: str, tmp_path: Path) -> None:
    with pytest.raises(TurnwiseError):
        can_be_written(picture=tmp_path / file)


def test_the_command_prints_writes_and_draws(tmp_path: Path) -> None:
    data, picture = tmp_path / "arena.json", tmp_path / "arena.png"
    typed = ("arena", "whot", "--bots", "classic,random", "--games", "6", "--seats", "3", "--cores", "1", "--seed", "2")
    done = run(*typed, "--option", "tender=on", "--json", str(data), "--picture", str(picture))
    assert done.returncode == 0, done.stderr
    for part in ("Whot, 6 games, 3 seats", "classic", "95 % interval", "rating", "3rd"):
        assert part in done.stdout
    found = json.loads(data.read_text())
    assert (
        found["command"].startswith("turnwise arena whot --bots classic,random") and found["options"]["tender"] is True
    )
    assert picture.read_bytes().startswith(b"\x89PNG")
    refused = run("arena", "whot", "--bots", "classic")
    assert (refused.returncode, refused.stdout) == (2, "") and "at least two bots" in refused.stderr


def test_ctrl_c_keeps_what_was_played_and_ends_the_workers(tmp_path: Path) -> None:
    """The signal goes to the whole group, as from a terminal."""
    file = tmp_path / "arena.json"
    process = started(
        *(
            "arena",
            "connect_four",
            "--bots",
            "classic,random",
            "--games",
            "1000000",
            "--cores",
            "2",
            "--json",
            str(file),
        )
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Connect Four: ")
    workers = children(process.pid)
    assert len(workers) == 2
    assert all(ignores_ctrl_c(worker) for worker in workers), "else one that is just starting would die of it"
    for pid in (process.pid, *workers):
        os.kill(pid, signal.SIGINT)
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 130 and "Traceback" not in errors
    found = json.loads(file.read_text())
    assert found["stopped"] and 0 < found["games"] == len(found["rows"]) < 1000000
    assert f"Stopped after {found['games']:,} of 1,000,000 games." in out
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def children(pid: int) -> list[int]:
    """The processes that play; a helper of Python's own is none of them."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def ignores_ctrl_c(pid: int) -> bool:
    (blocked,) = (line.split()[1] for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "SigBlk" in line)
    return bool(int(blocked, 16) >> (signal.SIGINT - 1) & 1)


class Ponderer(Named):
    """Without a budget, in seat 1, it thinks until somebody says stop, or for five minutes."""

    def think(
        self,
        known: Position,
        seat: int,
        *,
        stop: Callable[[], bool] = bool,
        budget: Budget | None = None,
        **wishes: Any,
    ) -> Thought:
        until = perf_counter() + 300
        while budget is None and seat == 1 and perf_counter() < until and not stop():
            pass
        return super().think(known, seat)


def test_a_bot_that_is_thinking_is_told_to_stop() -> None:
    """The first game hangs in a worker, the second ends; then comes Ctrl-C."""

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    began = perf_counter()
    found = arena("connect_four", ["classic", Ponderer("ponderer")], 4, cores=2, progress=interrupt)
    assert perf_counter() - began < 300
    assert found.stopped and [bout.seating.number for bout in found.bouts] == [1]


def test_a_script_that_starts_itself_again_is_told_what_to_do(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from turnwise.lab.arena import arena\narena('connect_four', ['classic', 'random'], 4, cores=2)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 1
    assert "A script plays on several cores under `if __name__ == '__main__':`" in done.stderr.splitlines()[-1]
