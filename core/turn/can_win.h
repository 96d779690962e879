// Wins within one turn, found without listing the turns.
#pragma once

#include <vector>

#include "core/position.h"
#include "core/step.h"

namespace santorini {

// Can the seat to move win in this turn, which may be in progress? A win that depends on another player's reaction does
// not count. Exact, and cheap if no win is in reach. `how`, if given, receives the steps of a shortest way.
bool can_win(const Position& p, std::vector<Step>* how = nullptr);

// Could another side win at once if it were its turn?
bool is_threatened(const Position& rest);

}  // namespace santorini
