// Positions and steps as the page draws them, in the shapes of src/santorini/server/protocol/responses.py. The server and
// the page's own core both send what is written here.
#pragma once

#include "core/state/json.h"
#include "core/step.h"
#include "core/turn/machine.h"

namespace santorini {

// The board of a view, or of a position in which nobody has secrets: this hides nothing.
void write_board(Json& json, const Position& p);
void write_step(Json& json, const Position& before, const Step& step);
// The legal steps of whoever decides; none where luck does or nobody.
void write_steps(Json& json, const Position& p);
// Who won and why, or null.
void write_outcome(Json& json, const Position& p);
void write_squares(Json& json, Bitboard squares);
void write_square(Json& json, Square s);  // null for none

// The seat that chooses next, from 1; 0 where luck does or nobody.
int deciding_seat(const Position& p);

}  // namespace santorini
