#include "core/questions/restrictions.h"

#include "core/questions/held.h"
#include "core/turn/machine.h"
#include "core/turn/scene.h"

namespace santorini {
namespace {

// The seat's turn as the seat sees it: the one in progress, or one that begins now.
Position turn_of(const Position& p, Seat seat) {
    Position v = begun(view(p, seat));
    if (v.to_move == seat) return v;
    // Not the seat's turn: the powers stay where they are.
    const uint8_t holders = v.turn.holders;
    v.turn = {};
    v.turn.phase = Phase::start;
    v.turn.holders = holders;
    v.to_move = seat;
    v.extra = 0;
    take_snapshots(v, false);
    return v;
}

void of_opponent(const Position& v, Seat seat, Seat other, std::vector<Restriction>& out) {
    const Opponent& says = v.power(other).opponent;
    const PowerId power = held_now(v, other).power;
    const auto add = [&](RestrictionKind kind, Bitboard squares = 0) { out.push_back({kind, other, power, squares}); };
    if (says.no_climb && (v.flags[other] & climbed)) add(RestrictionKind::no_climb);
    if (says.descent == Descent::none) add(RestrictionKind::descent_none);
    if (says.descent == Descent::not_one) add(RestrictionKind::descent_not_one);
    if (says.no_win == NoWin::perimeter) add(RestrictionKind::no_win_perimeter);
    if (says.no_win == NoWin::away) add(RestrictionKind::no_win_away);
    if (says.no_build == NoBuild::but_towers) add(RestrictionKind::no_build, v.own(other));
    if (says.no_build == NoBuild::but_domes) add(RestrictionKind::no_build_blocks, v.own(other));
    if (says.sleep && (v.turn.asleep & v.own(seat))) add(RestrictionKind::sleep, v.turn.asleep & v.own(seat));
    if (says.bound != Bound::none) add(RestrictionKind::bound, v.own(other));
    if (says.must_climb) add(RestrictionKind::must_climb);
    if (says.carry) add(RestrictionKind::carry);
    const Bitboard coins = v.tokens[v.slot(other)];
    if (says.coins != Coins::open && coins) add(RestrictionKind::coins, coins);
    if (v.binder == other && v.bound < no_square) {
        out.push_back({RestrictionKind::bind, other, v.cards[other], bit(v.bound)});
    }
}

// Whoever holds the card in that place; nobody if it is the shared one.
Seat holder_of(const Position& v, Seat slot) {
    if (v.shared) return no_seat;
    for (Seat s = 0; s < v.players; ++s) {
        if (v.flags[s] & stolen) return s == slot ? static_cast<Seat>(1 - s) : s;
    }
    return slot;
}

void of_everyone(const Position& v, Seat slot, std::vector<Restriction>& out) {
    const Everyone& says = v.dealt_power(slot).everyone;
    const auto add = [&](RestrictionKind kind, Bitboard squares, Direction direction = no_direction) {
        out.push_back({kind, holder_of(v, slot), v.dealt(slot), squares, direction});
    };
    const Bitboard tokens = v.tokens[slot];
    const bool blows = !v.shared || v.turn.holders;  // E4
    if (says.wind && v.aim[slot] < no_direction && blows) add(RestrictionKind::wind, 0, v.aim[slot]);
    if (says.whirl != Whirl::none && count(tokens) == 2) add(RestrictionKind::whirl, tokens);
    if (says.closed_token && tokens) add(RestrictionKind::closed_token, tokens);
}

}  // namespace

std::vector<Restriction> restrictions(const Position& p, Seat seat) {
    std::vector<Restriction> out;
    if (p.stage != Stage::play || p.is_over() || p.is_out(seat)) return out;
    const Position v = turn_of(p, seat);
    const Seat acting = acting_seat(v);
    for (Seat o = 0; o < v.players; ++o) {
        if (v.side(o) != v.side(acting) && !v.is_out(o)) of_opponent(v, acting, o, out);
    }
    for (Seat s = 0; s < card_slots(v); ++s) {
        if (!v.is_out(s)) of_everyone(v, s, out);
    }
    return out;
}

void lift_restriction(Power& power, RestrictionKind kind) {
    Opponent& opponent = power.opponent;
    Everyone& everyone = power.everyone;
    switch (kind) {
        case RestrictionKind::no_climb:
            opponent.no_climb = false;
            break;
        case RestrictionKind::descent_none:
        case RestrictionKind::descent_not_one:
            opponent.descent = Descent::free;
            break;
        case RestrictionKind::no_win_perimeter:
        case RestrictionKind::no_win_away:
            opponent.no_win = NoWin::none;
            break;
        case RestrictionKind::no_build:
        case RestrictionKind::no_build_blocks:
            opponent.no_build = NoBuild::none;
            break;
        case RestrictionKind::sleep:
            opponent.sleep = false;
            break;
        case RestrictionKind::bound:
            opponent.bound = Bound::none;
            break;
        case RestrictionKind::must_climb:
            opponent.must_climb = false;
            break;
        case RestrictionKind::carry:
            opponent.carry = false;
            break;
        case RestrictionKind::coins:
            opponent.coins = Coins::open;
            break;
        case RestrictionKind::wind:
            everyone.wind = false;
            break;
        case RestrictionKind::whirl:
            everyone.whirl = Whirl::none;
            break;
        case RestrictionKind::closed_token:
            everyone.closed_token = false;
            break;
        case RestrictionKind::bind:
            power.end.bind = Bind::none;
            break;
    }
}

}  // namespace santorini
