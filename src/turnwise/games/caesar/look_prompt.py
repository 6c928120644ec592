"""Caesar and Cleopatra, what the picture says: who is to do what, what was announced, how it ended."""

from collections.abc import Iterator

from turnwise.games.caesar.look_cards import ACTION_TITLES
from turnwise.games.caesar.look_scene import Scene, castled, count
from turnwise.games.caesar.notation import KIND_NAMES
from turnwise.games.caesar.phrases import GROUPS, cards
from turnwise.games.caesar.phrases import announcement as announced
from turnwise.kit.words import Said, Seat, counted, said


def prompt(scene: Scene) -> tuple[Said, ...]:
    """First what is due or how it ended, then what else matters.  [C53]"""
    view = scene.view
    if view.outcome:
        return result(scene), *(added_up(scene, seat) for seat in range(2))
    told = yours(scene) if scene.acting() else theirs(scene, Seat(view.turn or 0))
    return told if view.draw_offer is None else (*told, said("{seat} offers a draw.", seat=Seat(view.draw_offer)))


def yours(scene: Scene) -> tuple[Said, ...]:
    """To the viewer whose turn it is to act."""
    state = scene.state
    match state["phase"]:
        case "place":
            return (said("Place your cards 1 to 5 face down, one at each group."),)
        case "play":
            return _to_play(scene)
        case "castle":
            kind, (one, other) = pool(scene)[0], (GROUPS[group] for group in castled(state["announced"]))
            asked = said("Your {value}: to the {one} or the {other}?", value=kind, one=one, other=other)
            if kind == "P":
                asked = said("Your Philosopher: to the {one} or the {other}?", one=one, other=other)
            return asked, *division(scene)
        case "veto":
            held = any(key.startswith("hand:") for key in scene.firsts)
            asked = said("Veto? Touch your Veto, then a deck.") if held else said("Veto? You hold none.")
            return announcement(scene), asked
        case "spy":
            return (said("Spy: choose a card of the other hand to be discarded."),)
        case "discard":
            return (said("You laid no influence: discard action cards if you like."),)
    return (said("Fill your hand to six: draw from one of your decks."),)


def theirs(scene: Scene, seat: Seat) -> tuple[Said, ...]:
    """To everybody else."""
    match scene.state["phase"]:
        case "place":
            return (said("{seat} is placing five cards.", seat=seat),)
        case "play":
            return said("It is {seat}'s turn.", seat=seat), _so_far(scene)
        case "castle":
            return announcement(scene), said("{seat} divides the cards.", seat=seat)
        case "veto":
            return announcement(scene), said("{seat} is asked for a Veto.", seat=seat), *division(scene)
        case "spy":
            return (said("{seat} looks at {foe}'s hand and chooses a card of it.", seat=seat, foe=Seat(1 - seat)),)
        case "discard":
            return (said("{seat} laid no influence and may discard action cards.", seat=seat),)
    return (said("{seat} fills the hand to six cards.", seat=seat),)


def _to_play(scene: Scene) -> tuple[Said, ...]:
    laid = scene.state["laid"]
    if scene.state["closed"] or len(laid) == 2:
        due = said("Draw a bust from the bag.")
    elif laid == ["up"]:
        due = said("Lay a second card face down, or draw a bust.")
    elif laid:
        due = said("Lay a second card face up, or draw a bust.")
    elif "bag" in scene.firsts:
        due = said("No influence can be laid: draw a bust.")
    else:
        due = said("Lay one or two influence cards: one face up, one face down.")
    actions = any(key.split(":")[2] in ACTION_TITLES for key in scene.firsts if key.startswith("hand:"))
    if scene.state["acted"]:
        return due, said("Your action card is played.")
    return (due, said("You may also play one action card.")) if actions else (due,)


def _so_far(scene: Scene) -> Said:
    """What was played this turn."""
    faces = {"up": said("a card face up"), "down": said("a card face down")}
    done = [faces[way] for way in scene.state["laid"]] + [said("an action card")] * scene.state["acted"]
    return said("Played so far: {cards}.", cards=tuple(done)) if done else said("Nothing is laid yet.")


def announcement(scene: Scene) -> Said:
    """The announced action in a sentence."""
    return announced(scene.state["mover"], scene.state["announced"])


def pool(scene: Scene) -> list[str]:
    """The mover's own cards that a Castling still has to divide, in order of kind."""
    state = scene.state
    sides = [
        state[zone][state["mover"]].get(group, {}) for zone in ("up", "down") for group in castled(state["announced"])
    ]
    left = []
    for kind in KIND_NAMES[:6]:
        lying, given = (sum(side.get(kind, 0) for side in zone) for zone in (sides, state["division"]))
        left += [kind] * (lying - given)
    return left


def division(scene: Scene) -> Iterator[Said]:
    """How a Castling was divided so far, if the viewer may know.  [C29]"""
    if scene.state["division"] is not None:
        for group, half in zip(castled(scene.state["announced"]), scene.state["division"], strict=True):
            given = tuple(cards(kind, number) for kind, number in half.items())
            if given:
                yield said("The {group} get {cards}.", group=GROUPS[group], cards=given)
            else:
                yield said("The {group} get nothing so far.", group=GROUPS[group])


def result(scene: Scene) -> Said:
    """Who won, and why it ended.  [C39]"""
    outcome = scene.view.outcome
    if outcome.winners:
        winner = Seat(outcome.winners[0])
        if len(set(outcome.scores)) == 1:
            return said("{seat} wins with more patricians: {why}.", seat=winner, why=outcome.words)
        return said("{seat} wins: {why}.", seat=winner, why=outcome.words)
    return said("A draw: {why}.", why=outcome.words)


def added_up(scene: Scene, seat: int) -> Said:
    """A player's points added up.  [C38, C40]"""
    won, majorities, complete, secret = count(scene.state, seat)
    numbers = {"won": won, "majorities": majorities, "complete": complete, "sum": won + majorities + complete + secret}
    if scene.view.options["secret_bonus"]:
        return counted(
            "{seat}: {won} patrician + {majorities} for majorities + {complete} for complete groups"
            " + {secret} for the secret card = {sum}.",
            "{seat}: {won} patricians + {majorities} for majorities + {complete} for complete groups"
            " + {secret} for the secret card = {sum}.",
            "won",
            seat=Seat(seat),
            secret=secret,
            **numbers,
        )
    return counted(
        "{seat}: {won} patrician + {majorities} for majorities + {complete} for complete groups = {sum}.",
        "{seat}: {won} patricians + {majorities} for majorities + {complete} for complete groups = {sum}.",
        "won",
        seat=Seat(seat),
        **numbers,
    )
