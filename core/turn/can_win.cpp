// Wins within one turn, found without listing the turns.
#include <algorithm>
#include <vector>

#include "core/keyset.h"
#include "core/search/outcomes.h"
#include "core/search/series.h"
#include "core/turn/parts.h"

namespace santorini {
namespace {

// What the seat to move might do once its turn has begun, with whatever power it then holds. Too much is allowed, never too little.
struct Hopes {
    bool drop = false, together = false, towers = false;
    bool ring = false, raises = false, passages = false;
    int climb = 1;
    int moves = 1;  // in a row, by one worker
    int domes = 1;  // in one turn

    void add(const Power& power) {
        drop |= power.win.drop > 0;
        together |= power.win.together;
        climb = std::max<int>(climb, power.move.climb);
        ring |= power.move.ring;
        raises |= power.build.before == Before::freely;
        const Moves m = power.move.moves;
        moves = std::max(moves, m == Moves::one || m == Moves::all          ? 1
                                : m == Moves::two || m == Moves::two_freely ? 2
                                                                            : 25);
        if (power.turn.enter == Enter::then_move) moves = 25;  // it may come in anywhere on the edge
        if (power.build.builds != Builds::one || power.build.before != Before::none) domes = std::max(domes, 2);
        if (power.build.builds == Builds::stock || m == Moves::all || power.end.unmoved_builds)
            domes = std::max(domes, 4);
        if (power.end.domes == Domes::anywhere_two) domes = std::max(domes, 3);
        if (power.build.domes != Domes::none || power.end.domes == Domes::by_all) domes = 16;
    }
};

Hopes hopes_of(const Position& p) {
    Hopes h;
    const Seat seat = p.to_move;
    const Power& held = p.shared ? p.dealt_power(seat) : p.power(seat);
    h.add(held);
    if (!p.shared && p.players == 2 && p.card(seat).start.steal) h.add(p.dealt_power(static_cast<Seat>(1 - seat)));
    for (Seat s = 0; s < p.players; ++s) {
        if (p.is_out(s)) continue;
        const Power& card = p.dealt_power(s);
        if (card.win.towers && p.side(s) == p.side(seat) && p.complete_towers() + h.domes >= card.win.towers)
            h.towers = true;
        h.passages |= card.everyone.whirl != Whirl::none && count(p.tokens[s]) == 2;
    }
    return h;
}

// Could a worker make the step up to three blocks, if nobody and nothing stood in its way?
bool may_climb(const Position& p, const Hopes& h) {
    Bitboard targets = p.level[2] & ~p.dome;
    if (h.raises) targets |= p.level[1] & ~p.dome;
    if (!targets) return false;
    if (h.passages) return true;  // it may come out anywhere near them
    const auto spread = [&](Bitboard from) {
        if (!h.ring) return around(from);
        Bitboard out = 0;
        for (Square s : each(from)) out |= geometry.ring[s];
        return out;
    };
    Bitboard at = h.moves == 25 && p.number[p.slot(p.to_move)] ? full_board : p.own(p.to_move);
    for (int i = 1; i < h.moves; ++i) {
        Bitboard further = at;
        for (int level = 0; level <= 3; ++level)
            further |=
                spread(at & p.at_least(level) & p.at_most(level)) & p.at_most(std::min(level + h.climb, 3)) & ~p.dome;
        if (further == at) break;
        at = further;
    }
    return (spread(targets) & at & p.at_least(3 - h.climb)) != 0;
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

// Moves decide, and where the worker stands is all that matters between them.
bool is_decided_by_moves(const Scene& s) {
    const Power& own = s.own;
    const Turn& t = s.p.turn;
    const bool other_wins = own.win.drop || own.win.together;
    // Level travels do not climb, and after them nobody else does.
    if (own.move.moves == Moves::all || (own.move.moves == Moves::travel && other_wins)) return false;
    const bool series = own.move.moves != Moves::one && own.move.moves != Moves::travel;
    if (series && (s.limits(s.side).carried || own.move.removes_behind || own.move.into != Into::none)) return false;
    return !own.move.ferry && !own.start.corners && own.turn.enter != Enter::then_move &&
           (own.build.before == Before::none || (own.build.before == Before::level && !other_wins && !series)) &&
           !s.pools && !t.bound && !(t.flags & (demand_plain | demand_once));
}

bool wins_by_moving_to(const Scene& s, Square from, Bitboard targets) {
    const int height = s.p.height(from);
    for (Square to : each(targets)) {
        Reason reason;
        const Seat winner = s.judge(from, to, s.p.height(to) - height, reason);
        if (winner != no_seat && s.p.side(winner) == s.side) return true;
    }
    return false;
}

}  // namespace

bool wins_now(const Position& rest) {
    if (rest.is_over() || rest.stage != Stage::play) return false;
    const Hopes h = hopes_of(rest);
    const bool may_drop = h.drop && (h.moves > 1 || (rest.own(rest.to_move) & rest.level[0]));
    if (!h.towers && !h.together && !may_drop && !may_climb(rest, h)) return false;
    Position p = rest;
    if (at_rest(p)) begin_turn(p);
    const Scene s(p);
    if (s.extra) return false;
    const Side side = p.side(rest.to_move);
    if (h.towers || rest.turn.phase != Phase::rest || !is_decided_by_moves(s) || s.seat != rest.to_move)
        return walk_for_win(p, side, h.towers);
    for (Square from : each(s.mine)) {
        if (walk_series(s, from, wins_by_moving_to)) return true;
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
