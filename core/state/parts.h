// Takes a position apart into plain data and puts it together again, for an editor: during editing a position may be
// impossible. The text form of positions is known only to core/text/.
#pragma once

#include <span>
#include <string_view>
#include <variant>

#include "core/state/json.h"
#include "core/text/position_text.h"

namespace santorini {

// What lies on the board and what the cards keep. The turn in progress, the set-up and the result are left out.
void write_parts(Json& json, const Position& p);

// The position with these parts. Each line is a name and its values, separated by spaces. The only check is that each
// line can be read. What a card keeps follows the line of the card, or of the Golden Fleece, that it belongs to.
//
//   game RULES TO_MOVE EXTRA        comes first
//   set NAME                        a house rule
//   tower SQUARE BLOCKS DOME        1 or 0: with a dome or without
//   worker SQUARE SIDE WOMAN        1 or 0
//   card POWER RULES                of the next seat; RULES is the rule set whose text it follows
//   fleece POWER RAM                "-": the Ram is not on the board
//   out, climbed, spent, stolen     marks of a card
//   number N                        coins, pieces or workers on it; without this line, as at the start of the game
//   aim DIRECTION
//   token SQUARE, secret SQUARE
//   face POWER, deck POWER, discard POWER
//   bound SQUARE [SQUARE]           the worker that is bound, and the one it must stand beside; "-": it is gone
std::variant<Position, TextError> join_parts(std::span<const std::string_view> lines);

}  // namespace santorini
