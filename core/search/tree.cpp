#include "core/search/tree.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/keyset.h"
#include "core/search/stopwatch.h"
#include "core/turn/can_win.h"
#include "core/turn/scene.h"
#include "core/turn/turns.h"

namespace santorini {
namespace {

constexpr std::size_t most_root_turns = 2000;  // listed at the root
constexpr std::size_t kept_turns = 64;         // of a list that is not complete
constexpr std::size_t edges_a_node = 48;       // the memory limit assumes this many
constexpr std::size_t root_worlds = 24;        // in which each choice at the root is tried before the search
constexpr std::size_t root_looks = 4000;       // .. for all choices together
constexpr int most_depth = 60;                 // decisions of one pass
constexpr int most_partial = 6;                // parts that a decision is made in
constexpr float patience = 0.997f;             // discount per decision: wins soon, losses late
constexpr float tolerated = 0.25f;             // danger accepted beyond the least possible
constexpr double tree_share = 0.1;             // of the time, where a second opinion decides

// What the decider's choices are judged on: the position without anything it may not know.
Position judged_for(const Position& p, Seat who) { return judged(p, who == p.to_move ? acting_seat(p) : who); }

uint64_t key_of_view(const Position& p, Seat who) { return view(p, who).hash() ^ (who + 1) * 0xd6e8feb86659fd93ull; }

// Does the decision that began at `start` go on? Not once somebody else decides or the turn is over.
bool goes_on(const Position& start, const Position& now, Seat who) {
    return !now.is_over() && decider(now) == who && now.stage == start.stage && !turn_is_over(start, now);
}

// -- the turns of one decision ----------------------------------------------------------------------------------------

// Lists what the decider can do until somebody else decides, shortest ways first, one for each outcome.
class Decisions {
public:
    // `seen`: what the choices are judged on. Returns whether all were listed.
    bool list(const Position& seen, Seat who, std::size_t most) {
        found_.clear();
        Position begun = seen;
        if (begun.turn.phase == Phase::rest) begin_turn(begun);
        const bool enough = walk_.run(begun, [&](const WideWalk::Place& from) {
            if (found_.size() >= most || walk_.size() > 12 * most) return true;
            try_steps(from.position, seen, any_step, [&](const Step& step, const Position& q, Status status) {
                if (status == Status::open && !stands_without_reaction(q)) return false;
                if (!walk_.is_new(q)) return false;
                const bool other_decides = q.turn.reactor != no_seat && q.turn.reactor != who;
                if (status == Status::over || other_decides || q.turn.phase == Phase::draw) {
                    found_.push_back({q, walk_.trail().add(from.link, step)});
                } else {
                    walk_.push(from, step, q);
                }
                return false;
            });
            return false;
        });
        return !enough;
    }
    const std::vector<WideWalk::Place>& found() const { return found_; }
    std::vector<Step> steps(const WideWalk::Place& found) const { return walk_.trail().steps(found.link); }

private:
    WideWalk walk_;
    std::vector<WideWalk::Place> found_;
};

}  // namespace

// -- the search -------------------------------------------------------------------------------------------------------

struct TreeSearch::Clock {
    uint64_t most = 0, done = 0;  // passes
    bool timed = false;
    Stopwatch watch;
    double end = 0;  // in seconds on the stopwatch
    const std::atomic<bool>* stop = nullptr;
    bool (*should_stop)() = nullptr;

    bool late() const {
        return stop->load(std::memory_order_relaxed) || (timed && watch.seconds() >= end) ||
               (should_stop && should_stop());
    }
    bool over() const { return (most && done >= most) || late(); }
    double left() const { return std::max(end - watch.seconds(), 0.0); }  // seconds
    // Half of what is left, for the first part of a decision.
    Clock half() const {
        Clock c = part(0.5);
        c.done = 0;
        c.most = most ? std::max<uint64_t>((most - std::min(done, most)) / 2, 1) : 0;
        return c;
    }
    // This share of the time that is left.
    Clock part(double share) const {
        Clock c = *this;
        c.end = watch.seconds() + left() * share;
        return c;
    }
    // What is left, for alpha-beta.
    SearchLimits limits() const {
        SearchLimits l;
        l.milliseconds = std::max<int64_t>(std::llround(left() * 1000), 1);
        l.cpu_time = watch.counts_cpu_time();
        l.should_stop = should_stop;
        return l;
    }
};

TreeSearch::TreeSearch(uint64_t seed, const TreeOptions& options, std::shared_ptr<const LeafEvaluation> evaluation,
                       std::unique_ptr<Opinion> opinion)
    : seed_(seed),
      options_(options),
      evaluation_(evaluation ? std::move(evaluation) : std::make_shared<PlainEvaluation>()),
      opinion_(std::move(opinion)),
      dice_(seed) {}

void TreeSearch::observe(const SeatView& now, std::span<const Step> played) {
    if (!belief_ || belief_->view().seat() != now.seat()) {
        belief_.emplace(now, seed_);
        belief_->prefer_by([evaluation = evaluation_.get()](const Position& q, Side side) {
            std::array<float, 3> chances{};
            evaluation->worth(q, chances);
            return static_cast<double>(chances[side]);
        });
    } else if (!(now == belief_->view())) {
        // If the seat's own turn is not given, it is assumed to be the one that was advised.
        belief_->advance(now, played.empty() ? std::span<const Step>(last_) : played);
    }
    last_.clear();
}

// Plays the edge's steps; a hidden worker, a reaction or anything else unforeseen ends them early.
void TreeSearch::run(Position& p, const Node& node, const Edge& edge, Seat who) const {
    const Position start = p;
    const bool hidden = start.stage == Stage::play && hidden_from(start, who) != 0;
    for (uint16_t i = 0; i < edge.size; ++i) {
        const Step& step = node.steps[edge.begin + i];
        if (i > 0 && (!goes_on(start, p, who) || (hidden && !is_legal(p, step)))) return;
        play(p, step);
    }
}

// Whole turns in which nothing is hidden and only the decider has a choice: listed by the quick generator.
template <class Add>
bool TreeSearch::list_quickly(const Position& p, Seat who, std::size_t most, Add add) {
    if (p.turn.phase != Phase::rest || p.to_move != who || holds_secrets(p)) return false;
    Generator& turns = generator_for(0);
    if (!turns.take(p) || turns.is_interrupted() || turns.number(most) > most) return false;
    turns.list([&] {
        add(turns.steps());
        results_.push_back(turns.result());
    });
    return true;
}

void TreeSearch::list_edges(const Position& p, Seat who, std::size_t most, Node& node, bool& whole) {
    whole = true;
    results_.clear();
    node.side = p.side(who);
    const auto add = [&](std::span<const Step> steps) {
        Edge e;
        e.begin = static_cast<uint32_t>(node.steps.size());
        e.size = static_cast<uint16_t>(steps.size());
        node.steps.insert(node.steps.end(), steps.begin(), steps.end());
        node.edges.push_back(e);
    };
    if (p.stage == Stage::play && p.turn.reactor == no_seat) {
        if (list_quickly(p, who, most, add)) return;
        thread_local Decisions decisions;
        whole = decisions.list(judged_for(p, who), who, most);
        // If the decider sees everything, the results of the turns are known already.
        const bool known = hidden_from(p, who) == 0 && acting_seat(p) == p.to_move &&
                           std::none_of(p.secret.begin(), p.secret.end(), [](Square x) { return on_board(x); });
        for (const auto& found : decisions.found()) {
            add(decisions.steps(found));
            if (known) results_.push_back(found.position);
        }
        if (whole) return;
        std::vector<Step> how;
        if (can_win(p, &how)) add(how);
    }
    StepList steps;
    legal_steps(p, steps);
    for (const Step& step : steps) add({&step, 1});
}

void TreeSearch::rank(Node& node) {
    std::stable_sort(node.edges.begin(), node.edges.end(),
                     [](const Edge& a, const Edge& b) { return a.first > b.first; });
    float total = 0;
    const float top = node.edges.empty() ? 0 : node.edges.front().first;
    for (Edge& e : node.edges) total += e.prior = std::exp((e.first - top) / options_.heat);
    for (Edge& e : node.edges) e.prior /= total;
}

Worth TreeSearch::leaf(const Position& p) {
    Worth worth{};
    if (p.is_over()) return final_worth(p);
    if (p.stage == Stage::play) {
        evaluation_->worth(p, worth);
    } else {
        Position q = p;
        complete_setup(q, *evaluation_, dice_);
        evaluation_->worth(q, worth);
    }
    return worth;
}

// Takes a first look at every choice. The best one's value is the node's.
Worth TreeSearch::open_node(const Position& p, Seat who, Node& node) {
    bool whole = true;
    list_edges(p, who, options_.most_turns, node, whole);
    if (node.edges.empty()) return lost_by(p, node.side);
    const bool setup = p.stage != Stage::play;
    Worth best{};
    float top = -1;
    for (std::size_t i = 0; i < node.edges.size(); ++i) {
        Edge& e = node.edges[i];
        if (setup) {
            e.first = 0.5f + hint(p, who, node.steps[e.begin], *evaluation_) + 0.01f * static_cast<float>(dice_.unit());
            continue;
        }
        Position q = i < results_.size() ? results_[i] : p;
        if (i >= results_.size()) run(q, node, e, who);
        const Worth worth = leaf(q);
        e.first = worth[node.side];
        if (e.first > top) top = e.first, best = worth;
    }
    rank(node);
    if (!whole) {
        // Only the shortest turns were listed: the best of them stay, all others are reached by single steps.
        std::size_t turns = 0;
        std::erase_if(node.edges, [&](const Edge& e) { return e.size > 1 && ++turns > kept_turns; });
    }
    edges_ += node.edges.size();
    return setup ? leaf(p) : best;
}

TreeSearch::Edge* TreeSearch::pick(Node& node, bool root) {
    // The more visits, the more choices are considered.
    const auto visits = static_cast<float>(node.visits);
    std::size_t wide = static_cast<std::size_t>(root ? 8 + 2 * std::sqrt(visits)
                                                     : options_.narrow + std::pow(visits, options_.widening));
    const float share = options_.exploration * std::sqrt(visits + 1);
    Edge* best = nullptr;
    float top = -1e9f;
    for (Edge& e : node.edges) {
        if (e.closed) continue;
        if (wide-- == 0) break;
        const auto n = static_cast<float>(e.visits);
        const float value = (options_.first_weight * e.first + e.sum[node.side]) / (options_.first_weight + n);
        const float score = value + share * e.prior / (1 + n);
        if (score > top) top = score, best = &e;
    }
    return best;
}

// One world, from the root to a new node.
Worth TreeSearch::pass(Position p, Clock& clock) {
    ++clock.done;
    struct Taken {
        Node* node;
        Edge* edge;
    };
    std::vector<Taken> path;
    Worth worth{};
    const auto sides = static_cast<std::size_t>(p.sides());
    const float even = 1.0f / static_cast<float>(sides);
    for (int depth = 0;; ++depth) {
        if (p.is_over()) {
            worth = final_worth(p);
            break;
        }
        const Seat who = decider(p);
        if (who == luck) {
            StepList steps;
            legal_steps(p, steps);
            if (steps.empty()) {
                worth = leaf(p);
                break;
            }
            play(p, steps[dice_.below(steps.size())]);
            continue;
        }
        const uint64_t key = key_of_view(p, who);
        const auto known = nodes_.find(key);
        if (known == nodes_.end()) {
            if (nodes_.size() >= options_.most_nodes || edges_ >= options_.most_nodes * edges_a_node) {
                worth = leaf(p);
            } else {
                worth = open_node(p, who, nodes_[key]);
            }
            break;
        }
        Node& node = known->second;
        Edge* edge = depth < most_depth ? pick(node, depth == 0) : nullptr;
        if (!edge) {
            worth = node.edges.empty() ? lost_by(p, p.side(who)) : leaf(p);
            break;
        }
        path.push_back({&node, edge});
        run(p, node, *edge, who);
    }
    for (std::size_t i = path.size(); i-- > 0;) {
        Node& node = *path[i].node;
        Edge& edge = *path[i].edge;
        ++node.visits;
        ++edge.visits;
        // A little nearer to an even game with every decision: sooner wins and later losses are preferred.
        for (std::size_t k = 0; k < sides; ++k) {
            worth[k] = even + (worth[k] - even) * patience;
            edge.sum[k] += worth[k];
        }
    }
    return worth;
}

// Some of the worlds, by equal strides through the weights.
std::vector<const Position*> TreeSearch::samples(const std::vector<World>& worlds, std::size_t wanted) {
    wanted = std::min(wanted, worlds.size());
    const double stride = 1.0 / static_cast<double>(wanted);
    std::vector<const Position*> out;
    double sum = 0, next = 0.5 / static_cast<double>(wanted);
    for (const World& w : worlds) {
        sum += w.weight;
        if (out.size() < wanted && sum >= next) {
            out.push_back(&w.position);
            while (next <= sum) next += stride;
        }
    }
    if (out.empty()) out.push_back(&worlds.front().position);
    return out;
}

// A first value for every choice, and with it the order in which they are tried.
void TreeSearch::look_first(Node& root, const std::vector<const Position*>& worlds, Seat who) {
    const bool setup = worlds.front()->stage != Stage::play;
    for (Edge& e : root.edges) {
        if (setup) {
            e.first = 0.5f + hint(*worlds.front(), who, root.steps[e.begin], *evaluation_) +
                      0.01f * static_cast<float>(dice_.unit());
            continue;
        }
        float total = 0;
        for (const Position* world : worlds) {
            Position q = *world;
            run(q, root, e, who);
            total += leaf(q)[root.side];
        }
        e.first = total / static_cast<float>(worlds.size());
    }
    rank(root);
}

bool TreeSearch::wins_in(const Node& root, const Edge& e, const Position& world, Seat who) const {
    Position q = world;
    run(q, root, e, who);
    if (q.is_over()) return q.side(q.winner) == root.side;
    // A next player without a turn has lost. With three sides the machine has already eliminated that player.
    return q.turn.phase == Phase::rest && q.side(q.to_move) != root.side && !has_turn(q);
}

// Does a choice win in every world? Then it is the only one left open.
bool TreeSearch::settle_certain_win(Node& root, const std::vector<const Position*>& few, const std::vector<World>& all,
                                    Seat who) const {
    for (Edge& e : root.edges) {
        if (!std::all_of(few.begin(), few.end(), [&](const Position* w) { return wins_in(root, e, *w, who); }))
            continue;
        if (!std::all_of(all.begin(), all.end(), [&](const World& w) { return wins_in(root, e, w.position, who); }))
            continue;
        for (Edge& other : root.edges) other.closed = &other != &e;
        e.first = 1;
        return true;
    }
    return false;
}

// In what share of the worlds does the choice lose, or let an opponent win at once? Nothing if the choice is only part
// of a turn, which does not show that.
std::optional<float> TreeSearch::danger_of(const Node& root, const Edge& e, const std::vector<const Position*>& worlds,
                                           Seat who) const {
    float lost = 0;
    bool ended = true;
    for (const Position* world : worlds) {
        Position q = *world;
        run(q, root, e, who);
        if (q.is_over()) {
            lost += q.side(q.winner) != root.side ? 1.0f : 0;
            continue;
        }
        const Seat next = decider(q);
        ended &= next != who || q.turn.phase == Phase::rest;
        const bool opponent_moves = next == q.to_move && q.side(next) != root.side;
        if (opponent_moves && can_win(q)) lost += 1;
    }
    if (!ended) return std::nullopt;
    return lost / static_cast<float>(worlds.size());
}

// Closes the choices after which an opponent could win at once, where others are safer.
void TreeSearch::avoid_dangers(Node& root, const std::vector<const Position*>& worlds, Seat who, const Clock& clock) {
    std::vector<std::optional<float>> danger(root.edges.size());
    float least = 1;
    std::size_t looked = 0, dangerous = 0;
    for (std::size_t i = 0; i < root.edges.size(); ++i) {
        if (looked > 0 && clock.late()) break;
        danger[i] = danger_of(root, root.edges[i], worlds, who);
        if (!danger[i]) continue;
        ++looked;
        dangerous += *danger[i] > tolerated;
        least = std::min(least, *danger[i]);
    }
    if (looked == 0 || dangerous == 0) return;
    // Part of a turn may still lead to safety. But if few turns are safe, only whole turns known to be safe stay open.
    const bool rare = least <= tolerated && dangerous * 3 > looked;
    bool any = false;
    for (std::size_t i = 0; i < root.edges.size(); ++i) {
        Edge& e = root.edges[i];
        e.closed = danger[i] ? *danger[i] > least + tolerated : rare;
        if (danger[i]) e.first = std::min(e.first, 1 - *danger[i]);
        any |= !e.closed;
    }
    if (!any) {
        for (Edge& e : root.edges) e.closed = false;
    }
    rank(root);
}

// Looks at every choice in several worlds before the search: does it win, or let an opponent win? Returns whether a
// choice wins in all worlds.
bool TreeSearch::judge_root(Node& root, const std::vector<World>& worlds, Seat who, const Clock& clock) {
    const std::size_t room = std::max<std::size_t>(root_looks / std::max<std::size_t>(root.edges.size(), 1), 1);
    const std::vector<const Position*> few = samples(worlds, std::min(root_worlds, room));
    look_first(root, few, who);
    if (worlds.front().position.stage != Stage::play) return false;
    if (settle_certain_win(root, few, worlds, who)) return true;
    avoid_dangers(root, few, who, clock);
    return false;
}

void TreeSearch::follow(TreeResult& result, Position p) {
    result.principal_world = p;
    result.principal.clear();
    for (int depth = 0; depth < 24 && !p.is_over(); ++depth) {
        const Seat who = decider(p);
        if (who == luck) return;
        const auto known = nodes_.find(key_of_view(p, who));
        if (known == nodes_.end() || known->second.visits == 0) return;
        const Node& node = known->second;
        const Edge* best = nullptr;
        for (const Edge& e : node.edges) {
            if (!e.closed && e.visits > 0 && (!best || e.visits > best->visits)) best = &e;
        }
        if (!best) return;
        // Only the steps that can be played in this world.
        const Position start = p;
        for (uint16_t i = 0; i < best->size; ++i) {
            const Step& step = node.steps[best->begin + i];
            if ((i > 0 && !goes_on(start, p, who)) || !is_legal(p, step)) break;
            play(p, step);
            result.principal.push_back(step);
        }
    }
}

// The choices at the root. Returns whether they are all whole turns.
bool TreeSearch::open_root(Node& root, const Position& p, Seat who, int depth) {
    bool whole = true;
    list_edges(p, who, most_root_turns, root, whole);
    if (whole || depth < most_partial) return whole;
    // Walks may go round in circles: after some parts only choices that end the turn are left, if there are any.
    const auto ends = [&](const Edge& e) {
        Position q = p;
        run(q, root, e, who);
        return !goes_on(p, q, who);
    };
    if (std::none_of(root.edges.begin(), root.edges.end(), ends)) return false;
    std::erase_if(root.edges, std::not_fn(ends));
    return true;
}

// Runs passes in worlds drawn by their weights. If choices may be only parts of a turn, half of the time is kept for
// the rest of it, unless a whole turn is the favourite.
uint64_t TreeSearch::search_worlds(Node& root, const std::vector<World>& worlds, Seat who, bool partial, Clock& clock) {
    std::vector<double> sums;
    double total = 0;
    for (const World& w : worlds) sums.push_back(total += w.weight);
    const auto search = [&](Clock& time) {
        const uint64_t before = time.done;
        do {
            const double at = dice_.unit() * total;
            const auto found = static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end(), at) - sums.begin());
            pass(worlds[std::min(found, worlds.size() - 1)].position, time);
        } while (!time.over());
        return time.done - before;
    };
    const auto open = std::count_if(root.edges.begin(), root.edges.end(), [](const Edge& e) { return !e.closed; });
    Clock own = partial ? clock.half() : clock;
    if (open == 1) own.most = std::min(own.most ? own.most : own.done + 32, own.done + 32);
    uint64_t passes = search(own);
    clock.done += passes;
    if (!partial || open <= 1 || clock.over()) return passes;
    const auto best = std::max_element(root.edges.begin(), root.edges.end(),
                                       [](const Edge& a, const Edge& b) { return a.visits < b.visits; });
    Position q = worlds.front().position;
    run(q, root, *best, who);
    if (!goes_on(worlds.front().position, q, who)) passes += search(clock);
    return passes;
}

// The open choices, most visited first.
std::vector<const TreeSearch::Edge*> TreeSearch::by_visits(const Node& root) {
    std::vector<const Edge*> order;
    for (const Edge& e : root.edges) {
        if (!e.closed) order.push_back(&e);
    }
    const auto value = [&](const Edge& e) {
        return e.visits ? e.sum[root.side] / static_cast<float>(e.visits) : e.first;
    };
    std::stable_sort(order.begin(), order.end(), [&](const Edge* a, const Edge* b) {
        if (a->visits != b->visits) return a->visits > b->visits;
        return value(*a) > value(*b);
    });
    return order;
}

// The choice that a second opinion advises, with its chance; nothing if it has none.
std::optional<TreeSearch::Favourite> TreeSearch::ask(const Node& root, const Position& world, Seat who,
                                                     const Clock& clock) {
    if (clock.late()) return std::nullopt;
    const auto best = opinion_->best(world, clock.limits());
    if (!best) return std::nullopt;
    for (const Edge& e : root.edges) {
        if (e.closed) continue;
        Position q = world;
        run(q, root, e, who);
        if (Opinion::laid_open(q) == best->after) return Favourite{&e, best->chance};
    }
    return std::nullopt;
}

TreeLine TreeSearch::line_of(const Node& root, const Edge& e, bool certain) {
    TreeLine line;
    const auto begin = root.steps.begin() + e.begin;
    line.steps.assign(begin, begin + e.size);
    line.visits = e.visits;
    const auto n = static_cast<float>(e.visits);
    for (std::size_t k = 0; k < 3; ++k) line.chances[k] = n > 0 ? e.sum[k] / n : 0;
    if (certain) line.chances = {}, line.chances[root.side] = 1;
    return line;
}

// The worlds in which the decision goes on after the choice; of these, the ones with the likeliest view.
std::vector<World> TreeSearch::worlds_after(const Node& root, const Edge& chosen, const std::vector<World>& worlds,
                                            Seat who) const {
    std::unordered_map<uint64_t, double> views;
    std::vector<World> onward;
    for (const World& w : worlds) {
        World next = w;
        run(next.position, root, chosen, who);
        if (!goes_on(w.position, next.position, who)) continue;
        views[view(next.position, who).hash()] += w.weight;
        onward.push_back(next);
    }
    double top = 0;
    uint64_t likeliest = 0;
    for (const World& w : onward) {
        const uint64_t hash = view(w.position, who).hash();
        if (views[hash] > top) top = views[hash], likeliest = hash;
    }
    std::erase_if(onward, [&](const World& w) { return view(w.position, who).hash() != likeliest; });
    return onward;
}

TreeResult TreeSearch::decide(Seat who, const std::vector<World>& worlds, Clock& clock, std::size_t lines, int depth) {
    TreeResult result;
    nodes_.clear();
    edges_ = 0;
    const Position& first = worlds.front().position;
    Node& root = nodes_[key_of_view(first, who)];
    const bool whole = open_root(root, first, who, depth);
    if (root.edges.empty()) return result;
    edges_ = root.edges.size();
    const bool partial = !whole || first.stage != Stage::play;
    result.certain = judge_root(root, worlds, who, clock);
    const auto open = std::count_if(root.edges.begin(), root.edges.end(), [](const Edge& e) { return !e.closed; });
    const bool asks = opinion_ && worlds.size() == 1 && clock.timed && !clock.most && !partial && !result.certain &&
                      open > 1 && Opinion::fits(first);
    Clock own = asks ? clock.part(tree_share) : clock;
    result.iterations = search_worlds(root, worlds, who, partial, own);
    if (!asks) clock = own;

    std::vector<const Edge*> order = by_visits(root);
    const std::optional<Favourite> favourite = asks ? ask(root, first, who, clock) : std::nullopt;
    if (favourite) {
        const auto at = std::find(order.begin(), order.end(), favourite->edge);
        std::rotate(order.begin(), at, at + 1);
    }
    for (std::size_t i = 0; i < std::min(std::max<std::size_t>(lines, 1), order.size()); ++i)
        result.lines.push_back(line_of(root, *order[i], result.certain));
    if (favourite) {
        Worth& chances = result.lines.front().chances;
        chances[root.side] = favourite->chance;
        chances[1 - root.side] = 1 - favourite->chance;
    }
    result.chances = result.lines.front().chances;
    result.nodes = nodes_.size();
    const auto heaviest = std::max_element(worlds.begin(), worlds.end(),
                                           [](const World& a, const World& b) { return a.weight < b.weight; });
    follow(result, heaviest->position);
    if (result.certain && result.principal.empty()) result.principal = result.lines.front().steps;
    if (!partial) return result;

    // Part of a turn was chosen: the rest of it is decided in the same way.
    const std::vector<World> onward = worlds_after(root, *order.front(), worlds, who);
    if (onward.empty()) return result;
    const TreeResult rest = decide(who, onward, clock, 1, depth + 1);
    if (rest.lines.empty()) return result;
    auto& steps = result.lines.front().steps;
    steps.insert(steps.end(), rest.lines.front().steps.begin(), rest.lines.front().steps.end());
    result.chances = result.lines.front().chances = rest.chances;
    result.iterations += rest.iterations;
    result.nodes = std::max(result.nodes, rest.nodes);
    return result;
}

TreeResult TreeSearch::go(const SeatView& now, const TreeLimits& limits) {
    stop_.store(false, std::memory_order_relaxed);
    if (decider(now.seen()) != now.seat()) return {};
    dice_ = Dice(seed_ ^ now.seen().hash());
    Clock clock;  // runs while the belief catches up, too
    clock.stop = &stop_;
    clock.should_stop = limits.should_stop;
    clock.most = limits.iterations || limits.milliseconds > 0 ? limits.iterations : 1000;
    clock.timed = limits.milliseconds > 0;
    clock.watch = Stopwatch(limits.cpu_time);
    clock.end = limits.milliseconds / 1000.0;
    observe(now);
    std::vector<World> worlds;
    for (const World& w : belief_->worlds()) {
        if (view(w.position, now.seat()) == now.seen()) worlds.push_back(w);
    }
    if (worlds.empty()) return {};
    TreeResult result = decide(now.seat(), worlds, clock, limits.lines, 0);
    result.worlds = worlds.size();
    if (!result.lines.empty()) last_ = result.lines.front().steps;
    return result;
}

}  // namespace santorini
