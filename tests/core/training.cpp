// What training learns from: examples of self-play, and the board as planes of squares.
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
    options.asides = false;
    played = 0;
    CHECK(self_play(options, 2, stop, played).aside_powers.empty());
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
    examples_are_whole();
    side_games_disturb_nothing();
}
