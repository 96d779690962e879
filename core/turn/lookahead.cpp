// Looking ahead within one turn: can it be completed? This makes legal steps the prefixes of complete turns (B3).
#include <algorithm>
#include <utility>

#include "core/turn/machine.h"
#include "core/turn/scene.h"
#include "core/turn/walk.h"

namespace santorini {
namespace {

bool displaces(StepKind kind) {
    return kind == StepKind::move || kind == StepKind::force || kind == StepKind::exchange || kind == StepKind::place;
}

// Is a climb demanded of this turn that has not been made yet?
bool owes_climb(const Position& p) {
    const uint8_t flags = p.turn.flags;
    if (!(flags & (flags & used_once ? demand_once : demand_plain)) || (flags & climbed_now)) return false;
    const Side side = p.side(acting_seat(p));
    for (Seat o = 0; o < p.players; ++o) {
        if (p.side(o) != side && p.power(o).opponent.must_climb) return true;
    }
    return false;
}

constexpr int most_followed = 4;  // steps in a row

// Can one step from `p` end the turn? The first step after which the turn goes on is followed at once, as most of them
// lead to an end soon; the others are pushed onto the walk.
bool ends_from(const Position& p, DeepWalk& walk, int followed = 0) {
    StepList steps;
    raw_steps(p, steps);
    const bool demanded = (p.turn.flags & (demand_plain | demand_once)) != 0 || (p.turn.looking & without_once);
    const bool after_moves = p.turn.phase >= Phase::moving;
    // After a level move of a travelling turn nobody can climb any more.
    const bool owing = after_moves && owes_climb(p);
    if (owing && Actor(p).own.move.moves == Moves::travel) return false;
    bool may_stop = false;
    bool follow = followed < most_followed;
    for (const Step& step : steps) {
        if (step.kind != StepKind::done) continue;
        Position q = p;
        if (perform_unforeseen(q, step) == Status::over) return true;
        may_stop = true;
    }
    // Builds first: most turns are complete with one. Giving up an additional turn does not complete it.
    for (const bool moving : {false, true}) {
        for (const Step& step : steps) {
            if (step.kind == StepKind::done || step.kind == StepKind::pass || displaces(step.kind) != moving) continue;
            // Demands are about where workers stand: after the moves, only steps that shift workers can still meet one.
            if (!moving && (owing || (may_stop && demanded && after_moves))) continue;
            Position q = p;
            const Status status = perform_unforeseen(q, step);
            if (status == Status::over) return true;
            if (status != Status::open || !walk.is_new(q)) continue;
            if (!std::exchange(follow, false)) {
                walk.push(q);
            } else if (ends_from(q, walk, followed + 1)) {
                return true;
            }
        }
    }
    return false;
}

// Is there a level step onto free ground that no card in play hinders? The worker can build where it stood. False says
// nothing.
bool steps_levelly(const Position& p) {
    if (p.shared || p.extra || p.binder != no_seat || p.turn.phase != Phase::rest) return false;
    for (Seat s = 0; s < p.players; ++s) {
        if (on_board(p.secret[s])) return false;
        for (const Traits* t : {&p.power(s).traits, &p.dealt_power(s).traits}) {
            if (!(s == p.to_move ? t->familiar && t->leaves_a_build && !t->concerns_all : t->lets_step)) return false;
        }
    }
    const Bitboard free = full_board & ~(p.all_workers() | p.dome);
    for (Square w : each(p.own(p.to_move))) {
        const int h = p.height(w);
        if (near(w) & free & p.at_least(h) & p.at_most(h)) return true;
    }
    return false;
}

}  // namespace

bool completable(const Position& p) {
    thread_local DeepWalk kept;  // keeps its buffers; a walk never starts another walk
    DeepWalk& walk = kept;       // looks up the thread_local variable only once
    return walk.run(p, [&](const Position& q) { return ends_from(q, walk); });
}

bool has_turn(const Position& p) {
    if (p.is_over()) return false;
    if (p.stage != Stage::play) {
        StepList steps;
        setup_steps(p, steps);
        return !steps.empty();
    }
    const Seat seat = decider(p);
    if (seat == luck || p.turn.reactor != no_seat || steps_levelly(p)) return true;
    Position v = judged(p, seat == p.to_move ? acting_seat(p) : seat);
    // "If possible" never takes away the last turn, so demands can be ignored here.
    if (v.turn.phase == Phase::rest) begin_turn(v, false);
    return completable(v);
}

void legal_steps(const Position& p, StepList& steps) {
    if (p.is_over()) return;
    if (p.stage != Stage::play) return setup_steps(p, steps);
    const Seat seat = decider(p);
    Position v = seat == luck ? p : judged(p, seat == p.to_move ? acting_seat(p) : seat);
    if (v.turn.phase == Phase::rest) begin_turn(v);
    StepList raw;
    raw_steps(v, raw);
    if (seat == luck || p.turn.reactor != no_seat) {
        for (const Step& step : raw) steps.add(step);
        return;
    }
    for (const Step& step : raw) {
        if (can_go_on_with(v, step)) steps.add(step);
    }
}

bool is_legal(const Position& p, Step step) {
    StepList steps;
    legal_steps(p, steps);
    return std::find(steps.begin(), steps.end(), step) != steps.end();
}

}  // namespace santorini
