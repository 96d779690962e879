#include "core/encoding/listing.h"

#include "core/turn/machine.h"
#include "core/turn/scene.h"
#include "core/turn/walk.h"

namespace santorini {
namespace {

bool no_dead_ends(const Position& p) {
    if (p.shared || p.extra || p.binder != no_seat) return false;
    for (Seat s = 0; s < p.players; ++s) {
        if (!entry(p.edition(s), p.cards[s]).traits.leaves_a_build) return false;
    }
    return !p.face || entry(p.rules, p.face).traits.leaves_a_build;
}

// Can a turn that goes on with the step be completed for certain? `p` has no dead ends.
bool is_safe(const Position& p, const Step& step) {
    const Phase phase = p.turn.phase;
    switch (step.kind) {
        case StepKind::move:
            return !has(p.all_workers(), step.to);
        case StepKind::build:
        case StepKind::dome:
        case StepKind::done:
            return phase == Phase::moving || phase == Phase::building || phase == Phase::again ||
                   phase == Phase::ending;
        default:
            return false;
    }
}

}  // namespace

void list_steps(const Position& p, StepList& steps) {
    if (p.stage != Stage::play || p.is_over() || !no_dead_ends(p) || p.turn.phase == Phase::draw ||
        p.turn.reactor != no_seat)
        return legal_steps(p, steps);
    Position begun;
    const bool at_rest = p.turn.phase == Phase::rest;
    if (at_rest) {
        begun = p;
        begin_turn(begun);
    }
    const Position& now = at_rest ? begun : p;
    StepList raw;
    raw_steps(now, raw);
    for (const Step& step : raw) {
        if (is_safe(now, step) || can_go_on_with(now, step)) steps.add(step);
    }
}

}  // namespace santorini
