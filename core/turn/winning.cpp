// Winning and losing, and what a turn must have done to be allowed to end.
#include "core/turn/parts.h"

namespace santorini {
namespace {

int sides_left(const Position& p) {
    int left = 0;
    for (Seat s = 0; s < p.players; ++s) left += !p.is_out(s);
    return p.players == 4 ? 2 : left;
}

// D1: workers, tokens and the card leave the game; blocks and domes stay.
void eliminate(Position& p, Seat seat, Effects* effects) {
    note(effects, EffectKind::lose, no_square, no_square, seat);
    p.women &= ~p.own(seat);
    p.workers[p.side(seat)] = 0;
    p.tokens[seat] = 0;
    p.number[seat] = 0;
    p.aim[seat] = no_direction;
    p.secret[seat] = no_square;
    p.flags[seat] = out;
    if (p.card(seat).setup.deck) p.face = no_power, p.deck = p.discard = 0;
}

bool met(const Position& p) {
    const Side side = p.side(acting_seat(p));
    for (Seat o = 0; o < p.players; ++o) {
        if (p.side(o) == side || p.is_out(o)) continue;
        if (p.power(o).opponent.must_climb && !(p.turn.flags & climbed_now)) return false;
    }
    if (p.binder != no_seat && p.side(p.binder) != side) {
        if (!on_board(p.bound)) return false;
        const bool pair = p.card(p.binder).end.bind == Bind::pair;
        const Bitboard partners = pair ? bit(p.bound_to) : p.own(p.binder);
        if (!(near(p.bound) & partners)) return false;
    }
    return true;
}

}  // namespace

void conclude(Position& p, Seat winner, Reason reason, Effects* effects) {
    if (p.turn.flags & used_once) p.flags[p.to_move] |= spent;
    p.winner = p.players == 4 ? p.side(winner) : winner;  // a team wins together: its first seat stands for it
    p.reason = reason;
    p.turn = {};
    p.extra = 0;
    p.to_move = p.next_seat(p.to_move);
    note(effects, EffectKind::win, no_square, no_square, p.winner);
}

void settle_next(Position& p, Effects* effects) {
    while (sides_left(p) == 3 && !has_turn(p)) {
        const Seat gone = p.to_move;
        p.to_move = p.next_seat(gone);
        eliminate(p, gone, effects);
    }
}

void lose(Position& p, Seat loser, Reason reason, Effects* effects) {
    if (sides_left(p) == 3) {
        eliminate(p, loser, effects);
        if (loser == p.to_move) {
            p.extra = 0;
            // The turn is over, and what was built in it still counts (F14). Then it passes on.
            if (calls_for_draw(p)) return await_draw(p);
            p.turn = {};
            p.to_move = p.next_seat(p.to_move);
        }
        if (p.turn.phase != Phase::rest) return;  // somebody else's turn goes on
        settle_next(p, effects);
        return;
    }
    Seat winner = p.next_seat(loser);
    while (p.side(winner) == p.side(loser)) winner = p.next_seat(winner);
    conclude(p, winner, reason, effects);
}

bool fell(Position& p, Square s, Side side, Effects* effects) {
    for (Seat owner = 0; owner < p.players; ++owner) {
        if (p.is_out(owner) || !p.dealt_power(owner).abyss || p.secret[owner] != s) continue;
        Seat loser = 0;
        while (p.side(loser) != side) ++loser;
        lose(p, loser, Reason::abyss, effects);
        return true;
    }
    return false;
}

Seat towers_winner(const Position& p) {
    if (p.extra) return no_seat;  // nobody wins in an additional turn
    const int towers = p.complete_towers();
    for (Seat s = 0; s < p.players; ++s) {
        const uint8_t wanted = p.power(s).win.towers;
        if (wanted && towers >= wanted) return s;
    }
    return no_seat;
}

bool enough_towers(Position& p, Effects* effects) {
    const Seat winner = towers_winner(p);
    if (winner == no_seat) return false;
    conclude(p, winner, Reason::towers, effects);
    return true;
}

bool obeys(const Position& p) {
    const uint8_t flags = p.turn.flags;
    if ((p.turn.looking & without_once) && (flags & used_once)) return false;
    if (!(flags & (flags & used_once ? demand_once : demand_plain))) return true;
    return met(p);
}

}  // namespace santorini
