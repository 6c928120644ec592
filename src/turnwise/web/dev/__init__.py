"""`turnwise dev`: a table for whoever writes a game. It reloads when a file is saved and stays at the same position.

    serve.py    the page and its socket, on loopback
    bench.py    the table: its terms, the log of actions in words, who sits there; restarts the child when a file changes
    child.py    a process of its own that loads the game, replays the log and draws; it is ended and started anew with every change
    faults.py   what went wrong in the author's files, with file and line
    fields.py   the state record, field by field

The board is what the gate lets the chosen seat see. The record beside it is all of the state: the match is the author's own.
"""
