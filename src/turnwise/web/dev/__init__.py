"""`turnwise dev`: a table for game authors. It reloads when a file is saved and stays at the same position.

    serve.py      the page and its socket, on loopback
    workbench.py  the table: its terms, the log of actions in words, the sitters; restarts the child when a file changes
    child.py      a separate process that loads the game, replays the log and draws; replaced at every change
    faults.py     what went wrong in the author's files, with file and line
    fields.py     the state record, field by field

The board is what the gate shows the chosen seat. The record beside it is all of the state: the match is the author's
own.
"""
