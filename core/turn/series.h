// Series of moves by one worker, as the cards allow them. Between two moves only the place of the worker matters.
#pragma once

#include "core/turn/scene.h"

namespace santorini {

// Calls visit(scene, at, targets) for every square a series can pass through; in the scene the worker stands there.
// Stops when visit returns true; returns whether it did.
template <class Visit>
bool walk_series(const Scene& s, Square start, Visit visit) {
    const Moves moves = s.own.move.moves;
    const auto onward = [&](Bitboard b) { return moves == Moves::on_perimeter ? b & perimeter_squares : b; };
    const Bitboard targets = s.moves(start, s.own.move.climb);
    if (visit(s, start, targets)) return true;
    if (moves == Moves::one || moves == Moves::travel) return false;
    const bool only_two = moves == Moves::two || moves == Moves::two_freely;
    Bitboard open = onward(targets), seen = open;
    Position q = s.p;
    while (open) {
        const Square at = pop(open);
        q.workers[s.side] = (s.p.workers[s.side] & ~bit(start)) | bit(at);
        const Scene then(q);
        Bitboard to = then.moves(at, s.own.move.climb);
        if (moves == Moves::two) to &= ~bit(start);
        if (visit(then, at, to)) return true;
        if (only_two) continue;
        open |= onward(to) & ~seen;
        seen |= onward(to);
    }
    return false;
}

}  // namespace santorini
