"""The siege: every attack that broke the house once, run against a real process while an honest table plays beside it.

`python -m tests.web.siege` runs all of them and prints what the bystander, the memory and the disk say. `tests/web/test_siege.py` is the
short form. An attack is a function in `attacks/`; whoever finds a new way to break the house adds one there.
"""
