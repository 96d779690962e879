"""Game records: the tree of turns, reading, writing, replaying, and what each seat may read."""
