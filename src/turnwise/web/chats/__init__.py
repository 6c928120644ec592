"""Front ends in chat services, as the web knows them."""
