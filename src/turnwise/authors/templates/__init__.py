"""Small finished games to begin with. They are ordinary files: linted, typed, and played by the tests as they stand.

`authors/new.py` copies one of them and puts another name in the place of "example", and another letter before the numbers of its rules.
"""
