"""A match looked at again: drawn moments, a moving picture, and playing on."""

from io import BytesIO

from PIL import Image

from tests.web.hall import Hall, Somebody, in_hall, refusal
from turnwise.draw.film import MOST, WIDTH, chosen


async def played(hall: Hall) -> tuple[Somebody, Somebody, str]:
    """A match after three moves."""
    ann, ben, table = await hall.match()
    for version, (who, words) in enumerate([(ann, "drop d"), (ben, "drop d"), (ann, "drop c")]):
        await who.did(f"{table}/actions", {"actions": words, "version": version, "key": f"{version}"})
    return ann, ben, table


@in_hall
async def test_a_moment_is_drawn_as_it_was(hall: Hall) -> None:
    ann, _, table = await played(hall)
    then = await ann.got(f"{table}/drawing?ply=2")
    discs = {key for key in then["things"] if key.startswith("disc:")}
    assert discs == {"disc:d1", "disc:d2"} and then["version"] == 2
    assert "Ann" in then["things"]["disc:d1"]["words"]
    assert all(str(number) in then["parts"] for thing in then["things"].values() for number in thing["parts"])
    still = await ann.get(f"{table}/moment.svg?ply=1")
    assert still.headers["content-type"].startswith("image/svg") and still.text.count('data-key="disc:') == 1
    refusal(await ann.get(f"{table}/drawing?ply=9"), 409, "no_such_ply")
    refusal(await ann.get(f"{table}/drawing?ply=1&as=everything"), 409, "running")


@in_hall
async def test_the_film_shows_every_ply(hall: Hall) -> None:
    ann, _, table = await played(hall)
    film = await ann.get(f"{table}/film.gif")
    assert film.headers["content-type"] == "image/gif"
    with Image.open(BytesIO(film.content)) as gif:
        assert (getattr(gif, "n_frames", 1), gif.width) == (4, WIDTH)


@in_hall
async def test_a_film_is_made_in_steps_and_then_is_there(hall: Hall) -> None:
    ann, ben, table = await played(hall)
    step = await ben.did(f"{table}/film", {"until": 1})
    if step["done"] < 2:  # a busy machine takes a step for each picture
        step = await ben.did(f"{table}/film", {"until": 1})
    assert step == {"done": 2, "of": 2}
    with Image.open(BytesIO((await ben.get(f"{table}/film.gif?until=1")).content)) as gif:
        assert getattr(gif, "n_frames", 1) == 2
    refusal(await ann.post(f"{table}/film", {"until": 9}), 409, "no_such_ply")
    refusal(await hall.nobody.post(f"{table}/film"), 401, "no_token")


def test_a_long_film_leaves_out_some_plies_but_not_the_ends() -> None:
    assert chosen(3) == [0, 1, 2, 3]
    plies = chosen(1000)
    assert len(plies) == MOST and (plies[0], plies[-1]) == (0, 1000)


@in_hall
async def test_somebody_plays_on_from_a_moment(hall: Hall) -> None:
    ann, ben, table = await played(hall)
    refusal(await ben.post(f"{table}/branches", {"ply": 1}), 409, "running")
    await ann.did(f"{table}/resign")
    new = (await ben.did(f"{table}/branches", {"ply": 1, "bot": "classic"}))["table"]
    told = await ben.got(f"/api/tables/{new}")
    assert told["seat"] == 1 and told["turn"] == 1 and told["table"]["branches"] == f"{table.rpartition('/')[2]} 1"
    assert told["table"]["seats"][0] == {"bot": "classic"} and not told["table"]["rated"]
