// Writes down what can be built after the moves: the position after a build is the position before it plus a piece.
//
// result_ is the position if the turn ended without a build. Pieces are put on it and taken off again, so that every
// board is met once. The steps are kept in tail_; a turn that could go on ends with a `done` step.
#include <algorithm>
#include <utility>

#include "core/turn/generator_put.h"
#include "core/turn/second_build.h"

namespace santorini {

// Writes everything from the build on. False: it must be gone through step by step.
bool Generator::write_builds(bool alone) {
    const Scene& s = *scene_;
    const Power& own = s.own;
    const Build& build = own.build;
    const End& end = own.end;
    const Turn& t = now_.turn;
    if ((traps_ && own.move.moves == Moves::all) || build.domes != Domes::none || !writes_ends()) return false;
    const Bitboard three = now_.level[2];
    const Limits bound_by = limit();
    const Bitboard free = s.vacant();
    const bool plays_domes = domes_matter_ && !writes_reactions();
    alone_ = alone;
    // A build that is taken back, or a build ahead of the move with none after it, looks like a build that ran into a
    // hidden worker.
    if (traps_ && (end.take_block || build.before != Before::none)) alone_ = false;
    tail_size_ = 0;
    if (own.move.moves == Moves::all) {
        const Square a = first(s.mine), b = first(s.mine & (s.mine - 1));
        if (count(s.mine) != 2) return false;
        const Bitboard one = s.builds_from(a, free, bound_by), two = s.builds_from(b, free, bound_by), both = one & two;
        const bool makes_domes = ((one | two) & three) | (both & now_.level[1]);
        if (makes_domes && (plays_domes || may_strand(one, two) || may_strand(two, one))) return false;
        stand_closed();
        for (Square x : each(one)) {
            with_piece(a, x, false, [&] {
                Bitboard then_on = two & ~(result_.dome | newcomers());
                if (has(both, x)) then_on &= ~(both & (bit(x) - 1));  // written the other way round
                for (Square y : each(then_on)) write_piece(b, y, false);
            });
        }
        return true;
    }
    if (build.builds == Builds::stock) {
        const int pieces = now_.number[s.slot] + own.start.stock;
        const Bitboard on = s.builds_from(t.mover, free, bound_by);
        if (plays_domes && pieces && (on & now_.at_least(4 - std::min(pieces, 4)))) return false;
        stand_closed();
        uint8_t& number = result_.number[s.slot];
        int used = 0;
        // Running into a hidden worker is the same as stopping.
        write_heaps(on & ~traps_, on, std::min(pieces, 60), [&](Square to, auto then) {
            ++used;
            with_piece(t.mover, to, false, [&] {
                number = stock_left(pieces, used);
                then();
            });
            --used;
        });
        return true;
    }

    Ending ending = look_at_end();
    if (!can_write_end(ending)) return false;

    stand_closed();
    const Bitboard earning = plays_domes && around(builders(s)) & three ? earning_towers() : 0;
    Bitboard done = 0, domed = 0;
    for (Square builder : each(builders(s))) {
        const Bitboard seen_on = s.builds_from(builder, free, bound_by), on = seen_on & ~(done | traps_);
        if (build.builds != Builds::one && plays_domes &&
            (on & (three | (build.builds == Builds::interior ? interior_squares & now_.level[1] : 0)))) {
            return false;
        }
        done |= on;
        ending.mover_on = on;
        for (Square x : each(on)) {
            if (plays_domes && has(three & earning, x)) {
                with_piece(builder, x, false, [&] { write_again(); });
                continue;
            }
            if (plays_domes && has(three, x)) {
                take_step({StepKind::build, builder, x});
                stand_closed();
                continue;
            }
            if (plain_build_) {
                write_piece(builder, x, false);
                continue;
            }
            with_piece(builder, x, false, [&] {
                if (build.builds == Builds::one) {
                    write_end(ending, x);
                } else {
                    write_second(builder, x, on | (seen_on & traps_));
                }
            });
        }
        if (build.dome) {
            const Bitboard low = s.domes(builder) & ~(three | domed | traps_);
            domed |= low;
            write_low_domes(builder, low);
        }
    }
    if (build.woman_dome) {
        for (Square w : each(s.mine & now_.women)) {
            const Bitboard low = s.domes(w) & ~(domed | traps_ | (done & three));
            domed |= low;
            write_low_domes(w, low);
        }
    }
    if (traps_) write_trapped();
    return true;
}

// A build that runs into a hidden worker ends the turn with nothing built, wherever that is.
void Generator::write_trapped() {
    const Scene& s = *scene_;
    std::optional<Step> step;
    for (Square builder : each(builders(s))) {
        if (const Bitboard on = s.builds(builder) & traps_) step = {StepKind::build, builder, first(on)};
    }
    for (Square w : each(s.own.build.woman_dome ? s.mine & now_.women : 0)) {
        if (const Bitboard on = s.domes(w) & traps_; on && !step) step = {StepKind::dome, w, first(on)};
    }
    if (!step) return;
    const Trail::Link before = link_;
    link_ = linked(*step);
    cut_here();
    link_ = before;
}

// The squares on which a tower only earns an additional turn, and one that can certainly be completed.
Bitboard Generator::earning_towers() const {
    const Power& own = scene_->own;
    // A hero's power may be used up by the turn, and then earns nothing.
    if (!again_ || own.once || domes_count_ || !leaves_builds_ || !plain_end_ || own.build.builds != Builds::one ||
        own.their_power || hides_ || veiled_ || fall_ != no_square) {
        return 0;
    }
    Position after = result_;
    after.to_move = now_.to_move;
    after.extra = 1;
    const Scene s(after);
    Bitboard to = 0;
    for (Square w : each(s.mine)) to |= s.moves(w, own.move.climb) & s.vacant();
    // Whoever can move can build; and somebody can, if the tower is not on the only space to move to.
    return count(to) > 1 ? full_board : to ? ~to : 0;
}

// The outcome as it stands in result_, with an additional turn to come.
void Generator::write_again() {
    const Seat next = std::exchange(result_.to_move, now_.to_move);
    result_.extra = 1;
    write(false);
    result_.extra = 0;
    result_.to_move = next;
}

void Generator::write_low_domes(Square builder, Bitboard low) {
    for (Square x : each(low)) {
        if (!writes_reactions() && (low_domes_matter_ || (domes_matter_ && has(now_.level[2], x)))) {
            take_step({StepKind::dome, builder, x});
            stand_closed();
        } else {
            write_piece(builder, x, true);
        }
    }
}

// A second build after one on `x`; each pair once.
void Generator::write_second(Square builder, Square x, Bitboard on) {
    const Builds kind = scene_->own.build.builds;
    const Bitboard offered = second_builds(kind, x, on & ~(result_.dome | newcomers()), result_.level[2]);
    const Bitboard second = pairs_once(kind, x, offered) & ~traps_;
    write(offered != 0);
    for (Square y : each(second)) write_piece(builder, y, false);
}

}  // namespace santorini
