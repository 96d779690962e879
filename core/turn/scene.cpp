#include "core/turn/scene.h"

namespace santorini {

namespace {
// A hero's power is used by nobody but its owner (B8).
const Entry& acting_power(const Position& p, Seat seat) {
    const Entry& held = p.power(seat);
    return seat != p.to_move && held.once ? entry(p.rules, no_power) : held;
}
}  // namespace

// In the player aid the additional turn is played as if it were the opponent's, with that player's power (G2).
Seat acting_seat(const Position& p) {
    return p.extra && p.power(p.to_move).their_power ? static_cast<Seat>(1 - p.to_move) : p.to_move;
}

Actor::Actor(const Position& p)
    : seat(acting_seat(p)),
      extra(p.extra != 0 && seat == p.to_move),
      side(p.side(seat)),
      own(acting_power(p, seat)),
      slot(p.slot(seat)) {}

Scene::Scene(const Position& position) : Actor(position), p(position) {
    for (Seat o = 0; o < p.players; ++o) {
        if (p.side(o) == side || p.is_out(o)) continue;
        const Secret secret = p.card(o).setup.secret;
        const bool hides = !p.shared && hides_workers(secret);
        const Entry& power = p.power(o);
        foes_[foe_count_++] = {&power, o, hides, power.traits.limits_others};
    }
    for (Seat s = 0; s < card_slots(p); ++s) {
        if (p.is_out(s)) continue;
        const Entry& card = p.dealt_power(s);
        if (card.traits.concerns_all) announced_[announced_count_++] = {&card.everyone, s};
    }
    refresh();
}

inline void Scene::impose(const Foe& foe, Limits& l) const {
    const Opponent& says = foe.power->opponent;
    if (says.no_climb && (p.flags[foe.seat] & climbed)) l.no_climb = true;
    if (says.descent != Descent::free) l.descent = says.descent;
    if (says.carry) l.carried = true;
    if (says.no_build != NoBuild::none) {
        l.famine |= around(p.own(foe.seat));
        l.famine_domes &= says.no_build == NoBuild::but_domes;
    }
}

void Scene::refresh() {
    workers = p.all_workers();
    mine = p.workers[side];
    enemies = workers & ~mine;
    shut = p.dome | bit(p.ram);
    barred = binders = pools = 0;
    wind = 0;
    each_move = false;
    whirl = Whirl::none;
    for (std::size_t i = 0; i < announced_count_; ++i) {
        const auto [says, s] = announced_[i];
        if (says->closed_token) shut |= p.tokens[s];
        // E4: in the variant the wind blows only while somebody holds the power.
        if (says->wind && p.aim[s] < 8 && (!p.shared || p.turn.holders)) wind |= static_cast<uint8_t>(1u << p.aim[s]);
        if (says->whirl != Whirl::none && count(p.tokens[s]) == 2) {
            pools = p.tokens[s];
            whirl = says->whirl;
        }
    }
    hidden = 0;
    own_limits_ = {};
    for (std::size_t i = 0; i < foe_count_; ++i) {
        const Foe& foe = foes_[i];
        if (foe.hides && !p.is_over()) hidden |= p.own(foe.seat);
        if (!foe.limits) continue;
        const Opponent& says = foe.power->opponent;
        if (says.coins == Coins::closed) shut |= p.tokens[p.slot(foe.seat)];
        if (says.coins == Coins::barred) barred |= p.tokens[p.slot(foe.seat)];
        if (says.bound != Bound::none) {
            binders |= p.own(foe.seat);
            each_move |= says.bound == Bound::each_move;
        }
        impose(foe, own_limits_);
    }
    enemies &= ~shut;
    if (extra) mine = enemies;
}

Limits Scene::limits_of(Side worker_side) const {
    Limits l;
    for (std::size_t i = 0; i < foe_count_; ++i) {
        if (foes_[i].limits && p.side(foes_[i].seat) != worker_side) impose(foes_[i], l);
    }
    return l;
}

Square Scene::passage(Square from, Square to) const {
    if (!has(pools, to)) return no_square;
    const Square other = first(pools & ~bit(to));
    // As printed, both spaces must be unoccupied before the move; in other rule sets only the other one (F32).
    const Bitboard taken = workers | shut;
    if (taken & (whirl == Whirl::move ? pools : bit(other))) return no_square;
    if (has(workers, to) && own.move.into == Into::push && next(to, toward(from, to)) == other) return no_square;
    return other;
}

Bitboard Scene::moves_from(Square from, int climb, Bitboard free, const Limits& limit, bool level_only) const {
    const int h = p.height(from);
    const Bitboard around_it = reach(from);
    Bitboard to = around_it & free;
    if (own.move.into == Into::swap) to |= around_it & enemies;
    if (own.move.into == Into::push) {
        for (Square s : each(near(from) & enemies)) {
            if (has(free, next(s, toward(from, s)))) to |= bit(s);
        }
    }
    to &= ~(barred | bit(from));
    if (limit.no_climb || level_only) climb = 0;
    to &= p.at_most(h + climb);
    if (limit.descent == Descent::none || level_only) to &= p.at_least(h);
    if (limit.descent == Descent::not_one && h >= 1) to &= ~(p.at_least(h - 1) & p.at_most(h - 1));
    for (unsigned d = 0; wind >> d; ++d) {
        if (!(wind >> d & 1)) continue;
        to &= ~bit(own.move.ring ? geometry.ring_step[from][d] : geometry.step[from][d]);
    }
    // As printed, the passage is a move: if that is not allowed, the whirlpool may not be entered (F32).
    if (whirl == Whirl::move && (to & pools)) {
        for (Square s : each(to & pools)) {
            const Square other = passage(from, s);
            if (other == no_square) continue;
            const int rise = p.height(other) - p.height(s);
            const bool no_up = climb == 0 || limit.no_climb;
            const bool no_down = limit.descent == Descent::none || level_only;
            if ((rise > 0 && no_up) || (rise < 0 && no_down)) to &= ~bit(s);
        }
    }
    // Player aid: each move that begins beside a binder must end beside one. In the other rule sets only the last move
    // of a series must; actions.cpp keeps track of that.
    if (each_move && has(around(binders), from)) {
        for (Square s : each(to)) {
            if (!ends_beside(s)) to &= ~bit(s);
        }
    }
    return to;
}

Bitboard Scene::builds(Square builder) const { return builds_from(builder, vacant(), limits(p.side_at(builder))); }

Bitboard Scene::domes(Square builder) const { return domes_among(builder, reach(builder)); }

Bitboard Scene::domes_among(Square builder, Bitboard squares) const {
    const Limits limit = limits(p.side_at(builder));
    const Bitboard on = squares & vacant() & ~barred;
    return limit.famine_domes ? on : on & (~limit.famine | p.level[2]);
}

Seat Scene::judge(Square from, Square to, int rise, Reason& reason) const {
    const Bitboard partner = mine & ~bit(from);
    reason = Reason::none;
    if (extra) return no_seat;
    if (p.height(to) == 3 && rise > 0) {
        reason = Reason::climbed;
    } else if (own.win.drop && (own.win.exactly ? -rise == own.win.drop : -rise >= own.win.drop)) {
        reason = Reason::fell;
    } else if (own.win.together && count(mine) == 2 && (near(to) & partner) &&
               p.height(to) == p.height(first(partner)) && (p.height(to) == 1 || p.players == 3)) {
        reason = Reason::together;
    } else {
        return no_seat;
    }
    Seat winner = seat;
    bool denied = false;
    for_opponents([&](Seat o, const Power& power) {
        if (power.opponent.no_win == NoWin::perimeter && has(perimeter_squares, to)) denied = true;
        // A worker that is swapped or pushed out of the way stands beside the square that it leaves.
        if (power.opponent.no_win == NoWin::away && !((near(to) | bit(to)) & p.own(o))) denied = true;
        const Square low = p.secret[p.slot(o)];
        if (power.win.takes_fate && on_board(low) && has(geometry.fate[low], to)) winner = o;
    });
    if (denied) return no_seat;  // Hera before Moerae: a cancelled win is not an attempt to win (Q17)
    if (winner != seat) reason = Reason::fate;
    return winner;
}

}  // namespace santorini
