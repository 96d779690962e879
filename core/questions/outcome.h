// How a game ended, also where the position alone does not show it: a seat that cannot complete a turn has lost.
#pragma once

#include <optional>

#include "core/position.h"

namespace santorini {

struct Outcome {
    uint8_t winners = 0;  // a bit per seat; two seats of a team win together
    Reason reason = Reason::none;
};

// Nothing while the game goes on.
std::optional<Outcome> outcome(const Position& p);

}  // namespace santorini
