"""The computer opponent: levels, searches, and how it chooses a turn or a card."""
