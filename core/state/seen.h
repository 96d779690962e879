// What a seat may know of a turn: its text and its effects, without anything hidden from it. no_seat is a spectator.
#pragma once

#include <string>
#include <vector>

#include "core/state/json.h"
#include "core/step.h"
#include "core/turn/machine.h"

namespace santorini {

// The text of the turn, with `?` where the seat may not know what was chosen (docs/notation.md).
std::string seen_text(const Position& before, const std::vector<Step>& steps, Seat seat);

// What the turn did on the board, as far as the seat could see it. `over`: the game has ended, so nothing is hidden
// now.
void write_effects(Json& json, const Position& before, const std::vector<Step>& steps, Seat seat, bool over);

// Does anybody have a secret, or a card that may bring one?
bool is_secretive(const Position& p);

}  // namespace santorini
