"""The keys of the full-screen table, and what they do in words."""

from textual.binding import Binding, BindingType

from turnwise.kit.words import said

HELP = said(
    """\
arrows        move the cursor among the things that may be touched
Enter, Space  touch it; a mouse click does the same
Escape        take the touch back
1–9, b, c …   choose the move with that key from the list
Tab           from the board to the list and back
Page Up/Down  scroll the board; with Ctrl sideways

H  a hint: what a strong player would do with what you know
W  why the bot did what it did last
U  take back your last move
M  move now: a thinking bot plays the best it has found, a pause ends
I  act for somebody who may act out of turn
O  offer a draw      A  accept one      D  decline one
X  resign, or leave the game

L  the log, to be copied as text
R  the rules of the game
T  light or dark
N  a new game; this one is kept
Q  quit; every action is saved already, and `{resume}` goes on
"""
)
ANSWERS = said("A accepts it; D, or a move, refuses it")
WORDS = {
    "help": said("Help"),
    "hint": said("Hint"),
    "undo": said("Undo"),
    "rules": said("Rules"),
    "log": said("Log"),
    "new": said("New game"),
    "app.leave": said("Quit"),
}
"""What the keys in the last row do, by action."""
COMMANDS: list[BindingType] = [
    Binding("question_mark,f1", "help", str(WORDS["help"]), key_display="?"),
    Binding("h,H", "hint", str(WORDS["hint"]), key_display="H"),
    Binding("u,U", "undo", str(WORDS["undo"]), key_display="U"),
    Binding("r,R", "rules", str(WORDS["rules"]), key_display="R"),
    Binding("l,L", "log", str(WORDS["log"]), key_display="L"),
    Binding("n,N", "new", str(WORDS["new"]), key_display="N"),
    Binding("q,Q", "app.leave", str(WORDS["app.leave"]), key_display="Q"),
    Binding("w,W", "why", show=False),
    Binding("m,M", "move_now", show=False),
    Binding("i,I", "interject", show=False),
    Binding("o,O", "offer", show=False),
    Binding("a,A", "answer(True)", show=False),
    Binding("d,D", "answer(False)", show=False),
    Binding("x,X", "resign", show=False),
    Binding("t,T", "app.light_or_dark", show=False),
    Binding("escape", "back", show=False),
]
