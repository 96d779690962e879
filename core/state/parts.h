// A position taken apart into plain data, and put together again: for an editor, whose positions may be impossible for a
// while. How a position is written as text is known in core/text/ alone.
#pragma once

#include <span>
#include <string_view>
#include <variant>

#include "core/state/json.h"
#include "core/text/position_text.h"

namespace santorini {

// What lies on the board and what the cards keep. The turn in progress, the set-up and the result are left out.
void write_parts(Json& json, const Position& p);

// The position with these parts, a line each: a name and its values, separated by spaces. Nothing is checked but that
// each line can be understood. What a card keeps follows the card, or the Golden Fleece, that it belongs to.
//
//   game RULES TO_MOVE EXTRA        comes first
//   set NAME                        a house rule
//   tower SQUARE BLOCKS DOME        1 or 0: with a dome or without
//   worker SQUARE SIDE WOMAN        1 or 0
//   card POWER RULES                of the next seat; RULES is the rule set whose text it follows
//   fleece POWER RAM                "-": the Ram is not on the board
//   out, climbed, spent, stolen     marks of a card
//   number N                        coins, pieces or workers on it; without this line as the game begins
//   aim DIRECTION
//   token SQUARE, secret SQUARE
//   face POWER, deck POWER, discard POWER
//   bound SQUARE [SQUARE]           the worker that is bound, and the one it must stand beside; "-": it is gone
std::variant<Position, TextError> join_parts(std::span<const std::string_view> lines);

}  // namespace santorini
