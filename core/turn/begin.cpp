// The start of a turn: S0 to S2, and the demands it must meet.
#include "core/turn/parts.h"

namespace santorini {

uint8_t beside_ram(const Position& p) {
    uint8_t seats = 0;
    for (Seat s = 0; p.shared && s < p.players; ++s) {
        if (near(p.ram) & p.own(s)) seats |= static_cast<uint8_t>(1u << s);
    }
    return seats;
}

void begin_turn(Position& p, bool with_demands) {
    Turn& t = p.turn;
    t = {};
    t.phase = Phase::start;
    // S0: players with a worker beside the Ram hold the shared power for this turn (E2).
    t.holders = beside_ram(p);
    // S1: the power changes hands while the opponent's workers stand apart (F17). A hero's cannot be taken (B8).
    const Seat seat = p.to_move;
    if (!p.shared && p.players == 2 && p.card(seat).start.steal) {
        const Seat other = static_cast<Seat>(1 - seat);
        const Bitboard theirs = p.own(other);
        bool apart = count(theirs) < 2;
        for (Square w : each(theirs)) apart |= (theirs & ~bit(w) & ~near(w)) != 0;
        const bool takes = apart && p.cards[other] != no_power && !p.card(other).once;
        p.flags[seat] = static_cast<uint8_t>(takes ? p.flags[seat] | stolen : p.flags[seat] & ~stolen);
    }
    take_snapshots(p, with_demands);
}

bool is_demanded_of(const Position& p) {
    const Side side = p.side(acting_seat(p));
    bool demanded = p.binder != no_seat && p.side(p.binder) != side;
    for (Seat o = 0; o < p.players; ++o)
        demanded |= p.side(o) != side && !p.is_out(o) && p.power(o).opponent.must_climb;
    return demanded;
}

void take_snapshots(Position& p, bool with_demands) {
    Turn& t = p.turn;
    t.asleep = t.bound = 0;
    t.flags &= static_cast<uint8_t>(~(demand_plain | demand_once));
    const Seat acting = acting_seat(p);
    const Side side = p.side(acting);
    for (Seat o = 0; o < p.players; ++o) {
        if (p.side(o) == side || p.is_out(o)) continue;
        const Opponent& says = p.power(o).opponent;
        const Bitboard team = p.own(acting);
        if (says.sleep) {
            for (int h = 3; h >= 0; --h) {
                const Bitboard top = team & p.at_least(h);
                if (!top) continue;
                if (count(top) == 1) t.asleep |= top;
                break;
            }
        }
        if (says.bound != Bound::none) t.bound |= team & around(p.own(o));
    }
    if (!with_demands || !is_demanded_of(p)) return;
    Position trial = judged(p, acting_seat(p));
    trial.turn.flags |= demand_plain | demand_once;
    trial.turn.looking = without_once;
    if (completable(trial)) {
        t.flags |= demand_plain | demand_once;
        return;
    }
    trial.turn.looking = 0;
    if (completable(trial)) t.flags |= demand_once;
}

}  // namespace santorini
