"""The table: a board with everything around it, from the first free seat to the rematch."""

from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from turnwise.bots.names import NAMES, opponents
from turnwise.house.table import Table
from turnwise.web.endpoints.qr import qr_svg
from turnwise.web.pages.games import offered
from turnwise.web.pages.site import Pages, Visit
from turnwise.web.rulebook import rulebook
from turnwise.web.words import bot_name, of_game, said

page = Pages()


@page("/tables/{id}")
async def table(visit: Visit, id: str) -> Response:
    found = (await visit.house.place(id, visit.caller.person)).table
    game, language = found.game, visit.language
    link = str(visit.request.url.replace(query="", fragment=""))
    return visit.show(
        "table.html",
        table=found,
        title=found.terms.title or said(game, language, game.title),
        link=link,
        code=Markup(qr_svg(link).decode()),
        options=_options(found, visit),
        bots={bot: bot_name(game, bot, language) for bot in opponents(game)},
        rules=rulebook(game),
        words=of_game(game, language),
        listed=_listed(found, visit),
        data={
            "id": id,
            "game": game.name,
            "hands": game.has_hands,
            "draws": game.seats == (2, 2),
            "bots": {bot: bot_name(game, bot, language) for bot in NAMES},
        },
    )


def _listed(table: Table, visit: Visit) -> tuple[str, str]:
    """What the game keeps a list of, if of anything: its title, and the event that makes a line of the log one of them."""
    title, event = getattr(table.game.notation, "LISTED", ("", ""))
    return said(table.game, visit.language, title), event


def _options(table: Table, visit: Visit) -> list[tuple[str, str, str]]:
    """The options of the match in words: what each is called, how it is set, and what it does."""
    shown: dict[str, Any] = table.game.shown_options(table.terms.options)
    found = []
    for option in offered(table.game, visit.language):
        value = shown[option.name]
        if isinstance(value, bool):
            words = visit.t("table.on" if value else "table.off")
        elif isinstance(value, dict):
            words = str(value.get("title") or value.get("name") or visit.t("table.own"))
        else:
            words = dict(option.choices).get(value, str(value))
        found.append((option.label, words, option.help))
    return found
