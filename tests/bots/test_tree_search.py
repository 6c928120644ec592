"""Tree search finds what it should, and its values are the chances that can be worked out by hand."""

import pytest

from tests.bots.boards import discs
from tests.bots.doors.rules import ASK, CARD, DIE, KIND, SHARE, UNKIND
from tests.bots.moments import GAMES, case_of, moments
from tests.games.whot.picture import LETTERS, WORDS, table
from tests.setting import game_named
from turnwise.bots import Budget, Thought, bot, sampling
from turnwise.bots.bot import Effort
from turnwise.bots.clock import Clock
from turnwise.bots.search import looks_deep
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, Position

DOORS = Game("tests.bots.doors")
SAMPLED = [game for game in GAMES if not looks_deep(game)]


def sampled(real: Position, iterations: int, *, seed: int = 1) -> Thought:
    """Always by tree search, whatever the game."""
    seat = real.turn
    known = real.redacted(seat)
    clock = Clock(Budget(iterations=iterations), lambda: False)
    return sampling.think(known, seat, known.legal(seat), None, clock, seed)


@pytest.mark.parametrize("seed", range(3))
def test_values_are_the_chances_worked_out_by_hand(seed: int) -> None:
    """A die with one face in three, a hidden card with three in five, somebody who answers unkindly, and a draw."""
    start, _ = Engine(DOORS, compiled=False).position(DOORS.frame(2, {}), 5)
    thought = sampled(start, 3000, seed=seed)
    told = {one.action: one for one in thought.considered}
    assert thought.action == CARD and told[CARD].share > 0.8
    assert told[CARD].value == pytest.approx(3 / 5, abs=0.03)
    assert told[SHARE].value == 0.5, "a draw is worth its half exactly"
    assert told[DIE].value < 0.5 and told[ASK].value < 0.5, "a third, and a quarter"
    assert told[ASK].line in ((), (ASK, UNKIND))


def test_whoever_answers_thinks_of_itself() -> None:
    start, _ = Engine(DOORS, compiled=False).position(DOORS.frame(2, {}), 5)
    start.play(0, ASK)
    thought = sampled(start, 2000)
    told = {one.action: one.value for one in thought.considered}
    assert thought.action == UNKIND
    assert told[UNKIND] == pytest.approx(3 / 4, abs=0.03) and told[KIND] < 1 / 2


def test_a_card_that_cannot_be_seen_is_worth_the_same_whatever_it_is() -> None:
    thoughts = []
    for card in range(5):
        real, _ = Engine(DOORS, compiled=False).position(DOORS.frame(2, {}), 5)
        real.state.card = card
        thoughts.append(sampled(real, 300))
    assert all(thought == thoughts[0] for thought in thoughts)


@pytest.mark.parametrize("last", ["circle_7", "circle_14", "whot_1"])
@pytest.mark.parametrize("level", [4, 5])
def test_the_last_card_of_whot_is_played(level: int, last: str) -> None:
    scene = table(f"A: {last} | B: star_1 star_2 | C: cross_5 | top: circle_4")
    real = Position(Engine(game_named("whot"), compiled=True), *scene.position.pack())
    thought = bot(f"search:{level}").think(real.redacted(0), 0, seed=level, budget=Budget(iterations=300))
    assert WORDS[thought.action] == f"play {last}"
    assert thought.considered[0].value == 1.0


def test_whot_is_not_ended_by_somebody_who_would_lose_by_it() -> None:
    """Two cards, of which a Pick Two stops the neighbour with one card left: nothing else keeps the game going for sure."""
    scene = table("A: circle_2 circle_7 | B: circle_5 | top: circle_4 | turn: A")
    real = Position(Engine(game_named("whot"), compiled=True), *scene.position.pack())
    thought = bot("search:5").think(real.redacted(0), 0, seed=3, budget=Budget(iterations=3000))
    assert WORDS[thought.action] == "play circle_2"
    assert LETTERS[real.turn] == "A"


@pytest.mark.parametrize(
    ("columns", "answer"),
    [
        ((3, 0, 3, 0, 3, 0), 3),  # both could win: the one on turn does
        ((2, 2, 3, 3, 4, 6), 1),  # or 5
        ((3, 0, 3, 6, 3), 3),  # stop a column of three
        ((0, 0, 1, 1, 2), 3),  # stop a row of three at its only open end
    ],
)
def test_a_win_in_one_is_found_and_stopped(columns: tuple[int, ...], answer: int) -> None:
    for seed in range(3):
        found = sampled(discs(*columns), 2000, seed=seed).action
        assert found == answer or (answer == 1 and found == 5)


@pytest.mark.parametrize("game", SAMPLED, ids=lambda game: game.name)
def test_visits_add_up_to_the_iterations_and_results_lie_between_lost_and_won(game: Game) -> None:
    for moment in moments(case_of(game, max(game.seats[0], 2)), 3, most=4):
        if moment.seat != moment.position.turn:
            continue
        thought = sampled(moment.position, 170)
        visits = [one.share * 170 for one in thought.considered]
        assert thought.iterations == 170 and thought.effort == Effort("games", number=170)
        assert visits == pytest.approx([round(n) for n in visits], abs=1e-9) and round(sum(visits)) == 170
        assert all(0 <= one.value <= 1 for one in thought.considered)


def test_a_tree_that_has_no_room_left_walks_on() -> None:
    real = discs(3, 3)
    tree = sampling.Tree(real, 0, 7, nodes=50)
    tree.run(400)
    children = tree.children()
    assert tree.iterations == 400 and sum(visits for visits, _, _ in children.values()) == 400
    assert int(tree.control["used"][0]) == 50


def test_a_game_says_how_many_choices_in_a_row_are_weighed() -> None:
    """DeerPortal: one. After it everybody goes on by taste, so the tree has a root and two ways."""
    (moment,) = moments(case_of(game_named("deerportal"), 4), 3, most=1)
    tree = sampling.Tree(moment.known, moment.seat, 7)
    tree.run(400)
    assert int(tree.control["used"][0]) == 3
    assert sum(visits for visits, _, _ in tree.children().values()) == 400
