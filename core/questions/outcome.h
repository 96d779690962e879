// How a game ended, even if the position itself does not say so: a seat that cannot complete a turn has lost.
#pragma once

#include <optional>

#include "core/position.h"

namespace santorini {

struct Outcome {
    uint8_t winners = 0;  // one bit per seat; both seats of a team win together
    Reason reason = Reason::none;
};

// Nothing while the game goes on.
std::optional<Outcome> outcome(const Position& p);

}  // namespace santorini
