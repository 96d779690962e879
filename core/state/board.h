// Positions and steps as JSON for the page, in the shapes of src/santorini/server/protocol/responses.py. Both the
// server and the core in the page send what is written here.
#pragma once

#include "core/state/json.h"
#include "core/step.h"
#include "core/turn/machine.h"

namespace santorini {

// The board of a view, or of a position in which nobody has secrets: this function hides nothing.
void write_board(Json& json, const Position& p);
void write_step(Json& json, const Position& before, const Step& step);
// The legal steps of the seat that decides; none if luck decides, or nobody.
void write_steps(Json& json, const Position& p);
// Who won and why, or null.
void write_outcome(Json& json, const Position& p);
void write_squares(Json& json, Bitboard squares);
void write_square(Json& json, Square s);  // null for none

// The seat that chooses next, counted from 1; 0 if luck decides, or nobody.
int deciding_seat(const Position& p);

}  // namespace santorini
