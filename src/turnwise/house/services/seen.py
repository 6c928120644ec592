"""What any front end needs to show a table: the names of those who sit there, and the match as a seat sees it."""

from turnwise.bots.names import called, told_apart
from turnwise.house.tables.feed import Feed
from turnwise.house.tables.loaded import LoadedTable
from turnwise.house.tables.table import Table
from turnwise.kit.catalogues import speaker
from turnwise.kit.words import Speaker
from turnwise.play.view import View

Names = tuple[str, ...]


def names_at(table: Table, feed: Feed, language: str) -> Names:
    """The players at a table, as its pictures and its page name them."""
    say, names = speaker(table.game, language), []
    for told in feed.seats(table):
        name = told.name or (say(called(table.game, told.bot)) if told.bot else "")
        names.append(f"{name} {told.number}" if told.number else name)
    return tuple(told_apart(names))


def speaker_at(loaded: LoadedTable, language: str) -> Speaker:
    """The speaker for a language at a table."""
    return speaker(loaded.table.game, language, names_at(loaded.table, loaded.feed, language))


def view_at(loaded: LoadedTable, seat: int | None) -> View:
    """The match as a seat sees it now, including what its front has yet to show."""
    assert loaded.table.match
    view = loaded.table.match.view(seat)
    view.opened = loaded.feed.opened(loaded.table)
    return view
