// Wins within one turn, found without listing the turns.
#include <vector>

#include "core/keyset.h"
#include "core/parts.h"
#include "core/search/outcomes.h"

namespace santorini {
namespace {

// The powers the seat to move might hold once its turn has begun.
struct Hopes {
    bool drop = false, together = false, towers = false, roams = false;
    int climb = 1;

    void add(const Power& power) {
        drop |= power.win.drop > 0;
        together |= power.win.together;
        climb = std::max<int>(climb, power.move.climb);
        // Its workers may stand elsewhere, or on something else, by the time one of them makes the winning move.
        roams |= power.move.moves != Moves::one || power.move.ferry || power.move.ring || power.start.corners ||
                 power.turn.enter == Enter::then_move || power.build.before == Before::freely;
    }
};

Hopes hopes_of(const Position& p) {
    Hopes h;
    const Seat seat = p.to_move;
    h.add(p.shared ? p.dealt_power(seat) : p.power(seat));
    if (!p.shared && p.players == 2 && p.card(seat).start.steal) h.add(p.dealt_power(static_cast<Seat>(1 - seat)));
    for (Seat s = 0; s < p.players; ++s) {
        const uint8_t wanted = p.is_out(s) ? uint8_t{0} : p.dealt_power(s).win.towers;
        h.towers |= wanted && p.complete_towers() + 3 >= wanted;
        // A passage ends elsewhere than where it began.
        h.roams |= p.dealt_power(s).everyone.whirl != Whirl::none;
    }
    return h;
}

// Only squares of three blocks that a worker could climb to are worth a closer look.
bool may_climb(const Position& p, const Hopes& h) {
    const Bitboard targets = p.level[2] & ~p.dome;
    if (!targets) return false;
    if (h.roams) return (p.level[1] & ~p.dome) != 0;
    return (around(targets) & p.own(p.to_move) & p.at_least(3 - h.climb)) != 0;
}

bool is_own_win(const Position& p, Side side) { return p.is_over() && p.side(p.winner) == side; }

// Walks through everything that happens before the build; with towers in play through all of the turn.
bool walk_for_win(const Position& begun, Side side, bool towers) {
    thread_local std::vector<Position> stack;
    thread_local KeySet seen;
    stack.assign(1, begun);
    seen.clear();
    while (!stack.empty()) {
        const Position p = stack.back();
        stack.pop_back();
        StepList steps;
        raw_steps(p, steps);
        for (const Step& step : steps) {
            if (step.kind == StepKind::pass && p.turn.phase == Phase::start) continue;
            const bool too_late = p.turn.phase >= Phase::moving && step.kind != StepKind::move;
            if (too_late && !towers) continue;
            Position q = p;
            const Status status = perform(q, step);
            if (status == Status::broken) continue;
            if (is_own_win(q, side)) return true;
            if (status == Status::open && q.turn.reactor == no_seat && seen.add(q.hash())) stack.push_back(q);
        }
    }
    return false;
}

// One move decides, and where it leads is all that matters.
bool is_decided_by_one_move(const Scene& s) {
    const Power& own = s.own;
    const Turn& t = s.p.turn;
    const bool other_wins = own.win.drop || own.win.together;
    return own.move.moves == Moves::one && !own.move.ferry && !own.start.corners &&
           own.turn.enter != Enter::then_move &&
           (own.build.before == Before::none || (own.build.before == Before::level && !other_wins)) && !s.pools &&
           !t.bound && !(t.flags & (demand_plain | demand_once));
}

}  // namespace

bool wins_now(const Position& rest) {
    if (rest.is_over() || rest.stage != Stage::play) return false;
    const Hopes h = hopes_of(rest);
    if (!h.towers && !h.together && !(h.drop && (rest.own(rest.to_move) & rest.level[1])) && !(h.drop && h.roams) &&
        !may_climb(rest, h))
        return false;
    Position p = rest;
    if (at_rest(p)) begin_turn(p);
    const Scene s(p);
    if (s.extra) return false;
    const Side side = p.side(rest.to_move);
    if (h.towers || rest.turn.phase != Phase::rest || !is_decided_by_one_move(s) || s.seat != rest.to_move)
        return walk_for_win(p, side, h.towers);
    for (Square from : each(s.mine)) {
        const int height = p.height(from);
        for (Square to : each(s.moves(from, s.own.move.climb))) {
            Reason reason;
            const Seat winner = s.judge(from, to, p.height(to) - height, reason);
            if (winner != no_seat && p.side(winner) == side) return true;
        }
    }
    return false;
}

bool is_threatened(const Position& rest) {
    Position other = rest;
    other.turn = {};
    other.extra = 0;
    do {
        other.to_move = other.next_seat(other.to_move);
    } while (other.side(other.to_move) == rest.side(rest.to_move));
    return wins_now(other);
}

}  // namespace santorini
