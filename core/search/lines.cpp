#include "core/search/lines.h"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/turn/machine.h"

namespace santorini {

std::optional<int> turns_to_end(Score score) {
    if (!is_proven(score)) return std::nullopt;
    const int plies = win_at_once - std::abs(score);
    return score > 0 ? (plies + 1) / 2 : -(plies / 2);
}

double chance_of(Score score) {
    if (is_proven(score)) return score > 0 ? 1 : 0;
    return 1 / (1 + std::exp(-score / 100.0));
}

std::vector<std::vector<Step>> turns_of(const Position& from, const SearchLine& line) {
    std::vector<std::vector<Step>> turns;
    Position at = from;
    bool unfinished = false;  // the line is in the middle of a turn of the same seat
    for (const Position& next : line.outcome) {
        std::vector<Step> steps = steps_between(at, next);
        if (steps.empty()) break;
        if (unfinished) {
            turns.back().insert(turns.back().end(), steps.begin(), steps.end());
        } else {
            turns.push_back(std::move(steps));
        }
        unfinished = !next.is_over() && !at_rest(next) && decider(next) == decider(at);
        at = next;
    }
    return turns;
}

}  // namespace santorini
