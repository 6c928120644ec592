"""What any front end needs to show a table to somebody: the names of those who sit there, and the match as a seat sees it."""

from turnwise.bots.names import called, told_apart
from turnwise.house.tables.feed import Feed
from turnwise.house.tables.place import Place
from turnwise.house.tables.table import Table
from turnwise.kit.catalogues import speaker
from turnwise.kit.words import Speaker
from turnwise.play.view import View

Names = tuple[str, ...]


def names_at(table: Table, feed: Feed, language: str) -> Names:
    """Those who sit at a table, as its pictures and its page name them."""
    say, names = speaker(table.game, language), []
    for told in feed.seats(table):
        name = told.name or (say(called(table.game, told.bot)) if told.bot else "")
        names.append(f"{name} {told.number}" if told.number else name)
    return tuple(told_apart(names))


def speaker_at(place: Place, language: str) -> Speaker:
    """How somebody is spoken to at a table."""
    return speaker(place.table.game, language, names_at(place.table, place.feed, language))


def view_at(place: Place, seat: int | None) -> View:
    """The match at a table as a seat sees it now, also what its front has yet to show."""
    assert place.table.match
    view = place.table.match.view(seat)
    view.opened = place.feed.opened(place.table)
    return view
