// Shared by the files that write, read, check and edit (core/state/parts.cpp) positions.
#pragma once

#include <array>

#include "core/text/names.h"
#include "core/text/position_text.h"

namespace santorini {

using Problem = std::optional<TextError>;
inline Problem problem(std::string_view code, std::string_view fragment) {
    return TextError{code, std::string(fragment)};
}

inline constexpr std::array<std::string_view, 13> phase_names{"rest",    "start",    "forcing", "singing",  "entered",
                                                              "ferried", "prebuilt", "moving",  "building", "again",
                                                              "doming",  "ending",   "draw"};
inline constexpr std::string_view any_pair = "any-pair";  // banned pairs may be offered

// Squares in reading order: a5 b5 .. e5, then down to e1.
constexpr Square reading_order(int i) { return static_cast<Square>(i % 5 + 5 * (4 - i / 5)); }

std::string squares_text(Bitboard squares, std::string_view between = ",");
std::string turn_text(const Turn& t);

}  // namespace santorini
