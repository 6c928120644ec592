"""A study of a game: who wins, how long it takes, how much choice there is, when it is decided, how much luck and skill
matter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, overload

from turnwise.bots import Bot, Budget
from turnwise.games import game as game_named
from turnwise.kit.game import Game
from turnwise.kit.words import ENGLISH, Said, Words, counted, said
from turnwise.lab.arena import arena
from turnwise.lab.compare import Comparison, side
from turnwise.lab.compare import compare as compared
from turnwise.lab.shares import Share, failures, repeated, share
from turnwise.lab.simulate import LIMIT, Plan, plan_of, run
from turnwise.lab.standings import games_played
from turnwise.lab.sums import Tally, quantile
from turnwise.lab.tally import BINS
from turnwise.lab.told import end_of

PACE, FORCED = 8.0, 2.0
"""Seconds that people take for a choice, and for a forced move."""
STRONG, WEAK = "search:2", "random"
DEALS = 10, 40
"""Deals on which a strong player meets weak ones, from each seat: at least, and at most; else one per twenty games."""
SMALL, LARGE = 0.05, 0.15
"""Below the first an edge is small, above the second it is large."""
USUAL = 1000


@dataclass(frozen=True)
class Skill:
    """A strong player against weak ones on the same deals, from each seat in turn."""

    strong: str
    weak: str
    deals: int
    wins: Share
    """The strong one's share of points; a fair share is one divided by the number of seats."""
    fair: float
    by_wins: dict[int, int]
    """Deals by the number of seats from which the strong one won."""
    by_seat: int
    """Deals that the same seat won, whichever player sat there."""

    @property
    def luck(self) -> float:
        return self.by_seat / max(self.deals, 1)


@dataclass
class Study:
    """Games that were played, and what they show about the game. In a notebook it is displayed."""

    plan: Plan
    tally: Tally
    wanted: int
    skill: Skill | None = None
    pace: float = PACE

    @property
    def game(self) -> Game:
        return game_named(self.plan.game)

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def fair(self) -> float:
        """What each seat would win if all won equally: draws and shared wins count as they are."""
        return sum(self.tally.wins) / max(self.games, 1) / self.plan.seats

    @property
    def tells_of_beginning(self) -> bool:
        """Whether these games say what it is worth to begin: not where one bot always begins, and others never do."""
        return len(set(self.tally.bots)) == 1 or max(self.tally.begun) < self.games

    def minutes(self, actions: float) -> float:
        """How long people take for so many actions, at the assumed pace."""
        tally = self.tally
        if not tally.actions:
            return 0.0
        each = (tally.choices * self.pace + (tally.actions - tally.choices) * FORCED) / tally.actions
        return actions * each / 60

    @property
    def followed(self) -> int:
        """Games for which somebody estimated who was ahead."""
        return sum(self.tally.leads.values())

    @property
    def comebacks(self) -> Share:
        """Won games whose winner once expected less than half of a fair share."""
        bound = BINS / self.plan.seats / 2
        return share(sum(n for low, n in self.tally.lowest.items() if low < bound), sum(self.tally.lowest.values()))

    def sentences(self) -> list[Said]:
        """A short answer."""
        if not self.games:
            return [said("No game was played.")]
        return [*self._edge(), *self._length(), *self._choice(), *self._drama(), *self._ends(), *self._luck()]

    def remarks(self) -> list[Said]:
        """Caveats about these numbers."""
        found = []
        if self.games < self.wanted:
            number, planned = f"{self.games:,}", f"{self.wanted:,}"
            found.append(said("Stopped after {number} of {planned} games.", number=number, planned=planned))
        if self.tally.different < self.games:
            found.append(repeated(self.tally.different, self.games))
        found += failures(self.tally.faults)
        if not self.followed and self.games:
            found.append(
                said(
                    "Nobody said who was ahead: bots that look ahead do, as with --bots search:2, or a game that evaluates."
                )
            )
        return found

    def _edge(self) -> list[Said]:
        tally, fair = self.tally, self.fair
        seat = max(range(tally.seats), key=lambda one: abs(tally.wins[one] * tally.seats - sum(tally.wins)))
        who: Words = said("Seat {number}", number=seat)
        if len(set(tally.bots)) > 1:
            who = said("{bot} in seat {number}", bot=tally.bots[seat], number=seat)
        found = [judged(who, tally.wins_of(seat), fair)] if tally.seats > 1 else []
        if tally.seats > 1 and max(tally.begun) < self.games:
            found.append(judged(said("Whoever begins"), tally.first_move, fair))
        if tally.nobody:
            template = said(
                "{share} of the games have no winner, so that {fair} would be a fair share.", fair=_percent(fair)
            )
            found.append(template.given_also(share=_percent(tally.nobody / self.games)))
        return found

    def _length(self) -> list[Said]:
        lengths, turns = self.tally.lengths, self.tally.turns
        middle, low, high = (quantile(lengths, part) for part in (0.5, 0.1, 0.9))
        box, each = self.game.minutes, quantile(turns, 0.5)
        return [
            said("Every game takes {actions} actions in {turns} turns.", actions=middle, turns=each)
            if len(lengths) == 1
            else said(
                "A game takes {actions} actions in {turns} turns; four of five take {low} to {high} actions.",
                actions=middle,
                turns=each,
                low=low,
                high=high,
            ),
            said(
                "At {pace} s for a choice that is {minutes} minutes; its box says {shortest} to {longest}.",
                pace=self.pace,
                minutes=f"{self.minutes(middle):.0f}" if self.minutes(middle) >= 2 else f"{self.minutes(middle):.1f}",
                shortest=box[0],
                longest=box[1],
            ),
        ]

    def _choice(self) -> list[Said]:
        tally = self.tally
        reached = sum(games for _, games in tally.wide)
        if not reached:
            return []
        return [
            said(
                "There are {number} actions to choose from on average, and {share} of the moves leave no choice.",
                number=f"{sum(many for many, _ in tally.wide) / reached:.1f}",
                share=_percent(1 - tally.choices / max(tally.actions, 1)),
            )
        ]

    def _drama(self) -> list[Said]:
        tally, won = self.tally, sum(self.tally.settled.values())
        if not won:
            return []
        settled = sum(part * n for part, n in tally.settled.items()) / won / BINS
        changes = sum(number * n for number, n in tally.leads.items()) / self.followed
        return [
            said(
                "The winner is ahead for good after {share} of the game on average; until then the lead changes {changes} times.",
                share=f"{settled * 100:.0f} %",
                changes=f"{changes:.1f}",
            ),
            said(
                "{share} of the winners come back from less than half of a fair chance.",
                share=_percent(self.comebacks.share),
            ),
        ]

    def _ends(self) -> list[Said]:
        ends = sorted(self.tally.ends.items(), key=lambda end: -end[1])
        if len(ends) < 2:
            return []
        end, n = ends[0]
        return [
            counted(
                "{share} end so: {end}; there is one other way.",
                "{share} end so: {end}; there are {number} other ways.",
                "number",
                share=_percent(n / self.games),
                end=end_of(self.game, end),
                number=len(ends) - 1,
            )
        ]

    def _luck(self) -> list[Said]:
        if not self.skill:
            return []
        skill, luck = self.skill, f"{self.skill.luck * 100:.0f} %"
        deals = said("Luck: in {share} of the deals the same seat wins, whoever sits there.", share=luck)
        if not self.game.chance:
            deals = said(
                "The rules have no luck; in {share} of the rounds the same seat wins, whoever sits there.", share=luck
            )
        return [
            said(
                "Skill: {strong} gets {share} of the points against {weak} ({low} to {high}), where {fair} would be fair.",
                strong=skill.strong,
                weak=skill.weak,
                share=_percent(skill.wins.share),
                low=f"{skill.wins.low * 100:.1f}",
                high=f"{skill.wins.high * 100:.1f}",
                fair=f"{skill.fair * 100:.0f} %",
            ),
            deals,
        ]

    def html(self, language: str = ENGLISH.language) -> str:
        """One page with everything in it."""
        from turnwise.lab.page import page

        return page(self, language)

    def save(self, file: str | Path, language: str = ENGLISH.language) -> None:
        Path(file).write_text(self.html(language), "utf-8")

    def _repr_html_(self) -> str:
        from turnwise.lab.page import fragment

        return fragment(self)

    def __str__(self) -> str:
        return "\n".join(map(str, [games_played(self.games), *self.sentences(), *self.remarks()]))


def judged(who: Words, wins: Share, fair: float) -> Said:
    """A player's share of the wins, and what it means."""
    given: dict[str, Any] = {
        "who": who,
        "share": _percent(wins.share),
        "low": f"{wins.low * 100:.1f}",
        "high": f"{wins.high * 100:.1f}",
    }
    edge = wins.share - fair
    if wins.low <= fair <= wins.high:
        return said("{who} wins {share} ({low} to {high}): no edge that can be told from chance.", **given)
    if abs(edge) < SMALL:
        more = said("{who} wins {share} ({low} to {high}): a small but real edge.", **given)
        return more if edge > 0 else said("{who} wins {share} ({low} to {high}): a small but real burden.", **given)
    if abs(edge) < LARGE:
        more = said("{who} wins {share} ({low} to {high}): a clear edge.", **given)
        return more if edge > 0 else said("{who} wins {share} ({low} to {high}): a clear burden.", **given)
    more = said("{who} wins {share} ({low} to {high}): a large edge.", **given)
    return more if edge > 0 else said("{who} wins {share} ({low} to {high}): a large burden.", **given)


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def skill_of(
    plan: Plan,
    games: int,
    *,
    strong: str = STRONG,
    weak: str = WEAK,
    cores: int | None = None,
    on: str | None = None,
) -> Skill | None:
    """How a strong player does with the same deals from each seat; None for a game of one."""
    if plan.seats < 2:
        return None
    least, most = DEALS
    deals = min(most, max(least, games // 20))
    options = {name: value for name, value in plan.options.items() if name != "computers"}
    found = arena(
        plan.game,
        [strong, weak],
        deals * plan.seats,
        seats=plan.seats,
        seed=plan.seed,
        cores=cores,
        on=on,
        **options,
    )
    by_wins: dict[int, int] = {}
    by_seat, whole = 0, 0
    for deal in range(deals):
        bouts = [bout for bout in found.bouts if bout.seating.deal == deal]
        if len(bouts) < plan.seats:
            continue  # stopped by the user
        whole += 1
        won = sum(any(seat in bout.winners for seat in bout.seats_of(0)) for bout in bouts)
        by_wins[won] = by_wins.get(won, 0) + 1
        by_seat += len({bout.winners for bout in bouts}) == 1 and bool(bouts[0].winners)
    line = next(one for one in found.standings if one.bot == strong)
    return Skill(strong, weak, whole, line.points, 1 / plan.seats, by_wins, by_seat)


@overload
def study(game: str | Game, games: int = USUAL, *, compare: None = None, **more: Any) -> Study: ...
@overload
def study(game: str | Game, games: int = USUAL, *, compare: tuple[str, str], **more: Any) -> Comparison: ...
def study(
    game: str | Game,
    games: int = USUAL,
    *,
    compare: tuple[str, str] | None = None,
    seats: int | None = None,
    bots: str | Sequence[str | Bot] = "random",
    seed: int = 0,
    cores: int | None = None,
    budget: Budget | None = None,
    pace: float = PACE,
    skill: bool = True,
    limit: float = LIMIT,
    on: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> "Study | Comparison":
    """Play games and study them: `tw.study("whot", 5000, seats=4, bots="classic")`. In a notebook the result is
    displayed.

    `compare` names two sides that are played on the same random numbers: `("cards_each=5", "cards_each=7")`, two games,
    or two bots."""
    one = game if isinstance(game, Game) else game_named(game)
    given: dict[str, Any] = {"seats": seats, "seed": seed, "budget": budget, "watch": True}
    how: dict[str, Any] = {"cores": cores, "progress": progress, "limit": limit, "on": on}
    if compare:
        seated = [bots] if isinstance(bots, str) else bots
        left, right = (side(word, one, seated, options, **given) for word in compare)
        return compared((compare[0], compare[1]), (left, right), games, **how)
    plan = plan_of(one, bots=bots, options=options, **given)
    tally = run(plan, games, **how)
    return Study(plan, tally, games, skill_of(plan, games, cores=cores, on=on) if skill else None, pace)
