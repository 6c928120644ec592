"""Plain Reversi: the same game as somebody writes it who thinks in squares, to see what ordinary loops are worth."""
