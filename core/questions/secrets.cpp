#include "core/questions/secrets.h"

#include <algorithm>
#include <bit>

#include "core/turn/scene.h"

namespace santorini {
namespace {

// More than any view leaves open: two hidden workers and a secret square make 7500 worlds.
constexpr std::size_t most_worlds = 100'000;

// The player aid's draft: the other hand cannot be seen. To find out whether a choice depends on it, any cards will do.
Position with_a_card_in_the_other_hand(Position seen, Seat seat) {
    const uint64_t own = seen.hand(seat);
    for (PowerId id = 1; id <= printed_cards; ++id) {
        if (own >> id & 1 || !allowed_with(seen.rules, id, seen.players)) continue;
        const uint64_t other = uint64_t{1} << id;
        seat == 0 ? seen.set_hands(own, other) : seen.set_hands(other, own);
        break;
    }
    return seen;
}

Position outcome_for(Seat seat, Position world, const Step& step) {
    play(world, step);
    return view(world, seat);
}

}  // namespace

bool depends_on_secrets(const SeatView& view, const Step& step) {
    const Position& seen = view.seen();
    const Seat seat = view.seat();
    if (seen.is_over()) return false;
    if (seen.stage >= Stage::deal) {
        return outcome_for(seat, seen, step) != outcome_for(seat, with_a_card_in_the_other_hand(seen, seat), step);
    }
    if (view.is_complete()) return false;
    // During the turn of hidden workers nobody else knows which steps are still to come.
    if (seen.stage == Stage::play && (seen.flags[acting_seat(seen)] & unseen)) return true;
    const Belief belief(view, 0, most_worlds);
    const std::vector<World>& worlds = belief.worlds();
    const Position first = outcome_for(seat, worlds.front().position, step);
    return std::any_of(worlds.begin() + 1, worlds.end(),
                       [&](const World& world) { return outcome_for(seat, world.position, step) != first; });
}

}  // namespace santorini
