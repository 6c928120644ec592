"""Caesar and Cleopatra, what the picture says: who is to do what, what was announced, how it ended."""

from collections.abc import Iterator

from turnwise.games.caesar.look_cards import ACTION_TITLES
from turnwise.games.caesar.look_scene import TITLES, Scene, castled, count
from turnwise.games.caesar.notation import KIND_NAMES


def prompt(scene: Scene) -> tuple[str, ...]:
    """First what is due or how it ended, then what else matters.  [C53]"""
    view = scene.view
    if view.outcome:
        return result(scene), *(counted(scene, seat) for seat in range(2))
    said = yours(scene) if scene.acting() else theirs(scene, scene.names[view.turn or 0])
    return said if view.draw_offer is None else (*said, f"{scene.names[view.draw_offer]} offers a draw.")


def yours(scene: Scene) -> tuple[str, ...]:
    """To the viewer whose turn it is to act."""
    state = scene.state
    match state["phase"]:
        case "place":
            return ("Place your cards 1 to 5 face down, one at each group.",)
        case "play":
            return _to_play(scene)
        case "castle":
            card = "Philosopher" if (kind := pool(scene)[0]) == "P" else kind
            one, other = (f"{TITLES[group]}s" for group in castled(state["announced"]))
            return f"Your {card}: to the {one} or the {other}?", *division(scene)
        case "veto":
            held = any(key.startswith("hand:") for key in scene.firsts)
            return announcement(scene), "Veto? Touch your Veto, then a deck." if held else "Veto? You hold none."
        case "spy":
            return ("Spy: choose a card of the other hand to be discarded.",)
        case "discard":
            return ("You laid no influence: discard action cards if you like.",)
    return ("Fill your hand to six: draw from one of your decks.",)


def theirs(scene: Scene, name: str) -> tuple[str, ...]:
    """To everybody else."""
    match scene.state["phase"]:
        case "place":
            return (f"{name} is placing five cards.",)
        case "play":
            return f"It is {name}'s turn.", _so_far(scene)
        case "castle":
            return announcement(scene), f"{name} divides the cards."
        case "veto":
            return announcement(scene), f"{name} is asked for a Veto.", *division(scene)
        case "spy":
            return (f"{name} looks at the other hand and chooses a card of it.",)
        case "discard":
            return (f"{name} laid no influence and may discard action cards.",)
    return (f"{name} draws cards.",)


def _to_play(scene: Scene) -> tuple[str, ...]:
    laid = scene.state["laid"]
    if scene.state["closed"] or len(laid) == 2:
        due = "Draw the bust from the bag."
    elif laid:
        due = f"Lay a second card face {'down' if laid == ['up'] else 'up'}, or draw the bust."
    elif "bag" in scene.firsts:
        due = "No influence can be laid: draw the bust."
    else:
        due = "Lay one or two influence cards: one face up, one face down."
    actions = any(key.split(":")[2] in ACTION_TITLES for key in scene.firsts if key.startswith("hand:"))
    if scene.state["acted"]:
        return due, "Your action card is played."
    return (due, "You may also play one action card.") if actions else (due,)


def _so_far(scene: Scene) -> str:
    """What was played this turn."""
    laid = " and ".join(f"one face {way}" for way in scene.state["laid"])
    done = [f"laid {laid}"] * bool(laid) + ["played an action card"] * scene.state["acted"]
    return f"So far: {', '.join(done)}." if done else "Nothing is laid yet."


def announcement(scene: Scene) -> str:
    """The announced action in a sentence."""
    state = scene.state
    verb, *rest = state["announced"].split()
    groups = [f"{TITLES[part]}s" for part in rest if part in TITLES]
    what = "a Spy"
    match verb:
        case "assassinate":
            what = f"Assassination of the {'Philosopher' if rest[1] == 'P' else rest[1]} at the {groups[0]}"
        case "scout":
            what = f"a Scout to the {groups[0]}"
        case "castle":
            what = f"Castling of {groups[0]} and {groups[1]}"
        case "wrath":
            what = f"the Wrath of the Gods on the {groups[0]}"
    return f"{scene.names[state['mover']]} announces {what}."


def pool(scene: Scene) -> list[str]:
    """The mover's own cards that a Castling still has to divide, in order of kind."""
    state = scene.state
    sides = [
        state[zone][state["mover"]].get(group, {}) for zone in ("up", "down") for group in castled(state["announced"])
    ]
    left = []
    for kind in KIND_NAMES[:6]:
        lying, given = (sum(cards.get(kind, 0) for cards in zone) for zone in (sides, state["division"]))
        left += [kind] * (lying - given)
    return left


def division(scene: Scene) -> Iterator[str]:
    """How a Castling was divided so far, if the viewer may know.  [C29]"""
    if scene.state["division"] is not None:
        for group, half in zip(castled(scene.state["announced"]), scene.state["division"], strict=True):
            cards = " ".join(kind for kind, number in half.items() for _ in range(number))
            yield f"The {TITLES[group]}s get {cards or 'nothing so far'}."


def result(scene: Scene) -> str:
    """Who won, and why it ended.  [C39]"""
    outcome = scene.view.outcome
    head = f"{scene.names[outcome.winners[0]]} wins" if outcome.winners else "A draw"
    why = outcome.words
    for seat in range(2):
        why = why.replace(f"seat {seat}", scene.names[seat])
    return f"{head}: {why}."


def counted(scene: Scene, seat: int) -> str:
    """A player's points added up.  [C38, C40]"""
    won, majorities, complete, secret = count(scene.state, seat)
    said = f"{scene.names[seat]}: {won} patricians + {majorities} for majorities + {complete} for complete groups"
    said += f" + {secret} for the secret card" * bool(scene.view.options["secret_bonus"])
    return f"{said} = {won + majorities + complete + secret}."
