// The beginning of a game.
#pragma once

#include "core/position.h"

namespace santorini {

// Starts the set-up of a position whose cards (or shared power), players, rule set and starter are set: gives every
// card what it starts with and goes to the first stage that has something to choose.
Position start_dealt(Position p);

// The stage of set-up that comes next once the cards are dealt: the first that has something to choose.
Stage due_stage(const Position& p);
// May the set-up be at the stage that the position says? Additional set-ups before the placing may come in any order:
// earlier versions used a different one, and games begun with them must remain playable.
bool is_due(const Position& p);

}  // namespace santorini
