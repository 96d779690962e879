"""Before the first turn: which powers go together, random tables, offers and drafts."""
