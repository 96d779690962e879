// The baseline: counts the plain game with code written for nothing else.
#pragma once

#include <cstdint>

namespace santorini::bench {

struct Plain {
    std::uint32_t one, two, three, dome;  // squares with at least one, two, three blocks; domes
    std::uint32_t mine, theirs;
};

// Positions after exactly `depth` turns, the last turn counted in bulk.
std::uint64_t bare_perft(const Plain& board, int depth);

}  // namespace santorini::bench
