// Scores: hundredths of a log-odds unit, so that 0 is even and 100 wins about three games of four. Proven wins and
// losses lie beyond them.
#pragma once

#include "core/position.h"

namespace santorini {

using Score = int;
inline constexpr Score proven = 29000;       // from here on a win is certain ..
inline constexpr Score win_at_once = 30000;  // .. and this is a won game; every turn still to play takes one off
inline constexpr Score infinite_score = 31000;
inline constexpr Score impossible = -32000;  // not a score: the turn cannot be completed from here
inline constexpr Score most_unproven = 20000;

constexpr bool is_proven(Score s) { return s >= proven || s <= -proven; }

// The hand-made evaluation: what workers stand on and what they can reach, for the side to move. Plain and quick, and
// the baseline for others.
Score handmade(const Position& rest);
// One side's part of it.
Score worth(const Position& rest, Side side);

}  // namespace santorini
