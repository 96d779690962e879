"""The board as text, as sentences and as a picture."""
