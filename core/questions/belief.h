// What a seat may know, and what it believes about the rest.
//
// A search with hidden information starts from a SeatView. Making one removes what the seat may not see, and nothing
// here or in core/search/tree.h takes a Position from outside. So the types make it impossible to read the true one.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/dice.h"
#include "core/turn/machine.h"

namespace santorini {

// A position as one seat sees it.
class SeatView {
public:
    SeatView(const Position& position, Seat seat) : seen_(view(position, seat)), seat_(seat) {}
    const Position& seen() const { return seen_; }
    Seat seat() const { return seat_; }
    // Is nothing hidden from the seat? Then the view is the true position.
    bool is_complete() const;
    bool operator==(const SeatView&) const = default;

private:
    Position seen_;
    Seat seat_;
};

// A complete position that is consistent with what the seat knows.
struct World {
    Position position;
    double weight = 1;
};

// The worlds that the seat cannot distinguish from the true position, each with a weight. The weights add up to one.
class Belief {
public:
    static constexpr std::size_t most_worlds = 768;

    // From a view alone: everything that fits it.
    explicit Belief(const SeatView& view, uint64_t seed = 0, std::size_t most = most_worlds);

    // Takes in what the seat sees now. Every world is continued by everything that may have happened since the last
    // view, and those that look like the new view are kept. `played`: steps that are known to have been tried first,
    // such as the seat's own. They tell more than their result does: a step that was cut short shows where a hidden
    // worker stands. If nothing explains the view (too much happened in between), the belief starts again from the view
    // and keeps only what cannot change: the odds of the secret squares.
    void advance(const SeatView& next, std::span<const Step> played = {});

    const SeatView& view() const { return view_; }
    const std::vector<World>& worlds() const { return worlds_; }
    const Position& sample(Dice& dice) const;
    bool was_rebuilt() const { return rebuilt_; }  // by the last advance

    // Estimates a side's chance to win. Opponents are assumed to prefer turns that it rates as good for them. Without
    // it, all turns are equally likely.
    using Chance = std::function<double(const Position& p, Side side)>;
    void prefer_by(Chance chance) { chance_ = std::move(chance); }

private:
    void guess();
    bool explain(const std::vector<World>& from, const SeatView& next, std::vector<World>& out);
    static void fill(const std::vector<World>& from, const SeatView& next, std::vector<World>& out);
    void adopt(std::vector<World> worlds);

    SeatView view_;
    Dice dice_;
    std::size_t most_;
    std::vector<World> worlds_;
    std::vector<double> sums_;  // running totals of the weights
    Chance chance_;
    bool rebuilt_ = false;
};

}  // namespace santorini
