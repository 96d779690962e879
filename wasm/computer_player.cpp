#include "wasm/computer_player.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "core/questions/outcome.h"
#include "core/search/lines.h"
#include "core/turn/can_win.h"
#include "core/turn/turns.h"

namespace santorini {
namespace {

constexpr std::size_t most_turns = 20'000;  // tried one by one
constexpr std::size_t most_replies = 2'000;
constexpr std::size_t alternatives = 16;  // asked of the tree search
constexpr std::size_t all_lines = 500;
constexpr double sure = 2'000;  // a proven result in a soft choice: more than any score
// How much more often a weak level overlooks a win, by the distance in squares from its nearest worker.
constexpr std::array<double, 5> distractions{0.6, 0.6, 1.0, 1.5, 1.5};
constexpr double powers_distract = 1.5;  // this much more is overlooked in a game with powers

bool is_resting(const Position& p) { return p.stage == Stage::play && p.turn.phase == Phase::rest; }

Position after(Position p, const std::vector<Step>& steps) {
    for (const Step& step : steps) {
        if (!is_legal(p, step)) break;  // cut short by something hidden
        play(p, step);
    }
    return p;
}

std::optional<bool> won(const Position& p, Side side) {
    const auto ended = outcome(p);
    if (!ended) return std::nullopt;
    for (Seat s = 0; s < p.players; ++s) {
        if (ended->winners >> s & 1 && p.side(s) == side) return true;
    }
    return false;
}

// Has the side lost, or can an opponent win with the next turn?
bool loses_at_once(const Position& then, Side side) {
    if (const auto mine = won(then, side)) return !*mine;
    return is_resting(then) && then.side(then.to_move) != side && can_win(then);
}

bool can_win_now(const Position& p, Seat seat) { return is_resting(p) && p.to_move == seat && can_win(p); }

bool wins(const Position& before, const Position& then) {
    return then.is_over() && then.side(then.winner) == before.side(before.to_move);
}

int height_of(const Position& p, Seat seat) {
    int height = 0;
    for (const Square s : each(p.own(seat))) height += p.height(s);
    return height;
}

int distance(Square a, Square b) { return std::max(std::abs(a % 5 - b % 5), std::abs(a / 5 - b / 5)); }

// How often the level overlooks something in this game.
double oversight_of(const Level& level, const Position& p) {
    for (Seat s = 0; s < p.players; ++s) {
        if (p.dealt(s) != no_power) return level.oversight * powers_distract;
    }
    return level.oversight;
}

// How easily a win of the opponent is overlooked: it grows with the distance to the seat's nearest worker.
double distraction(const Position& then, Seat seat) {
    std::size_t tried = 0;
    for (TurnLister turns(then); tried++ < most_replies && turns.next();) {
        if (!wins(then, turns.result())) continue;
        const std::vector<Step> steps = turns.steps();
        const auto goal = std::find_if(steps.rbegin(), steps.rend(), [](const Step& s) { return on_board(s.to); });
        if (goal == steps.rend() || !then.own(seat)) return 1;
        int nearest = 4;
        for (const Square s : each(then.own(seat))) nearest = std::min(nearest, distance(goal->to, s));
        return distractions[static_cast<std::size_t>(nearest)];
    }
    return 1;
}

double value_of(Score score, int wins_in) {
    if (!wins_in) return std::clamp<double>(score, -sure, sure);
    const double proof = sure - 50 * std::abs(wins_in);
    return wins_in > 0 ? proof : -proof;
}

// The remaining steps, if there is no choice.
std::vector<Step> only(const Position& p) {
    std::vector<Step> steps;
    Position now = p;
    while (true) {
        StepList possible;
        legal_steps(now, possible);
        if (possible.size() != 1) return {};
        steps.push_back(*possible.begin());
        play(now, steps.back());
        if (turn_is_over(p, now) || decider(now) != decider(p)) return steps;
    }
}

}  // namespace

void Level::set(std::string_view name, double value) {
    if (name == "depth") depth = static_cast<int>(value);
    if (name == "nodes") nodes = static_cast<uint64_t>(value);
    if (name == "iterations") iterations = static_cast<uint64_t>(value);
    if (name == "lines") lines = static_cast<int>(value);
    if (name == "ideas") ideas = static_cast<std::size_t>(value);
    if (name == "softness") softness = value;
    if (name == "focus") focus = value;
    if (name == "eagerness") eagerness = value;
    if (name == "oversight") oversight = value;
    if (name == "seconds") milliseconds = static_cast<int>(value * 1000);
}

Level Level::focused() const {
    Level best = *this;
    best.depth = 0;
    best.lines = 1;
    best.softness = best.focus = 0;
    return best;
}

ComputerPlayer::ComputerPlayer(std::shared_ptr<const Network> network, bool (*should_stop)())
    : network_(std::move(network)),
      should_stop_(should_stop),
      search_({.megabytes = 16, .threads = 1, .pruning = true, .network = network_}),
      tree_(1, {}, network_ ? std::make_shared<LearnedEvaluation>(network_) : nullptr,
            network_ ? std::make_unique<Opinion>(network_) : nullptr) {}

void ComputerPlayer::observe(const SeatView& view, std::span<const Step> played) { tree_.observe(view, played); }

std::vector<Step> ComputerPlayer::play(const SeatView& view, const Level& usual, uint64_t seed) {
    const Position& p = view.seen();
    const Seat seat = view.seat();
    if (auto forced = only(p); !forced.empty()) return forced;
    const bool open = view.is_complete();
    Dice dice(seed);
    const Level level = usual.focus > 0 && dice.unit() < usual.focus ? usual.focused() : usual;
    if (level.careful() && open && can_win_now(p, seat)) {
        if (auto steps = winning(p); !steps.empty()) return steps;
    }
    const Lines lines = thought_of(view, level, dice);
    if (lines.empty()) return {};
    const Line& line = chosen(lines, level, p, seat, dice);
    if (level.careful() && open && loses_at_once(after(p, line.steps), p.side(seat)))
        return saving(p, seat, lines, line);
    return line.steps;
}

// -- which lines it considers -----------------------------------------------------------------------------------------

ComputerPlayer::Lines ComputerPlayer::thought_of(const SeatView& view, const Level& level, Dice& dice) {
    const Position& p = view.seen();
    if (is_searchable(p)) {
        if (level.ideas) return considered(p, view.seat(), level.ideas, dice);
        return deep(p, level.depth, level.nodes, level.milliseconds, level.lines);
    }
    // For the tree search, alternatives cost nothing.
    const auto few = std::max(static_cast<std::size_t>(level.lines), alternatives);
    Lines lines = wide(view, level, level.ideas ? all_lines : few);
    if (!level.ideas || lines.size() <= level.ideas) return lines;
    for (std::size_t left = lines.size(); left > level.ideas; --left)
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(dice.below(left)));
    return lines;
}

ComputerPlayer::Lines ComputerPlayer::deep(const Position& p, int depth, uint64_t nodes, int milliseconds, int lines) {
    SearchLimits limits;
    limits.depth = depth;
    limits.nodes = nodes;
    limits.milliseconds = milliseconds;
    limits.lines = lines;
    limits.should_stop = should_stop_;
    if (!milliseconds) search_.clear();  // a level's decision must not depend on earlier searches
    Lines found;
    for (const SearchLine& line : search_.run(p, limits).lines) {
        const auto turns = turns_of(p, line);
        if (!turns.empty()) found.push_back({turns.front(), line.score, turns_to_end(line.score).value_or(0)});
    }
    return found;
}

ComputerPlayer::Lines ComputerPlayer::wide(const SeatView& view, const Level& level, std::size_t lines) {
    TreeLimits limits;
    limits.iterations = level.iterations;
    limits.milliseconds = level.milliseconds;
    limits.lines = lines;
    limits.should_stop = should_stop_;
    const Side side = view.seen().side(view.seat());
    Lines found;
    const TreeResult result = tree_.go(view, limits);
    for (const TreeLine& line : result.lines) {
        const double inside = std::clamp<double>(line.chances[side], 1e-4, 1 - 1e-4);
        const auto score = static_cast<Score>(std::lround(100 * std::log(inside / (1 - inside))));
        found.push_back({line.steps, score, found.empty() && result.certain ? 1 : 0});
    }
    return found;
}

// A few turns, judged by how the board looks after them, and one that wins if there is any.
ComputerPlayer::Lines ComputerPlayer::considered(const Position& p, Seat seat, std::size_t ideas, Dice& dice) const {
    std::vector<std::pair<Position, std::vector<Step>>> turns;
    for (TurnLister lister(p); turns.size() < most_turns && lister.next();)
        turns.emplace_back(lister.result(), lister.steps());
    const std::size_t few = std::min(ideas, turns.size());
    for (std::size_t i = 0; i < few; ++i) std::swap(turns[i], turns[i + dice.below(turns.size() - i)]);
    const auto middle = turns.begin() + static_cast<std::ptrdiff_t>(few);
    const auto is_win = [&](const auto& turn) { return wins(p, turn.first); };
    std::vector<std::pair<Position, std::vector<Step>>> some(turns.begin(), middle);
    if (std::none_of(some.begin(), some.end(), is_win) && can_win_now(p, seat)) {
        if (const auto win = std::find_if(middle, turns.end(), is_win); win != turns.end()) some.push_back(*win);
    }
    const Side side = p.side(seat);
    Lines lines;
    for (auto& [then, steps] : some) {
        if (const auto mine = won(then, side)) {
            lines.push_back({std::move(steps), 0, *mine ? 1 : -1});
        } else {
            const Score score = evaluate(then, network_);
            lines.push_back({std::move(steps), then.side(then.to_move) == side ? score : -score, 0});
        }
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
        return std::pair(a.wins_in, a.score) > std::pair(b.wins_in, b.score);
    });
    return lines;
}

// -- what it chooses --------------------------------------------------------------------------------------------------

const ComputerPlayer::Line& ComputerPlayer::chosen(const Lines& all, const Level& level, const Position& p, Seat seat,
                                                   Dice& dice) {
    const auto size = level.ideas ? all.size() : std::min(all.size(), static_cast<std::size_t>(level.lines));
    const Side side = p.side(seat);
    std::vector<std::size_t> left(size);
    std::iota(left.begin(), left.end(), std::size_t{0});
    if (level.careful() || dice.unit() >= oversight_of(level, p) / 2) {
        for (const std::size_t i : left) {
            if (all[i].wins_in == 1 || won(after(p, all[i].steps), side).value_or(false)) return all[i];
        }
    }
    const auto keep = [&](auto test) {
        std::vector<std::size_t> kept;
        std::copy_if(left.begin(), left.end(), std::back_inserter(kept), [&](std::size_t i) { return test(all[i]); });
        if (!kept.empty()) left = std::move(kept);
    };
    if (level.careful()) {
        keep([&](const Line& line) { return !loses_at_once(after(p, line.steps), side); });
        keep([&](const Line& line) { return line.wins_in >= 0; });
    }
    if (left.size() == 1 || level.softness <= 0) return all[left.front()];
    Lines some;
    for (const std::size_t i : left) some.push_back(all[i]);
    std::vector<double> weights = values(some, level, p, seat, dice);
    const double top = *std::max_element(weights.begin(), weights.end());
    double sum = 0;
    for (double& weight : weights) sum += weight = std::exp((weight - top) / level.softness);
    double at = dice.unit() * sum;
    for (std::size_t i = 0; i < left.size(); ++i) {
        at -= weights[i];
        if (at < 0) return all[left[i]];
    }
    return all[left.back()];
}

// What each line is worth in a soft choice. A line whose result is overlooked looks like an average one.
std::vector<double> ComputerPlayer::values(const Lines& lines, const Level& level, const Position& p, Seat seat,
                                           Dice& dice) {
    const double attention = dice.unit();  // drawn once for all lines
    const double oversight = oversight_of(level, p);
    const Side side = p.side(seat);
    std::vector<std::optional<double>> seen;
    std::vector<double> known, out;
    for (const Line& line : lines) {
        const Position then = after(p, line.steps);
        std::optional<double> value = value_of(line.score, line.wins_in);
        if (!level.careful()) {
            if (won(then, side).value_or(false)) {
                value.reset();  // a win that was seen has been taken already
            } else if (loses_at_once(then, side)) {
                const bool overlooked = attention < oversight * distraction(then, seat);
                value = overlooked ? std::nullopt : std::optional(-sure);
            }
        }
        if (value) known.push_back(*value);
        seen.push_back(value);
        out.push_back(level.eagerness * (height_of(then, seat) - height_of(p, seat)));
    }
    std::sort(known.begin(), known.end());
    const double average = known.empty() ? 0 : known[known.size() / 2];
    for (std::size_t i = 0; i < lines.size(); ++i) out[i] += seen[i].value_or(average);
    return out;
}

std::vector<Step> ComputerPlayer::winning(const Position& p) {
    std::vector<Step> how;
    return can_win(p, &how) ? how : std::vector<Step>{};
}

// Another turn that does not lose at once, if looking at every reply finds one.
std::vector<Step> ComputerPlayer::saving(const Position& p, Seat seat, const Lines& lines, const Line& line) {
    if (is_searchable(p)) {
        const Lines best = deep(p, 2, 0, 0, 1);
        return best.empty() ? line.steps : best.front().steps;
    }
    const Side side = p.side(seat);
    for (const Line& other : lines) {
        if (!loses_at_once(after(p, other.steps), side)) return other.steps;
    }
    std::size_t tried = 0;
    for (TurnLister turns(p); tried++ < most_turns && turns.next();) {
        if (!loses_at_once(turns.result(), side)) return turns.steps();
    }
    return line.steps;
}

}  // namespace santorini
