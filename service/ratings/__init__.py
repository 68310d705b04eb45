"""How strong players and bots are, by the places in which their matches ended."""
