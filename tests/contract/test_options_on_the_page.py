"""Every option and setting of a game can be set with the form of its page. (That players notice an option: `proofs/options.py`.)"""

from html import unescape

import pytest

from tests.our_cases import OURS
from tests.web.hall import Hall, in_hall
from turnwise.kit.game import Game
from turnwise.kit.options import SeatSet
from turnwise.proofs.options import unusual
from turnwise.web.pages.home import capitalised


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_option_and_setting_is_set_with_the_form_of_the_page(game: Game) -> None:
    @in_hall
    async def visit(hall: Hall) -> None:
        page = (await hall.nobody.get(f"/games/{game.name}")).text
        for name, option in {**game.options, **game.settings}.items():
            if isinstance(option, SeatSet):
                continue  # the seats of the form say who is one
            assert f'name="option-{name}"' in page
            assert capitalised(str(game.option_words(name))) in unescape(page), "as people call it"
            value = unusual(option)[0]
            form = {f"option-{name}": "on" if value is True else "off" if value is False else str(value)}
            somebody = await hall.guest("Ben")  # nobody opens many tables at once
            id = (await somebody.did(f"/games/{game.name}/tables", form))["id"]
            terms = hall.house.loaded[id].table.terms
            assert (terms.options | terms.settings)[name] == option.accept(value)

    visit()
