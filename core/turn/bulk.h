// Counting in bulk: the plain turn and simple variants of it, without making the last turn.
#pragma once

#include <optional>

#include "core/position.h"

namespace santorini {

// perft, where the powers in play are of the kind this file counts; nothing otherwise.
std::optional<uint64_t> bulk_perft(const Position& p, int depth);

}  // namespace santorini
