"""Game records: reading, writing, replaying."""
