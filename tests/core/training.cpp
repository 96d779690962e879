// What training learns from: examples of self-play, and the board as planes of squares.
#include <set>

#include "core/search/selfplay.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

void planes_turn_with_the_board() {
    int on_planes = 0;
    for (std::size_t f = 0; f < feature_count(); ++f) {
        const auto feature = static_cast<Feature>(f);
        const FeaturePlace place = place_of(feature);
        on_planes += place.square >= 0;
        for (unsigned k = 0; k < 8; ++k) {
            const FeaturePlace there = place_of(turned(feature, k));
            if (place.square >= 0)
                CHECK(there.plane == place.plane && there.square == turned(static_cast<Square>(place.square), k));
            else
                CHECK((there.plane < 0) == (place.plane < 0) && there.square < 0);
        }
    }
    // Five states of a square, four levels of a worker for each side, women and tokens of each side, the Ram.
    CHECK(on_planes == 25 * (5 + 2 * 4 + 2 + 2 + 1));
}

// The network's stage of the game depends on nothing but what its inputs say is built.
void stages_are_seen_in_the_inputs() {
    std::mt19937_64 random(5);
    std::set<std::size_t> met;
    for (int game = 0; game < 30; ++game) {
        Position p = random_opening({}, random);
        Outcomes outcomes;
        while (!p.is_over()) {
            FeatureList list;
            features(p, 0, list);
            unsigned built = 0;
            for (const Feature f : list) built += built_in(f);
            CHECK(stage_of(p) == std::min<std::size_t>(built / 8, stage_count - 1));
            met.insert(stage_of(p));
            outcomes.find(p);
            if (outcomes.all().empty()) break;
            p = outcomes.all()[random() % outcomes.all().size()];
        }
    }
    CHECK(met.size() == stage_count);
}

void examples_are_whole() {
    SelfPlayOptions options;
    options.nodes = 30;
    options.asides = true;
    std::atomic<bool> stop = false;
    std::atomic<uint64_t> played = 0;
    const Examples e = self_play(options, 6, stop, played);
    const std::size_t rows = e.words.size() / (2 * word_count());
    CHECK(e.size() > 50 && e.size() == played);
    CHECK(e.result.size() == e.size() && e.to_go.size() == e.size() && e.powers.size() == e.size());
    CHECK(e.start.size() == e.size() + 1 && e.start.back() == e.features.size());
    // Up to four asides for each position; those that win at once are left out.
    CHECK(e.aside_powers.size() > e.size() && e.aside_powers.size() <= 4 * e.size());
    CHECK(e.aside_start.size() == e.aside_powers.size() + 1 && e.aside_start.back() == e.aside_features.size());
    for (const uint32_t row : e.powers) CHECK(row < rows);
    for (const uint32_t row : e.aside_powers) CHECK(row < rows);
    for (const Feature f : e.aside_features) CHECK(f < feature_count());
    CHECK(e.aside_score == std::vector<int16_t>(e.aside_powers.size(), Examples::no_score));
    options.asides = false;
    played = 0;
    CHECK(self_play(options, 2, stop, played).aside_powers.empty());
}

// Positions that a search evaluated are judged by a search of their own.
void leaves_are_judged() {
    SelfPlayOptions options;
    options.nodes = 200;
    options.leaves = 3;
    options.leaf_nodes = 20;
    std::atomic<bool> stop = false;
    std::atomic<uint64_t> played = 0;
    const Examples e = self_play(options, 4, stop, played);
    CHECK(e.aside_powers.size() > e.size() && e.aside_powers.size() <= 3 * e.size());
    CHECK(e.aside_score.size() == e.aside_powers.size());
    CHECK(e.aside_start.size() == e.aside_powers.size() + 1 && e.aside_start.back() == e.aside_features.size());
    for (const int16_t score : e.aside_score) CHECK(std::abs(score) <= 2000);
    CHECK(std::set<int16_t>(e.aside_score.begin(), e.aside_score.end()).size() > 20);
    options.leaf_nodes = 0;  // left to a teacher
    played = 0;
    const Examples open = self_play(options, 2, stop, played);
    CHECK(open.aside_powers.size() > open.size());
    CHECK(open.aside_score == std::vector<int16_t>(open.aside_powers.size(), Examples::no_score));
    EvaluatedSample sample(5, 1);
    Search search({});
    std::mt19937_64 random(3);
    search.run(random_opening(options, random), {.nodes = 500, .sample = &sample});
    CHECK(sample.kept().size() == 5);
    for (const Position& q : sample.kept()) CHECK(at_rest(q) && !q.is_over());
    sample.clear();
    CHECK(sample.kept().empty());
}

// Every position offered has the same chance to be kept.
void samples_are_fair() {
    std::array<int, 20> kept{};
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        EvaluatedSample sample(4, seed);
        Position p;
        for (uint8_t n = 0; n < 20; ++n) {
            p.number[0] = n;
            sample.offer(p);
        }
        for (const Position& q : sample.kept()) ++kept[q.number[0]];
    }
    for (const int n : kept) CHECK(n > 300 && n < 500);  // 400 expected, with a deviation of 18
}

// A side game begins with a random turn and does not change the main game.
void side_games_disturb_nothing() {
    SelfPlayOptions options;
    options.nodes = 30;
    options.stray = 0;
    std::atomic<bool> stop = false;
    std::atomic<uint64_t> played = 0;
    const Examples alone = self_play(options, 1, stop, played);
    options.side = 1;
    const Examples both = self_play(options, 2, stop, played);
    CHECK(both.size() > alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
        CHECK(both.score[i] == alone.score[i] && both.result[i] == alone.result[i]);
        CHECK(both.to_go[i] == alone.to_go[i] && both.start[i] == alone.start[i]);
    }
    CHECK(both.powers[alone.size()] < both.words.size() / (2 * word_count()));
    CHECK(both.words.size() <= alone.words.size() + 2 * word_count());  // the cards are the same
}

}  // namespace

void santorini::testing::training_tests() {
    planes_turn_with_the_board();
    stages_are_seen_in_the_inputs();
    examples_are_whole();
    leaves_are_judged();
    samples_are_fair();
    side_games_disturb_nothing();
}
