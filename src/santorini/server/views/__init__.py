"""A table as one seat may see it: board, state, redaction, refusals explained, replays, lessons."""
