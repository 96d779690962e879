#include "core/search/selfplay.h"

#include <algorithm>
#include <map>

#include "core/turn/setup.h"

namespace santorini {
namespace {

constexpr Score decided = 2000;
constexpr int longest_game = 160;  // turns; random moves included

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
    std::map<std::vector<float>, uint32_t> rows;
    std::mt19937_64 random(options.seed);
    Dice dice{random};
    Search search({4, 1, true, options.network});
    Outcomes outcomes;
    FeatureList list;
    const std::size_t words = word_count();
    std::vector<float> said(2 * words);
    for (int g = 0; g < games && !stop.load(std::memory_order_relaxed); ++g) {
        Position p = random_opening(options, random);
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
            const SearchReport found = search.run(p, {0, options.nodes, 0, 1});
            if (found.lines.empty()) {
                winner = 1 - me;  // no turn is left
                break;
            }
            const SearchLine& best = found.lines[0];
            if (is_proven(best.score)) {
                winner = best.score > 0 ? me : 1 - me;
            }
            if (at_rest(p)) {
                features(p, me, list);
                out.features.insert(out.features.end(), list.begin(), list.end());
                out.start.push_back(out.features.size());
                power_words(p, me, {said.data(), words});
                power_words(p, static_cast<Side>(1 - me), {said.data() + words, words});
                const auto [row, fresh] = rows.emplace(said, static_cast<uint32_t>(rows.size()));
                if (fresh) out.words.insert(out.words.end(), said.begin(), said.end());
                out.powers.push_back(row->second);
                // A decided position is as good or bad as can be; how soon it ends does not matter.
                out.score.push_back(static_cast<int16_t>(std::clamp(best.score, -decided, decided)));
                out.to_go.push_back(static_cast<uint16_t>(turn));
                mover.push_back(me);
            }
            if (winner >= 0) break;
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
