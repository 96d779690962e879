// Walking through a turn: what can be chosen, where it leads, and on from there.
//
// Everything that looks further than the next step uses this file: looking ahead, listing turns, finding wins, the
// searches. Each walk says which steps it tries, what it does with the positions they lead to, and when it stops.
#pragma once

#include <algorithm>
#include <vector>

#include "core/keyset.h"
#include "core/turn/machine.h"

namespace santorini {

// -- one step ---------------------------------------------------------------------------------------------------------

// An additional turn that is given up does not begin.
inline bool gives_up(const Position& p, const Step& step) {
    return step.kind == StepKind::pass && p.turn.phase == Phase::start && p.turn.reactor == no_seat;
}

// Tries the steps that can be chosen at `p`, dead ends included. Calls visit(step, reached, status) for each step that
// is `wanted` and does not break an "if possible". `rest` is the position in which the turn began. Stops when visit
// returns true; returns whether it did.
template <class Wanted, class Visit>
bool try_steps(const StepList& steps, const Position& p, const Position& rest, Wanted wanted, Visit visit) {
    for (const Step& step : steps) {
        if (!wanted(step)) continue;
        Position reached = gives_up(p, step) ? rest : p;
        const Status status = perform(reached, step);
        if (status != Status::broken && visit(step, reached, status)) return true;
    }
    return false;
}
template <class Wanted, class Visit>
bool try_steps(const Position& p, const Position& rest, Wanted wanted, Visit visit) {
    StepList steps;
    raw_steps(p, steps);
    return try_steps(steps, p, rest, wanted, visit);
}
inline constexpr auto any_step = [](const Step&) { return true; };

// Carries out a step only to see whether the turn can be completed: the end of the turn is not carried out, and
// reactions of other players are not foreseen (B3.7) but taken as declined. Status::open: more is needed to complete
// the turn.
inline Status perform_unforeseen(Position& p, const Step& step) {
    p.turn.looking |= ahead;
    Status status = perform(p, step);
    while (status == Status::open && p.turn.reactor != no_seat) status = perform(p, {StepKind::pass});
    return status == Status::open && p.turn.phase == Phase::draw ? Status::over : status;
}
// Can a turn that goes on with this step be completed, if nobody reacts?
inline bool can_go_on_with(const Position& p, const Step& step) {
    Position q = p;
    const Status status = perform_unforeseen(q, step);
    return status == Status::over || (status == Status::open && completable(q));
}
// The same for a position in which somebody may react to the step just made. True for all other positions.
inline bool stands_without_reaction(const Position& p) {
    return p.turn.reactor == no_seat || can_go_on_with(p, {StepKind::pass});
}

// -- ways -------------------------------------------------------------------------------------------------------------

// The steps that led to each position, as links to the step before.
class Trail {
public:
    using Link = uint32_t;
    static constexpr Link start = ~Link{0};

    void clear() { links_.clear(); }
    Link add(Link before, const Step& step) {
        links_.push_back({before, step});
        return static_cast<Link>(links_.size() - 1);
    }
    std::vector<Step> steps(Link link) const {
        std::vector<Step> out;
        for (; link != start; link = links_[link].before) out.push_back(links_[link].step);
        std::reverse(out.begin(), out.end());
        return out;
    }

private:
    struct Made {
        Link before;
        Step step;
    };
    std::vector<Made> links_;
};

// -- walks ------------------------------------------------------------------------------------------------------------

// Depth first, with an explicit stack because walks can be long. No position is expanded twice.
class DeepWalk {
public:
    // Calls expand(position) on every position that was pushed, until it returns true; returns whether it did.
    template <class Expand>
    bool run(const Position& start, Expand expand) {
        seen_.clear();
        stack_.clear();
        if (expand(start)) return true;
        while (!stack_.empty()) {
            const Position p = stack_.back();
            stack_.pop_back();
            if (expand(p)) return true;
        }
        return false;
    }
    // True the first time that a position is met on this walk.
    bool is_new(const Position& p) { return seen_.add(p.hash()); }
    void push(const Position& p) { stack_.push_back(p); }

private:
    KeySet seen_;
    std::vector<Position> stack_;
};

// Breadth first: the first way to a position is a shortest one, and is remembered.
class WideWalk {
public:
    struct Place {
        Position position;
        Trail::Link link;
    };

    // Calls expand(place) on every place that was pushed, until it returns true; returns whether it did.
    template <class Expand>
    bool run(const Position& start, Expand expand) {
        seen_.clear();
        trail_.clear();
        open_.assign(1, {start, Trail::start});
        for (std::size_t next = 0; next < open_.size(); ++next) {
            const Place place = open_[next];  // a copy: push() may reallocate the list
            if (expand(place)) return true;
        }
        return false;
    }
    // True the first time that a position is met on this walk.
    bool is_new(const Position& p) { return seen_.add(p.hash()); }
    Trail::Link push(const Place& from, const Step& step, const Position& p) {
        const Trail::Link link = trail_.add(from.link, step);
        open_.push_back({p, link});
        return link;
    }
    Trail& trail() { return trail_; }
    const Trail& trail() const { return trail_; }
    std::size_t size() const { return open_.size(); }

private:
    KeySet seen_;
    Trail trail_;
    std::vector<Place> open_;
};

}  // namespace santorini
