// What a lesson may ask of a turn, judged by trying everything: the turn itself, and every reply to it.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "core/step.h"

namespace santorini {

enum class Goal : uint8_t {
    win,    // the turn wins
    safe,   // the opponent cannot win next
    force,  // the opponent cannot prevent a win in the turn after
};

inline constexpr std::array<std::string_view, 3> goal_names{"win", "safe", "force"};

// Does the turn that led to `after` reach the goal for this side?
bool is_reached(Goal goal, const Position& after, Side side);

// The reply that shows why it does not: it wins, or it stops the side from winning. Nothing if there is none.
std::vector<Step> best_reply(Goal goal, const Position& after, Side side);

}  // namespace santorini
