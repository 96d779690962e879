// What can be built after the moves, written down: the position after the build is the position before it with a piece.
//
// result_ is the turn ended as it stands; pieces are put on it and taken off again, so that every board is met once.
// The steps are written along (tail_); a turn that could go on ends with a step that says so.
#include <algorithm>

#include "core/turn/generator.h"
#include "core/turn/second_build.h"

namespace santorini {

// Everything from the build on. False: it has to be gone through.
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
    alone_ = alone;
    // A build taken back, or none after one ahead of the move, looks like a build that a hidden worker was in the way of.
    if (traps_ && (end.take_block || build.before != Before::none)) alone_ = false;
    tail_size_ = 0;
    if (own.move.moves == Moves::all) {
        const Square a = first(s.mine), b = first(s.mine & (s.mine - 1));
        if (count(s.mine) != 2) return false;
        const Bitboard one = s.builds_from(a, free, bound_by), two = s.builds_from(b, free, bound_by), both = one & two;
        if (domes_matter_ && (((one | two) & three) | (both & now_.level[1]))) return false;
        stand_closed();
        for (Square x : each(one)) {
            with_piece(a, x, false, [&] {
                Bitboard then_on = two & ~result_.dome;
                if (has(both, x)) then_on &= ~(both & (bit(x) - 1));  // met the other way round
                for (Square y : each(then_on)) write_piece(b, y, false);
            });
        }
        return true;
    }
    if (build.builds == Builds::stock) {
        const int pieces = now_.number[s.slot] + own.start.stock;
        const Bitboard on = s.builds_from(t.mover, free, bound_by);
        if (domes_matter_ && pieces && (on & now_.at_least(4 - std::min(pieces, 4)))) return false;
        stand_closed();
        uint8_t& number = result_.number[s.slot];
        int used = 0;
        // To run into a hidden worker is to end the turn.
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
    Bitboard done = 0, domed = 0;
    for (Square builder : each(builders(s))) {
        const Bitboard seen_on = s.builds_from(builder, free, bound_by), on = seen_on & ~(done | traps_);
        if (build.builds != Builds::one && domes_matter_ &&
            (on & (three | (build.builds == Builds::interior ? interior_squares & now_.level[1] : 0)))) {
            return false;
        }
        done |= on;
        ending.mover_on = on;
        for (Square x : each(on)) {
            if (domes_matter_ && has(three, x) && writes_reactions()) {
                with_piece(builder, x, false, [&] { write_reaction(x); });
                continue;
            }
            if (domes_matter_ && has(three, x)) {
                take_step({StepKind::build, builder, x});
                stand_closed();
                continue;
            }
            if (plain_build_) {
                write_piece(builder, x, false);
                continue;
            }
            const Pieces before(result_);
            Pieces::put(result_, x, false);
            if (build.coins && !has(three, x) && result_.number[s.slot]) {
                --result_.number[s.slot];
                result_.tokens[s.slot] |= bit(x);
            }
            say({StepKind::build, builder, x});
            if (build.builds == Builds::one) {
                write_end(ending, x);
            } else {
                write_second(builder, x, on | (seen_on & traps_));
            }
            --tail_size_;
            before.restore(result_);
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

// Does a dome that ends the turn lead to nothing but a worker that another seat, or the mover itself, brings in?
bool Generator::writes_reactions() const {
    return reactor_ != no_seat && plain_end_ && scene_->own.build.builds == Builds::one && !draws_ && !tower_wins_ &&
           !again_ && !hides_ && !veiled_ && fall_ == no_square;
}

// The dome stands on result_: a worker comes in beside it, or none does.
void Generator::write_reaction(Square dome) {
    const Bitboard spots = near(dome) & scene_->vacant() & ~now_.level[0] & ~reactor_shut_;
    if (!spots) return write(false);
    const bool alone = alone_;
    say({StepKind::pass});
    write(false);
    --tail_size_;
    // It is as good as one that moved or was shifted: two ways may end alike.
    alone_ = alone && now_.side(reactor_) != acting_side_ && plain_start_;
    Bitboard& workers = result_.workers[now_.side(reactor_)];
    uint8_t& waiting = result_.number[now_.slot(reactor_)];
    --waiting;
    for (Square to : each(spots)) {
        workers |= bit(to);
        say({StepKind::place, no_square, to});
        write(false);
        --tail_size_;
        workers &= ~bit(to);
    }
    ++waiting;
    alone_ = alone;
}

void Generator::write_low_domes(Square builder, Bitboard low) {
    for (Square x : each(low)) {
        if (writes_reactions()) {
            with_piece(builder, x, true, [&] { write_reaction(x); });
        } else if (low_domes_matter_ || (domes_matter_ && has(now_.level[2], x))) {
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
    const Bitboard offered = second_builds(kind, x, on & ~result_.dome, result_.level[2]);
    const Bitboard second = pairs_once(kind, x, offered) & ~traps_;
    write(offered != 0);
    for (Square y : each(second)) write_piece(builder, y, false);
}

}  // namespace santorini
