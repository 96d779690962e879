// Counts what can be built after the moves. Each formula counts distinct boards, not the ways that lead to them.
#include <algorithm>

#include "core/turn/generator_put.h"
#include "core/turn/numbers.h"

namespace santorini {
namespace {

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

// Counts everything from the build on. False: no formula fits, so it must be gone through step by step.
bool Generator::count_builds() {
    if (must_stand_ && !still_end_) return false;
    const Scene& s = *scene_;
    const Build& build = s.own.build;
    const Bitboard three = now_.level[2];
    std::optional<Tally> number;
    bool trapped = false;
    if (s.own.move.moves == Moves::all) {
        number = every_worker_builds();
        trapped = (around(s.mine) & traps_) != 0;
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
            // A block that is built and taken again leaves the same board.
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
                (now_.side(reactor_) == acting_side_ || !(begins_apart_ || builds_ahead_ || s.extra))) {
                // The worker that comes in looks like one that moved or was shifted: two ways may have one outcome.
                const bool known = plain_start_ && plain_end_ && !low && !now_.women && fall_ == no_square && !traps_;
                if (known) {
                    total_ += bring_in_own(on & three) * cards_;
                } else {
                    play_domes((on & three) | low);
                    on &= ~three;
                    low = 0;
                }
            }
            number = single_builds(on, low, s.vacant());
        } else {
            const End& end = s.own.end;
            const Bitboard domes = (on & three) | low;
            if (domes_react_ && domes && build.domes == Domes::none && end.domes == Domes::none &&
                !end.unmoved_builds) {
                // The end of the turn makes no dome: only builds of domes are gone through step by step.
                number = ways_to_end(on & ~three, 0);
                if (number) play_domes(domes);
            } else {
                number = ways_to_end(on, low);
            }
        }
    }
    if (!number) return false;
    total_ += number->plain + number->towers * cards_;
    if (!trapped) return true;
    // After a single move no other turn leaves the workers like this and the board as it was.
    if (plain_start_ && s.own.move.moves == Moves::one) {
        ++total_;
    } else {
        cut_here();
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

// One build, where a dome may bring in a worker, a card or a win. `free`: the vacant squares. The mover's own waiting
// workers are counted by bring_in_own().
Generator::Tally Generator::single_builds(Bitboard on, Bitboard low, Bitboard free) const {
    const Bitboard towers = on & now_.level[2];
    const bool others = reactor_ != no_seat && now_.side(reactor_) != acting_side_;
    const Bitboard waiting = others ? free & ~now_.level[0] & ~reactor_shut_ : 0;
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

// Counts boards with new towers on these squares, each with every set of workers that may have come in. A tower is
// built `alone`, or together with a piece on one of its `partners`, or with two pieces on a square of `twice`.
template <class Partners>
uint64_t Generator::boards_with_towers(Bitboard towers, bool alone, Partners partners, Bitboard twice) const {
    const int waiting = reactor_ == no_seat ? 0 : now_.number[now_.slot(reactor_)];
    const auto beside = [&](Square x) { return waiting ? spots(x) : 0; };
    uint64_t total = 0;
    for (Square x : each(towers)) {
        const Bitboard here = beside(x), others = partners(x) & ~bit(x), blocks = others & ~now_.level[2];
        total += (number_of(blocks) + alone) * (1 + number_of(here)) - number_of(blocks & here);
        for (Square y : each(others & now_.level[2] & ~(bit(x) - 1))) {
            const Bitboard there = beside(y);
            const uint64_t both = number_of(here & there);
            total += 1 + number_of(here | there);
            if (waiting > 1) total += number_of(here) * number_of(there) - both - pairs(both);
        }
    }
    for (Square x : each(twice)) total += 1 + number_of(beside(x));
    return total;
}

// One build or two by one worker. Boards with a new tower are all boards minus those without one.
std::optional<Generator::Tally> Generator::pairs_of_builds(Bitboard on) const {
    const Builds kind = scene_->own.build.builds;
    const Bitboard three = now_.level[2], two = now_.level[1];
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
    const uint64_t low = boards(on & ~three, ~two);
    const Bitboard twice = kind == Builds::interior ? on & interior_squares & two & ~three : 0;
    if (!domes_react_ || !((on & three) | twice)) return Tally{low, boards(on, ~three) - low};
    if (!counts_newcomers()) return std::nullopt;
    const auto partners = [&](Square x) {
        if (kind == Builds::onto_block) return Bitboard{0};
        return kind == Builds::elsewhere || has(interior_squares, x) ? on : on & interior_squares;
    };
    return Tally{low, boards_with_towers(on & three, true, partners, twice)};
}

// One build on a square of each set. The same two builds count once, whichever set each of them belongs to.
Generator::Tally Generator::two_builds(Bitboard one, Bitboard two) const {
    const Bitboard both = one & two, three = now_.level[2];
    const uint64_t all = number_of(one) * number_of(two) - pairs(number_of(both)) - number_of(both & three);
    const uint64_t low = number_of(one & ~three) * number_of(two & ~three) - pairs(number_of(both & ~three)) -
                         number_of(both & now_.level[1] & ~three);
    return {low, all - low};
}

// Two workers build once each.
std::optional<Generator::Tally> Generator::every_worker_builds() const {
    const Scene& s = *scene_;
    if (count(s.mine) != 2 || (traps_ && draws_)) return std::nullopt;
    const Limits bound_by = limit();
    const Bitboard free = s.vacant();
    Bitboard one = s.builds_from(first(s.mine), free, bound_by);
    Bitboard two = s.builds_from(first(s.mine & (s.mine - 1)), free, bound_by);
    // A worker that runs into a hidden one ends the turn with what the other has built.
    const bool one_stops = one & traps_, two_stops = two & traps_;
    one &= ~traps_;
    two &= ~traps_;
    const uint64_t alone = number_of((two_stops ? one : 0) | (one_stops ? two : 0));
    const Bitboard three = now_.level[2], towers = (one | two) & three, twice = one & two & now_.level[1] & ~three;
    const Tally number = two_builds(one, two);
    if (!domes_react_ || !(towers | twice)) return Tally{number.plain + alone, number.towers};
    if (!counts_newcomers() || may_strand(one, two) || may_strand(two, one)) return std::nullopt;
    const auto partners = [&](Square x) { return (has(one, x) ? two : 0) | (has(two, x) ? one : 0); };
    return Tally{number.plain + alone, boards_with_towers(towers, false, partners, twice)};
}

std::optional<Generator::Tally> Generator::stock_builds() const {
    const Scene& s = *scene_;
    const auto pieces = static_cast<std::size_t>(now_.number[s.slot] + s.own.start.stock);
    const Bitboard on = s.builds(now_.turn.mover) & ~traps_;  // running into a hidden worker is the same as stopping
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
    // The formulas below do not cover domes that trigger something.
    if (domes_react_ && ((on & now_.level[2]) | low)) return std::nullopt;
    const auto number = boards_at_end(on, low);
    const End& end = scene_->own.end;
    if (!number || !draws_ || !((on & now_.level[2]) | low | (end.unmoved_builds ? full_board : 0)))
        return number ? std::optional(Tally{*number, 0}) : std::nullopt;
    if (low || scene_->own.build.domes != Domes::none || end.domes != Domes::none || domes_react_) return std::nullopt;
    const auto open = boards_at_end(on & ~now_.level[2], low, 3);
    return open ? std::optional(Tally{*open, *number - *open}) : std::nullopt;
}

// `top`: builds beyond this height are left out.
std::optional<uint64_t> Generator::boards_at_end(Bitboard on, Bitboard low, int top) const {
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
        // A single dome on three blocks looks like the ordinary build, unless it uses up a power.
        return n + sets - (s.own.once ? 0 : number_of(on & three & domes));
    }
    if (plain_end_ || end.domes == Domes::by_mover) return n;  // nothing is offered
    const Bitboard resting = s.mine & ~t.moved;
    const Bitboard tokens = now_.tokens[0] | now_.tokens[1] | now_.tokens[2] | now_.tokens[3];
    if (end.take_block) {
        const Bitboard beside = around(resting);
        const Bitboard taken = beside & now_.level[0] & s.vacant() & ~traps_;
        const Bitboard back = on & beside & ~three;
        uint64_t total = n * (1 + number_of(taken)) - number_of(on & taken);
        // A block that is built and taken again leaves the same board on any square, but it sweeps a token away.
        if (back & ~tokens) ++total;
        return total + number_of(back & tokens);
    }
    if (end.petrify == Petrify::all) return n;
    if (end.petrify == Petrify::some) {
        if (limit().famine) return std::nullopt;
        return n << count(petrified(s));
    }
    if (end.unmoved_builds) {
        const Bitboard ground = resting & ~now_.level[0];
        if (count(s.mine) != 2 || !ground) return n;
        if (count(ground) != 1 || domes_react_) return std::nullopt;
        const Bitboard then_on = s.builds(first(ground)) & ~traps_;
        const std::size_t most = end.unmoved_builds + std::size_t{1};
        if (most > longest_stock) return std::nullopt;
        const Numbers all = heaps(now_, then_on, most, top), without = heaps(now_, then_on & ~on, most, top);
        // The mover builds on a square that only it reaches, or its build is one of the heap.
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
        if (now_.binder != no_seat || has(s.workers, fall_)) return std::nullopt;
        if (!theirs || (around(theirs) & s.mine)) return n;
        if (end.exchange == Exchange::both && (count(s.mine) != 2 || count(targets) < 2)) return n;
        const uint64_t here = number_of(s.mine), there = number_of(targets);
        if (!here || !there) return n;
        if (now_.women && std::min(here, there) > most_exchanged) return std::nullopt;
        if (now_.women) return n * (1 + exchanges(s.mine, targets, [](const Pairing&) {}));
        return n * (1 + choose(std::max(here, there), std::min(here, there)));
    }
    if (end.domes != Domes::none) {
        const bool anywhere = end.domes == Domes::anywhere_two;
        const Bitboard domes = domes_at_end() & ~traps_;
        if (domes_count_ && domes) return std::nullopt;
        // If the build itself is a dome, it forms one set with the domes of the end.
        const uint64_t v = number_of(domes), towers = number_of(on & three), rest = v - towers;
        if (!anywhere) return (number_of(on & ~three) << v) + (uint64_t{1} << v) - (uint64_t{1} << rest);
        return number_of(on & ~three) * (1 + v + pairs(v)) + towers + pairs(v) - pairs(rest) + triples(v) -
               triples(rest);
    }
    if (end.slay) return n * (1 + number_of(slayable(s)));
    if (end.sink == Sink::one_block) return n << count(around(resting) & s.enemies & now_.level[0]);
    if (end.sink == Sink::all_blocks) return n * (1 + number_of(around(s.mine) & (s.enemies | s.mine) & now_.level[0]));
    if (end.bind == Bind::worker) return n * (1 + number_of(s.enemies));
    if (end.bind == Bind::pair) return n * (1 + number_of(s.enemies) * number_of(s.mine));
    return std::nullopt;
}

}  // namespace santorini
