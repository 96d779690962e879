"""Lessons: prepared positions and what to do there."""
