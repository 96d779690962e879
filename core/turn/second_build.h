// Where the second build may go, for both the step machine and the shortcuts.
#pragma once

#include "core/geometry.h"
#include "core/rules/vocabulary.h"

namespace santorini {

// After a build on `one`. `on`: where the builder may build now; `topped`: where three blocks stand now.
constexpr Bitboard second_builds(Builds builds, Square one, Bitboard on, Bitboard topped) {
    switch (builds) {
        case Builds::elsewhere:
            return on & ~bit(one);
        case Builds::onto_block:
            return on & bit(one) & ~topped;
        case Builds::interior:
            return on & interior_squares;
        default:
            return 0;
    }
}

// Narrows the second builds so that each pair of builds is made only once, whichever of the two comes first.
constexpr Bitboard pairs_once(Builds builds, Square one, Bitboard second) {
    // A space on the perimeter can only come first, so each pair with one is met once anyway.
    const bool either_first = builds == Builds::elsewhere || has(interior_squares, one);
    return either_first ? second & ~(bit(one) - 1) : second;
}

}  // namespace santorini
