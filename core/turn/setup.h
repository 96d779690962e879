// The beginning of a game.
#pragma once

#include "core/position.h"

namespace santorini {

// A position whose cards (or shared power), players, rule set and starter are set: gives every card what it starts with and
// goes to the first stage of set-up that has something to choose.
Position start_dealt(Position p);

// The stage of set-up that comes next once the cards are dealt: the first that has something to choose.
Stage due_stage(const Position& p);
// May the set-up be at the stage the position says? Any additional set-up that is owed before the placing will do: earlier
// versions asked for them in another order, and games begun there go on.
bool is_due(const Position& p);

}  // namespace santorini
