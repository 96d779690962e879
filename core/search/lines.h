// What a search found, as turns to be shown.
#pragma once

#include <optional>
#include <vector>

#include "core/search/search.h"

namespace santorini {

// A proven end, counted in turns of the side that decides: it wins with its n-th turn, or (negative) loses after n.
std::optional<int> turns_to_end(Score score);

// The chance of winning that a score stands for.
double chance_of(Score score);

// The line's turns, each as the steps of its seat. A reaction of another seat within a turn begins a new entry.
std::vector<std::vector<Step>> turns_of(const Position& from, const SearchLine& line);

}  // namespace santorini
