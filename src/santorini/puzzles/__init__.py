"""Puzzles: positions with few right turns, settled by trying everything."""
