"""The stages in which the players come by their powers."""

__all__ = ["DRAFT_STAGES", "NO_POWER_YET", "PASSING_STAGES"]

PASSING_STAGES = ("deal", "discard", "keep")
"""Those of the player aid's draft (C6): everybody has a hand that nobody else may see."""

DRAFT_STAGES = ("offer", "take", "begin", *PASSING_STAGES)
"""Those before the board is looked at."""

NO_POWER_YET = ("offer", "take", *PASSING_STAGES)
"""Those in which a seat without a power is still to get one."""
