// How far off the evaluation has been in a search, by what positions have in common: where the workers stand, what is
// built, and the turn that was just played. What a deeper search found corrects the evaluation of similar positions
// later.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "core/search/ordering.h"
#include "core/search/parameters.h"
#include "core/search/score.h"

namespace santorini {

class Corrections {
public:
    explicit Corrections(const Parameters& parameters) : parameters_(parameters) {}

    // What the evaluation of `p` becomes; `side` decides there, and `turn` led to it.
    Score corrected(const Position& p, Side side, const Shape& turn, Score guess) const {
        const Places at = places(p, side, turn);
        const int sum = by_workers_[at.workers] * parameters_.correction_workers +
                        by_heights_[at.heights] * parameters_.correction_heights +
                        by_turn_[at.turn] * parameters_.correction_turn;
        return std::clamp(guess + sum / most, -most_unproven, most_unproven);
    }

    // A search of this depth found a score that lies `off` above the corrected evaluation.
    void learn(const Position& p, Side side, const Shape& turn, int depth, Score off) {
        const int by = std::clamp(off * depth, -most / 4, most / 4);
        const Places at = places(p, side, turn);
        for (int16_t* off_by : {&by_workers_[at.workers], &by_heights_[at.heights], &by_turn_[at.turn]})
            *off_by = static_cast<int16_t>(*off_by + by - *off_by * std::abs(by) / most);
    }

private:
    static constexpr int most = 4096;  // the nearer an entry is to this, the less is added
    static constexpr unsigned bits = 14;

    struct Places {
        std::size_t workers, heights, turn;
    };
    static Places places(const Position& p, Side side, const Shape& turn) {
        const uint64_t workers = mixed(p.workers[0], p.workers[1], 0x9e3779b97f4a7c15ull);
        const uint64_t heights =
            mixed(p.level[0], p.level[1], 0xbf58476d1ce4e5b9ull) ^ mixed(p.level[2], p.dome, 0x94d049bb133111ebull);
        const auto place = [&](uint64_t hash) {
            return std::size_t{side} << bits | static_cast<std::size_t>(hash >> (64 - bits));
        };
        return {place(workers), place(heights), side * goals + goal_of(turn)};
    }

    const Parameters& parameters_;
    std::vector<int16_t> by_workers_ = std::vector<int16_t>(2u << bits), by_heights_ = by_workers_,
                         by_turn_ = std::vector<int16_t>(2 * goals);
};

}  // namespace santorini
