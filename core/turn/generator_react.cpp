// Counts and writes down workers that come in beside a new dome.
//
// They come in on the ground, and their square is not built on in the rest of the turn. So which of them may come in
// depends on the board at the end of the turn, not on the order of the builds.
#include "core/turn/generator.h"

namespace santorini {

// Counts boards on which a tower on one of these squares brings in one of the mover's own workers.
uint64_t Generator::bring_in_own(Bitboard towers) {
    if (towers_ && now_.complete_towers() + 1 >= towers_) return 0;
    const Bitboard waiting = scene_->vacant() & ~now_.level[0] & ~reactor_shut_;
    uint64_t number = 0;
    for (Square x : each(towers)) {
        for (Square at : each(near(x) & waiting)) {
            const uint64_t workers = uint64_t{scene_->mine | bit(at)} << 32 | scene_->enemies;
            const uint64_t rest = uint64_t{x} << 8 | (now_.turn.flags & telling_flags());
            number += mids_.add((workers * 0x9e3779b97f4a7c15ull ^ rest) * 0xbf58476d1ce4e5b9ull);
        }
    }
    return number;
}

// Does a worker that comes in between two builds have no effect other than blocking the second?
bool Generator::comes_in_between() const {
    return now_.side(reactor_) != acting_side_ && !must_stand_ && fall_ == no_square && !traps_ &&
           now_.power(reactor_).opponent.no_build == NoBuild::none;
}

// Can boards with towers be counted together with the workers that come in?
bool Generator::counts_newcomers() const {
    return !tower_wins_ && (reactor_ == no_seat || (begins_apart_ && comes_in_between()));
}

// After a tower on a square of `first_on`, can a worker that comes in take the last square that is left to build on?
bool Generator::may_strand(Bitboard first_on, Bitboard then_on) const {
    if (reactor_ == no_seat) return false;
    for (Square x : each(first_on & now_.level[2])) {
        const Bitboard left = then_on & ~bit(x);
        if (count(left) == 1 && (left & spots(x))) return true;
    }
    return false;
}

// Can what domes trigger be written down?
bool Generator::writes_reactions() const {
    if (reactor_ == no_seat || draws_ || tower_wins_ || again_ || hides_ || veiled_ || fall_ != no_square) return false;
    const Power& own = scene_->own;
    if (plain_end_ && own.build.builds == Builds::one && own.move.moves != Moves::all) return true;
    return (plain_end_ || own.end.unmoved_builds) && comes_in_between();
}

}  // namespace santorini
