// Counting in bulk: the plain turn and simple variants of it, without making the last turn.
#pragma once

#include <optional>

#include "core/position.h"

namespace santorini {

// perft, if the powers in play can be counted in bulk; nothing otherwise.
std::optional<uint64_t> bulk_perft(const Position& p, int depth);

}  // namespace santorini
