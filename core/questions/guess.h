// The worlds that fit a view, whatever happened before.
#pragma once

#include <vector>

#include "core/questions/belief.h"

namespace santorini {

// Does the view not show the seat's workers?
inline bool is_unseen(const Position& seen, Seat seat) { return (seen.flags[seat] & unseen) != 0; }

// Keeps at most so many worlds, the heavier ones more likely. Worlds that were sampled get equal weights.
void thin(std::vector<World>& worlds, std::size_t most, Dice& dice);

// Every world that looks like this, or a sample of them: no more than `most` at any time.
std::vector<World> worlds_that_fit(const Position& seen, std::size_t most, Dice& dice);

}  // namespace santorini
