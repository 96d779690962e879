"""An independent reading of the rules in plain Python, used only to check the core.

It was written from docs/rules alone. `turns` is the whole interface: a position at rest in, every
position one complete turn later out. See NOTES.md for the readings chosen where the rules leave a gap.
"""

from .play import outcomes, turns
from .state import State, key, new_state, to_dict

__all__ = ["State", "key", "new_state", "outcomes", "to_dict", "turns"]
