#include "core/search/search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/search/correction.h"
#include "core/search/ordering.h"
#include "core/search/stopwatch.h"
#include "core/threads.h"
#include "core/turn/can_win.h"
#include "core/turn/walk.h"

namespace santorini {
namespace {

constexpr int most_plies = 100;
constexpr int most_depth = 64;
constexpr std::size_t most_looks = 800;  // outcomes of a turn that are evaluated to order them

// The position is not over.
Side deciding_side(const Position& p) { return p.side(at_rest(p) ? p.to_move : decider(p)); }

// Does the other side, to move now, win at once?
bool loses_next(const Position& child, Side me) {
    return at_rest(child) && !child.is_over() && deciding_side(child) != me && can_win(child);
}

// How much depth a late turn loses, in hundredths of a turn.
class Reductions {
public:
    explicit Reductions(const Parameters& p) {
        for (std::size_t d = 1; d < 64; ++d) {
            for (std::size_t i = 1; i < 256; ++i)
                table_[d][i] = static_cast<int16_t>(p.reduction_base + 1e4 / p.reduction_divisor *
                                                                           std::log(static_cast<double>(d)) *
                                                                           std::log(static_cast<double>(i)));
        }
    }
    int operator()(int depth, std::size_t index) const {
        return table_[static_cast<std::size_t>(std::clamp(depth, 0, 63))][std::min<std::size_t>(index, 255)];
    }

private:
    std::array<std::array<int16_t, 256>, 64> table_{};
};

// Can it be searched, if everything is known to everybody?
bool is_searchable_openly(const Position& p) {
    if (p.sides() != 2 || p.stage != Stage::play || p.is_over() || p.turn.phase == Phase::draw) return false;
    for (Seat s = 0; s < card_slots(p); ++s) {
        const Setup& setup = p.dealt_power(s).setup;
        if (hides_workers(setup.secret) || setup.deck) return false;
    }
    return true;
}

}  // namespace

bool is_searchable(const Position& p) { return is_searchable_openly(p) && !holds_secrets(p); }

class Search::Worker {
public:
    Worker(Search& search, int index)
        : search_(search), index_(index), parameters_(search.options_.parameters), reduction_(parameters_) {
        if (search.options_.network) reader_ = std::make_unique<Reader>(search.options_.network);
        frames_.resize(most_plies + 2);
    }

    void begin(const Position& p, const SearchLimits& limits, const Stopwatch& since) {
        limits_ = limits;
        clock_ = since;
        nodes_ = 0;
        nodes_so_far_.store(0, std::memory_order_relaxed);
        stopped_ = false;
        passes_from_ = 0;
        done_ = SearchReport{};
        frames_[0].enter(p, p.hash());
        history_.fade();
        frames_[0].outcomes.find(p, 4000);
        root_.clear();
        for (const Position& q : frames_[0].outcomes.all()) root_.push_back({q, 0, 0});
    }

    uint64_t nodes() const { return nodes_; }
    uint64_t nodes_so_far() const { return nodes_so_far_.load(std::memory_order_relaxed); }  // for other threads
    const SearchReport& done() const { return done_; }
    bool has_choices() const { return !root_.empty(); }

    void deepen(const std::function<void(const SearchReport&)>& report) {
        // Each thread has its own processor clock.
        if (index_ && limits_.cpu_time) clock_ = Stopwatch(true);
        // Any answer is better than none if time runs out before the first depth is finished.
        order_root_by_evaluation();
        keep_report(0);
        const int last = limits_.depth ? std::min(limits_.depth, most_depth) : most_depth;
        for (int depth = 1; depth <= last; ++depth) {
            // The other threads skip some depths, so that they do not all do the same.
            if (index_ && depth < last && (depth + index_) % 3 == 0) continue;
            root_depth_ = depth;
            const bool whole = search_lines(depth);
            keep_report(whole ? depth : done_.depth);
            if (report && whole) report(done_);
            if (!whole) break;
            if (settled(depth)) break;
        }
    }

    // A choice at the root. Its score is an estimate until it has been searched.
    struct Choice {
        Position position;
        Score score;
        Score last;
        std::vector<Position> line{};
    };

private:
    // The sums after the moves of a turn, before it builds: shared by the turns with the same moves.
    struct Moved {
        std::array<Bitboard, 3> workers{};
        uint32_t visit = 0;  // of the frame; an older one belongs to another position
        Accumulator accumulator;
    };
    // What the search keeps for each ply of the line it looks at.
    struct Frame {
        Position position;
        uint64_t key = 0;
        Accumulator accumulator;
        bool ready = false;
        uint32_t visit = 0;
        std::array<Moved, 16> moved;
        Shape turn;                // the turn that led here
        int16_t guess = no_guess;  // the evaluation for the side that decides, where it is known

        void enter(const Position& p, uint64_t its_key, const Shape& by = {}) {
            position = p;
            key = its_key;
            turn = by;
            guess = no_guess;
            ready = false;
            ++visit;
            line.clear();
        }
        std::vector<Position> line;
        Outcomes outcomes;
        std::vector<Ranked> order;
        std::vector<int16_t> looks;  // the evaluation of each outcome, where the order depends on it
        std::array<OutcomeMark, 2> killers{};
    };

    Search& search_;
    const int index_;
    const Parameters parameters_;
    const Reductions reduction_;
    std::unique_ptr<Reader> reader_;
    std::vector<Frame> frames_;
    History history_;
    Corrections corrections_{parameters_};
    std::vector<uint64_t> keys_;
    SearchLimits limits_;
    Stopwatch clock_;
    uint64_t nodes_ = 0;
    std::atomic<uint64_t> nodes_so_far_{0};
    int root_depth_ = 0;
    int passes_from_ = 0;  // before this ply nobody passes
    bool stopped_ = false;
    std::vector<Choice> root_;
    SearchReport done_;

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }

    bool out_of_time() {
        if (stopped_) return true;
        if (limits_.nodes && nodes_ >= limits_.nodes) stopped_ = true;
        if ((nodes_ & 63) == 0) {
            nodes_so_far_.store(nodes_, std::memory_order_relaxed);
            if (search_.stop_.load(std::memory_order_relaxed)) stopped_ = true;
            if (limits_.should_stop && limits_.should_stop()) stopped_ = true;
            if (limits_.milliseconds && clock_.seconds() * 1000 >= static_cast<double>(limits_.milliseconds))
                stopped_ = true;
        }
        return stopped_;
    }

    // -- evaluation ---------------------------------------------------------------------------------------------------

    const Accumulator& accumulator(int ply) {
        Frame& f = frame(ply);
        if (f.ready) return f.accumulator;
        if (ply > 0)
            follow(ply - 1, f.position, f.accumulator);
        else
            reader_->network().gather(f.position, f.accumulator);
        f.ready = true;
        return f.accumulator;
    }

    // Updates the sums from the position at `ply` to a child: the move, which siblings may share, then the builds.
    void follow(int ply, const Position& child, Accumulator& acc) {
        const Accumulator& here = accumulator(ply);
        Frame& f = frame(ply);
        const Network& network = reader_->network();
        if (f.position.women) return network.follow(f.position, child, here, acc);
        const uint64_t where = mixed(child.workers[0], child.workers[1], 0x9e3779b97f4a7c15ull);
        Moved& moved = f.moved[where >> 60];
        if (moved.visit != f.visit || moved.workers[0] != child.workers[0] || moved.workers[1] != child.workers[1]) {
            moved.visit = f.visit;
            moved.workers = child.workers;
            reader_->move_workers(f.position, child, here, moved.accumulator);
        }
        network.follow_builds(f.position, child, moved.accumulator, acc);
    }

    Score evaluate_at(int ply) {
        const Position& p = frame(ply).position;
        if (limits_.sample) limits_.sample->offer(p);
        if (!reader_) return handmade(p);
        return reader_->score(p, accumulator(ply));
    }

    // The evaluation of a child, for the side that decides at `ply`.
    Score evaluate_child(int ply, const Position& child, uint64_t key) {
        Remembered known;
        const bool found = search_.memory_.find(key, ply + 1, known);
        Score score;
        if (found && known.guess != no_guess) {
            score = known.guess;
        } else {
            if (!reader_) {
                score = handmade(child);
            } else {
                Accumulator acc;
                follow(ply, child, acc);
                score = reader_->score(child, acc);
            }
            if (!found) remember_guess(key, score);
        }
        return deciding_side(child) == deciding_side(frame(ply).position) ? score : -score;
    }

    // Keeps an evaluation without a search: other lines may reach the position, and the next depth needs it again.
    void remember_guess(uint64_t key, Score guess) {
        search_.memory_.keep(key, 0, {guess, 0, Bounds::none, 0, static_cast<int16_t>(guess)});
    }

    // The evaluation a turn ago, when the side that decides at `ply` last decided.
    int16_t guess_before(int ply) {
        if (ply < 2 || deciding_side(frame(ply - 2).position) != deciding_side(frame(ply).position)) return no_guess;
        return frame(ply - 2).guess;
    }

    // -- the tree -----------------------------------------------------------------------------------------------------

    // The score of a child for the side that decides at `ply`. `cut`: the other side is expected to have an answer that
    // refutes the turn.
    Score search_child(int ply, const Position& child, uint64_t key, int depth, Score alpha, Score beta, int forced,
                       bool cut) {
        const Position& p = frame(ply).position;
        const Side me = deciding_side(p);
        if (child.is_over()) {
            ++nodes_;
            return child.side(child.winner) == me ? win_at_once - ply - 1 : -(win_at_once - ply - 1);
        }
        frame(ply + 1).enter(child, key, shape_of(p, child, me));
        if (deciding_side(child) == me) return search(ply + 1, depth, alpha, beta, forced, !cut);
        const Score score = search(ply + 1, depth, -beta, -alpha, forced, cut);
        return score == impossible ? impossible : -score;
    }

    // The key of a position whose entry will soon be asked for.
    uint64_t prefetched(const Position& p) {
        const uint64_t key = p.hash();
        search_.memory_.prefetch(key);
        return key;
    }

    // `forced`: how many more replies to threats may be followed beyond the depth. `cut`: some turn is expected to
    // reach beta.
    Score search(int ply, int depth, Score alpha, Score beta, int forced, bool cut) {
        Frame& here = frame(ply);
        const Position& p = here.position;
        ++nodes_;
        if (out_of_time()) return 0;
        const bool rest = at_rest(p);
        const bool open_window = beta - alpha > 1;
        alpha = std::max(alpha, -(win_at_once - ply));
        beta = std::min(beta, win_at_once - ply - 1);
        if (alpha >= beta) return alpha;

        const uint64_t key = here.key;
        if (rest && can_win(p)) return win_at_once - ply - 1;
        Remembered known;
        const bool found = search_.memory_.find(key, ply, known);
        if (found && !open_window) {
            const bool lower = known.bounds == Bounds::exact || known.bounds == Bounds::at_least;
            const bool upper = known.bounds == Bounds::exact || known.bounds == Bounds::at_most;
            // A proof holds whatever depth it was found at.
            const bool deep = known.depth >= depth;
            if (lower && known.score >= beta && (deep || known.score >= proven)) return known.score;
            if (upper && known.score <= alpha && (deep || known.score <= -proven)) return known.score;
        }

        bool threatened = false;
        bool better = true;  // than a turn ago
        int16_t guess = found ? known.guess : no_guess;
        Score worth = no_guess;  // the guess, corrected
        const auto judged = [&] {
            if (guess == no_guess) guess = static_cast<int16_t>(evaluate_at(ply));
            if (worth == no_guess) worth = corrections_.corrected(p, deciding_side(p), here.turn, guess);
            return worth;
        };
        if (rest) {
            if (ply >= most_plies) return judged();
            threatened = is_threatened(p);
            if (depth <= 0) {
                // The evaluation cannot judge a side that is about to lose: search the turns that stop the threat.
                if (!threatened || forced <= 0) {
                    judged();
                    if (!found) remember_guess(key, guess);
                    return worth;
                }
                --forced;
            }
            const int16_t before = guess_before(ply);
            // Under a threat the evaluation says little, so the one from a turn ago is kept.
            here.guess = threatened ? before : search_.options_.pruning ? static_cast<int16_t>(judged()) : no_guess;
            better = before == no_guess || here.guess > before;
            const bool pruning = search_.options_.pruning && !open_window && !threatened && !is_proven(beta);
            if (pruning) {
                // So far ahead that losing a little would not matter.
                const Score margin = parameters_.static_margin * depth - (better ? int{parameters_.better_margin} : 0);
                if (depth <= parameters_.static_depth && worth - margin >= beta) return worth;
                // Null move: if even passing is good enough, a turn will hardly be worse. Late in a game it can be, when
                // every turn gives something up: so a search without passing has to agree.
                if (depth >= parameters_.pass_depth && worth >= beta && p.extra == 0 && ply >= passes_from_) {
                    Frame& next = frame(ply + 1);
                    Position passed_on = p;
                    passed_on.turn = {};
                    passed_on.to_move = p.next_seat(p.to_move);
                    next.enter(passed_on, prefetched(passed_on));
                    if (deciding_side(next.position) != deciding_side(p)) {
                        const int less = parameters_.pass_base + depth / parameters_.pass_divisor +
                                         std::min((worth - beta) / parameters_.pass_step, int{parameters_.pass_most});
                        const Score passed = -search(ply + 1, depth - 1 - less, -beta, -beta + 1, 0, !cut);
                        if (stopped_) return 0;
                        if (passed >= beta && !is_proven(passed)) {
                            if (passes_from_ > 0 || depth < parameters_.pass_checked) return passed;
                            const int left = std::max(depth - 1 - less, 1);
                            passes_from_ = ply + 1 + left * 3 / 4;
                            const Score turned = search(ply, left, beta - 1, beta, forced, cut);
                            passes_from_ = 0;
                            if (stopped_) return 0;
                            if (turned >= beta) return passed;
                        }
                    }
                }
            }
        } else if (ply >= most_plies) {
            return 0;
        }

        Outcomes& outcomes = frame(ply).outcomes;
        outcomes.find(p, depth >= 3 ? 600 : 300);
        const std::vector<Position>& all = outcomes.all();
        if (all.empty()) return rest ? -(win_at_once - ply) : impossible;
        const Score lost_next = -(win_at_once - ply - 2);
        rank(ply, all, OutcomeMark(found ? known.best : 0), depth, threatened);
        std::vector<Ranked>& order = frame(ply).order;
        const Side me = deciding_side(p);
        const Seat seat = decider(p);

        // Turns that do not stop the threat were left out: they lose to the next turn.
        Score best = order.size() < all.size() ? lost_next : impossible;
        OutcomeMark best_mark;
        const Score first_alpha = alpha;
        if (best != impossible && best > alpha) alpha = best;
        if (alpha >= beta) return best;
        uint64_t child_key = 0, next_key = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i == 0) {
                pick(order, 0);
                next_key = prefetched(all[order[0].index()]);
            }
            const Position& child = all[order[i].index()];
            child_key = next_key;
            if (i + 1 < order.size()) {  // the next child's entry arrives while this one is searched
                pick(order, i + 1);
                next_key = prefetched(all[order[i + 1].index()]);
            }
            const bool ends = at_rest(child) || child.is_over();
            // An unfinished turn costs no depth: it is still the same turn. If there are few ways out of a threat, they
            // are followed one turn deeper.
            const bool narrow = threatened && order.size() <= static_cast<std::size_t>(parameters_.few_replies) &&
                                ply < 2 * root_depth_;
            const int next_depth = ends && !narrow ? depth - 1 : depth;
            Score score;
            if (i == 0 || best == impossible) {
                score = search_child(ply, child, child_key, next_depth, alpha, beta, forced, !open_window && !cut);
            } else {
                const bool may_prune = search_.options_.pruning && !threatened && best > -proven;
                // Late turns at low depths are left out. `best` is not a proven loss, so no proof relies on them.
                if (may_prune && !open_window && depth <= parameters_.late_depth &&
                    i >= static_cast<std::size_t>(parameters_.late_base +
                                                  parameters_.late_factor * std::max(depth, 0) * std::max(depth, 0))) {
                    break;
                }
                int less = 0;
                if (may_prune && depth >= parameters_.reduction_depth &&
                    i >= static_cast<std::size_t>(parameters_.reduction_turn)) {
                    less = reduction_(depth, i);
                    if (open_window) less -= 100;
                    if (cut) less += parameters_.cut_reduction;
                    if (!better) less += parameters_.worse_reduction;
                    if (ends && !here.looks.empty()) {
                        const Score gap = alpha - here.looks[order[i].index()] - parameters_.gap_free;
                        less += std::clamp(gap * parameters_.gap_weight / 100, -100, int{parameters_.gap_most});
                    }
                    less /= 100;
                    less = std::clamp(less, 0, std::max(next_depth - 1, 0));
                }
                score =
                    search_child(ply, child, child_key, next_depth - less, alpha, alpha + 1, forced, less > 0 || !cut);
                if (!stopped_ && less > 0 && score > alpha)
                    score = search_child(ply, child, child_key, next_depth, alpha, alpha + 1, forced, !cut);
                if (!stopped_ && score > alpha && score < beta)
                    score = search_child(ply, child, child_key, next_depth, alpha, beta, forced, false);
            }
            if (stopped_) return 0;
            if (score == impossible) continue;
            if (score > best) {
                best = score;
                best_mark = OutcomeMark(shape_of(p, child, me), p, child);
                if (score > alpha) {
                    alpha = score;
                    if (open_window) {
                        here.line.assign(1, child);
                        const auto& rest_of_line = frame(ply + 1).line;
                        here.line.insert(here.line.end(), rest_of_line.begin(), rest_of_line.end());
                    }
                    if (score >= beta) {
                        reward(ply, all, order, i, seat, me, depth);
                        break;
                    }
                }
            }
        }
        if (best == impossible) return rest ? -(win_at_once - ply) : impossible;
        const Bounds bounds = best >= beta ? Bounds::at_least : best > first_alpha ? Bounds::exact : Bounds::at_most;
        search_.memory_.keep(key, ply, {best, std::max(depth, 0), bounds, best_mark.value(), guess});
        // A bound shows that the evaluation was off only if it lies beyond the evaluation.
        const bool beyond = bounds == Bounds::exact || (bounds == Bounds::at_least ? best > worth : best < worth);
        if (worth != no_guess && !threatened && depth > 0 && beyond && !is_proven(best))
            corrections_.learn(p, me, here.turn, depth, best - worth);
        return best;
    }

    // -- ordering -----------------------------------------------------------------------------------------------------

    // Under a threat only turns that stop it and unfinished turns are ranked: the others lose at once.
    void rank(int ply, const std::vector<Position>& all, OutcomeMark best, int depth, bool threatened) {
        const Position& p = frame(ply).position;
        const Side me = deciding_side(p);
        const Seat seat = decider(p);
        auto& order = frame(ply).order;
        order.clear();
        const auto& killers = frame(ply).killers;
        auto& looks = frame(ply).looks;
        looks.clear();
        const bool look = depth >= 3 && all.size() <= most_looks;
        if (look) {  // prefetch the entries of all children
            looks.resize(all.size());
            keys_.clear();
            for (const Position& child : all) search_.memory_.prefetch(keys_.emplace_back(child.hash()));
        }
        const Shape& before = frame(ply).turn;
        for (uint32_t i = 0; i < all.size(); ++i) {
            const Position& child = all[i];
            if (threatened && loses_next(child, me)) continue;
            const Shape shape = shape_of(p, child, me);
            const uint8_t half = OutcomeMark::half_of(shape);
            OutcomeMark mark;  // worked out only if it may match one of those looked for
            if (best.may_be_of(half) || killers[0].may_be_of(half) || killers[1].may_be_of(half))
                mark = OutcomeMark(shape, p, child);
            int rank = history_.score(seat, shape, before) / 8;
            if (mark != OutcomeMark() && mark == best) {
                rank = 1 << 30;
            } else {
                if (mark != OutcomeMark() && (mark == killers[0] || mark == killers[1])) rank += 3000;
                if (on_board(shape.to) && on_board(shape.from))
                    rank += 150 * (child.height(shape.to) - p.height(shape.from));
                const bool ends = at_rest(child) || child.is_over();
                if (!ends) rank -= 500;  // finished turns come first
                if (look && !child.is_over() && (ends || deciding_side(child) == me))
                    rank += 12 * (looks[i] = static_cast<int16_t>(evaluate_child(ply, child, keys_[i])));
            }
            order.emplace_back(rank, i);
        }
    }

    void reward(int ply, const std::vector<Position>& all, const std::vector<Ranked>& order, std::size_t at, Seat seat,
                Side me, int depth) {
        const Position& p = frame(ply).position;
        auto& killers = frame(ply).killers;
        const Position& child = all[order[at].index()];
        const OutcomeMark mark(shape_of(p, child, me), p, child);
        if (killers[0] != mark) killers[1] = killers[0], killers[0] = mark;
        const int gain = std::clamp(depth * depth * 4, 4, 400);
        const auto change = [&](std::size_t i, int by) {
            history_.change(seat, shape_of(p, all[order[i].index()], me), frame(ply).turn, by);
        };
        change(at, gain * 8);
        for (std::size_t i = 0; i < at && i < 32; ++i) change(i, -gain);
    }

    // -- the root -----------------------------------------------------------------------------------------------------

    void order_root_by_evaluation() {
        for (Choice& c : root_) {
            const Side me = deciding_side(frames_[0].position);
            if (c.position.is_over()) {
                c.score = c.position.side(c.position.winner) == me ? win_at_once - 1 : -(win_at_once - 1);
            } else {
                c.score = at_rest(c.position) ? evaluate_child(0, c.position, c.position.hash()) : -most_unproven;
                if (at_rest(c.position) && deciding_side(c.position) != me && can_win(c.position))
                    c.score = -(win_at_once - 2);
            }
            c.last = c.score;
            c.line.assign(1, c.position);
        }
        std::stable_sort(root_.begin(), root_.end(),
                         [](const Choice& a, const Choice& b) { return a.score > b.score; });
    }

    // Searches all wanted lines to one depth. False if it was stopped; then root_ keeps the order found so far.
    bool search_lines(int depth) {
        const std::size_t lines =
            std::min<std::size_t>(static_cast<std::size_t>(std::max(limits_.lines, 1)), root_.size());
        for (Choice& c : root_) c.last = c.score;
        for (std::size_t line = 0; line < lines; ++line) {
            if (!search_line(depth, line)) return false;
        }
        std::stable_sort(root_.begin(), root_.begin() + static_cast<std::ptrdiff_t>(lines),
                         [](const Choice& a, const Choice& b) { return a.score > b.score; });
        return true;
    }

    bool search_line(int depth, std::size_t line) {
        const Score guess = root_[line].last;
        Score reach = depth >= parameters_.aspiration_depth && !is_proven(guess) ? int{parameters_.aspiration_reach}
                                                                                 : infinite_score;
        while (true) {
            const Score alpha = std::max(guess - reach, -infinite_score),
                        beta = std::min(guess + reach, infinite_score);
            const Score best = search_root(depth, line, alpha, beta);
            if (stopped_) return false;
            if (best > alpha && best < beta) return true;
            if (reach >= infinite_score) return true;
            reach = reach > 400 ? infinite_score : reach * parameters_.aspiration_growth;
        }
    }

    Score search_root(int depth, std::size_t line, Score alpha, Score beta) {
        Score best = impossible;
        for (std::size_t i = line; i < root_.size(); ++i) {
            Choice& c = root_[i];
            const bool ends = at_rest(c.position) || c.position.is_over();
            const int next_depth = ends ? depth - 1 : depth;
            Score score;
            frames_[1].line.clear();
            const uint64_t key = prefetched(c.position);
            if (best == impossible) {
                score = search_child(0, c.position, key, next_depth, alpha, beta, parameters_.forced_replies, false);
            } else {
                int less = search_.options_.pruning && best > -proven && depth >= parameters_.root_reduction_depth &&
                                   i - line >= static_cast<std::size_t>(parameters_.root_reduction_turn)
                               ? std::max(reduction_(depth, i - line) / 100 - 1, 0)
                               : 0;
                less = std::clamp(less, 0, std::max(next_depth - 1, 0));
                score = search_child(0, c.position, key, next_depth - less, alpha, alpha + 1,
                                     parameters_.forced_replies, true);
                if (!stopped_ && less && score > alpha)
                    score = search_child(0, c.position, key, next_depth, alpha, alpha + 1, parameters_.forced_replies,
                                         true);
                if (!stopped_ && score > alpha && score < beta)
                    score =
                        search_child(0, c.position, key, next_depth, alpha, beta, parameters_.forced_replies, false);
            }
            if (stopped_) return best;
            if (score == impossible) {
                c.score = impossible;
                continue;
            }
            if (best == impossible || score > alpha) {
                c.score = score;
                c.line.assign(1, c.position);
                c.line.insert(c.line.end(), frames_[1].line.begin(), frames_[1].line.end());
            }
            if (score > best) {
                best = score;
                if (score > alpha || i == line) {
                    alpha = std::max(alpha, score);
                    std::rotate(root_.begin() + static_cast<std::ptrdiff_t>(line),
                                root_.begin() + static_cast<std::ptrdiff_t>(i),
                                root_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                }
                if (score >= beta) return best;
            }
        }
        return best;
    }

    void keep_report(int depth) {
        done_.depth = depth;
        done_.nodes = nodes_;
        done_.seconds = clock_.seconds();
        done_.lines.clear();
        const auto lines = static_cast<std::size_t>(std::max(limits_.lines, 1));
        for (std::size_t i = 0; i < root_.size() && i < lines; ++i) {
            if (root_[i].score == impossible) continue;
            done_.lines.push_back({root_[i].score, depth, root_[i].line});
        }
    }

    // Is there nothing more to find out? The end must be proven, with no shorter one left to find. As late turns are
    // searched less deep, this needs a few turns more.
    bool settled(int depth) const {
        if (done_.lines.empty()) return true;
        for (const SearchLine& line : done_.lines) {
            const int turns = win_at_once - std::abs(line.score);
            if (!is_proven(line.score) || (turns > 1 ? turns + 4 : turns) > depth) return false;
        }
        return true;
    }
};

Search::Search(SearchOptions options) : options_(std::move(options)), memory_(options_.megabytes) { hire(); }

void Search::hire() {
    workers_.clear();
    const int threads = std::clamp(options_.threads, 1, most_threads());
    for (int i = 0; i < threads; ++i) workers_.push_back(std::make_unique<Worker>(*this, i));
}

// New workers, too: the old ones remember good turns and corrections of the evaluation.
void Search::clear() {
    memory_.clear();
    hire();
}

Search::~Search() = default;

SearchReport Search::run(const Position& p, const SearchLimits& limits,
                         const std::function<void(const SearchReport&)>& report) {
    const Stopwatch wall, since(limits.cpu_time);
    stop_.store(false, std::memory_order_relaxed);
    memory_.new_search();
    if (!is_searchable_openly(p)) return {};
    for (auto& worker : workers_) worker->begin(p, limits, since);
    if (!workers_[0]->has_choices()) return {};
    std::vector<Thread> others;
    for (std::size_t i = 1; i < workers_.size(); ++i) others.emplace_back([this, i] { workers_[i]->deepen({}); });
    const auto report_all = [&](SearchReport r) {
        for (std::size_t i = 1; i < workers_.size(); ++i) r.nodes += workers_[i]->nodes_so_far();
        if (report) report(r);
    };
    workers_[0]->deepen(report_all);
    stop_.store(true, std::memory_order_relaxed);
    for (Thread& t : others) t.join();
    SearchReport result = workers_[0]->done();
    for (std::size_t i = 1; i < workers_.size(); ++i) result.nodes += workers_[i]->nodes();
    result.seconds = wall.seconds();
    return result;
}

std::vector<Step> steps_between(const Position& from, const Position& to) {
    WideWalk walk;
    std::vector<Step> way;
    Position begun = from;
    if (at_rest(begun) && begun.stage == Stage::play) begin_turn(begun);
    walk.run(begun, [&](const WideWalk::Place& at) {
        return try_steps(at.position, from, any_step, [&](const Step& step, const Position& q, Status status) {
            if (!walk.is_new(q)) return false;
            if (q == to) way = walk.trail().steps(walk.trail().add(at.link, step));
            if (status == Status::open && q.turn.reactor == no_seat && q.turn.phase != Phase::draw)
                walk.push(at, step, q);
            return q == to;
        });
    });
    return way;
}

Score evaluate(const Position& rest, const std::shared_ptr<const Network>& network) {
    if (!network) return handmade(rest);
    return Reader(network).score(rest);
}

}  // namespace santorini
