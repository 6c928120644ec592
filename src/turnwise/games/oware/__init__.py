"""Oware: sow your seeds around the board and take those of the other; who takes more than half of them wins."""
