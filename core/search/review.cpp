#include "core/search/review.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/questions/outcome.h"
#include "core/search/lines.h"
#include "core/search/tree.h"
#include "core/turn/machine.h"

namespace santorini {
namespace {

constexpr std::size_t most_moments = 3;
constexpr double severity = 4;  // a turn that gives away x of the chance is e^(-severity * x) accurate

SearchOptions search_options(const ReviewOptions& options) {
    SearchOptions out;
    out.megabytes = options.megabytes;
    out.network = options.network;
    return out;
}

Position after_steps(Position p, const std::vector<Step>& steps) {
    for (const Step& step : steps) {
        if (!is_legal(p, step)) break;  // cut short by something hidden
        play(p, step);
    }
    return p;
}

}  // namespace

Reviewer::Reviewer(ReviewOptions options) : options_(std::move(options)), search_(search_options(options_)) {}

Reviewer::Verdict Reviewer::search(const Position& p) {
    Verdict verdict;
    SearchLimits limits;
    limits.nodes = options_.nodes;
    limits.lines = 2;
    limits.should_stop = options_.should_stop;
    const SearchReport report = search_.run(p, limits);
    const Side side = p.side(decider(p));
    if (report.lines.empty()) return verdict;
    const SearchLine& best = report.lines.front();
    verdict.chances[side] = chance_of(best.score);
    verdict.chances[1u - side] = 1 - verdict.chances[side];
    verdict.wins_in = turns_to_end(best.score);
    if (const auto turns = turns_of(p, best); !turns.empty()) verdict.best = turns.front();
    verdict.result = after_steps(p, verdict.best);
    if (report.lines.size() > 1) verdict.second = chance_of(report.lines[1].score);
    return verdict;
}

Reviewer::Verdict Reviewer::search_tree(const Position& p) const {
    Verdict verdict;
    TreeSearch tree(0, {}, options_.network ? std::make_shared<LearnedEvaluation>(options_.network) : nullptr);
    TreeLimits limits;
    limits.iterations = options_.passes;
    limits.lines = 2;
    limits.should_stop = options_.should_stop;
    const TreeResult result = tree.go(SeatView(p, decider(p)), limits);
    if (result.lines.empty()) return verdict;
    const Side side = p.side(decider(p));
    std::copy(result.chances.begin(), result.chances.end(), verdict.chances.begin());
    if (result.certain) {
        verdict.wins_in = 1;
        verdict.chances = {};
        verdict.chances[side] = 1;
    }
    verdict.best = result.lines.front().steps;
    verdict.result = after_steps(p, verdict.best);
    if (result.lines.size() > 1) verdict.second = result.lines[1].chances[side];
    return verdict;
}

Reviewer::Verdict Reviewer::look(const Position& p) {
    const uint64_t key = p.hash();
    if (const auto found = known_.find(key); found != known_.end() && found->second.position == p) return found->second;
    Verdict verdict;
    if (const auto ended = outcome(p)) {
        for (Seat seat = 0; seat < p.players; ++seat) {
            if (ended->winners >> seat & 1) verdict.chances[p.side(seat)] = 1;
        }
    } else if (decider(p) < p.players) {
        verdict = is_searchable(p) ? search(p) : search_tree(p);
    }
    verdict.position = p;
    const bool stopped = options_.should_stop && options_.should_stop();
    if (!stopped) known_[key] = verdict;  // a search that was cut short says little
    return verdict;
}

std::optional<Judgement> Reviewer::judge(const Position& before, const Position& after) {
    if (before.stage != Stage::play || before.is_over() || decider(before) >= before.players) return std::nullopt;
    const Verdict then = look(before), now = look(after);
    Judgement j;
    j.seat = decider(before);
    const Side side = before.side(j.seat);
    j.before = then.chances[side];
    j.after = now.chances[side];
    j.wins_in = then.wins_in;
    j.best = then.best;
    j.chances = now.chances;
    // A turn like the engine's gives nothing away, even if the search of the position after it disagrees.
    const bool same = !then.best.empty() && then.result == after;
    j.loss = same ? 0 : std::max(0.0, j.before - j.after);
    const bool was_won = then.wins_in && *then.wins_in > 0;
    const bool still_won = j.after >= 1;
    if (same) {
        j.mark = then.second && j.before - *then.second >= blunder_loss ? Mark::only_move : Mark::best;
    } else if (j.loss < inaccuracy_loss) {
        j.mark = Mark::good;
    } else if (was_won && !still_won) {
        j.mark = Mark::missed_win;
    } else {
        j.mark = j.loss < mistake_loss ? Mark::inaccuracy : j.loss < blunder_loss ? Mark::mistake : Mark::blunder;
    }
    return j;
}

GameReview summarise(std::span<const Judgement> game) {
    GameReview review;
    for (Seat seat = 0; seat < 4; ++seat) {
        double sum = 0;
        int turns = 0;
        for (const Judgement& j : game) {
            if (j.seat != seat) continue;
            sum += 100 * std::exp(-severity * j.loss);
            ++turns;
        }
        if (turns) review.accuracy[seat] = sum / turns;
    }
    for (std::size_t i = 0; i < game.size(); ++i) {
        if (game[i].loss >= inaccuracy_loss) review.moments.push_back(i);
    }
    std::stable_sort(review.moments.begin(), review.moments.end(),
                     [&](std::size_t a, std::size_t b) { return game[a].loss > game[b].loss; });
    review.moments.resize(std::min(review.moments.size(), most_moments));
    std::sort(review.moments.begin(), review.moments.end());
    return review;
}

}  // namespace santorini
