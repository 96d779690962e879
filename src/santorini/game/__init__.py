"""A game: positions, turns, legal choices, the cards, the supply."""
