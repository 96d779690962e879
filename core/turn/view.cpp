// Who may see what, and who decides.
#include "core/turn/parts.h"

namespace santorini {
namespace {
bool hides_workers(const Position& p, Seat owner, Seat from) {
    const Secret secret = p.card(owner).setup.secret;
    if (!hides_workers(secret)) return false;
    return !p.is_over() && !p.is_out(owner) && !p.shared && (from >= p.players || p.side(owner) != p.side(from));
}
}  // namespace

bool holds_secrets(const Position& p) {
    for (Seat s = 0; s < card_slots(p); ++s) {
        if (p.dealt_power(s).setup.secret != Secret::none) return true;
    }
    return false;
}

Bitboard hidden_from(const Position& p, Seat seat) {
    Bitboard hidden = 0;
    for (Seat s = 0; s < p.players; ++s) {
        if (hides_workers(p, s, seat)) hidden |= p.own(s);
    }
    return hidden;
}

Position visible(const Position& p, Seat seat) {
    Position v = p;
    if (p.is_over()) return v;
    if (p.stage >= Stage::deal) v.set_hands(seat == 0 ? p.hand(0) : 0, seat == 1 ? p.hand(1) : 0);
    for (Seat s = 0; s < p.players; ++s) {
        if (seat < p.players && p.side(s) == p.side(seat)) continue;
        if (on_board(p.secret[s])) v.secret[s] = unknown_square;
        if (!hides_workers(p, s, seat)) continue;
        v.women &= ~p.own(s);
        v.workers[p.side(s)] = 0;
        v.flags[s] |= unseen;
    }
    return v;
}

Position judged(const Position& p, Seat seat) {
    Position v = visible(p, seat);
    for (Square& s : v.secret) {
        if (on_board(s)) s = unknown_square;
    }
    return v;
}

Position view(const Position& p, Seat seat) {
    // A seat that plays another's turn sees what that player sees (G2).
    if (seat == p.to_move && p.stage == Stage::play) seat = acting_seat(p);
    Position v = visible(p, seat);
    if (p.is_over() || p.stage != Stage::play || !hides_workers(p, acting_seat(p), seat)) return v;
    // A hidden worker's turn in progress is as secret as the worker, except for reactions and draws.
    v.turn = {};
    if (p.turn.phase == Phase::draw) v.turn.phase = Phase::draw;
    if (seat < p.players && p.turn.reactor == seat) {
        v.turn.phase = Phase::ending;
        v.turn.reactor = p.turn.reactor;
        v.turn.reacts_at = p.turn.reacts_at;
    }
    return v;
}

Seat decider(const Position& p) {
    if (p.is_over()) return no_seat;
    if (p.stage != Stage::play) return setup_decider(p);
    if (p.turn.phase == Phase::draw) return luck;
    if (p.turn.reactor != no_seat) return p.turn.reactor;
    return p.to_move;
}

}  // namespace santorini
