"""Tables: a game as a list of events, who sits at it, where it is stored."""
