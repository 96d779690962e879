// Counts turns without making their moves, from where a worker may go and what it could build there.
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

// Several moves of one worker, then one build, where the end of the turn does not depend on the moves. False: it does.
bool Generator::all_series_directly() {
    const Scene& s = *scene_;
    const Win& win = s.own.win;
    const bool climb_tells = tower_wins_ || s.own.opponent.no_climb;
    if (!series_direct_ || keyed_ || climb_tells || s.pools || sweeps_ || fall_ != no_square || win.drop ||
        win.together || (traps_ && (s.mine & s.shut))) {
        return false;
    }
    Homes homes{};
    for (Square w : each(s.mine & ~now_.turn.asleep)) series_directly(w, homes);
    for (const Home& home : homes) {
        if (home.builds) count_single(home.builds & ~traps_, s.vacant());
        total_ += static_cast<uint64_t>(std::popcount(home.winners));
        total_ += home.stopped || (home.builds & traps_);
    }
    return true;
}

// Counts what follows wherever the worker's moves may end, except on its own square: that goes into `homes`.
void Generator::series_directly(Square from, Homes& homes) {
    const Scene& s = *scene_;
    const Moves kind = s.own.move.moves;
    const bool only_two = kind == Moves::two || kind == Moves::two_freely;
    const bool once = s.own.once;
    const Bitboard onward = kind == Moves::on_perimeter ? perimeter_squares : full_board;
    const Bitboard free = s.vacant_without(from);
    const Limits bound_by = limit();
    // A bound worker must end beside a binder, also when it wins.
    const Bitboard ends = has(now_.turn.bound, from) ? around(s.binders) : full_board;
    // The squares reached, in one layer for each combination of two facts: the worker has climbed (bit 0); a hero's
    // power was used (bit 1). If no climb is demanded, it counts as made.
    struct Layer {
        Bitboard reached = 0, open = 0, gone_on = 0;
        Bitboard wins = 0;
        Bitboard stopped = 0;  // a move from here runs into a hidden worker
    };
    constexpr unsigned up = 1, used = 2;
    std::array<Layer, 4> layers;
    const bool demanded = must_climb_ && (now_.turn.flags & demand_plain);
    layers[demanded ? 0 : up].open = bit(from);
    for (int moves = 1;; ++moves) {
        std::array<Bitboard, 4> next{};
        bool any = false;
        for (unsigned told = 0; told < 4; ++told) {
            Layer& layer = layers[told];
            if (!layer.open) continue;
            any = true;
            layer.gone_on |= layer.open;
            const unsigned then = told | (once && kind == Moves::any && moves > 1 ? used : 0);
            for (Square at : each(layer.open)) {
                Bitboard to = s.moves_from(at, s.own.move.climb, free, bound_by);
                if (kind == Moves::two) to &= ~bit(from);
                if (to & traps_) {
                    // This is legal for a player who does not see them: the worker could build where it came from.
                    layer.stopped |= bit(at);
                    to &= ~traps_;
                }
                const Bitboard two_up = once ? to & now_.at_least(now_.height(at) + 2) : 0;
                for (Square t : each(may_win(at, to))) {
                    Reason reason;
                    const Seat winner = s.judge(at, t, now_.height(t) - now_.height(at), reason);
                    if (winner == no_seat) continue;
                    to &= ~bit(t);
                    if (!has(ends, t)) continue;
                    const unsigned now = then | (has(two_up, t) ? used : 0);
                    if (t == from) homes[now / used].winners |= 1u << winner;
                    layers[now].wins |= bit(t);
                }
                const Bitboard higher = to & now_.at_least(now_.height(at) + 1);
                next[then] |= to & ~higher;
                next[then | up] |= higher & ~two_up;
                next[then | up | used] |= higher & two_up;
            }
        }
        if (!any) break;
        for (unsigned told = 0; told < 4; ++told) {
            Layer& layer = layers[told];
            layer.reached |= next[told];
            layer.open = only_two ? (moves == 1 ? next[told] : 0) : next[told] & onward & ~layer.gone_on;
        }
    }
    const Bitboard elsewhere = ends & ~bit(from);
    for (unsigned uses = 0; uses < 2; ++uses) {
        const Layer &low = layers[uses * used], &high = layers[uses * used | up];
        total_ += number_of((low.wins | high.wins) & ~bit(from));
        Bitboard stopped = low.stopped | high.stopped;
        for (Square at : each(high.reached & elsewhere)) {
            const Bitboard then_free = free & ~bit(at);
            const Bitboard on = s.builds_from(at, then_free, bound_by);
            if (on & traps_) stopped |= bit(at);
            count_single(on & ~traps_, then_free);
        }
        total_ += number_of(stopped & ~bit(from));
        if (has(stopped, from)) homes[uses].stopped = true;
        if (has(high.reached, from)) homes[uses].builds |= s.builds_from(from, s.vacant(), bound_by);
    }
}

// A song in place of the turn: each of the opponent's workers is forced on by one space, or is not.
bool Generator::count_song() {
    const Scene& s = *scene_;
    if (must_climb_ && (now_.turn.flags & demand_plain)) return true;  // nobody climbs
    if (keyed_ || must_stand_ || traps_ || fall_ != no_square || now_.binder != no_seat || now_.aim[s.slot] >= 8)
        return false;
    const Direction d = now_.aim[s.slot];
    // Workers in a row make room for each other. If the space ahead is free, any number of them from the front move on.
    uint64_t ways = 1;
    for (Square head : each(s.enemies)) {
        if (!has(s.vacant(), next(head, d))) continue;
        uint64_t row = 1;
        for (Square w = next(head, opposite(d)); has(s.enemies, w); w = next(w, opposite(d))) ++row;
        ways *= row + 1;
    }
    total_ += ways - 1;  // forcing nobody is not a turn
    return true;
}

// A build before the worker's move, the move, and a build after it. The same two builds count once.
bool Generator::count_ahead(Square from) {
    Scene& s = *scene_;
    if (carried_ || traps_ || s.binders || must_stand_ || s.own.move.into != Into::none || s.own.move.removes_behind)
        return false;
    // The same square may be reached through the passage and directly, with and without a climb.
    if (s.pools && (fall_ != no_square || (telling_flags() & climbed_now))) return false;
    const Bitboard ahead = s.builds(from);
    if (domes_react_ && ((ahead | around(ahead)) & now_.level[1] & ~now_.dome)) return false;
    const Limits bound_by = limit();
    const Turn& t = now_.turn;
    const uint8_t flags = t.flags;
    const bool once = s.own.once;
    if (once && (t.looking & without_once)) return true;
    const bool climbs = must_climb_ && (t.flags & (once ? demand_once : demand_plain));
    const int climb = s.own.build.before == Before::level ? 0 : s.own.move.climb;
    const int h = now_.height(from);
    std::array<Bitboard, board_squares> first_on{};
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
        const Bitboard then_on = s.builds_from(to, free, bound_by);
        const Tally number = two_builds(first_on[to], then_on);
        total_ += number.plain + number.towers * cards_;
    }
    return true;
}

}  // namespace santorini
