// The search under hidden information, luck and any number of sides: a tree search over what the deciding seat sees.
//
// Every pass draws a world from the belief and plays it out along the tree. A node belongs to what its decider sees, so
// a seat decides alike in all worlds it cannot tell apart, and knows its own secrets where others do not. What a seat
// may choose depends on its view only; all choices of a node are therefore available whenever it is met. Values have an
// entry for each side, and every side maximises its own.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/questions/belief.h"
#include "core/search/leaf.h"
#include "core/search/opinion.h"

namespace santorini {

// Settings of the search.
struct TreeOptions {
    std::size_t most_nodes = 50'000;
    std::size_t most_turns = 240;  // listed at a node inside the tree; if there are more, single steps are offered, too
    float exploration = 0.6f;
    float heat = 0.1f;                  // how evenly the priors are spread
    float first_weight = 0.5f;          // how much the first evaluation counts, compared with a visit
    float narrow = 3, widening = 0.6f;  // choices considered: narrow + visits ^ widening
};

struct TreeLimits {
    uint64_t iterations = 0;          // 0: no limit
    int milliseconds = 0;             // 0: no limit; both 0: a thousand passes
    std::size_t lines = 1;            // alternatives reported
    bool cpu_time = false;            // milliseconds are processor time of the searching thread
    bool (*should_stop)() = nullptr;  // called now and then; for callers that cannot call stop() from another thread
};

struct TreeLine {
    // Until the decider changes or the turn ends. If a step runs into a hidden worker, the rest is void.
    std::vector<Step> steps;
    Worth chances{};  // by side
    uint32_t visits = 0;
};

struct TreeResult {
    std::vector<TreeLine> lines;  // best first; none if the seat has nothing to decide
    std::vector<Step> principal;  // how it may go on, in the likeliest world
    Position principal_world;     // .. which is this one: a guess
    Worth chances{};              // of the best line
    uint64_t iterations = 0;
    std::size_t nodes = 0, worlds = 0;
    bool certain = false;  // an immediate win in every world
};

class TreeSearch {
public:
    // A second opinion decides where nothing is hidden from the seat and time is the only limit.
    explicit TreeSearch(uint64_t seed = 0, const TreeOptions& options = {},
                        std::shared_ptr<const LeafEvaluation> evaluation = nullptr,
                        std::unique_ptr<Opinion> opinion = nullptr);

    // Takes in what the seat sees, after every step or whenever something changes; `played`: see Belief::advance.
    void observe(const SeatView& view, std::span<const Step> played = {});
    // The seat's decision. Deterministic if only iterations are limited.
    TreeResult go(const SeatView& view, const TreeLimits& limits);
    // From any thread.
    void stop() {
        stop_.store(true, std::memory_order_relaxed);
        if (opinion_) opinion_->stop();
    }
    const Belief* belief() const { return belief_ ? &*belief_ : nullptr; }

private:
    struct Edge {
        uint32_t begin = 0;  // of its steps, in the node
        uint16_t size = 0;
        bool closed = false;  // not to be chosen
        uint32_t visits = 0;
        float prior = 0, first = 0;  // from the first look: its share among the siblings, and its value
        Worth sum{};
    };
    struct Node {
        std::vector<Step> steps;
        std::vector<Edge> edges;  // the promising ones first
        uint32_t visits = 0;
        Side side = 0;
    };
    struct Clock;
    TreeResult decide(Seat who, const std::vector<World>& worlds, Clock& clock, std::size_t lines, int depth);
    bool open_root(Node& root, const Position& p, Seat who, int depth);
    uint64_t search_worlds(Node& root, const std::vector<World>& worlds, Seat who, bool partial, Clock& clock);
    static std::vector<const Edge*> by_visits(const Node& root);
    struct Favourite {
        const Edge* edge;
        float chance;
    };
    std::optional<Favourite> ask(const Node& root, const Position& world, Seat who, const Clock& clock);
    static TreeLine line_of(const Node& root, const Edge& e, bool certain);
    std::vector<World> worlds_after(const Node& root, const Edge& chosen, const std::vector<World>& worlds,
                                    Seat who) const;
    Worth pass(Position p, Clock& clock);
    template <class Add>
    bool list_quickly(const Position& p, Seat who, std::size_t most, Add add);
    void list_edges(const Position& p, Seat who, std::size_t most, Node& node, bool& whole);
    Worth open_node(const Position& p, Seat who, Node& node);
    void rank(Node& node);
    Worth leaf(const Position& p);
    Edge* pick(Node& node, bool root);
    void run(Position& p, const Node& node, const Edge& edge, Seat who) const;
    bool judge_root(Node& root, const std::vector<World>& worlds, Seat who, const Clock& clock);
    static std::vector<const Position*> samples(const std::vector<World>& worlds, std::size_t wanted);
    void look_first(Node& root, const std::vector<const Position*>& worlds, Seat who);
    bool wins_in(const Node& root, const Edge& e, const Position& world, Seat who) const;
    bool settle_certain_win(Node& root, const std::vector<const Position*>& few, const std::vector<World>& all,
                            Seat who) const;
    std::optional<float> danger_of(const Node& root, const Edge& e, const std::vector<const Position*>& worlds,
                                   Seat who) const;
    void avoid_dangers(Node& root, const std::vector<const Position*>& worlds, Seat who, const Clock& clock);
    void follow(TreeResult& result, Position p);

    uint64_t seed_;
    TreeOptions options_;
    std::shared_ptr<const LeafEvaluation> evaluation_;
    std::unique_ptr<Opinion> opinion_;
    std::optional<Belief> belief_;
    std::vector<Step> last_;  // what the seat was told to play
    Dice dice_;
    std::vector<Position> results_;  // of the edges just listed, where they are known
    std::unordered_map<uint64_t, Node> nodes_;
    std::size_t edges_ = 0;
    std::atomic<bool> stop_ = false;
};

}  // namespace santorini
