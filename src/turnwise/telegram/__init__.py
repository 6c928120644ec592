"""Telegram: a front end over the house like the page and the terminal, for every game. The group is lobby and public table, the private
chat shows the hand.

What is shown in a chat is made anew from what somebody may see there, and sent if it is different from what was sent last. So a lost
call, a restart or a burst of moves costs a delay and nothing else."""
