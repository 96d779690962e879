// Moves of several workers in one turn: level moves of all of them, or one move of each.
#include "core/turn/generator_shift.h"

namespace santorini {
namespace {

// Adds the square to the set. True if it is new.
bool add_to(Bitboard& set, Square s) {
    const bool is_new = !has(set, s);
    set |= bit(s);
    return is_new;
}

}  // namespace

// The side's workers stand on `mine`, the women among them on `women`.
void Generator::stand(Bitboard mine, Bitboard women) {
    Scene& s = *scene_;
    now_.women = (now_.women & ~s.mine) | women;
    s.workers = (s.workers & ~s.mine) | mine;
    now_.workers[s.side] = s.mine = mine;
}

// All squares that a worker can reach by level moves, ignoring workers of its own side.
Bitboard Generator::level_region(Square from) const {
    const Scene& s = *scene_;
    const int h = now_.height(from);
    const Bitboard open = now_.at_most(h) & now_.at_least(h) & (s.vacant() | s.mine);
    Bitboard region = bit(from);
    for (Bitboard before = 0; before != region;) {
        before = region;
        region |= around(region) & open;
    }
    return region;
}

// Workers of one side are interchangeable: together they can stand on any squares of a region they can reach. False:
// this shortcut does not apply.
bool Generator::travel_anywhere() {
    const Scene& s = *scene_;
    const Turn& t = now_.turn;
    if ((with_steps_ && !counting_) || sweeps_ || s.pools || s.wind || s.barred || s.each_move || t.asleep || t.bound ||
        traps_ || fall_ != no_square || (now_.women & s.mine) || s.own.move.ring || !s.mine || count(s.mine) > 2) {
        return false;
    }
    const Bitboard home = s.mine;
    const Square one = first(home);
    const Bitboard rest = home & ~bit(one);
    const Bitboard here = level_region(one);
    const Bitboard there = rest && !has(here, first(rest)) ? level_region(first(rest)) : 0;
    const Turn saved = t;
    now_.turn.phase = Phase::moving;
    const auto build_from = [&](Bitboard mine) {
        stand(mine, 0);
        builds_due();
    };
    for (Square a : each(here)) {
        if (!rest) {
            build_from(bit(a));
        } else {
            for (Square b : each(there ? there : here & ~((bit(a) << 1) - 1))) build_from(bit(a) | bit(b));
        }
    }
    stand(home, 0);
    now_.turn = saved;
    return true;
}

// A move that shifts a worker, sweeps it on or takes it through the passage.
template <class Then>
void Generator::step_on(Square from, Square to, Then then) {
    Scene& s = *scene_;
    if (s.passage(from, to) == no_square) {
        shifted(from, to, sweeps_ ? swept(from, to) : to, then);
        return;
    }
    pass_through({StepKind::move, from, to}, [&] {
        s.refresh();
        then();
    });
    s.refresh();
}

// One move up or down, and the same worker builds.
void Generator::move_unevenly() {
    const Scene& s = *scene_;
    for (Square w : each(s.mine)) {
        const int h = now_.height(w);
        const Bitboard level = now_.at_most(h) & now_.at_least(h);
        for (Square t : each(s.moves(w, s.own.move.climb) & (~level | s.pools))) {
            const bool stays = s.passage(w, t) == no_square;
            if (stays && has(level, t)) continue;
            if (stays && (wins_by(w, t) || (has(now_.turn.bound, w) && !s.ends_beside(t)))) continue;
            step_on(w, t, [&] {
                if (stays) now_.turn.flags |= uneven;
                if (!(now_.turn.flags & uneven)) return;  // a level move after all
                // Have level moves, or another uneven one, led to the same squares?
                if ((sweeps_ || s.pools) && !mids_.add(placing(s.mine, now_.women & s.mine))) return;
                builds_due();
            });
        }
    }
}

uint64_t Generator::placing(Bitboard mine, Bitboard women) {
    return (uint64_t{women} << 25 | mine) * 0x9e3779b97f4a7c15ull >> 8;
}

// Level moves of every worker, or none; then any of them builds. Or one move up or down.
void Generator::travel() {
    const bool last = sweeps_ || scene_->pools;
    if (!last) move_unevenly();
    if (!travel_anywhere()) travel_level();
    if (last) move_unevenly();
}

void Generator::travel_level() {
    Scene& s = *scene_;
    const int climb = s.own.move.climb;
    const Bitboard home = s.mine;
    struct Stop {
        Bitboard mine, women, bound;  // `bound`: those of them that must end beside a binder
        Trail::Link link;
    };
    thread_local std::vector<Stop> stops;
    const Bitboard home_women = now_.women & home, home_bound = now_.turn.bound & home;
    // A table holds where two workers have stood, and which of them were bound. Keys are needed for more workers, and
    // where move_unevenly() must know the places.
    const bool keys = count(home) != 2 || home_women || sweeps_ || s.pools;
    std::array<std::array<Bitboard, board_squares>, 4> stood{};
    std::array<Bitboard, board_squares> built{};
    const auto is_new = [&](const Stop& stop) {
        if (keys) return mids_.add(placing(stop.mine, stop.women) + stop.bound);
        const Square one = first(stop.mine), other = first(stop.mine & (stop.mine - 1));
        const unsigned bound = unsigned{has(stop.bound, one)} | unsigned{has(stop.bound, other)} << 1;
        return add_to(stood[bound][one], other);
    };
    const auto builds_first = [&](const Stop& stop) {
        if (keys) return mids_.add(~placing(stop.mine, stop.women));
        return add_to(built[first(stop.mine)], first(stop.mine & (stop.mine - 1)));
    };
    stops.assign(1, {home, home_women, home_bound, link_});
    is_new(stops.front());
    const Bitboard beside = around(s.binders) | s.binders;
    const Trail::Link begin_link = link_;
    const Turn saved = now_.turn;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const Stop stop = stops[i];
        stand(stop.mine, stop.women);
        link_ = stop.link;
        now_.turn.bound = stop.bound;
        if (i) now_.turn.phase = Phase::moving;
        // What can be built does not depend on which of the two workers is the bound one.
        const bool apart = (stop.bound & ~beside) != 0, either = home_bound && home_bound != home;
        if (!apart && (!either || builds_first(stop))) builds_due();
        for (Square w : each(stop.mine)) {
            for (Square t : each(s.moves(w, climb, true))) {
                if (t == fall_ || has(traps_, t)) {
                    take_step({StepKind::move, w, t});
                    continue;
                }
                if (s.passage(w, t) != no_square) {
                    pass_through({StepKind::move, w, t}, [&] {
                        const Stop then{now_.own(s.seat), now_.women & now_.own(s.seat), 0, link_};
                        if (is_new(then)) stops.push_back(then);
                    });
                    continue;
                }
                const Bitboard both = bit(w) | bit(sweeps_ ? swept(w, t) : t), mine = stop.mine ^ both;
                const auto shifted_of = [&](Bitboard some) { return has(some, w) ? some ^ both : some; };
                Stop then{mine, shifted_of(stop.women), shifted_of(stop.bound), Trail::start};
                if (!is_new(then)) continue;
                then.link = linked({StepKind::move, w, t});
                stops.push_back(then);
            }
        }
    }
    stand(home, home_women);
    now_.turn = saved;
    link_ = begin_link;
}

// Both workers move, in either order; then both build.
void Generator::move_all() {
    const Scene& s = *scene_;
    const int climb = s.own.move.climb;
    const uint8_t telling = telling_flags();
    const Bitboard bound = now_.turn.bound;
    const auto ends_apart = [&](Square w, Square t) { return has(bound, w) && !s.ends_beside(t); };
    const auto both_moved = [&] {
        const uint64_t key = (uint64_t{s.mine} << 25 | now_.women) << 8 | (now_.turn.flags & telling);
        if (may_build_now() && mids_.add(key * 0x9e3779b97f4a7c15ull)) builds_due();
    };
    // Moves through the passage are judged by the machine.
    const auto ends = [&](Square w, Square t) {
        return s.passage(w, t) == no_square && (wins_by(w, t) || ends_apart(w, t));
    };
    for (Square w : each(s.mine)) {
        for (Square t : each(s.moves(w, climb))) {
            if (ends(w, t)) continue;
            const Square other = first(s.mine & ~bit(w));
            step_on(w, t, [&] {
                for (Square u : each(s.moves(other, climb))) {
                    if (!ends(other, u)) step_on(other, u, both_moved);
                }
            });
        }
    }
}

}  // namespace santorini
