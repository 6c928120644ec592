"""How people play in chats: by the buttons that they see there."""

from collections.abc import Iterator

from tests.telegram.club import Club
from tests.telegram.persons import Person
from tests.telegram.things import Chat
from turnwise.draw import table as on_table
from turnwise.house.services.seen import speaker_at, view_at
from turnwise.house.tables.loaded import LoadedTable
from turnwise.telegram.choices import Choices
from turnwise.telegram.shown import Key

MORE = "More …"


def way_to(loaded: LoadedTable, seat: int, words: str, language: str = "en") -> Iterator[str]:
    """What stands on the buttons to be tapped one after the other, for an action that a seat may take now."""
    view, say = view_at(loaded, seat), speaker_at(loaded, language)
    choices = Choices(view)
    action = next(one for one in view.legal if one.words == words)
    way = on_table(view).touch.get(action.id) or (f"say:{action.id}",)
    touched = choices.walked(())
    while choices.action(touched) is None:
        choice = next(one for one in choices.after(touched, say) if way[: len(one.touched)] == one.touched)
        yield Key(choice.label).made().text
        done = choices.action(choice.touched) is not None
        touched = choice.touched if done else choices.walked(choice.touched)


async def plays(club: Club, person: Person, chat: Chat, words: str, *, beforehand: float = 0) -> None:
    """Take an action by taps. `beforehand`: seconds that are let pass until the last of them, however many there are."""
    loaded = club.loaded(chat)
    seat = loaded.table.seat_of(club.id_of(person))
    assert seat is not None
    language, due = person.language, club.house.now() + 1000 * beforehand
    opening = Choices(view_at(loaded, seat))
    if opening.gesture:  # what a turn begins with, which is no action
        await press(club, person, chat, opening.after((), speaker_at(loaded, language))[0].label)
        await club.later()
    *others, last = way_to(loaded, seat, words, language)
    for label in others:
        await press(club, person, chat, label)
        await club.later()
    await club.later((due - club.house.now()) / 1000)
    await press(club, person, chat, last)


async def press(club: Club, person: Person, chat: Chat, label: str) -> None:
    """Tap a button of the table, leafing to it if there are more than one message can have."""
    while label not in club.shown(person, chat).labels:
        await person.taps(club.shown(person, chat), MORE)
        await club.later()
    answer = await person.taps(club.shown(person, chat), label)
    assert answer == "", answer
