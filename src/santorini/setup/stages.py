"""The stages in which the players get their powers."""

__all__ = ["DRAFT_STAGES", "NO_POWER_YET", "PASSING_STAGES"]

PASSING_STAGES = ("deal", "discard", "keep")
"""Those of the player aid's draft (C6): everybody has a hand that nobody else may see."""

DRAFT_STAGES = ("offer", "take", "begin", *PASSING_STAGES)
"""All stages of a draft, before anything happens on the board."""

NO_POWER_YET = ("offer", "take", *PASSING_STAGES)
"""Those in which a seat without a power will still get one."""
