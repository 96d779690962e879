// The beginning of a game.
#pragma once

#include "core/position.h"

namespace santorini {

// A position whose cards (or shared power), players, rule set and starter are set: gives every card what it starts with and
// goes to the first stage of set-up that has something to choose.
Position start_dealt(Position p);

// The stage of set-up that comes next once the cards are dealt: the first that has something to choose.
Stage due_stage(const Position& p);

}  // namespace santorini
