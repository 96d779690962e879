// The worlds that fit a view, whatever happened before.
#pragma once

#include <vector>

#include "core/questions/belief.h"

namespace santorini {

// Are the seat's workers hidden in the view?
inline bool is_unseen(const Position& seen, Seat seat) { return (seen.flags[seat] & unseen) != 0; }

// Keeps at most `most` worlds, the heavier ones more likely. The weight of a sampled world is proportional to how often
// it was drawn.
void thin(std::vector<World>& worlds, std::size_t most, Dice& dice);

// Every world that looks like this, or a sample of them: no more than `most` at any time.
std::vector<World> worlds_that_fit(const Position& seen, std::size_t most, Dice& dice);

}  // namespace santorini
