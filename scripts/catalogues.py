"""Collects everything that is said to people and keeps the catalogues of other languages: see `scripts/words`."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_javascript
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from turnwise.authors.new import TEMPLATES
from turnwise.games import all_games, ours
from turnwise.games import game as game_named
from turnwise.kit.catalogues import HOUSE as HOUSE_FOLDER
from turnwise.kit.game import Game
from turnwise.kit.options import Choice
from turnwise.kit.words import fields

HOUSE = "house"
SOURCE = HOUSE_FOLDER.parent
WITH_HELP = {"switch", "choice", "whole", "seat_set", "document", "seconds"}
"""Words of the kit whose `help` is a sentence."""
DECLARING = {"act": 0, "veiled": 0, "event": 1}
"""Words of the kit that declare something with its sentences, and the first argument that is one. One that depends on a number is
found as `counted`."""
BY_NAME = {"reasons", "ends"}
"""Words of the kit that declare sentences by name."""
PAGE_WORDS = {"t": None, "tn": (1, 2)}
"""What templates and scripts of the pages call to say something; the latter by a number."""
LOCALES = ("de",)

Id = str | tuple[str, str]
"""An English template, or two of them: for one, and for any other number."""


class Found(NamedTuple):
    """A template and the file where it stands."""

    id: Id
    where: str


def in_python(source: str, where: str) -> Iterator[Found]:
    """The templates of `said`, `counted` and of options."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name == "said" and texts and isinstance(node.args[0], ast.Constant):
            yield Found(texts[0], where)
        elif name == "counted" and len(texts) >= 2:
            yield Found((texts[0], texts[1]), where)
        elif name in DECLARING:
            yield from (Found(text, where) for text in texts[DECLARING[name] :])
        elif name in BY_NAME:
            constants = (word.value.value for word in node.keywords if isinstance(word.value, ast.Constant))
            yield from (Found(text, where) for text in constants if isinstance(text, str))
        elif name in WITH_HELP:
            helps = [word.value for word in node.keywords if word.arg == "help"]
            helps += node.args[1:2] if name == "switch" else []
            constants = (one.value for one in helps if isinstance(one, ast.Constant))
            yield from (Found(text, where) for text in constants if isinstance(text, str))


def in_file(file: Path) -> Iterator[Found]:
    """The templates of one file of ours."""
    where = file.relative_to(SOURCE).as_posix()
    if file.suffix == ".py":
        yield from in_python(file.read_text(), where)
        return
    with file.open("rb") as source:
        called: Iterator[Any]  # as jinja2 types it; Babel types its own as what another function makes of it
        if file.suffix == ".html":
            called = babel_extract(source, list(PAGE_WORDS), [], {"encoding": "utf-8"})
        else:
            called = extract_javascript(source, PAGE_WORDS, [], {"encoding": "utf-8", "parse_template_string": True})
        for _, name, texts, _ in called:
            if name == "tn" and isinstance(texts, tuple):
                yield Found((str(texts[0]), str(texts[1])), where)
            elif text := texts if isinstance(texts, str) else texts and texts[0]:
                yield Found(str(text), where)


def has_words(id: Id) -> bool:
    """Whether there is anything to translate: more than placeholders and signs."""
    texts = [id] if isinstance(id, str) else id
    return any(letter.isalpha() for text in texts for part, *_ in Formatter().parse(text) for letter in part)


@cache
def of_house() -> list[Found]:
    """Everything that is said outside the games' folders, and outside those that others begin with."""
    files = [
        file
        for suffix in ("py", "html", "js")
        for file in sorted(SOURCE.rglob(f"*.{suffix}"))
        if not any(file.is_relative_to(folder) for folder in (TEMPLATES, *(game.folder for game in all_games())))
    ]
    return [found for file in files for found in in_file(file)]


def of_game(game: Game, said_by_house: set[Id]) -> list[Found]:
    """What a game says, but for what the house says too and it does not say otherwise."""
    where = f"games/{game.name}"
    found = [Found(game.title, f"{where}/__init__.py"), Found(game.summary, f"{where}/__init__.py")]
    for name, option in {**game.options, **game.settings}.items():
        words = (
            [name, *(one for one in option.choices if isinstance(one, str))] if isinstance(option, Choice) else [name]
        )
        found += [Found(game.option_words(word).template, f"{where}/options") for word in words]
    plain = (*getattr(game.notation, "SEAT_NAMES", ()), getattr(game.notation, "LISTED", ("",))[0])
    found += [Found(word, f"{where}/notation.py") for word in plain if word and isinstance(word, str)]
    for file in sorted(game.folder.rglob("*.py")):
        found += in_file(file)
    return [one for one in found if one.id not in said_by_house]


def kept(file: Path, language: str) -> Catalog:
    """A catalogue as it is."""
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as source:
        return read_po(source, locale=language)


def updated(file: Path, language: str, found: list[Found]) -> tuple[bytes, list[Message]]:
    """A catalogue with just these templates and what it had for them; and those for which it has nothing, or something wrong."""
    old = kept(file, language)
    new = Catalog(locale=language, fuzzy=False)
    for id, where in filter(lambda one: has_words(one.id), found):
        before = old.get(id if isinstance(id, str) else id[0])
        new.add(id, before.string if before and before.id == id else None, locations=[(where, 0)])
    written = BytesIO()
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: {language}\\n"\n'
    head += f'"Plural-Forms: {new.plural_forms}\\n"\n\n'
    written.write(head.encode())
    write_po(written, new, width=120, omit_header=True, sort_by_file=True, include_lineno=False)
    return written.getvalue(), [message for message in new if message.id and not complete(message)]


def complete(message: Message) -> bool:
    """Whether a template has a translation that fills in nothing else than the English one."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    strings = [message.string] if isinstance(message.string, str) else list(message.string or [""])
    known = set().union(*map(fields, ids))
    return all(one and one.strip() and fields(one) <= known for one in strings)


def catalogues(whose: str) -> Iterator[tuple[str, Path, list[Found]]]:
    """Of a game, or of the house: in which languages, in which files, and what must be in them.

    What the house says too need not stand in a game's file; what does stand there stays, because one word may mean two things."""
    house = of_house()
    ids = {one.id for one in house}
    for language in LOCALES:
        if whose == HOUSE:
            yield language, HOUSE_FOLDER / f"{language}.po", house
        else:
            game = game_named(whose)
            file = game.folder / f"{language}.po"
            yield language, file, of_game(game, ids - {one.id for one in kept(file, language) if one.string})


def main(arguments: list[str]) -> int:
    check, wanted = "--check" in arguments, [one for one in arguments if not one.startswith("--")]
    bad = 0
    for whose, (language, file, found) in (
        (one, kept) for one in wanted or (HOUSE, *ours()) for kept in catalogues(one)
    ):
        written, missing = updated(file, language, found)
        if "--list" in arguments:
            print(written.decode())
            continue
        stale = not file.exists() or file.read_bytes() != written
        if stale and not check:
            file.write_bytes(written)
        bad += len(missing) + (stale and check)
        state = "complete" if not missing else f"{len(missing)} missing"
        print(
            f"{language} of {whose}: {len({one.id for one in found})} templates, {state}{', not up to date' * (stale and check)}"
        )
        for message in missing:
            print(f"    {message.id!r}")
    return int(bad > 0) if check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
