// One function body for the plain turn and simple variants of it, compiled once for each simple god and once for
// entries that are read at run time.
//
// The last turn of a count is never made: for every move, a formula gives the number of different builds. Rules that
// need more (tokens, reactions, secrets, additional turns) are left to the quick generator (core/turn/generator.h).
#include "core/turn/bulk.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/rules/rulesets.h"
#include "core/turn/numbers.h"
#include "core/turn/second_build.h"

namespace santorini {
namespace {

struct Board {
    Bitboard one, two, three, dome;  // at least one, two, three blocks
    Bitboard mine, theirs;
    bool no_climb;  // the opponent moved up and forbids it
    uint8_t mover;
};

struct Table;
using Count = uint64_t (*)(const Board&, int depth, const Table&);
struct Table {
    std::array<Count, 2> count;
    std::array<const Power*, 2> power;
};

template <std::size_t Id>
struct Written {  // an entry known at compile time: impossible cases are left out
    static constexpr bool written = true;
    static constexpr const Power& power(const Board&, const Table&) { return rulesets::printed.powers[Id]; }
};
struct Read {  // an entry read at run time: fewer branches are faster
    static constexpr bool written = false;
    static const Power& power(const Board& b, const Table& t) { return *t.power[b.mover]; }
};

inline int height(const Board& b, Square s) { return has(b.one, s) + has(b.two, s) + has(b.three, s); }
inline Bitboard at_most(const Board& b, int h) {
    return h >= 3 ? full_board : h == 2 ? ~b.three : h == 1 ? ~b.two : h == 0 ? ~b.one : 0;
}
inline Bitboard at_least(const Board& b, int h) {
    return h <= 0 ? full_board : h == 1 ? b.one : h == 2 ? b.two : h == 3 ? b.three : 0;
}
inline void raise(Board& b, Square s) {
    const Bitboard at = bit(s);
    if (at & b.three) {
        b.dome |= at;
    } else {
        b.three |= b.two & at;
        b.two |= b.one & at;
        b.one |= at;
    }
}

// Everything the mover can do, one (worker, destination) at a time. `Last`: the turn is counted, not made.
template <class Source, bool Last>
class Turns {
public:
    Turns(const Board& board, int depth, const Table& table)
        : b(board), depth_(depth), table_(table), power(Source::power(board, table)) {}

    uint64_t count() {
        if (power.move.moves == Moves::travel) travel();
        for (Square w : each(b.mine)) {
            if (power.move.moves == Moves::two) {
                walk_twice(w);
            } else {
                step(w);
            }
        }
        return total_;
    }

private:
    const Board& b;
    const int depth_;
    const Table& table_;
    const Power& power;
    uint64_t total_ = 0;

    Bitboard blocked() const { return b.mine | b.theirs | b.dome; }

    // Squares low enough for a worker on level `h` to enter.
    Bitboard enterable(int h) const { return at_most(b, b.no_climb ? h : h + power.move.climb); }
    // Squares that win when entered from level `h`.
    Bitboard winning(int h) const {
        Bitboard wins = h < 3 ? b.three : 0;
        if (power.win.drop && (!Source::written || h >= power.win.drop))
            wins |= power.win.exactly ? at_most(b, h - power.win.drop) & at_least(b, h - power.win.drop)
                                      : at_most(b, h - power.win.drop);
        return wins;
    }
    void won(int ways) {
        if constexpr (Last) total_ += static_cast<uint64_t>(ways);
    }

    void step(Square w) {
        const int h = height(b, w);
        const Bitboard enter = near(w) & enterable(h), wins = winning(h);
        Bitboard to = enter & ~blocked();
        // travel() has already counted the level moves.
        if (power.move.moves == Moves::travel) to &= ~(at_most(b, h) & at_least(b, h));
        won(santorini::count(to & wins));
        to &= ~wins;
        const Bitboard others = blocked() & ~bit(w);
        if constexpr (Last) {
            for (Square t : each(to)) total_ += ways_to_build(near(t) & ~others);
        } else {
            for (Square t : each(to)) arrive(w, t, b.theirs);
        }
        if (power.move.into != Into::none) {
            for (Square t : each(enter & b.theirs)) {
                const Square goal = power.move.into == Into::swap ? w : next(t, toward(w, t));
                if (power.move.into == Into::push && (goal == no_square || has(blocked(), goal))) continue;
                if (has(wins, t)) {
                    won(1);
                } else if constexpr (Last && Source::written) {
                    total_ += ways_to_build(near(t) & ~(others | bit(goal)));
                } else {
                    arrive(w, t, (b.theirs & ~bit(t)) | bit(goal));
                }
            }
        }
        if (power.build.before != Before::none) build_first(w, h);
    }

    // One or two moves: destinations are gathered first, so that two ways to a square count once.
    void walk_twice(Square w) {
        const int h = height(b, w);
        const Bitboard blocked_then = blocked() & ~bit(w);
        const Bitboard first_to = near(w) & enterable(h) & ~blocked();
        Bitboard wins = first_to & winning(h), ends = first_to & ~winning(h);
        // The second move, from all squares of one level at a time.
        const Bitboard halfway = ends;
        for (int level = 0; level <= std::min(h + 1, 3); ++level) {
            const Bitboard from = halfway & at_most(b, level) & at_least(b, level);
            const Bitboard second_to = around(from) & enterable(level) & ~blocked_then & ~bit(w);
            wins |= second_to & winning(level);
            ends |= second_to & ~winning(level);
        }
        won(santorini::count(wins));
        if constexpr (Last) {
            for (Square t : each(ends)) total_ += ways_to_build(near(t) & ~blocked_then);
        } else {
            for (Square t : each(ends)) arrive(w, t, b.theirs);
        }
    }

    // The worker from `w` stands on `t`; now it builds.
    void arrive(Square w, Square t, Bitboard theirs) {
        const Bitboard mine = (b.mine & ~bit(w)) | bit(t);
        const Bitboard on = near(t) & ~(mine | theirs | b.dome);
        if constexpr (Last) {
            total_ += ways_to_build(on);
        } else {
            Board after = b;
            after.mine = theirs;
            after.theirs = mine;
            after.mover ^= 1;
            after.no_climb = power.opponent.no_climb && height(b, t) > height(b, w);
            make_builds(after, on);
        }
    }

    uint64_t ways_to_build(Bitboard on) const {
        const auto n = number_of(on);
        uint64_t ways = n;
        if (power.build.dome) ways += number_of(on & ~b.three);
        switch (power.build.builds) {
            case Builds::elsewhere:
                return ways + pairs(n);
            case Builds::onto_block:
                return ways + number_of(on & ~b.two);
            case Builds::interior:
                return ways + pairs(n) - pairs(number_of(on & perimeter_squares)) +
                       number_of(on & interior_squares & ~b.three);
            default:
                return ways;
        }
    }

    void go_on(const Board& after) { total_ += table_.count[after.mover](after, depth_ - 1, table_); }

    void make_builds(const Board& moved, Bitboard on) {
        for (Square s : each(on)) {
            Board after = moved;
            raise(after, s);
            go_on(after);
            if (power.build.dome && !has(b.three, s)) {
                Board domed = moved;
                domed.dome |= bit(s);
                go_on(domed);
            }
            const Bitboard second = second_builds(power.build.builds, s, on & ~(b.three & bit(s)), b.two & bit(s));
            for (Square again : each(pairs_once(power.build.builds, s, second))) {
                Board twice = after;
                raise(twice, again);
                go_on(twice);
            }
        }
    }

    // A build before a move that is level or down. A pair of builds counts once, whichever came first.
    void build_first(Square w, int h) {
        const Bitboard before = near(w) & ~blocked();
        for (Square t : each(before & at_most(b, h))) {
            Bitboard first_on = before & ~bit(t);
            if (height(b, t) < h && !has(b.three, t)) first_on |= bit(t);
            const Bitboard mine = (b.mine & ~bit(w)) | bit(t);
            const Bitboard then_on = near(t) & ~(mine | b.theirs | b.dome);
            const Bitboard both = first_on & then_on;
            if constexpr (Last) {
                const auto n = number_of(both);
                total_ += number_of(first_on) * number_of(then_on) - n - pairs(n) + number_of(both & ~b.three);
                continue;
            }
            Board moved = b;
            moved.mine = b.theirs;
            moved.theirs = mine;
            moved.mover ^= 1;
            moved.no_climb = false;
            for (Square x : each(first_on)) {
                Board once = moved;
                raise(once, x);
                for (Square y : each(then_on)) {
                    const bool twin = has(both, x) && has(both, y);
                    if ((x == y && has(b.three, x)) || (x > y && twin)) continue;
                    Board twice = once;
                    raise(twice, y);
                    go_on(twice);
                }
            }
        }
    }

    // All squares a worker can reach by level moves, ignoring workers of its own side.
    Bitboard level_region(Square w) const {
        const int h = height(b, w);
        const Bitboard open = at_most(b, h) & at_least(b, h) & ~(b.theirs | b.dome) & full_board;
        Bitboard region = bit(w);
        for (Bitboard grown = 0; grown != region;) {
            grown = region;
            region |= around(region) & open;
        }
        return region;
    }

    // Level moves of every worker. Workers of one side are interchangeable, so together they can stand on any squares
    // of a region.
    void travel() {
        const Square first_one = first(b.mine);
        const Bitboard region = level_region(first_one);
        if (santorini::count(b.mine) == 1) {
            for (Square t : each(region)) stand(bit(t));
            return;
        }
        const Square other = first(b.mine & ~bit(first_one));
        if (has(region, other)) {
            for (Square t : each(region)) {
                for (Square u : each(region & ~((bit(t) << 1) - 1))) stand(bit(t) | bit(u));
            }
            return;
        }
        const Bitboard far = level_region(other);
        for (Square t : each(region)) {
            for (Square u : each(far)) stand(bit(t) | bit(u));
        }
    }
    void stand(Bitboard mine) {
        const Bitboard on = around(mine) & ~(mine | b.theirs | b.dome);
        if constexpr (Last) {
            total_ += ways_to_build(on);
        } else {
            Board after = b;
            after.mine = b.theirs;
            after.theirs = mine;
            after.mover ^= 1;
            after.no_climb = false;
            make_builds(after, on);
        }
    }
};

template <class Source>
uint64_t count_turns_of(const Board& b, int depth, const Table& table) {
    return depth == 1 ? Turns<Source, true>(b, depth, table).count() : Turns<Source, false>(b, depth, table).count();
}

template <std::size_t... I>
Count compiled(PowerId id, std::index_sequence<I...>) {
    static constexpr std::array<Count, sizeof...(I)> table{&count_turns_of<Written<I>>...};
    return table[id];
}

Count counter_for(PowerId id, const Power& power) {
    constexpr PowerId simple_gods = 11;  // ten, and `mortal`
    if (id < simple_gods && power == rulesets::printed.powers[id])
        return compiled(id, std::make_index_sequence<simple_gods>());
    return &count_turns_of<Read>;
}

}  // namespace

std::optional<uint64_t> bulk_perft(const Position& p, int depth) {
    if (depth < 1 || p.players != 2 || p.shared || p.stage != Stage::play || p.turn.phase != Phase::rest || p.extra ||
        p.is_over() || p.women || p.binder != no_seat) {
        return std::nullopt;
    }
    Table table{};
    for (Seat s = 0; s < 2; ++s) {
        const Entry& power = p.power(s);
        if (&power != &p.dealt_power(s) || !power.traits.countable) return std::nullopt;
        if (power.move.moves == Moves::travel && (count(p.own(s)) < 1 || count(p.own(s)) > 2)) return std::nullopt;
        table.count[s] = counter_for(p.cards[s], power);
        table.power[s] = &power;
    }
    const Seat me = p.to_move, other = static_cast<Seat>(1 - me);
    const bool no_climb = table.power[other]->opponent.no_climb && (p.flags[other] & climbed);
    const Board board{p.level[0], p.level[1], p.level[2], p.dome, p.own(me), p.own(other), no_climb, me};
    return table.count[me](board, depth, table);
}

}  // namespace santorini
