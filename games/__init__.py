"""The rules, pure: what all games share, the match around a game, each game, and the catalogue of them."""
