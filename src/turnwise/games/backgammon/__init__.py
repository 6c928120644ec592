"""Backgammon: race your men around the board and bear them off, hit what stands alone; who bears off all men first wins."""
