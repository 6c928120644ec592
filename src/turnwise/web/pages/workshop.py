"""Where boards are made, from nothing or from a shared one."""

from typing import Any

from starlette.responses import Response

from turnwise.house.services.boards import workshop_of
from turnwise.kit.catalogues import speaker
from turnwise.kit.game import Game
from turnwise.kit.words import said
from turnwise.web.endpoints.boards import facts, whole
from turnwise.web.http.language import worded
from turnwise.web.pages.site import Pages, Visit

page = Pages()


@page("/games/{game}/workshop")
async def workshop(visit: Visit, game: str) -> Response:
    _, made_with = workshop_of(game)
    return _shown(visit, game, made_with.blank(), None)


@page("/boards/{board}")
async def board(visit: Visit, board: str) -> Response:
    found = await visit.services.boards.get(board)
    document = whole(found, visit.caller.person).document
    return _shown(visit, found.kept.game, document, facts(found, visit.caller.person))


def with_author(visit: Visit, game: Game, document: dict[str, Any]) -> str:
    """A board with its title, and its author if it names one; other fields of a shared document are dropped."""
    if not game.has("workshop"):
        return visit.say(said("one's own"))
    _, made_with = workshop_of(game.name)
    title, author = made_with.title(document), made_with.author(document)
    return visit.say(said("{name}, by {author}", name=title, author=author)) if author else str(title)


def _shown(visit: Visit, name: str, document: dict[str, Any], kept: dict[str, Any] | None) -> Response:
    game, made_with = workshop_of(name)
    say = speaker(game, visit.language)
    kinds = [kind._asdict() | {"words": say(worded(kind.words))} for kind in made_with.kinds()]
    samples = {say(said("An empty board")): made_with.blank(), **made_with.samples()}
    given = {
        "game": game.name,
        "document": document,
        "board": kept,
        "kinds": kinds,
        "samples": samples,
    }
    return visit.show(
        "workshop.html",
        title=say(said(game.title)),
        game=game,
        kinds=kinds,
        kept=kept,
        samples=list(samples),
        given=given,
    )
