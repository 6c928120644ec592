"""Tables, seats, clocks and what is kept of them; it knows no sockets."""
