// Turns as text: writing and reading (docs/notation.md).
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/step.h"
#include "core/text/position_text.h"

namespace santorini {

// The line for steps played from `start`, with marks for a finished game and for steps that ran into hidden workers.
std::string turn_text(const Position& start, const std::vector<Step>& steps);

struct ReadTurn {
    std::vector<Step> steps;
    Position result;
    bool complete = false;  // false: the text ends in the middle of a turn, or luck has to decide
};
// Reads a line against a position. Every step must be legal. `whole`: the end of the text is the end of the turn, so
// what may be declined is declined.
std::variant<ReadTurn, TextError> read_turn(const Position& start, std::string_view text, bool whole);

}  // namespace santorini
