"""What a page is told: whoever follows the differences has the same picture as somebody who comes late."""

import json
from random import Random
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import turnwise as tw
from turnwise.draw import picture
from turnwise.draw.keyed import Sketches, keyed
from turnwise.games import all_games
from turnwise.kit.shapes import Box, Disc, Group, Label, Picture, Thing


class Follower:
    """A page, in so far as it keeps what it is told."""

    def __init__(self) -> None:
        self.facts: dict[str, Any] = {}
        self.parts: dict[str, str] = {}
        self.things: dict[str, dict[str, Any]] = {}

    def hear(self, told: dict[str, Any]) -> None:
        told = json.loads(json.dumps(told))  # over the wire
        for number, part in told.pop("parts", {}).items():
            pieces = [part] if isinstance(part, str) else part
            self.parts[number] = "".join(self.parts[str(one)] if isinstance(one, int) else one for one in pieces)
        for key in told.pop("lost", ()):
            del self.things[key]
        for key, thing in told.pop("things").items():
            over = thing.pop("over", None)
            merged = {name: value for name, value in (self.things.get(key, {}) | thing).items() if value is not None}
            if over is None or key in self.things:
                self.things[key] = merged
            else:
                keys = list(self.things)
                at = keys.index(over) + 1 if over else 0
                self.things = {k: self.things.get(k, merged) for k in [*keys[:at], key, *keys[at:]]}
        if order := told.pop("order", None):
            self.things = {key: self.things[key] for key in order}
        self.facts |= told

    def seen(self) -> Any:
        """The picture with every part in full, from back to front."""
        return [
            (key, thing | {"parts": [self.parts[str(number)] for number in thing["parts"]]})
            for key, thing in self.things.items()
        ], self.facts


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_whoever_follows_the_differences_has_the_picture(name: str) -> None:
    chance = Random(name)
    seats = max(tw.game(name).seats[0], 2)
    match, sketches, follower = tw.Match(name, seats=seats, seed=3), Sketches(), Follower()
    names = tuple(f"Player {seat}" for seat in range(seats))
    for _ in range(40):
        drawn = picture(match.view(0), names)
        follower.hear(sketches.next(drawn))
        late, alone = Follower(), Follower()
        late.hear(sketches.whole())
        alone.hear(keyed(drawn))
        assert follower.seen() == late.seen() == alone.seen()
        if match.outcome:
            break
        match.play(chance.choice(match.legal))


def boxes(*keys: str, **moved: float) -> Picture:
    things = tuple(Thing(key, f"box {key}", (Box(0, 0, 9, 9, "ink"),), moved.get(key, 0)) for key in keys)
    return Picture(100, 100, "boxes", things)


def test_only_what_has_changed_is_told() -> None:
    sketches = Sketches()
    sketches.next(boxes("a", "b", "c"))
    assert sketches.next(boxes("a", "b", "c")) == {"gone": {}, "sounds": (), "things": {}}
    assert sketches.next(boxes("a", "b", "c", b=7))["things"] == {"b": {"at": "translate(7px,0px)"}}


def test_a_part_is_told_once() -> None:
    sketches = Sketches()
    assert list(sketches.next(boxes("a", "b"))["parts"]) == [0]
    told = sketches.next(boxes("a", "b", "c"))
    assert "parts" not in told and told["things"]["c"]["parts"] == [0]


def test_of_a_group_only_its_place_is_told_once_its_parts_are_known() -> None:
    def wood(*trees: float) -> Picture:
        tree = Box(-1, 0, 2, 9, "ink"), Disc(0, 0, 5, "accent")
        return Picture(100, 100, "a wood", (Thing("wood", "a wood", tuple(Group(tree, x, 9) for x in trees)),))

    sketches, page = Sketches(), Follower()
    page.hear(sketches.next(wood(10)))
    told = sketches.next(wood(10, 30))
    assert told["parts"] == {3: ("<g transform='translate(30 9)'>", 0, 1, "</g>")}
    page.hear(told)
    [(_, shown)], _ = page.seen()
    box, disc = page.parts["0"], page.parts["1"]
    assert shown["parts"] == [f"<g transform='translate({x} 9)'>{box}{disc}</g>" for x in (10, 30)]


def test_a_new_thing_says_what_it_lies_over() -> None:
    sketches = Sketches()
    sketches.next(boxes("a", "b"))
    things = sketches.next(boxes("z", "a", "y", "b"))["things"]
    assert {key: thing["over"] for key, thing in things.items()} == {"z": "", "y": "a"}


def test_another_order_is_told() -> None:
    sketches = Sketches()
    sketches.next(boxes("a", "b", "c"))
    assert sketches.next(boxes("c", "a"))["order"] == ["c", "a"]


@pytest.mark.parametrize("text", ["plain", "the hall's", 'the "hall"', 'the "hall\'s" <door> & more'])
@pytest.mark.parametrize("serif", [False, True])
def test_a_text_arrives_with_all_its_quotes(text: str, serif: bool) -> None:
    shown = Picture(9, 9, "", (Thing("a", "", (Label(1, 1, text, 3, serif=serif),)),))
    [part] = keyed(shown)["parts"].values()
    element = fromstring(part)
    assert element.text == text and element.get("font-size") == "3"
    assert text != "plain" or serif or '"' not in part, "in JSON these take twice as much"
