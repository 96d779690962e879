// Turns counted without making their moves: where a worker may go, and what it could build from there.
#include <bit>

#include "core/turn/generator_shift.h"
#include "core/turn/numbers.h"

namespace santorini {

// One build after a move that only shifts a worker, where `direct_` says that nothing else can happen.
void Generator::count_directly(Square from, Square at) {
    const Bitboard free = scene_->vacant_without(from) & ~bit(at);
    count_single(scene_->builds_from(at, free, limit()), free);
}

// One build on any of these squares, while `free` is vacant.
void Generator::count_single(Bitboard on, Bitboard free) {
    if (!domes_count_ || !(on & now_.level[2])) {
        total_ += number_of(on);
    } else {
        const Tally number = single_builds(on, 0, free);
        total_ += number.plain + number.towers * cards_;
    }
}

// Several moves of one worker, then one build, where the end of the turn asks nothing about them. False: not so here.
bool Generator::all_series_directly() {
    const Scene& s = *scene_;
    const Win& win = s.own.win;
    const bool climb_tells = tower_wins_ || s.own.opponent.no_climb;
    if (!counts_directly() || s.own.once || climb_tells || s.pools || sweeps_ || fall_ != no_square || win.drop ||
        win.together || (now_.turn.bound & s.mine)) {
        return false;
    }
    // Workers that come home build as those do that never left.
    Home home;
    for (Square w : each(s.mine & ~now_.turn.asleep)) series_directly(w, home);
    count_single(home.builds, s.vacant());
    total_ += static_cast<uint64_t>(std::popcount(home.winners));
    return true;
}

// Counts what follows from all ends of a worker's moves but its own square.
void Generator::series_directly(Square from, Home& home) {
    const Scene& s = *scene_;
    const Moves kind = s.own.move.moves;
    const bool only_two = kind == Moves::two || kind == Moves::two_freely;
    const Bitboard onward = kind == Moves::on_perimeter ? perimeter_squares : full_board;
    const Bitboard free = s.vacant_without(from);
    const Limits bound_by = limit();
    // Squares reached, and gone on from, before and after a climb. Where no climb is demanded, it is as good as made.
    struct Layer {
        Bitboard reached = 0, open = 0, gone_on = 0;
    };
    std::array<Layer, 2> layers;
    const bool demanded = must_climb_ && (now_.turn.flags & demand_plain);
    layers[demanded ? 0 : 1].open = bit(from);
    Bitboard wins = 0;
    for (int moves = 1; layers[0].open | layers[1].open; ++moves) {
        std::array<Bitboard, 2> next{};
        for (std::size_t climbed = 0; climbed < 2; ++climbed) {
            layers[climbed].gone_on |= layers[climbed].open;
            for (Square at : each(layers[climbed].open)) {
                Bitboard to = s.moves_from(at, s.own.move.climb, free, bound_by);
                if (kind == Moves::two) to &= ~bit(from);
                for (Square t : each(may_win(at, to))) {
                    Reason reason;
                    const Seat winner = s.judge(at, t, now_.height(t) - now_.height(at), reason);
                    if (winner == no_seat) continue;
                    if (t == from) home.winners |= 1u << winner;
                    wins |= bit(t);
                    to &= ~bit(t);
                }
                const Bitboard up = now_.at_least(now_.height(at) + 1);
                next[climbed] |= to & ~up;
                next[1] |= to & up;
            }
        }
        for (std::size_t climbed = 0; climbed < 2; ++climbed) {
            Layer& layer = layers[climbed];
            layer.reached |= next[climbed];
            layer.open = only_two ? (moves == 1 ? next[climbed] : 0) : next[climbed] & onward & ~layer.gone_on;
        }
    }
    const Bitboard reached = layers[1].reached;
    total_ += number_of(wins & ~bit(from));
    for (Square at : each(reached & ~bit(from))) {
        const Bitboard then_free = free & ~bit(at);
        count_single(s.builds_from(at, then_free, bound_by), then_free);
    }
    if (has(reached, from)) home.builds |= s.builds_from(from, s.vacant(), bound_by);
}

// A song in place of the turn: each of the opponent's workers is forced on by one space, or is not.
bool Generator::count_song() {
    const Scene& s = *scene_;
    if (must_climb_ && (now_.turn.flags & demand_plain)) return true;  // nobody climbs
    if (keyed_ || must_stand_ || traps_ || fall_ != no_square || now_.binder != no_seat || count(s.enemies) > 2 ||
        now_.aim[s.slot] >= 8) {
        return false;
    }
    const Direction d = now_.aim[s.slot];
    const Bitboard free = s.vacant();
    const auto forced = [&](Square w, Bitboard vacant) { return has(vacant, next(w, d)); };
    for (Square w : each(s.enemies)) {
        if (!forced(w, free)) continue;
        ++total_;
        // The other one after it; those that could go in either order are met from the first.
        const Bitboard then_free = (free | bit(w)) & ~bit(next(w, d));
        for (Square other : each(s.enemies & ~bit(w))) {
            if (forced(other, then_free) && (w < other || !forced(other, free))) ++total_;
        }
    }
    return true;
}

// A build ahead of the worker's move, the move, a build after it. A pair of builds counts once, whichever came first.
bool Generator::count_ahead(Square from) {
    Scene& s = *scene_;
    if (carried_ || traps_ || s.binders || must_stand_ || s.own.move.into != Into::none || s.own.move.removes_behind)
        return false;
    // Through the passage and beside it the same square may be reached with and without a climb.
    if (s.pools && (fall_ != no_square || (telling_flags() & climbed_now))) return false;
    const Bitboard ahead = s.builds(from);
    if ((domes_count_ || domes_react_) && ((ahead | around(ahead)) & now_.level[1] & ~now_.dome)) return false;
    const Limits bound_by = limit();
    const Turn& t = now_.turn;
    const uint8_t flags = t.flags;
    const bool once = s.own.once;
    if (once && (t.looking & without_once)) return true;
    const bool climbs = must_climb_ && (t.flags & (once ? demand_once : demand_plain));
    const int climb = s.own.build.before == Before::level ? 0 : s.own.move.climb;
    const int h = now_.height(from);
    std::array<Bitboard, 25> first_on{};
    Bitboard targets = 0;
    for (Square x : each(ahead)) {
        const auto level = now_.level;
        const Bitboard dome = now_.dome, shut = s.shut, pools = s.pools;
        if (has(pools, x)) s.pools = 0;  // one of them is built over
        if (has(now_.level[2], x)) {
            now_.dome |= bit(x);
            s.shut |= bit(x);
        } else {
            now_.raise(x);
        }
        for (Square to : each(s.moves(from, climb))) {
            const int rise = now_.height(to) - h;
            if (climbs && rise <= 0) continue;
            Square at = to;
            if (has(s.pools, to) && s.passage(from, to) != no_square) {
                if (once) now_.turn.flags |= used_once;
                const bool goes_on = pass_through({StepKind::move, from, to}, [&] { at = now_.turn.mover; });
                now_.turn.flags = flags;
                if (!goes_on) continue;
            } else if (Reason reason; s.judge(from, to, rise, reason) != no_seat) {
                ++total_;
                continue;
            } else if (to == fall_) {
                // Legal if the turn could have been completed without that.
                total_ += s.builds_from(to, s.vacant_without(from) & ~bit(to), bound_by) != 0;
                continue;
            }
            first_on[at] |= bit(x);
            targets |= bit(at);
        }
        now_.level = level;
        now_.dome = dome;
        s.shut = shut;
        s.pools = pools;
    }
    for (Square to : each(targets)) {
        const Bitboard free = s.vacant_without(from) & ~bit(to);
        const Bitboard then_on = s.builds_from(to, free, bound_by), both = first_on[to] & then_on;
        total_ +=
            number_of(first_on[to]) * number_of(then_on) - pairs(number_of(both)) - number_of(both & now_.level[2]);
    }
    return true;
}

}  // namespace santorini
