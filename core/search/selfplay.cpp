#include "core/search/selfplay.h"

#include <algorithm>
#include <map>

#include "core/turn/can_win.h"
#include "core/turn/setup.h"

namespace santorini {
namespace {

constexpr Score decided = 2000;
constexpr int longest_game = 160;        // turns; random moves included
constexpr std::size_t most_waiting = 4;  // side games; more would crowd out new openings

bool is_open(RuleSet rules, PowerId id) {
    const Power& power = entry(rules, id);
    return exists(rules, id) && power.setup.secret == Secret::none && !power.setup.deck;
}

struct Dice {
    std::mt19937_64& random;
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random() % n); }
    bool chance(float share) { return static_cast<float>(random() >> 40) / static_cast<float>(1 << 24) < share; }
};

Position random_cards(const SelfPlayOptions& options, Dice dice) {
    Position p;
    p.starter = static_cast<Seat>(dice.below(2));
    if (dice.chance(options.plain)) return p;
    if (dice.chance(options.revised))
        p.rules = RuleSet::revised;
    else if (dice.chance(options.aid))
        p.rules = RuleSet::aid;
    if (p.rules != RuleSet::aid && dice.chance(options.fleece)) {
        do p.shared = static_cast<PowerId>(1 + dice.below(printed_cards));
        while (!allowed_as_fleece(p.rules, p.shared) || !is_open(p.rules, p.shared));
        return p;
    }
    if (p.rules != RuleSet::aid && dice.chance(options.teams)) p.players = 4;
    for (Seat s = 0; s < p.players; ++s) {
        bool fits = false;
        while (!fits) {
            p.cards[s] = static_cast<PowerId>(1 + dice.below(printed_cards));
            fits = is_open(p.rules, p.cards[s]) && allowed_with(p.rules, p.cards[s], p.players);
            for (Seat o = 0; o < s; ++o)
                fits &= p.cards[o] != p.cards[s] && ban_between(p.rules, p.cards[o], p.cards[s]) == Ban::none;
        }
    }
    if (p.players == 2 && dice.chance(options.lone)) p.cards[dice.below(2)] = no_power;
    return p;
}

// What an evaluation is asked about: a search never judges a position that wins at once.
bool is_judged(const Position& p) { return is_searchable(p) && at_rest(p) && !can_win(p); }

// Writes positions down as rows of features, and each pair of powers once.
class Notes {
public:
    explicit Notes(Examples& out) : out_(out), said_(2 * word_count()) {}

    // A position of the game. The caller adds what it knows about it.
    void add(const Position& p) { add(p, out_.features, out_.start, out_.powers); }
    // A position beside the game.
    void add_aside(const Position& p, int16_t score = Examples::no_score) {
        if (!is_judged(p)) return;
        add(p, out_.aside_features, out_.aside_start, out_.aside_powers);
        out_.aside_score.push_back(score);
    }

private:
    void add(const Position& p, std::vector<Feature>& to, std::vector<uint64_t>& start, std::vector<uint32_t>& powers) {
        const Side me = p.side(decider(p)), other = static_cast<Side>(1 - me);
        const std::size_t words = said_.size() / 2;
        features(p, me, list_);
        to.insert(to.end(), list_.begin(), list_.end());
        start.push_back(to.size());
        power_words(p, me, {said_.data(), words});
        power_words(p, other, {said_.data() + words, words});
        const auto [row, fresh] = rows_.emplace(said_, static_cast<uint32_t>(rows_.size()));
        if (fresh) out_.words.insert(out_.words.end(), said_.begin(), said_.end());
        powers.push_back(row->second);
    }

    Examples& out_;
    std::map<std::vector<float>, uint32_t> rows_;
    FeatureList list_;
    std::vector<float> said_;
};

// Two turns at random, and a random answer to each.
void add_asides(const Position& p, Notes& notes, Outcomes& outcomes, Dice dice) {
    outcomes.find(p);
    std::array<Position, 2> turns;
    if (outcomes.all().empty()) return;
    for (Position& turn : turns) turn = outcomes.all()[dice.below(outcomes.all().size())];
    for (const Position& turn : turns) {
        if (turn.is_over() || !at_rest(turn)) continue;
        notes.add_aside(turn);
        outcomes.find(turn);
        if (!outcomes.all().empty()) notes.add_aside(outcomes.all()[dice.below(outcomes.all().size())]);
    }
}

// A decided position is as good or bad as can be; how soon it ends does not matter.
int16_t example_score(Score score) { return static_cast<int16_t>(std::clamp(score, -decided, decided)); }

// What the last search evaluated, each position judged by a search of its own if that has any nodes.
void add_leaves(const EvaluatedSample& leaves, uint64_t nodes, Search& search, Notes& notes) {
    for (const Position& leaf : leaves.kept()) {
        if (!nodes) notes.add_aside(leaf);
        if (!nodes || !is_judged(leaf)) continue;
        const SearchReport found = search.run(leaf, {.nodes = nodes});
        notes.add_aside(leaf, example_score(found.lines.empty() ? -decided : found.lines[0].score));
    }
}

}  // namespace

Position random_opening(const SelfPlayOptions& options, std::mt19937_64& random) {
    Dice dice{random};
    while (true) {
        Position p = start_dealt(random_cards(options, dice));
        if (p.stage != Stage::play) p.to_move = setup_decider(p);
        while (p.stage != Stage::play && !p.is_over()) {
            StepList steps;
            setup_steps(p, steps);
            if (steps.empty()) break;
            setup_play(p, steps[dice.below(steps.size())]);
        }
        if (p.stage != Stage::play) continue;
        Outcomes outcomes;
        const std::size_t turns = dice.below(static_cast<std::size_t>(options.opening) + 1);
        for (std::size_t i = 0; i < turns && !p.is_over(); ++i) {
            outcomes.find(p);
            if (outcomes.all().empty()) break;
            p = outcomes.all()[dice.below(outcomes.all().size())];
        }
        if (is_searchable(p) && at_rest(p)) return p;
    }
}

Examples self_play(const SelfPlayOptions& options, int games, const std::atomic<bool>& stop,
                   std::atomic<uint64_t>& played) {
    Examples out;
    Notes notes(out);
    std::mt19937_64 random(options.seed);
    Dice dice{random};
    Search search({4, 1, true, options.network});
    Outcomes outcomes;
    EvaluatedSample leaves(static_cast<std::size_t>(std::max(options.leaves, 0)), options.seed);
    std::vector<Position> waiting;  // where side games begin
    for (int g = 0; g < games && !stop.load(std::memory_order_relaxed); ++g) {
        Position p;
        if (waiting.empty()) {
            p = random_opening(options, random);
        } else {
            p = waiting.back();
            waiting.pop_back();
        }
        search.clear();
        const std::size_t first_one = out.size();
        std::vector<Side> mover;
        int winner = -1, turn = 0;
        for (; turn < longest_game && winner < 0; ++turn) {
            if (p.is_over()) {
                winner = p.side(p.winner);
                break;
            }
            const Side me = p.side(decider(p));
            leaves.clear();
            const SearchReport found =
                search.run(p, {.nodes = options.nodes, .sample = options.leaves > 0 ? &leaves : nullptr});
            if (found.lines.empty()) {
                winner = 1 - me;  // no turn is left
                break;
            }
            const SearchLine& best = found.lines[0];
            if (is_proven(best.score)) {
                winner = best.score > 0 ? me : 1 - me;
            }
            if (at_rest(p)) {
                notes.add(p);
                if (options.asides) add_asides(p, notes, outcomes, dice);
                add_leaves(leaves, options.leaf_nodes, search, notes);
                out.score.push_back(example_score(best.score));
                out.to_go.push_back(static_cast<uint16_t>(turn));
                mover.push_back(me);
            }
            if (winner >= 0) break;
            if (options.side > 0 && at_rest(p) && waiting.size() < most_waiting && dice.chance(options.side)) {
                outcomes.find(p);
                const Position& begun = outcomes.all()[dice.below(outcomes.all().size())];
                if (is_searchable(begun) && at_rest(begun)) waiting.push_back(begun);
            }
            if (at_rest(p) && dice.chance(options.stray)) {
                outcomes.find(p);
                p = outcomes.all()[dice.below(outcomes.all().size())];
            } else {
                p = best.outcome[0];
            }
        }
        // A game without an end teaches nothing about who wins.
        if (winner < 0) {
            out.features.resize(out.start[first_one]);
            out.start.resize(first_one + 1);
            out.powers.resize(first_one);
            out.score.resize(first_one);
            out.to_go.resize(first_one);
            continue;
        }
        for (std::size_t i = 0; i < mover.size(); ++i) {
            out.result.push_back(mover[i] == winner ? 1 : -1);
            out.to_go[first_one + i] = static_cast<uint16_t>(turn - out.to_go[first_one + i]);
        }
        played.fetch_add(mover.size(), std::memory_order_relaxed);
    }
    return out;
}

}  // namespace santorini
