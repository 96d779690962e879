#include "core/questions/goal.h"

#include <bit>

#include "core/questions/outcome.h"
#include "core/turn/can_win.h"
#include "core/turn/turns.h"

namespace santorini {
namespace {

bool is_for(const Outcome& outcome, const Position& p, Side side) {
    return outcome.winners && p.side(static_cast<Seat>(std::countr_zero(outcome.winners))) == side;
}

// Can the side to move win in this turn, if only by leaving the opponent without a turn?
bool wins_next(const Position& p) {
    if (can_win(p)) return true;
    for (TurnLister turns(p); turns.next();) {
        const auto end = outcome(turns.result());
        if (end && is_for(*end, p, p.side(p.to_move))) return true;
    }
    return false;
}

// Has the side won, or is it to move and able to win?
bool stays_won(const Position& p, Side side) {
    if (const auto end = outcome(p)) return is_for(*end, p, side);
    return p.side(p.to_move) == side && wins_next(p);
}

}  // namespace

bool is_reached(Goal goal, const Position& after, Side side) {
    if (const auto end = outcome(after)) return is_for(*end, after, side);
    switch (goal) {
        case Goal::win:
            return false;
        case Goal::safe:
            return after.side(after.to_move) == side || !wins_next(after);
        case Goal::force:
            for (TurnLister replies(after); replies.next();) {
                if (!stays_won(replies.result(), side)) return false;
            }
            return true;
    }
    return false;
}

std::vector<Step> best_reply(Goal goal, const Position& after, Side side) {
    if (outcome(after) || after.side(after.to_move) == side) return {};
    std::vector<Step> stops;
    for (TurnLister replies(after); replies.next();) {
        const Position& then = replies.result();
        if (const auto end = outcome(then); end && !is_for(*end, then, side)) return replies.steps();
        if (stops.empty() && goal != Goal::safe && !stays_won(then, side)) stops = replies.steps();
    }
    return stops;
}

}  // namespace santorini
