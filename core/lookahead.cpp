// Looking ahead within one turn: can it be completed? The prefix law (B3) rests on this file.
#include <algorithm>
#include <vector>

#include "core/machine.h"
#include "core/scene.h"

namespace santorini {
namespace {

// Positions seen in one search, so that walks that meet again are not walked twice.
class Seen {
public:
    bool add(uint64_t key) {
        if (std::find(keys_.begin(), keys_.end(), key) != keys_.end()) return false;
        keys_.push_back(key);
        return true;
    }
    void clear() { keys_.clear(); }

private:
    std::vector<uint64_t> keys_;
};

bool displaces(StepKind kind) {
    return kind == StepKind::move || kind == StepKind::force || kind == StepKind::exchange || kind == StepKind::place ||
           kind == StepKind::pass || kind == StepKind::done;
}

Status perform_unforeseen(Position& p, Step step) {
    Status status = perform(p, step);
    // A reaction of another player is not foreseen (B3.7): it is taken as declined.
    while (status == Status::open && p.turn.reactor != no_seat) status = perform(p, {StepKind::pass});
    if (status == Status::open && p.turn.phase == Phase::draw) return Status::over;
    return status;
}

bool search(const Position& p, Seen& seen) {
    StepList steps;
    raw_steps(p, steps);
    const bool demanded = (p.turn.flags & (demand_plain | demand_once)) != 0 || p.turn.no_once;
    const bool after_moves = p.turn.phase >= Phase::moving;
    bool may_stop = false;
    for (const Step& step : steps) {
        if (step.kind != StepKind::done) continue;
        Position q = p;
        if (perform_unforeseen(q, step) == Status::over) return true;
        may_stop = true;
    }
    for (const Step& step : steps) {
        if (step.kind == StepKind::done) continue;
        // Giving an additional turn up is not completing it.
        if (step.kind == StepKind::pass) continue;
        // Once the turn could stop here, only what shifts workers can still meet a demand about workers.
        if (may_stop && demanded && after_moves && !displaces(step.kind)) continue;
        Position q = p;
        const Status status = perform_unforeseen(q, step);
        if (status == Status::over) return true;
        if (status == Status::broken) continue;
        const bool walk = q.turn.phase == Phase::moving || q.turn.phase == Phase::singing || q.turn.phase == Phase::forcing;
        if (walk && !seen.add(q.hash())) continue;
        if (search(q, seen)) return true;
    }
    return false;
}

}  // namespace

bool completable(const Position& p) {
    thread_local std::vector<Seen> pool;  // searches nest (a demand is looked up at the start of the next turn)
    thread_local std::size_t depth = 0;
    if (pool.size() <= depth) pool.resize(depth + 1);
    Seen seen = std::move(pool[depth++]);
    seen.clear();
    const bool found = search(p, seen);
    pool[--depth] = std::move(seen);
    return found;
}

bool has_turn(const Position& p) {
    if (p.is_over()) return false;
    if (p.stage != Stage::play) {
        StepList steps;
        setup_steps(p, steps);
        return !steps.empty();
    }
    const Seat seat = decider(p);
    if (seat == luck || p.turn.reactor != no_seat) return true;
    Position v = judged(p, seat == p.to_move ? acting_seat(p) : seat);
    if (v.turn.phase == Phase::rest) {
        begin_turn(v);
        // "If possible" never takes the last turn away, so it need not be asked here.
        v.turn.flags = static_cast<uint8_t>(v.turn.flags & ~(demand_plain | demand_once));
    }
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
        Position q = v;
        const Status status = perform_unforeseen(q, step);
        if (status == Status::over || (status == Status::open && completable(q))) steps.add(step);
    }
}

bool is_legal(const Position& p, Step step) {
    StepList steps;
    legal_steps(p, steps);
    return std::find(steps.begin(), steps.end(), step) != steps.end();
}

}  // namespace santorini
