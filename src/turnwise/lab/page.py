"""A study as one self-contained page: sentences, and the charts that a designer needs. No script is needed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from turnwise import __version__
from turnwise.kit.catalogues import speaker
from turnwise.kit.declared import declared
from turnwise.kit.words import ENGLISH, Said, Speaker, Words, counted, row, said
from turnwise.lab.charts import Bar, bars, columns, line, stacked
from turnwise.lab.compare import Comparison, apart, shown
from turnwise.lab.shares import share
from turnwise.lab.standings import games_played
from turnwise.lab.study import Study
from turnwise.lab.sums import Tally, quantile
from turnwise.lab.tally import BINS, PLIES, WHOLE
from turnwise.lab.told import end_of
from turnwise.play.language import shared_language

SHOWN, LISTED = 14, 500
"""Bars that are drawn; so many others are listed."""


@dataclass(frozen=True)
class Drawn:
    """A picture, with a label if there are several."""

    svg: Markup
    label: str = ""


@dataclass(frozen=True)
class Chart:
    """A picture or two with a title and an explanation."""

    title: str
    drawn: list[Drawn]
    caption: str = ""
    others: tuple[tuple[str, str], ...] = ()
    """What is not drawn, as a list to open."""


def page(study: Study | Comparison, language: str = ENGLISH.language) -> str:
    """A complete HTML file."""
    speak = _speaker(study, language)
    body, title = _body(study, speak), speak(_title(study))
    made: str = _template("page.html").render(
        language=language, title=title, style=Markup(_file("page.css")), body=Markup(body)
    )
    return made


def fragment(study: Study | Comparison, language: str = ENGLISH.language) -> str:
    """The same as a part of another page, such as a notebook."""
    return f"<style>{_file('page.css')}</style>{_body(study, _speaker(study, language))}"


def _speaker(study: Study | Comparison, language: str) -> Speaker:
    return speaker(study.game, language)


def _title(study: Study | Comparison) -> Words:
    if isinstance(study, Study):
        return said(study.game.title)
    one, two = study.labels
    return said("{game}: {one} and {two}", game=said(study.game.title), one=one, two=two)


def _body(study: Study | Comparison, speak: Speaker) -> str:
    charts = _charts(study, speak) if isinstance(study, Study) else _paired(study, speak)
    plan = study.plan if isinstance(study, Study) else study.plans[0]
    chosen = study.game.frame(plan.seats, plan.options).options
    facts: list[Words] = [
        games_played(study.games),
        counted("{number} seat", "{number} seats", "number", number=plan.seats),
        row([*dict.fromkeys(plan.names)], ", "),
        said("seed {seed}", seed=plan.seed),
    ]
    named = () if isinstance(study, Comparison) else plan.options
    given = [f"{name}={chosen[name]}" for name in named if name in chosen and name != "computers"]
    facts += [", ".join(given)] if given else []
    made: str = _template("page_body.html").render(
        kind=speak(said("Study") if isinstance(study, Study) else said("Comparison")),
        title=speak(_title(study)),
        facts=[speak(fact) for fact in facts],
        sentences=[speak(sentence) for sentence in study.sentences()],
        remarks=[speak(remark) for remark in study.remarks()],
        table=None if isinstance(study, Study) else _table(study, speak),
        charts=[*charts],
        further=speak(said("The other actions")),
        foot=speak(
            said(
                "Intervals are at 95 %. Made with Turnwise {version}, rules version {rules}.",
                version=__version__,
                rules=study.game.version,
            )
        ),
    )
    return made


def _charts(study: Study, speak: Speaker) -> Iterator[Chart]:
    if not study.games:
        return
    yield _wins(study, speak)
    yield _length(study, speak)
    yield from _choices(study, speak)
    yield from _lead(study, speak)
    yield _places(study, speak)
    yield from _skill(study, speak)
    yield _ends(study, speak)
    yield from _actions(study, speak)
    yield from _events(study, speak)


def _one(title: Said, svg: str, speak: Speaker, caption: Words = "") -> Chart:
    return Chart(speak(title), [Drawn(Markup(svg))], speak(caption))


def _wins(study: Study, speak: Speaker) -> Chart:
    tally = study.tally
    rows = [_win(speak(_seat(tally, seat)), tally.wins_of(seat), 0) for seat in range(tally.seats)]
    if study.tells_of_beginning:
        rows.append(_win(speak(said("whoever begins")), tally.first_move, 1))
    if tally.nobody:
        rows.append(_win(speak(said("nobody")), share(tally.nobody, tally.games, tally.different), 4))
    title = said("Who wins")
    most = min(1.0, max(one.share.high for one in rows if one.share) * 1.05)
    note = _fair(study.fair, speak)
    worth = tally.first_move.share - study.fair
    caption = said("To begin is worth {points} percentage points.", points=f"{worth * 100:+.1f}")
    if not study.tells_of_beginning:
        caption = said("The same bot begins every game, so that they do not tell what it is worth to begin.")
    return _one(title, bars(rows, speak(title), most=most, mark=study.fair, note=note), speak, caption)


def _fair(share: float, speak: Speaker) -> str:
    return speak(said("fair {share}", share=f"{share * 100:.1f} %"))


def _win(label: str, part: Any, kind: int) -> Bar:
    return Bar(label, part.share, f"{part.share * 100:.1f} %", part, kind)


def _seat(tally: Tally, seat: int) -> Said:
    return said("seat {number}, {bot}", number=seat, bot=tally.bots[seat])


def _length(study: Study, speak: Speaker) -> Chart:
    lengths, title = study.tally.lengths, said("How long it takes")
    low, middle, high = (quantile(lengths, part) for part in (0.1, 0.5, 0.9))
    caption = said(
        "One of ten games is over within {low} minutes, half within {middle}, nine of ten within {high}, at {pace} s for a choice.",
        low=_minutes(study, low),
        middle=_minutes(study, middle),
        high=_minutes(study, high),
        pace=study.pace,
    )
    drawn = columns(lengths, speak(title), speak(said("actions")), mark=middle, note=speak(said("median")))
    return _one(title, drawn, speak, caption)


def _minutes(study: Study, actions: int) -> str:
    minutes = study.minutes(actions)
    return f"{minutes:.0f}" if minutes >= 10 else f"{minutes:.1f}"


def _choices(study: Study, speak: Speaker) -> Iterator[Chart]:
    wide = _by_ply(study)
    if len(wide) > 1:
        title = said("How much there is to choose")
        caption = said("Legal actions on average, by how many have been played; up to where one game of 200 gets.")
        if len(wide) == PLIES:
            caption = said(
                "Legal actions on average, by how many have been played; the last point stands for all later ones."
            )
        yield _one(title, line(wide, speak(title), speak(said("actions played"))), speak, caption)


def _by_ply(study: Study) -> list[tuple[float, float]]:
    """Choices by ply, up to where one game of 200 gets."""
    return [(ply, many / n) for ply, (many, n) in enumerate(study.tally.wide) if n * 200 >= study.games]


def _lead(study: Study, speak: Speaker) -> Iterator[Chart]:
    tally = study.tally
    curve = [((at + 0.5) / BINS, total / n / WHOLE) for at, (total, n) in enumerate(tally.curve) if n]
    if not study.followed or not curve:
        return
    title, fair = said("When it is decided"), 1 / study.plan.seats
    caption = said("What the later winner could expect on the way: the sooner it rises, the sooner it is decided.")
    across, note = speak(said("part of the game")), _fair(fair, speak)
    drawn = line(curve, speak(title), across, percent=True, mark=fair, note=note, high=1.0, kind=1)
    yield _one(title, drawn, speak, caption)
    title = said("How often the lead changes")
    caption = said(
        "{share} of the winners come back from less than half of a fair chance.",
        share=f"{study.comebacks.share * 100:.1f} %",
    )
    yield _one(
        title,
        columns(_ending(tally.leads, 24), speak(title), speak(said("changes of the lead")), kind=1),
        speak,
        caption,
    )


def _ending(counts: dict[int, int], last: int) -> dict[int, int]:
    """Everything beyond a number counted with it."""
    found: dict[int, int] = {}
    for number, n in counts.items():
        found[min(number, last)] = found.get(min(number, last), 0) + n
    return found


def _places(study: Study, speak: Speaker) -> Chart:
    from turnwise.lab.report import ORDINALS

    tally, title = study.tally, said("Places")
    rows = [
        (speak(_seat(tally, seat)), [n / max(tally.games, 1) for n in tally.places[seat]])
        for seat in range(tally.seats)
    ]
    means = ", ".join(f"{tally.mean_points(seat):.2f}" for seat in range(tally.seats))
    legend = [speak(place) for place in ORDINALS[: tally.seats]]
    return _one(title, stacked(rows, legend, speak(title)), speak, said("Points on average: {points}.", points=means))


def _skill(study: Study, speak: Speaker) -> Iterator[Chart]:
    if not study.skill or not study.skill.deals:
        return
    skill, title = study.skill, said("Luck against skill")
    seats, deals = study.plan.seats, study.skill.deals
    legend = [
        speak(counted("from one seat", "from {number} seats", "number", number=number))
        if number
        else speak(said("never"))
        for number in range(seats, -1, -1)
    ]
    shares = [skill.by_wins.get(number, 0) / deals for number in range(seats, -1, -1)]
    caption = said(
        "{deals} deals, each played once from every seat: {strong} against {weak}. In {share} of them the seat decides.",
        deals=deals,
        strong=skill.strong,
        weak=skill.weak,
        share=f"{skill.luck * 100:.0f} %",
    )
    label = speak(said("{bot} wins", bot=skill.strong))
    yield _one(title, stacked([(label, shares)], legend, speak(title)), speak, caption)


def _ends(study: Study, speak: Speaker) -> Chart:
    tally, title = study.tally, said("Why it ends")
    often = sorted(tally.ends.items(), key=lambda end: -end[1])
    rows = [
        _win(_capital(speak(end_of(study.game, end))), share(n, tally.games, tally.different), 2) for end, n in often
    ]
    never = [end for end in study.game.rules.End if end.name.lower() not in tally.ends]
    caption: Words = ""
    if never:
        caption = said("Never: {ends}.", ends=tuple(speak(end_of(study.game, end.name.lower())) for end in never))
    return _one(title, bars(rows, speak(title)), speak, caption)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _actions(study: Study, speak: Speaker) -> Iterator[Chart]:
    game, tally = study.game, study.tally
    if not tally.acts:
        return
    language = shared_language(game, game.frame(study.plan.seats, study.plan.options))
    often = sorted(tally.acts.items(), key=lambda act: (-act[1], act[0]))
    title = said("What is done most")
    rows = [Bar(speak(language.action(act).said), n / tally.games, _often(n / tally.games)) for act, n in often[:SHOWN]]
    never, caption = game.actions - len(tally.acts), said("Times a game.")
    if never or len(often) > SHOWN:
        caption = said(
            "Times a game. {others} other actions came up, and {never} of {all} never.",
            others=max(len(often) - SHOWN, 0),
            never=never,
            all=game.actions,
        )
    others = tuple(
        (speak(language.action(act).said), _often(n / tally.games)) for act, n in often[SHOWN : SHOWN + LISTED]
    )
    yield replace(_one(title, bars(rows, speak(title)), speak, caption), others=others)
    kinds = [kind for kind in declared(getattr(game.rules, "Do", None)) if not kind.act.is_veil]
    if len(kinds) > 1:
        title = said("Kinds of actions")
        sums = {kind.name: sum(tally.acts.get(act, 0) for act in range(kind.start, kind.stop)) for kind in kinds}
        rows = [
            Bar(name.replace("_", " "), n / tally.games, _often(n / tally.games), kind=5)
            for name, n in sorted(sums.items(), key=lambda one: -one[1])[:SHOWN]
        ]
        yield _one(title, bars(rows, speak(title)), speak, said("Times a game."))


def _events(study: Study, speak: Speaker) -> Iterator[Chart]:
    game, tally = study.game, study.tally
    if not tally.happened:
        return
    often = sorted(tally.happened.items(), key=lambda event: -event[1])
    title = said("What happens")
    rows = [Bar(_event(game, kind), n / tally.games, _often(n / tally.games), kind=3) for kind, n in often[: SHOWN + 4]]
    never = tuple(_event(game, int(kind)) for kind in game.rules.Event if int(kind) not in tally.happened)
    caption: Words = said("Events of the rules, times a game.")
    if never:
        caption = said("Events of the rules, times a game. Never: {events}.", events=never)
    yield _one(title, bars(rows, speak(title)), speak, caption)


def _event(game: Any, kind: int) -> str:
    return str(game.rules.Event(kind).name).lower().replace("_", " ")


def _often(times: float) -> str:
    return f"{times:.1f}" if times >= 10 else f"{times:.2f}" if times >= 0.1 else f"{times:.2g}"


def _paired(found: Comparison, speak: Speaker) -> Iterator[Chart]:
    """The same chart of both sides, one below the other, on one scale."""
    sides = [*zip(found.labels, found.studies, strict=True)]
    if not found.games:
        return
    title = said("Who wins")
    most = min(
        1.0, max(study.tally.wins_of(seat).high for _, study in sides for seat in range(study.plan.seats)) * 1.05
    )
    drawn = []
    for kind, (label, study) in enumerate(sides):
        tally = study.tally
        rows = [_win(speak(_seat(tally, seat)), tally.wins_of(seat), kind) for seat in range(tally.seats)]
        note = _fair(study.fair, speak)
        drawn.append(Drawn(Markup(bars(rows, speak(title), most=most, mark=study.fair, note=note)), label))
    yield Chart(speak(title), drawn)
    for title, across, counts in (
        (said("How long it takes"), said("actions"), [study.tally.lengths for _, study in sides]),
        (
            said("How often the lead changes"),
            said("changes of the lead"),
            [_ending(s.tally.leads, 24) for _, s in sides],
        ),
    ):
        if all(counts):
            span = min(map(min, counts)), max(map(max, counts))
            pictures = [
                Drawn(Markup(columns(one, speak(title), speak(across), kind=kind, span=span)), label)
                for kind, (one, label) in enumerate(zip(counts, found.labels, strict=True))
            ]
            yield Chart(speak(title), pictures)
    title, across = said("How much there is to choose"), said("actions played")
    wide = [_by_ply(study) for _, study in sides]
    if all(wide):
        right, high = (max(one[at] for points in wide for one in points) for at in (0, 1))
        yield Chart(
            speak(title),
            [
                Drawn(Markup(line(points, speak(title), speak(across), kind=kind, right=right, high=high)), label)
                for kind, (points, label) in enumerate(zip(wide, found.labels, strict=True))
            ],
        )


def _table(found: Comparison, speak: Speaker) -> dict[str, Any]:
    yes, no = speak(said("yes")), speak(said("no"))
    head = ["", *found.labels, speak(said("difference")), speak(said("told from nothing?"))]
    rows = [
        {
            "told": one.told,
            "cells": [speak(one.words), *shown(one), apart(one), yes if one.told else no],
        }
        for one in found.differences
    ]
    caption = said(
        "Both sides were played on the same random numbers. "
        "Where nothing differs at all, one table in twenty would still say yes somewhere."
    )
    return {"head": head, "rows": rows, "caption": speak(caption)}


@cache
def _file(name: str) -> str:
    return files("turnwise.lab").joinpath(name).read_text("utf-8")


@cache
def _template(name: str) -> Any:
    return Environment(autoescape=True).from_string(_file(name))
