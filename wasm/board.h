// Positions, steps and effects as the page draws them: the same shapes as the server sends
// (src/santorini/server/views/board.py, with which tests/wasm compares them).
#pragma once

#include "core/step.h"
#include "core/turn/machine.h"
#include "wasm/json.h"

namespace santorini {

// The board of a view, or of a position in which nobody has secrets: this hides nothing.
void write_board(Json& json, const Position& p);
void write_step(Json& json, const Position& before, const Step& step);
// What a step brought about on the position `before`.
void write_effects(Json& json, const Position& before, const Step& step, Effects effects);
// Who won and why, or null.
void write_outcome(Json& json, const Position& p);

// The seat that chooses next, from 1; 0 where luck does or nobody.
int deciding_seat(const Position& p);

}  // namespace santorini
