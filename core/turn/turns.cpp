#include "core/turn/turns.h"

#include <algorithm>
#include <memory>

#include "core/turn/bulk.h"
#include "core/turn/generator.h"

namespace santorini {

bool turn_is_over(const Position& before, const Position& now) {
    if (now.is_over()) return true;
    if (before.stage != Stage::play) return now.stage != before.stage || decider(now) != decider(before);
    return now.turn.phase == Phase::rest;
}

TurnLister::TurnLister(const Position& rest) : start_(rest) {
    if (start_.is_over()) return;
    const Seat seat = decider(start_);
    // If the mover does not see everything, steps are judged on the view and tried on the true position.
    hidden_ = start_.stage == Stage::play && seat < 4 && hidden_from(start_, acting_seat(start_)) != 0;
    for (Square s : start_.secret) hidden_ |= start_.stage == Stage::play && on_board(s);
    Position begun = start_;
    if (begun.stage == Stage::play && begun.turn.phase == Phase::rest) begin_turn(begun);
    walks_.push_back({begun, Trail::start});
}

void TurnLister::expand(const Node& node) {
    const Position& p = node.position;
    StepList steps;
    const bool setup = p.stage != Stage::play;
    if (setup) {
        setup_steps(p, steps);
    } else if (hidden_) {
        legal_steps(p, steps);
    } else {
        raw_steps(p, steps);
    }
    const std::size_t first_new = stack_.size();
    for (const Step& step : steps) {
        Position q = !setup && gives_up(p, step) ? start_ : p;
        Status status = Status::open;
        if (setup) {
            setup_play(q, step);
            if (turn_is_over(start_, q)) status = Status::over;
        } else {
            status = perform(q, step);
        }
        if (status == Status::broken) continue;
        if (status == Status::open && !hidden_ && !stands_without_reaction(q)) continue;
        if (!seen_.add(q.hash())) continue;
        const Trail::Link link = trail_.add(node.link, step);
        if (status == Status::over) {
            found_.push_back({q, link});
        } else if (q.turn.phase >= Phase::forcing && q.turn.phase <= Phase::moving) {
            walks_.push_back({q, link});
        } else {
            stack_.push_back({q, link});
        }
    }
    std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(first_new), stack_.end());
}

bool TurnLister::next() {
    while (next_found_ == found_.size()) {
        found_.clear();
        next_found_ = 0;
        if (!stack_.empty()) {
            const Node node = stack_.back();
            stack_.pop_back();
            expand(node);
        } else if (next_walk_ < walks_.size()) {
            const Node node = walks_[next_walk_++];
            expand(node);
        } else {
            return false;
        }
    }
    ++next_found_;
    return true;
}

Generator& generator_for(int depth) {
    thread_local std::vector<std::unique_ptr<Generator>> generators;
    const auto index = static_cast<std::size_t>(depth);
    while (generators.size() <= index) generators.push_back(std::make_unique<Generator>());
    return *generators[index];
}

namespace {

uint64_t quick_perft(const Position& p, int depth) {
    Generator& turns = generator_for(depth);
    uint64_t total = 0;
    if (turns.take(p)) {
        if (depth == 1) return turns.number();
        turns.list(
            [&] {
                if (!turns.result().is_over()) total += quick_perft(turns.result(), depth - 1);
            },
            false);
        return total;
    }
    for (TurnLister slow(p); slow.next();) {
        if (depth == 1) {
            ++total;
        } else if (!slow.result().is_over()) {
            total += quick_perft(slow.result(), depth - 1);
        }
    }
    return total;
}

}  // namespace

uint64_t count_turns(const Position& p) { return perft(p, 1); }

uint64_t listed_perft(const Position& p, int depth) {
    if (depth <= 0) return 1;
    uint64_t total = 0;
    for (TurnLister turns(p); turns.next();) {
        if (depth == 1) {
            ++total;
        } else if (!turns.result().is_over()) {
            total += listed_perft(turns.result(), depth - 1);
        }
    }
    return total;
}

uint64_t perft(const Position& p, int depth) {
    if (depth <= 0) return 1;
    if (const auto bulk = bulk_perft(p, depth)) return *bulk;
    return quick_perft(p, depth);
}

}  // namespace santorini
