#include "core/questions/belief.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "core/questions/guess.h"
#include "core/turn/can_win.h"
#include "core/turn/scene.h"
#include "core/turn/turns.h"
#include "core/turn/walk.h"

namespace santorini {
namespace {

// A player who does not take a win probably does not have one.
constexpr double missed_win = 0.05;
// How well opponents are assumed to tell good turns from bad ones. In games against itself the belief gives most weight
// to the truth with 20; opponents who judge otherwise are better met with less.
constexpr double sharpness = 12;
// Steps tried to explain a turn, in all worlds together and in one world.
constexpr std::size_t most_steps = 60'000;
constexpr std::size_t most_steps_a_world = 3'000;
// Blocks that may be taken away between two views, if a card can take blocks at all.
constexpr int most_taken = 3;

// Merges equal positions; keeps the order in which they came, so that a run can be repeated.
class Pool {
public:
    void add(const Position& p, double weight) {
        const auto [at, fresh] = index_.try_emplace(p.hash(), worlds_.size());
        if (fresh) {
            worlds_.push_back({p, weight});
        } else {
            worlds_[at->second].weight += weight;
        }
    }
    std::vector<World>& worlds() { return worlds_; }
    std::size_t size() const { return worlds_.size(); }

private:
    std::unordered_map<uint64_t, std::size_t> index_;
    std::vector<World> worlds_;
};

// Detects early that a path cannot lead to what was seen.
class Target {
public:
    explicit Target(const Position& target) : target_(target) {
        for (Seat s = 0; s < card_slots(target); ++s) {
            const Entry& card = target.dealt_power(s);
            if (!card.traits.keeps_blocks) taken_ = most_taken;
            displaced_ |= !card.traits.moves_only_own;
        }
    }
    // Could what is seen now still become the target, within a round?
    bool may_be_reached(const Position& now) const {
        if (now.is_over()) return false;
        // Stages are numbered in their order, except play: it comes last but is number 0.
        if (target_.stage != Stage::play && (now.stage == Stage::play || now.stage > target_.stage)) return false;
        int excess = 0;
        for (std::size_t k = 0; k < 3; ++k) excess += count(now.level[k] & ~target_.level[k]);
        if (excess > taken_ || (now.dome & ~target_.dome) != 0) return false;
        if (displaced_ || now.stage != Stage::play || now.turn.phase != Phase::rest || target_.is_over()) return true;
        // Between turns: the workers of a seat that has no further turn stay where they are, unless others move them.
        std::array<bool, 3> comes{};
        Seat s = now.to_move;
        for (int n = 0; n < now.players && s != target_.to_move; ++n, s = now.next_seat(s)) comes[now.side(s)] = true;
        if (target_.turn.phase != Phase::rest) comes[target_.side(target_.to_move)] = true;
        for (Seat o = 0; o < now.players; ++o) {
            if (target_.is_out(o) || is_unseen(target_, o)) continue;
            if (!comes[now.side(o)] && now.own(o) != target_.own(o)) return false;
        }
        return true;
    }

private:
    const Position& target_;
    int taken_ = 0;           // blocks that may be taken away
    bool displaced_ = false;  // somebody may move the workers of others
};

// The steps that may come next. Legality is checked last: that is costly, and most steps do not lead to what was seen.
class Continuations {
public:
    explicit Continuations(const Position& p) : start_(p), begun_(p) {
        const Seat who = decider(p);
        judged_ = p.stage == Stage::play && who < p.players && p.turn.reactor == no_seat;
        if (!judged_) {
            legal_steps(p, steps_);
            return;
        }
        known_ = judged(p, acting_seat(p));
        if (begun_.turn.phase == Phase::rest) {
            begin_turn(begun_);
            begin_turn(known_);
        }
        raw_steps(known_, steps_);
    }
    const StepList& steps() const { return steps_; }
    Position after(const Step& step) const {
        Position q = judged_ && !gives_up(begun_, step) ? begun_ : start_;
        if (judged_) {
            perform(q, step);
        } else {
            play(q, step);
        }
        return q;
    }
    bool is_legal(const Step& step) const { return !judged_ || can_go_on_with(known_, step); }

private:
    Position start_, begun_, known_;
    StepList steps_;
    bool judged_ = false;
};

}  // namespace

bool SeatView::is_complete() const {
    for (Seat s = 0; s < seen_.players; ++s) {
        if (is_unseen(seen_, s) || seen_.secret[s] == unknown_square) return false;
    }
    return true;
}

Belief::Belief(const SeatView& first, uint64_t seed, std::size_t most)
    : view_(first), dice_(seed ^ 0x5a17011e), most_(std::max<std::size_t>(most, 1)) {
    guess();
}

void Belief::guess() { adopt(worlds_that_fit(view_.seen(), 4 * most_, dice_)); }

void Belief::adopt(std::vector<World> worlds) {
    thin(worlds, most_, dice_);
    double total = 0;
    for (const World& w : worlds) total += w.weight;
    sums_.clear();
    double sum = 0;
    for (World& w : worlds) {
        w.weight = total > 0 ? w.weight / total : 1.0 / static_cast<double>(worlds.size());
        sums_.push_back(sum += w.weight);
    }
    worlds_ = std::move(worlds);
}

const Position& Belief::sample(Dice& dice) const {
    const double at = dice.unit() * sums_.back();
    const auto found = std::upper_bound(sums_.begin(), sums_.end(), at);
    const auto i = std::min<std::size_t>(static_cast<std::size_t>(found - sums_.begin()), worlds_.size() - 1);
    return worlds_[i].position;
}

// Goes through everything that may have happened between the two views, turn by turn. A position that is reached in
// many ways is continued once. All steps of a player are equally likely, except that hidden players prefer what the
// evaluation rates as good and do not miss wins. If a turn needs too many steps, only the worlds that come first in a
// random order are kept.
bool Belief::explain(const std::vector<World>& from, const SeatView& next, std::vector<World>& out) {
    const Position& target = next.seen();
    const Seat seat = next.seat();
    const Target goal(target);
    Pool done;
    std::vector<World> rests = from;
    // One turn more than a round, because of additional turns. Once the view is explained, other explanations would
    // take a whole round more.
    const int most_turns = target.stage == Stage::play ? target.players + 1 : 4 * target.players;
    for (int turn = 0; turn < most_turns && !rests.empty() && done.size() == 0; ++turn) {
        for (std::size_t i = rests.size(); i > 1; --i) std::swap(rests[i - 1], rests[dice_.below(i)]);
        Pool later;
        std::size_t left = most_steps;
        for (const World& start : rests) {
            if (left == 0) break;
            std::size_t own = std::min(left, most_steps_a_world);
            left -= own;
            std::vector<World> open{start};
            while (!open.empty() && own > 0) {
                Pool deeper;
                for (const World& world : open) {
                    if (own == 0) break;
                    const Position& p = world.position;
                    const Continuations going(p);
                    const Seat who = decider(p);
                    const bool hidden = who < p.players && (hidden_from(p, seat) & p.own(who)) != 0;
                    const bool at_rest = p.stage == Stage::play && p.turn.phase == Phase::rest;
                    double miss = 0;  // worked out only when needed
                    for (const Step& step : going.steps()) {
                        if (own == 0) break;
                        --own;
                        const Position q = going.after(step);
                        const Position seen = santorini::view(q, seat);
                        const bool there = seen == target;
                        if ((!there && !goal.may_be_reached(seen)) || !going.is_legal(step)) continue;
                        double weight = world.weight / static_cast<double>(going.steps().size());
                        if (!q.is_over() && hidden) {
                            if (miss == 0) miss = at_rest && can_win(p) ? missed_win : 1;
                            weight *= miss;
                            if (chance_ && q.turn.phase == Phase::rest && q.to_move != p.to_move)
                                weight *= std::exp(sharpness * chance_(q, q.side(who)));
                        }
                        (there ? done : turn_is_over(start.position, q) ? later : deeper).add(q, weight);
                    }
                }
                open = std::move(deeper.worlds());
            }
            left += own;
        }
        rests = std::move(later.worlds());
        thin(rests, 2 * most_, dice_);
    }
    out = std::move(done.worlds());
    return !out.empty();
}

// Only secret squares are hidden, and they stay where they are: each world is what is seen now with its own secrets.
// A square under a worker is not the Abyss.
void Belief::fill(const std::vector<World>& from, const SeatView& next, std::vector<World>& out) {
    Pool pool;
    for (const World& w : from) {
        Position p = next.seen();
        bool fits = true;
        for (Seat s = 0; s < p.players; ++s) {
            if (p.secret[s] != unknown_square) continue;
            p.secret[s] = w.position.secret[s];
            // A secret that was just chosen is not in the worlds yet.
            fits &= on_board(p.secret[s]) && !(p.dealt_power(s).abyss && has(p.all_workers(), p.secret[s]));
        }
        if (fits) pool.add(p, w.weight);
    }
    out = std::move(pool.worlds());
}

void Belief::advance(const SeatView& next, std::span<const Step> played) {
    rebuilt_ = false;
    if (next == view_ && played.empty()) return;
    if (next.is_complete()) {
        view_ = next;
        adopt({{next.seen(), 1}});
        return;
    }
    std::vector<World> found;
    const bool in_the_open = std::none_of(next.seen().flags.begin(), next.seen().flags.end(),
                                          [](uint8_t flags) { return (flags & unseen) != 0; });
    const bool same_game = next.seat() == view_.seat() && next.seen().cards == view_.seen().cards &&
                           next.seen().players == view_.seen().players;
    if (same_game && !played.empty()) {
        // First the steps that are known to have been tried, then whatever may have followed.
        Pool arrived;
        std::vector<World> between;
        for (const World& w : worlds_) {
            Position p = w.position;
            const Position before = p;
            bool legal = true, cut = false;
            for (const Step& step : played) {
                if (cut) break;
                legal = is_legal(p, step);
                if (!legal) break;
                play(p, step);
                // The view may come in the middle of what was meant to be played.
                cut = p.is_over() || turn_is_over(before, p) || santorini::view(p, next.seat()) == next.seen();
            }
            if (!legal) continue;
            if (santorini::view(p, next.seat()) == next.seen()) {
                arrived.add(p, w.weight);
            } else if (Target(next.seen()).may_be_reached(santorini::view(p, next.seat()))) {
                between.push_back({p, w.weight});
            }
        }
        found = std::move(arrived.worlds());
        if (found.empty() && in_the_open) fill(between, next, found);
        if (found.empty() && !between.empty()) explain(between, next, found);
    }
    if (same_game && found.empty() && in_the_open) fill(worlds_, next, found);
    if (same_game && found.empty() && !(next == view_)) explain(worlds_, next, found);
    if (found.empty() && !(next == view_)) {
        rebuilt_ = true;
        const std::vector<World> old = std::move(worlds_);
        view_ = next;
        guess();
        if (!same_game) return;
        // The secret squares stay where they are: their odds are kept.
        for (Seat s = 0; s < next.seen().players; ++s) {
            if (next.seen().secret[s] != unknown_square) continue;
            std::array<double, board_squares> odds{};
            for (const World& w : old) {
                if (on_board(w.position.secret[s])) odds[w.position.secret[s]] += w.weight;
            }
            std::vector<World> kept;
            for (World w : worlds_) {
                w.weight *= odds[w.position.secret[s]];
                if (w.weight > 0) kept.push_back(w);
            }
            if (!kept.empty()) adopt(std::move(kept));
        }
        return;
    }
    view_ = next;
    if (!found.empty()) adopt(std::move(found));
}

}  // namespace santorini
