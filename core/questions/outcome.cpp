#include "core/questions/outcome.h"

#include "core/turn/machine.h"
#include "core/turn/scene.h"

namespace santorini {
namespace {

uint8_t seats_of(const Position& p, Side side) {
    uint8_t seats = 0;
    for (Seat s = 0; s < p.players; ++s) {
        if (p.side(s) == side) seats |= static_cast<uint8_t>(1u << s);
    }
    return seats;
}

}  // namespace

std::optional<Outcome> outcome(const Position& p) {
    if (p.is_over()) return Outcome{seats_of(p, p.side(p.winner)), p.reason};
    if (p.stage != Stage::play || p.turn.phase != Phase::rest) return std::nullopt;
    // A view that hides the workers of this turn cannot tell whether it can be completed.
    if ((p.flags[acting_seat(p)] & unseen) || has_turn(p)) return std::nullopt;
    // B3.3: a seat that cannot complete a turn loses when it should begin. With three sides the machine has already
    // eliminated that seat, so here only one other side is left.
    for (Seat s = 0; s < p.players; ++s) {
        if (p.side(s) != p.side(p.to_move) && !p.is_out(s)) return Outcome{seats_of(p, p.side(s)), Reason::stuck};
    }
    return std::nullopt;
}

}  // namespace santorini
