#include "core/search/tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/keyset.h"
#include "core/search/stopwatch.h"
#include "core/turn/can_win.h"
#include "core/turn/scene.h"
#include "core/turn/turns.h"

namespace santorini {
namespace {

using Worth = std::array<float, 3>;

constexpr std::size_t most_root_turns = 2000;  // .. at the root
constexpr std::size_t kept_turns = 64;         // of a set that could not be listed whole
constexpr std::size_t edges_a_node = 48;       // the limit of memory counts with so many
constexpr std::size_t root_worlds = 24;        // in which each choice at the root is looked at before the search
constexpr std::size_t root_looks = 4000;       // .. all choices together
constexpr int most_depth = 60;                 // decisions of one pass
constexpr int most_partial = 6;                // pieces a decision is made in
constexpr float patience = 0.997f;             // what a decision later is worth: wins soon, losses late
constexpr float tolerated = 0.25f;             // danger beyond the least there can be

Worth won_by(Side side) {
    Worth w{};
    if (side < 3) w[side] = 1;
    return w;
}
Worth outcome(const Position& p) { return won_by(p.side(p.winner)); }

// The seat to move cannot: the others share what it loses.
Worth lost_by(const Position& p, Side side) {
    Worth w{};
    float others = 0;
    for (Seat s = 0; s < p.players; ++s) {
        if (p.side(s) != side && !p.is_out(s) && w[p.side(s)] == 0) w[p.side(s)] = 1, others += 1;
    }
    for (float& x : w) x /= std::max(others, 1.0f);
    return w;
}

// What the decider's choices are judged on: nothing that it may not know.
Position judged_for(const Position& p, Seat who) { return judged(p, who == p.to_move ? acting_seat(p) : who); }

uint64_t key_of_view(const Position& p, Seat who) { return view(p, who).hash() ^ (who + 1) * 0xd6e8feb86659fd93ull; }

// Does the decision that began at `start` go on? Not once somebody else decides or the turn is over.
bool goes_on(const Position& start, const Position& now, Seat who) {
    return !now.is_over() && decider(now) == who && now.stage == start.stage && !turn_is_over(start, now);
}

constexpr std::array<float, board_squares> make_centre() {
    std::array<float, board_squares> out{};
    for (std::size_t s = 0; s < board_squares; ++s) {
        const int file = static_cast<int>(s) % 5 - 2, rank = static_cast<int>(s) / 5 - 2;
        const int far = (file < 0 ? -file : file) + (rank < 0 ? -rank : rank);
        out[s] = 0.06f * static_cast<float>(4 - far);
    }
    return out;
}
constexpr std::array<float, board_squares> centre = make_centre();

// Does a single move win for its own side, at first sight? Limits on the rest of the turn are not looked at.
bool wins_by_a_move(const Scene& s) {
    if (s.extra) return false;
    const Power& own = s.own;
    for (Square w : each(s.mine)) {
        const int h = s.p.height(w);
        if (h + own.move.climb < 3 && !own.win.together && !own.win.drop) continue;
        for (Square to : each(s.moves(w, own.move.climb))) {
            const int rise = s.p.height(to) - h;
            Reason reason;
            const Seat winner = s.judge(w, to, rise, reason);
            if (winner != no_seat && s.p.side(winner) == s.side) return true;
        }
    }
    return false;
}

// -- the turns of one decision ----------------------------------------------------------------------------------------

// Lists what the decider can do until somebody else decides, shortest ways first, one for each outcome.
class Decisions {
public:
    // `seen`: what the choices are judged on. Returns whether that was all.
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

// -- set-up -----------------------------------------------------------------------------------------------------------

// What a choice of the set-up looks like at first sight, around zero.
float hint(const Position& p, Seat who, const Step& step, const LeafEvaluation& evaluation) {
    switch (step.kind) {
        case StepKind::place: {
            // Near the middle, the own workers not on each other's feet.
            const bool crowded = (near(step.to) & p.own(who)) != 0;
            return 0.5f * centre[step.to] - (crowded ? 0.02f : 0);
        }
        case StepKind::secret: {
            if (p.stage == Stage::fate) {
                float sum = 0;
                for (Square s : each(geometry.fate[step.to])) sum += centre[s];
                return 0.1f * sum;
            }
            // The Abyss lies where others go, and not beside the own workers.
            const Bitboard mine = p.own(who), others = p.all_workers() & ~mine;
            return 0.2f * centre[step.to] + 0.03f * static_cast<float>(count(near(step.to) & others)) -
                   0.02f * static_cast<float>(count(near(step.to) & mine));
        }
        case StepKind::take:
            return 0.3f * evaluation.promise(p, who, step.what);
        case StepKind::offer:
            // The others choose first: nothing much better than the rest.
            return -0.1f * std::abs(evaluation.promise(p, who, step.what));
        case StepKind::begin:
            return p.side(step.what) == p.side(who) ? 0.05f : 0;
        default:
            return 0;
    }
}

void complete_setup(Position& p, const LeafEvaluation& evaluation, Dice& dice) {
    for (int n = 0; n < 64 && p.stage != Stage::play && !p.is_over(); ++n) {
        StepList steps;
        setup_steps(p, steps);
        if (steps.empty()) return;
        const Seat who = setup_decider(p);
        const Step* best = &steps[dice.below(steps.size())];
        if (who != luck && p.stage != Stage::offer) {
            float top = -1e9f;
            for (const Step& step : steps) {
                const float value = hint(p, who, step, evaluation) + 0.05f * static_cast<float>(dice.unit());
                if (value > top) top = value, best = &step;
            }
        }
        setup_play(p, *best);
    }
}

}  // namespace

// -- evaluation -------------------------------------------------------------------------------------------------------

// By what the card says: more freedom is better, more limits on others too. A place-holder for what playing teaches.
float LeafEvaluation::promise(const Position& p, Seat seat, PowerId id) const {
    const Power& card = entry(p.edition(seat), id);
    float sum = 0;
    sum += card.move.moves != Moves::one ? 0.5f : 0;
    sum += card.move.into != Into::none ? 0.3f : 0;
    sum += card.move.climb > 1 ? 0.3f : 0;
    sum += card.move.ring ? 0.3f : 0;
    sum += card.move.ferry || card.move.removes_behind ? 0.3f : 0;
    sum += card.build.builds != Builds::one || card.build.under || card.build.dome ? 0.4f : 0;
    sum += card.build.before != Before::none ? 0.4f : 0;
    sum += card.setup.workers > 2 ? 0.3f : 0;
    sum += card.setup.secret == Secret::workers ? 0.3f : 0;
    sum += card.opponent.no_climb || card.opponent.descent != Descent::free || card.opponent.sleep ? 0.4f : 0;
    sum += card.opponent.bound != Bound::none || card.opponent.must_climb || card.opponent.carry ? 0.2f : 0;
    sum += card.opponent.no_win != NoWin::none ? 0.3f : 0;
    sum += card.win.drop || card.win.together || card.win.towers ? 0.2f : 0;
    return card.once ? 0.3f * sum : sum - 0.3f;
}

void PlainEvaluation::worth(const Position& p, Worth& chances) const {
    if (p.is_over()) {
        chances = outcome(p);
        return;
    }
    const bool playing = p.stage == Stage::play;
    const bool at_rest = playing && p.turn.phase == Phase::rest;
    if (at_rest) {
        // Only a worker near the top can win by a move, unless the power wins otherwise.
        const Power& power = p.power(p.to_move);
        const bool near_top = (p.own(p.to_move) & p.level[power.move.climb > 1 ? 0 : 1]) != 0;
        if (near_top || power.win.together || power.win.drop || p.card(p.to_move).start.steal) {
            Position begun = p;
            begin_turn(begun, false);
            if (wins_by_a_move(Scene(begun))) {
                chances = lost_by(p, p.side(p.to_move));
                for (float& x : chances) x *= 0.04f;
                chances[p.side(p.to_move)] = 0.96f;
                return;
            }
        }
    }
    Bitboard closed = p.all_workers() | p.dome | bit(p.ram);
    for (Seat s = 0; s < card_slots(p); ++s) {
        const Power& card = p.dealt_power(s);
        if (card.everyone.closed_token || card.opponent.coins != Coins::open) closed |= p.tokens[s];
    }
    const Bitboard free = full_board & ~closed;
    constexpr std::array<float, 4> on_level{0, 0.5f, 1.25f, 1.0f};
    std::array<float, 3> score{};
    std::array<bool, 3> in{};
    for (Seat s = 0; s < p.players; ++s) {
        const Side side = p.side(s);
        if (p.is_out(s)) continue;
        const Power& power = p.power(s);
        if (power.win.towers) score[side] += 0.4f * static_cast<float>(p.complete_towers());
        // A power that works once is worth more while it is not used up.
        if (!(p.flags[s] & spent)) score[side] += 0.2f * promise(p, s, p.dealt(s));
        if (power.once) score[side] += 0.3f;
        if (in[side]) continue;
        in[side] = true;
        const Bitboard mine = p.own(s);
        if (!playing && !mine) continue;
        Bitboard threats = 0;
        int freedom = 0;
        for (Square w : each(mine)) {
            const int h = p.height(w);
            const Bitboard reach = near(w) & free & p.at_most(h + 1);
            const Bitboard up = reach & p.at_least(h + 1);
            freedom += count(reach);
            score[side] += on_level[static_cast<std::size_t>(h)] + centre[w] +
                           0.03f * static_cast<float>(count(reach)) +
                           0.1f * static_cast<float>(count(up)) * static_cast<float>(1 + h);
            if (h >= 1) score[side] += 0.06f * static_cast<float>(count(reach & p.at_least(2) & p.at_most(2)));
            if (h == 2) threats |= up;
            if (power.win.drop && h >= power.win.drop) threats |= reach & p.at_most(h - power.win.drop);
        }
        if (playing && freedom < 3) score[side] -= freedom == 0 ? 3.0f : 0.7f;
        if (threats) score[side] += count(threats) > 1 ? 2.0f : 0.8f;
    }
    const Seat mover = decider(p);
    if (mover < p.players) score[p.side(mover)] += 0.2f;
    float total = 0, top = -std::numeric_limits<float>::infinity();
    for (Side k = 0; k < 3; ++k) {
        if (in[k]) top = std::max(top, score[k]);
    }
    for (Side k = 0; k < 3; ++k) total += chances[k] = in[k] ? std::exp(score[k] - top) : 0;
    for (float& x : chances) x /= total > 0 ? total : 1;
}

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
    // Half of what is left, for what comes first.
    Clock half() const {
        Clock c = *this;
        c.done = 0;
        c.most = most ? std::max<uint64_t>((most - std::min(done, most)) / 2, 1) : 0;
        if (timed) c.end = (watch.seconds() + end) / 2;
        return c;
    }
};

void LearnedEvaluation::worth(const Position& p, Worth& chances) const {
    if (p.sides() != 2 || p.stage != Stage::play || p.turn.phase != Phase::rest || p.is_over()) {
        PlainEvaluation::worth(p, chances);
        return;
    }
    const Side me = p.side(p.to_move);
    const float odds = static_cast<float>(reader_.score(p)) / 100;
    chances = {};
    chances[me] = 1 / (1 + std::exp(-odds));
    chances[1u - me] = 1 - chances[me];
}

TreeSearch::TreeSearch(uint64_t seed, const TreeOptions& options, std::shared_ptr<const LeafEvaluation> evaluation)
    : seed_(seed),
      options_(options),
      evaluation_(evaluation ? std::move(evaluation) : std::make_shared<PlainEvaluation>()),
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
        // Where nothing is said about the own turn it is taken to have been what was advised.
        belief_->advance(now, played.empty() ? std::span<const Step>(last_) : played);
    }
    last_.clear();
}

// Plays the edge's steps; a hidden worker, a reaction or a change nobody foresaw ends them early.
void TreeSearch::run(Position& p, const Node& node, const Edge& edge, Seat who) const {
    const Position start = p;
    const bool hidden = start.stage == Stage::play && hidden_from(start, who) != 0;
    for (uint16_t i = 0; i < edge.size; ++i) {
        const Step& step = node.steps[edge.begin + i];
        if (i > 0 && (!goes_on(start, p, who) || (hidden && !is_legal(p, step)))) return;
        play(p, step);
    }
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
        thread_local Decisions decisions;
        whole = decisions.list(judged_for(p, who), who, most);
        // Where the decider knows everything, what a turn leads to need not be found out again.
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

TreeSearch::Worth TreeSearch::leaf(const Position& p) {
    Worth worth{};
    if (p.is_over()) return outcome(p);
    if (p.stage == Stage::play) {
        evaluation_->worth(p, worth);
    } else {
        Position q = p;
        complete_setup(q, *evaluation_, dice_);
        evaluation_->worth(q, worth);
    }
    return worth;
}

// A first look at every choice; the best one's is the node's.
TreeSearch::Worth TreeSearch::open_node(const Position& p, Seat who, Node& node) {
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
        // The turns that were listed are the shortest ones: the best of them stay, the others are reached by steps.
        std::size_t turns = 0;
        std::erase_if(node.edges, [&](const Edge& e) { return e.size > 1 && ++turns > kept_turns; });
    }
    edges_ += node.edges.size();
    return setup ? leaf(p) : best;
}

TreeSearch::Edge* TreeSearch::pick(Node& node, bool root) {
    // The more visits, the more choices are looked at.
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
TreeSearch::Worth TreeSearch::pass(Position p, Clock& clock) {
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
            worth = outcome(p);
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

// Some worlds to look at before the search, by equal strides through the weights.
std::vector<const Position*> TreeSearch::samples(const std::vector<World>& worlds, std::size_t edges) {
    const std::size_t room = std::max<std::size_t>(root_looks / std::max<std::size_t>(edges, 1), 1);
    const std::size_t wanted = std::min({worlds.size(), root_worlds, room});
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
    // Whoever comes next and cannot move has lost. With three sides the position knows that already.
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

// In what share of the worlds does the choice lose, or let an opponent win at once? Nothing if half a turn is chosen:
// it does not tell.
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
    // Half a turn may hold what saves, but where saving is rare only whole turns that are known to save are safe.
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

// Looks at every choice in several worlds before the search: is it a win, does it leave one to an opponent? Returns
// whether a choice wins in all worlds.
bool TreeSearch::judge_root(Node& root, const std::vector<World>& worlds, Seat who, const Clock& clock) {
    const std::vector<const Position*> few = samples(worlds, root.edges.size());
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
        // Only what really is played in this world.
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
    // Walks may go round in circles: after some steps only what ends the turn is chosen.
    const std::size_t listed = root.edges.size();
    std::erase_if(root.edges, [&](const Edge& e) {
        Position q = p;
        run(q, root, e, who);
        return goes_on(p, q, who);
    });
    return root.edges.size() < listed;
}

// Passes through worlds drawn by their weights. Where the rest of the decision is still to be made it gets its share of
// the time, unless a whole turn is ahead already.
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

TreeLine TreeSearch::line_of(const Node& root, const Edge& e, bool certain) {
    TreeLine line;
    const auto begin = root.steps.begin() + e.begin;
    line.steps.assign(begin, begin + e.size);
    line.visits = e.visits;
    const auto n = static_cast<float>(e.visits);
    for (std::size_t k = 0; k < 3; ++k) line.chances[k] = n > 0 ? e.sum[k] / n : 0;
    if (certain) line.chances = won_by(root.side);
    return line;
}

// The worlds in which the decision goes on after the choice, as far as they look alike: as the likeliest does.
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
    result.iterations = search_worlds(root, worlds, who, partial, clock);

    const std::vector<const Edge*> order = by_visits(root);
    for (std::size_t i = 0; i < std::min(std::max<std::size_t>(lines, 1), order.size()); ++i)
        result.lines.push_back(line_of(root, *order[i], result.certain));
    result.chances = result.lines.front().chances;
    result.nodes = nodes_.size();
    const auto heaviest = std::max_element(worlds.begin(), worlds.end(),
                                           [](const World& a, const World& b) { return a.weight < b.weight; });
    follow(result, heaviest->position);
    if (result.certain && result.principal.empty()) result.principal = result.lines.front().steps;
    if (!partial) return result;

    // Half a turn was chosen: the rest of it is decided in the same way.
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
