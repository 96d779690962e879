#include <algorithm>
#include <array>

#include "core/search/score.h"

namespace santorini {
namespace {

constexpr std::array<int, 4> standing{0, 30, 75, 70};  // by the level a worker stands on
constexpr std::array<int, 4> stairs{0, 10, 26, 60};    // by the level it could climb to next
constexpr int room = 3;                                // for every space it can move to
constexpr int shut_in = 40;                            // subtracted for a worker that cannot move at all
constexpr std::array<int, 3> middle{0, 5, 9};          // by the distance from the edge
constexpr int tempo = 12;

constexpr Bitboard inner = interior_squares, centre = bit(12);

}  // namespace

Score worth(const Position& p, Side side) {
    int climb = 1;
    bool no_climb = false;
    for (Seat s = 0; s < p.players; ++s) {
        if (p.is_out(s)) continue;
        if (p.side(s) == side) {
            climb = std::max<int>(climb, p.power(s).move.climb);
        } else {
            no_climb |= p.power(s).opponent.no_climb && (p.flags[s] & climbed);
        }
    }
    const Bitboard taken = p.all_workers() | p.dome | bit(p.ram);
    Score sum = 0;
    for (Square w : each(p.workers[side])) {
        const int h = p.height(w);
        const Bitboard reach = near(w) & ~taken & p.at_most(std::min(h + climb, 3));
        sum += standing[static_cast<std::size_t>(h)];
        sum += room * count(reach);
        if (!reach) sum -= shut_in;
        for (int up = h + 1; up <= std::min(h + climb, 3); ++up) {
            const int steps = count(reach & p.at_least(up) & p.at_most(up));
            const int value = stairs[static_cast<std::size_t>(up)] / (no_climb ? 2 : 1);
            // The second stair is worth half as much as the first, the third nothing more.
            sum += steps > 1 ? value + value / 2 : steps * value;
        }
        sum += middle[static_cast<std::size_t>(has(inner, w) + has(centre, w))];
    }
    return sum;
}

Score handmade(const Position& p) {
    const Side me = p.side(p.to_move);
    Score best_other = -infinite_score;
    for (Side k = 0; k < p.sides(); ++k) {
        if (k != me && (p.players == 4 || !p.is_out(k))) best_other = std::max(best_other, worth(p, k));
    }
    return std::clamp(worth(p, me) - best_other + tempo, -most_unproven, most_unproven);
}

}  // namespace santorini
