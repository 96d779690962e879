// What can be built after the moves, as a number: each formula counts distinct boards, never ways.
#include <algorithm>
#include <bit>

#include "core/turn/generator.h"

namespace santorini {
namespace {

uint64_t number_of(Bitboard b) { return static_cast<uint64_t>(count(b)); }
constexpr uint64_t pairs(uint64_t n) { return n ? n * (n - 1) / 2 : 0; }
constexpr uint64_t triples(uint64_t n) { return n < 3 ? 0 : n * (n - 1) * (n - 2) / 6; }
uint64_t choose(uint64_t n, uint64_t k) {
    uint64_t c = 1;
    for (uint64_t i = 0; i < k; ++i) c = c * (n - i) / (i + 1);
    return c;
}

// In how many ways can 0, 1, 2 .. pieces be put on these squares? A square takes pieces up to its dome, or up to `top`.
constexpr std::size_t longest_stock = 40;
using Numbers = std::array<uint64_t, longest_stock + 1>;
Numbers heaps(const Position& p, Bitboard squares, std::size_t most, int top = 4) {
    Numbers n{};
    n[0] = 1;
    for (Square s : each(squares)) {
        const auto room = static_cast<std::size_t>(top - p.height(s));
        for (std::size_t k = most; k > 0; --k) {
            for (std::size_t here = 1; here <= std::min(room, k); ++here) n[k] += n[k - here];
        }
    }
    return n;
}

}  // namespace

// Everything from the build on. False: it has to be gone through.
bool Generator::count_builds() {
    const Scene& s = *scene_;
    const Build& build = s.own.build;
    const Bitboard three = now_.level[2];
    std::optional<Tally> number;
    bool trapped = false;
    if (s.own.move.moves == Moves::all) {
        number = every_worker_builds();
    } else if (build.builds == Builds::stock) {
        number = stock_builds();
    } else {
        const Limits bound_by = limit();
        const Bitboard free = s.vacant();
        Bitboard on = 0, low = 0;  // `low`: a dome below level three
        for (Square b : each(builders(s))) {
            on |= s.builds_from(b, free, bound_by);
            if (build.dome) low |= s.domes(b) & ~three;
        }
        if (build.woman_dome) {
            for (Square w : each(s.mine & now_.women)) {
                const Bitboard domes = s.domes(w);
                low |= domes & ~three;
                on |= domes & three;
            }
        }
        // Hidden workers in the way: the build ends the turn with nothing built, wherever they stand.
        if ((on | low) & traps_) {
            // A block put down and taken up again leaves the same.
            if (build.domes != Domes::none || s.own.end.take_block) return false;
            trapped = true;
            on &= ~traps_;
            low &= ~traps_;
        }
        if (build.builds != Builds::one) {
            number = pairs_of_builds(on);
        } else if (domes_count_ && ((on & three) | low) && build.domes == Domes::none &&
                   (plain_end_ || s.own.end.petrify == Petrify::all)) {
            if (reactor_ != no_seat &&
                (now_.side(reactor_) == acting_side_ || !(plain_start_ || builds_ahead_ || s.extra))) {
                // The worker that comes in is as good as one that moved or was shifted: two ways may end alike.
                play_domes((on & three) | low);
                on &= ~three;
                low = 0;
            }
            number = single_builds(on, low);
        } else {
            number = ways_to_end(on, low);
        }
    }
    if (!number) return false;
    total_ += number->plain + number->towers * cards_;
    if (!trapped) return true;
    // After a single move nothing else leaves the workers so and the board as it was.
    if (plain_start_ && s.own.move.moves == Moves::one) {
        ++total_;
    } else {
        cut_here();
    }
    return true;
}

// One build after a move that only shifts a worker, where `direct_` says that nothing else can happen.
void Generator::count_directly(Square from, Square at) {
    const Bitboard free = (scene_->vacant() | bit(from)) & ~bit(at);
    total_ += number_of(scene_->builds_from(at, free, limit()));
}

// Several moves of one worker, then one build, where the end of the turn asks nothing about them. False: not so here.
bool Generator::all_series_directly() {
    const Scene& s = *scene_;
    const Win& win = s.own.win;
    if (!counts_directly() || telling_flags() || s.pools || sweeps_ || fall_ != no_square || win.drop || win.together ||
        (now_.turn.bound & s.mine)) {
        return false;
    }
    // Workers that come home build as those do that never left.
    Home home;
    for (Square w : each(s.mine & ~now_.turn.asleep)) series_directly(w, home);
    total_ += number_of(home.builds) + static_cast<uint64_t>(std::popcount(home.winners));
    return true;
}

// Counts what follows from all ends of a worker's moves but its own square.
void Generator::series_directly(Square from, Home& home) {
    const Scene& s = *scene_;
    const Moves kind = s.own.move.moves;
    const bool only_two = kind == Moves::two || kind == Moves::two_freely;
    const Bitboard onward = kind == Moves::on_perimeter ? perimeter_squares : full_board;
    const Bitboard free = s.vacant() | bit(from);
    const Limits bound_by = limit();
    Bitboard reached = 0, wins = 0, open = bit(from), gone_on = 0;
    for (int moves = 1; open; ++moves) {
        gone_on |= open;
        Bitboard next = 0;
        for (Square at : each(open)) {
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
            next |= to;
        }
        reached |= next;
        open = only_two ? (moves == 1 ? next : 0) : next & onward & ~gone_on;
    }
    total_ += number_of(wins & ~bit(from));
    for (Square at : each(reached & ~bit(from))) total_ += number_of(s.builds_from(at, free & ~bit(at), bound_by));
    if (has(reached, from)) home.builds |= s.builds_from(from, free & ~bit(from), bound_by);
}

// A song in place of the turn: each of the opponent's workers is forced on by one space, or is not.
bool Generator::count_song() {
    const Scene& s = *scene_;
    if (keyed_ || demanded_ || traps_ || fall_ != no_square || now_.binder != no_seat || count(s.enemies) > 2 ||
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

void Generator::play_domes(Bitboard squares) {
    StepList steps;
    offer_steps(*scene_, steps);
    for (const Step& step : steps) {
        const bool dome = step.kind == StepKind::dome || (step.kind == StepKind::build && has(now_.level[2], step.to));
        if (dome && has(squares, step.to)) take_step(step);
    }
}

// One build where a dome brings in a worker, a card or a win.
Generator::Tally Generator::single_builds(Bitboard on, Bitboard low) const {
    const Bitboard towers = on & now_.level[2];
    const Bitboard waiting = reactor_ == no_seat ? 0 : scene_->vacant() & ~now_.level[0] & ~reactor_shut_;
    Tally number{number_of(on & ~towers), 0};
    for (Square x : each(towers)) {
        if (towers_ && now_.complete_towers() + 1 >= towers_) {
            ++number.plain;
        } else {
            number.towers += 1 + number_of(near(x) & waiting);
        }
    }
    for (Square x : each(low)) (any_dome_draws_ ? number.towers : number.plain) += 1 + number_of(near(x) & waiting);
    return number;
}

// One build or two by one worker. Boards with a new tower are those that are missing if no square can become one.
std::optional<Generator::Tally> Generator::pairs_of_builds(Bitboard on) const {
    const Builds kind = scene_->own.build.builds;
    const Bitboard three = now_.level[2], two = now_.level[1];
    Bitboard domes = on & three;
    if (kind == Builds::interior) domes |= on & interior_squares & two;
    if (domes_react_ && domes) return std::nullopt;
    const auto boards = [&](Bitboard squares, Bitboard twice) {
        const uint64_t n = number_of(squares);
        switch (kind) {
            case Builds::elsewhere:
                return n + pairs(n);
            case Builds::onto_block:
                return n + number_of(squares & ~two);
            default:
                return n + pairs(n) - pairs(number_of(squares & perimeter_squares)) +
                       number_of(squares & interior_squares & twice);
        }
    };
    const uint64_t all = boards(on, ~three), low = boards(on & ~three, ~two);
    return Tally{low, all - low};
}

// Two workers build once each. Which of them built where does not show.
std::optional<Generator::Tally> Generator::every_worker_builds() const {
    const Scene& s = *scene_;
    if (count(s.mine) != 2 || traps_) return std::nullopt;
    const Limits bound_by = limit();
    const Bitboard free = s.vacant();
    const Bitboard one = s.builds_from(first(s.mine), free, bound_by);
    const Bitboard two = s.builds_from(first(s.mine & (s.mine - 1)), free, bound_by);
    const Bitboard both = one & two;
    if (domes_react_ && (((one | two) & now_.level[2]) | (both & now_.level[1]))) return std::nullopt;
    const Bitboard three = now_.level[2];
    const uint64_t all = number_of(one) * number_of(two) - pairs(number_of(both)) - number_of(both & three);
    const uint64_t low = number_of(one & ~three) * number_of(two & ~three) - pairs(number_of(both & ~three)) -
                         number_of(both & now_.level[1] & ~three);
    return Tally{low, all - low};
}

std::optional<Generator::Tally> Generator::stock_builds() const {
    const Scene& s = *scene_;
    const auto pieces = static_cast<std::size_t>(now_.number[s.slot] + s.own.start.stock);
    const Bitboard on = s.builds(now_.turn.mover) & ~traps_;  // running into one is ending the turn
    if (domes_react_ && pieces &&
        (on & now_.at_least(std::max(0, 4 - static_cast<int>(std::min<std::size_t>(pieces, 4))))))
        return std::nullopt;
    const std::size_t most = std::min(pieces, longest_stock);
    const auto boards = [&](int top) {
        const Numbers n = heaps(now_, on, most, top);
        uint64_t total = 0;
        for (std::size_t k = 0; k <= most; ++k) total += n[k];
        return total;
    };
    const uint64_t all = boards(4);
    if (!draws_) return Tally{all, 0};
    const uint64_t low = boards(3);
    return Tally{low, all - low};
}

// One build on a square of `on`, or a dome on one of `low`; then whatever the end of the turn offers.
std::optional<Generator::Tally> Generator::ways_to_end(Bitboard on, Bitboard low) const {
    // Each case below is a function of the squares built on, the same for all of them that stay open.
    if (domes_react_ && ((on & now_.level[2]) | low)) return std::nullopt;
    const auto number = boards_at_end(on, low);
    if (!number || !draws_ || !((on & now_.level[2]) | low))
        return number ? std::optional(Tally{*number, 0}) : std::nullopt;
    const End& end = scene_->own.end;
    if (low || scene_->own.build.domes != Domes::none || end.domes != Domes::none || domes_react_) return std::nullopt;
    if (end.unmoved_builds) return std::nullopt;
    const auto open = boards_at_end(on & ~now_.level[2], low);
    return open ? std::optional(Tally{*open, *number - *open}) : std::nullopt;
}

std::optional<uint64_t> Generator::boards_at_end(Bitboard on, Bitboard low) const {
    const Scene& s = *scene_;
    const Turn& t = now_.turn;
    const End& end = s.own.end;
    const Bitboard three = now_.level[2];
    const uint64_t n = number_of(on) + number_of(low);
    if (s.own.build.domes != Domes::none) {
        const bool all = s.own.build.domes == Domes::by_all;
        Bitboard domes = 0;
        for (Square w : each(all ? s.mine : bit(t.mover))) domes |= s.domes(w);
        if ((domes & traps_) || (domes_count_ && domes)) return std::nullopt;
        const uint64_t sets = (uint64_t{1} << count(domes)) - (all ? 0 : 1);
        // A single dome on three blocks looks like the build, unless a power was used up for it.
        return n + sets - (s.own.once ? 0 : number_of(on & three & domes));
    }
    if (plain_end_ || end.domes == Domes::by_mover) return n;  // nothing is offered
    const Bitboard resting = s.mine & ~t.moved;
    const Bitboard tokens = now_.tokens[0] | now_.tokens[1] | now_.tokens[2] | now_.tokens[3];
    if (end.take_block) {
        const Bitboard beside = around(resting);
        const Bitboard taken = beside & now_.level[0] & s.vacant() & ~traps_;
        if (tokens & (on | taken)) return std::nullopt;
        uint64_t total = n * (1 + number_of(taken)) - number_of(on & taken);
        // A block put down and taken up again leaves nothing, wherever that was.
        if (on & beside & ~three) ++total;
        return total;
    }
    if (end.petrify == Petrify::all) return n;
    if (end.petrify == Petrify::some) {
        if (limit().famine) return std::nullopt;
        return n << count(petrified(s));
    }
    if (end.unmoved_builds) {
        const Bitboard ground = resting & ~now_.level[0];
        if (count(s.mine) != 2 || !ground) return n;
        if (count(ground) != 1 || domes_count_) return std::nullopt;
        const Bitboard then_on = s.builds(first(ground)) & ~traps_;
        const std::size_t most = end.unmoved_builds + std::size_t{1};
        if (most > longest_stock) return std::nullopt;
        const Numbers all = heaps(now_, then_on, most), without = heaps(now_, then_on & ~on, most);
        // The first build is on a square that only the mover reaches, or is one of the heap.
        uint64_t few = 0, heap = 0;
        for (std::size_t k = 0; k < most; ++k) few += all[k];
        for (std::size_t k = 1; k <= most; ++k) heap += all[k] - without[k];
        return number_of(on & ~then_on) * few + heap;
    }
    if (end.token != Token::none) {
        Bitboard room = s.vacant() & ~s.barred & ~traps_;
        if (end.token == Token::beside_mover) room &= near(t.mover);
        const Bitboard free = room & ~tokens;
        if (end.token == Token::anywhere && count(now_.tokens[s.slot]) >= 2) {
            // A token swept away by the build can be put down again.
            const Bitboard swept = on & now_.tokens[s.slot];
            return n + number_of(swept) * number_of(free) + number_of(swept & ~three & room);
        }
        return n * (1 + number_of(free)) - number_of(on & three & free) + number_of(on & ~three & room & tokens);
    }
    if (end.wind != Wind::none) {
        const bool lying = now_.aim[s.slot] < 8;
        if (end.wind == Wind::toggle && lying) return 2 * n;
        return (lying ? 8 : 9) * n;
    }
    if (end.exchange != Exchange::none) {
        const Bitboard theirs = s.workers & ~s.mine, targets = theirs & s.enemies;
        if (now_.women || now_.binder != no_seat || fall_ != no_square) return std::nullopt;
        if (!theirs || (around(theirs) & s.mine)) return n;
        if (end.exchange == Exchange::both && (count(s.mine) != 2 || count(targets) < 2)) return n;
        const uint64_t here = number_of(s.mine), there = number_of(targets);
        if (!here || !there) return n;
        return n * (1 + choose(std::max(here, there), std::min(here, there)));
    }
    if (end.domes != Domes::none) {
        const bool anywhere = end.domes == Domes::anywhere_two;
        Bitboard domes = 0;
        for (Square w : each(anywhere ? bit(t.mover) : s.mine)) {
            domes |= s.domes_among(w, anywhere ? full_board : s.reach(w));
        }
        domes &= ~traps_;
        if (domes_count_ && domes) return std::nullopt;
        // A dome that is the build itself, and others beside it: together they are one set.
        const uint64_t v = number_of(domes), towers = number_of(on & three), rest = v - towers;
        if (!anywhere) return (number_of(on & ~three) << v) + (uint64_t{1} << v) - (uint64_t{1} << rest);
        return number_of(on & ~three) * (1 + v + pairs(v)) + towers + pairs(v) - pairs(rest) + triples(v) -
               triples(rest);
    }
    if (end.slay) {
        Bitboard victims = 0;
        for (Square w : each(s.mine)) {
            const int h = now_.height(w) + 2;
            victims |= near(w) & s.enemies & now_.at_most(h) & now_.at_least(h);
        }
        return n * (1 + number_of(victims));
    }
    if (end.sink == Sink::one_block) return n << count(around(resting) & s.enemies & now_.level[0]);
    if (end.sink == Sink::all_blocks) return n * (1 + number_of(around(s.mine) & (s.enemies | s.mine) & now_.level[0]));
    if (end.bind == Bind::worker) return n * (1 + number_of(s.enemies));
    if (end.bind == Bind::pair) return n * (1 + number_of(s.enemies) * number_of(s.mine));
    return std::nullopt;
}

// A build ahead of the worker's move, the move, a build after it. A pair of builds counts once, whichever came first.
bool Generator::count_ahead(Square from) {
    Scene& s = *scene_;
    if (carried_ || traps_ || fall_ != no_square || s.pools || s.binders || must_stand_ ||
        s.own.move.into != Into::none || s.own.move.removes_behind)
        return false;
    const Bitboard ahead = s.builds(from);
    if ((domes_count_ || domes_react_) && ((ahead | around(ahead)) & now_.level[1] & ~now_.dome)) return false;
    const Limits bound_by = limit();
    const Turn& t = now_.turn;
    const bool once = s.own.once;
    if (once && (t.looking & without_once)) return true;
    const bool climbs = must_climb_ && (t.flags & (once ? demand_once : demand_plain));
    const int climb = s.own.build.before == Before::level ? 0 : s.own.move.climb;
    const int h = now_.height(from);
    std::array<Bitboard, 25> first_on{};
    Bitboard targets = 0;
    for (Square x : each(ahead)) {
        const auto level = now_.level;
        const Bitboard dome = now_.dome, shut = s.shut;
        if (has(now_.level[2], x)) {
            now_.dome |= bit(x);
            s.shut |= bit(x);
        } else {
            now_.raise(x);
        }
        for (Square to : each(s.moves(from, climb))) {
            const int rise = now_.height(to) - h;
            if (climbs && rise <= 0) continue;
            Reason reason;
            if (s.judge(from, to, rise, reason) != no_seat) {
                ++total_;
            } else {
                first_on[to] |= bit(x);
                targets |= bit(to);
            }
        }
        now_.level = level;
        now_.dome = dome;
        s.shut = shut;
    }
    for (Square to : each(targets)) {
        const Bitboard free = (s.vacant() | bit(from)) & ~bit(to);
        const Bitboard then_on = s.builds_from(to, free, bound_by), both = first_on[to] & then_on;
        total_ +=
            number_of(first_on[to]) * number_of(then_on) - pairs(number_of(both)) - number_of(both & now_.level[2]);
    }
    return true;
}

}  // namespace santorini
