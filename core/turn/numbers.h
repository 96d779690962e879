// Numbers of squares, and of ways to choose some of them.
#pragma once

#include "core/geometry.h"

namespace santorini {

inline uint64_t number_of(Bitboard b) { return static_cast<uint64_t>(count(b)); }
constexpr uint64_t pairs(uint64_t n) { return n * (n - 1) / 2; }  // also right for n = 0
constexpr uint64_t triples(uint64_t n) { return n < 3 ? 0 : n * (n - 1) * (n - 2) / 6; }
constexpr uint64_t choose(uint64_t n, uint64_t k) {
    uint64_t c = 1;
    for (uint64_t i = 0; i < k; ++i) c = c * (n - i) / (i + 1);
    return c;
}

}  // namespace santorini
