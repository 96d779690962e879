// A hint: what the computer would play, what that does on the board, and the reason in a sentence.
#pragma once

#include <string>
#include <vector>

#include "core/state/json.h"
#include "core/turn/machine.h"

namespace santorini {

// Writes the steps that are advised to a seat in its view, with the effects that the seat can foresee.
void write_hint(Json& json, const Position& view, Seat seat, const std::vector<std::string>& steps);

}  // namespace santorini
