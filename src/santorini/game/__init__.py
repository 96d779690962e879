"""A game and its parts: positions, turns, legal choices, cards, the supply of pieces."""
