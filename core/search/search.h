// The search for two sides with open information: iterative deepening, alpha-beta, one thread or several.
//
// A node is a position between turns, or in the middle of one if there are too many turns to list at once or somebody
// reacts. Wins and losses are proven: no score beyond `proven` ever rests on an estimate or on a turn left out.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "core/search/memory.h"
#include "core/search/network.h"
#include "core/search/outcomes.h"
#include "core/search/parameters.h"

namespace santorini {

// Two sides, nothing hidden, nothing left to luck, in play: what this search can answer.
bool is_searchable(const Position& p);

// Some of the positions that a search evaluates, each with the same chance: examples of what it asks about.
class EvaluatedSample {
public:
    EvaluatedSample(std::size_t most, uint64_t seed) : most_(most), random_(seed) {}
    void clear() {
        offered_ = 0;
        kept_.clear();
    }
    void offer(const Position& p) {
        const uint64_t place = random_() % ++offered_;
        if (kept_.size() < most_) {
            kept_.push_back(p);
        } else if (place < most_) {
            kept_[place] = p;
        }
    }
    const std::vector<Position>& kept() const { return kept_; }

private:
    std::size_t most_;
    uint64_t offered_ = 0;
    std::mt19937_64 random_;
    std::vector<Position> kept_;
};

struct SearchLimits {
    int depth = 0;  // turns ahead; 0: no limit
    uint64_t nodes = 0;
    int64_t milliseconds = 0;
    int lines = 1;
    bool cpu_time = false;              // milliseconds are processor time of the searching thread
    bool (*should_stop)() = nullptr;    // called now and then; for callers that cannot call stop() from another thread
    EvaluatedSample* sample = nullptr;  // is offered what is evaluated; for one thread only
};

struct SearchLine {
    Score score = 0;                // for the side that decides
    int depth = 0;                  // turns searched
    std::vector<Position> outcome;  // the positions the line passes through, without the searched one
};

struct SearchReport {
    int depth = 0;  // finished
    uint64_t nodes = 0;
    double seconds = 0;
    std::vector<SearchLine> lines;  // best first
};

struct SearchOptions {
    std::size_t megabytes = 64;
    int threads = 1;
    bool pruning =
        true;  // reductions and cuts that rest on estimates; without them every turn is searched to the full depth
    std::shared_ptr<const Network> network;  // without one the hand-made evaluation is used
    Parameters parameters{};
};

class Search {
public:
    explicit Search(SearchOptions options);
    ~Search();

    // Searches until a limit is met, the end is proven or stop() is called. Calls `report` after every finished depth.
    // Secret squares in the position are taken as known to both sides (core/search/opinion.h).
    SearchReport run(const Position& p, const SearchLimits& limits,
                     const std::function<void(const SearchReport&)>& report = {});
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    void clear();  // forgets everything: the next search finds what a new Search would find

private:
    class Worker;
    void hire();
    SearchOptions options_;
    Memory memory_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::atomic<bool> stop_{false};
};

// The steps that lead from one position to another within a turn; nothing if there is no such way.
std::vector<Step> steps_between(const Position& from, const Position& to);

// A single evaluation, as the search sees it.
Score evaluate(const Position& rest, const std::shared_ptr<const Network>& network);

}  // namespace santorini
