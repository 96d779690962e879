// Complete turns: listed lazily, one for each outcome, and counted.
#pragma once

#include <optional>
#include <vector>

#include "core/turn/generator.h"
#include "core/turn/walk.h"

namespace santorini {

// A turn runs from one position between turns to the next; during set-up it is all that one seat does in a stage.
// Choices that other seats (reactions) or luck make in between are part of it.
bool turn_is_over(const Position& before, const Position& now);

// Lists the legal turns one by one, one for each outcome: the shortest way to it.
class TurnLister {
public:
    explicit TurnLister(const Position& rest);
    bool next();  // finds the next one; false if there is none
    const Position& result() const { return found_[next_found_ - 1].position; }
    std::vector<Step> steps() const { return trail_.steps(found_[next_found_ - 1].link); }  // of the turn just found

private:
    using Node = WideWalk::Place;

    void expand(const Node& node);

    Position start_;
    bool hidden_ = false;  // the mover does not see everything: steps are judged on the view
    Trail trail_;
    std::vector<Node> walks_;  // first in, first out: shorter walks first
    std::size_t next_walk_ = 0;
    std::vector<Node> stack_;
    std::vector<Node> found_;
    std::size_t next_found_ = 0;
    KeySet seen_;
};

// A generator whose buffers are kept, one for each depth of a count.
Generator& generator_for(int depth);

// Calls visit(result, steps) for every outcome, quickly; `steps` is a function that returns the turn's steps.
template <class Visit>
void list_turns(const Position& p, Visit visit) {
    if (Generator& turns = generator_for(0); turns.take(p)) {
        turns.list([&] { visit(turns.result(), [&] { return turns.steps(); }); });
    } else {
        for (TurnLister slow(p); slow.next();) visit(slow.result(), [&] { return slow.steps(); });
    }
}

// Distinct outcomes of one turn.
uint64_t count_turns(const Position& p);
// Positions after exactly `depth` turns: distinct results per node, summed over the tree.
uint64_t perft(const Position& p, int depth);
// The same without shortcuts: the step machine lists every turn. Tests compare the shortcuts with it.
uint64_t listed_perft(const Position& p, int depth);

}  // namespace santorini
