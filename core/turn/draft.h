// The drafts: how the players get their powers.
#pragma once

#include "core/position.h"
#include "core/step.h"

namespace santorini {

// The seat `by` places further on.
inline Seat seat_after(const Position& p, Seat seat, int by = 1) { return static_cast<Seat>((seat + by) % p.players); }

// C6: the number of cards dealt to each hand, and how many of them are laid aside.
inline constexpr int hand_size = 5, hand_discards = 2;

Seat draft_decider(const Position& p);
void draft_steps(const Position& p, StepList& steps);
// Carries out a choice. True when every seat has its power and the rest of the set-up can begin.
bool draft_play(Position& p, Step step);

}  // namespace santorini
