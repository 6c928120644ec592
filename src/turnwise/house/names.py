"""Which names are allowed, and when two of them are the same. It knows no people, so any front end may use it."""

import re
from functools import lru_cache
from unicodedata import bidirectional, category, normalize

from turnwise.house.lookalikes import may_mix, scripts, skeleton
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import Said, said

LONGEST_NAME = 24
LONGEST_TYPED = 10 * LONGEST_NAME
"""Characters before a name is tidied; longer input is refused unread."""
MOST_ACCENTS = 3
"""Accents on one letter; more of them would reach into the lines above."""
JOINER = "\u200d"
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
"""Characters that count as printable but can't be seen: with them two names would look the same."""
PICTURE = (
    "[©®‼⁉™ℹ\u2194-\u21ff\u2300-\u23ffⓂ\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff〰〽㊗㊙\U0001f000-\U0001faff]"
    "[\U0001f3fb-\U0001f3ff]?\ufe0f?"
)
"""An emoji with its skin tone and its variation selector."""
TAGS = ["".join(chr(0xE0000 + ord(letter)) for letter in region) for region in ("gbeng", "gbsct", "gbwls")]
REGION = f"\U0001f3f4(?:{'|'.join(TAGS)})\U000e007f"
"""The flags of England, Scotland and Wales, the only ones written in this way."""
EMOJI = re.compile(f"{REGION}|[0-9#*]\ufe0f?\u20e3|{PICTURE}(?:{JOINER}{PICTURE})*")
"""One picture to the eye, though it may be several characters: a family, a flag, a keycap."""
PART = re.compile(f"{EMOJI.pattern}|.")
SHOWN_OR_BLANK = re.compile(f"({EMOJI.pattern})|[{BLANK}]")
NOT_COMPARED = re.compile(f"[{BLANK}{JOINER}]")
"""Joiners do not distinguish names: a screen that does not know a family shows its members instead."""


def tidy_name(text: str) -> str:
    """A name as it is shown: one line, nothing invisible, nothing that turns the text around it."""
    shown = SHOWN_OR_BLANK.sub(lambda found: found[1] or "", text[: LONGEST_TYPED + 1])
    name = normalize("NFC", " ".join(shown.split()))
    if fault := _fault(name, len(text)):
        raise TurnwiseError(fault, "bad_name")
    return name


@lru_cache(4096)
def name_key(name: str) -> str:
    """Equal for names that differ only by case or by the form of letters."""
    letters = normalize("NFKC", NOT_COMPARED.sub("", name[:LONGEST_TYPED]))
    return " ".join(normalize("NFKC", letters.casefold()).split())


@lru_cache(4096)
def looks(name: str) -> tuple[str, ...]:
    """How a name looks as written, in lower case and in capitals. Names that share one of them look the same."""
    written, key = NOT_COMPARED.sub("", name), name_key(name)
    return f"written {skeleton(written)}", f"small {skeleton(key).casefold()}", f"capital {skeleton(key.upper())}"


def numbered(name: str, number: int) -> str:
    """A name with a number behind it, as long as a name may be; no emoji is cut in two."""
    kept, room = "", LONGEST_NAME - len(f" {number}")
    for part in PART.findall(name):
        if len(kept) + len(part) > room:
            break
        kept += part
    return f"{kept.rstrip()} {number}"


def is_visible(text: str) -> bool:
    """Whether all of a text can be seen."""
    return EMOJI.sub("", text).isprintable()


def _fault(name: str, typed: int) -> Said | None:
    """What is wrong with a name, in a sentence for the person who typed it."""
    if not name:
        return said("A name needs something that can be seen: a letter, a digit, an emoji.")
    if len(name) > LONGEST_NAME or typed > LONGEST_TYPED:
        return said(
            "This name is too long: {most} characters are the most, and an emoji may count as several.",
            most=LONGEST_NAME,
        )
    if not is_visible(name):
        return _unseen(name)
    if category(name[0])[0] == "M":
        return said("This name begins with an accent that has no letter; put a letter before it.")
    if _piled(name):
        return said("In this name more than {most} accents are piled on one letter; leave some out.", most=MOST_ACCENTS)
    for word in name.split():
        if not may_mix(found := scripts(word)):
            mixed = tuple(script.replace("_", " ").title() for script in found)
            return said(
                "“{word}” mixes alphabets ({which}) and could be taken for another name; write it in one of them.",
                word=word,
                which=mixed,
            )
    return None


def _unseen(name: str) -> Said:
    plain = EMOJI.sub(lambda found: "x" * len(found[0]), name)
    at = next(at for at, letter in enumerate(plain) if not letter.isprintable())
    where = said("after “{letters}”", letters=name[:at]) if name[:at].strip() else said("at the beginning")
    if bidirectional(name[at]) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"):
        return said("There is a sign {where} that turns the direction of writing around; leave it out.", where=where)
    if category(name[at]) == "Cf":
        return said("There is a sign {where} that nobody can see; leave it out.", where=where)
    return said("There is a sign {where} that screens can't show; leave it out.", where=where)


def _piled(name: str) -> bool:
    letters = normalize("NFD", name)
    marks = "".join("m" if category(letter)[0] == "M" else " " for letter in letters)
    return "m" * (MOST_ACCENTS + 1) in marks
