// What a seat may know, as zeros and ones: planes of the board, then facts.
//
// Everything is read from view() (core/turn/machine.h), so nothing hidden can get in. Seats are counted from the one
// that looks: 0 is that seat itself, 1 the next in turn order. Powers are the words of their entries, never names, so
// home-made ones are read like any other. docs/encoding.md lists every value.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/position.h"

namespace santorini {

inline constexpr std::size_t plane_count = 26;
inline constexpr std::size_t plane_values = plane_count * board_squares;

std::size_t fact_count();
inline std::size_t observation_size() { return plane_values + fact_count(); }

// The values by name, in order.
std::vector<std::string> plane_names();
std::vector<std::string> fact_names();

// `out` has room for observation_size() values.
void observe(const Position& truth, Seat seat, std::span<uint8_t> out);

// For each value, the place it goes to when the board is turned.
std::vector<uint32_t> turned_observation(unsigned symmetry);

}  // namespace santorini
