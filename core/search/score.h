// Scores: hundredths of a log-odds unit, so that 0 is even and 100 wins about three games of four; beyond them proven ends.
#pragma once

#include "core/position.h"

namespace santorini {

using Score = int;
inline constexpr Score proven = 29000;       // from here on a win is certain ..
inline constexpr Score win_at_once = 30000;  // .. and this is having won; every turn still to play takes one off
inline constexpr Score infinite_score = 31000;
inline constexpr Score impossible = -32000;  // a turn begun so cannot be completed: no score at all
inline constexpr Score most_unproven = 20000;

constexpr bool is_proven(Score s) { return s >= proven || s <= -proven; }

// The hand-made evaluation: what workers stand on and what they can reach, for the side to move. Plain, quick, and a yardstick.
Score handmade(const Position& rest);
// What one side has by the same reckoning; for tables of three sides.
Score worth(const Position& rest, Side side);

}  // namespace santorini
