"""Matches between computer players: who plays, the games, what they show."""
