// What the learned evaluation sees of a position: features of the board from each side's view, and the words of the
// powers.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/position.h"

namespace santorini {

using Feature = uint16_t;
using FeatureList = std::vector<Feature>;

std::size_t feature_count();
std::size_t word_count();
// The inputs that cards make, by name and in order: "move.moves=two", "setup.workers=3". A network's file names those
// that it was trained on.
std::vector<std::string> word_names();
// The stage of the game, by how much is built: blocks, and four for every dome. The first stages are eight long.
inline constexpr std::size_t stage_count = 4;
std::size_t stage_of(const Position& p);
// What a feature says is built.
unsigned built_in(Feature feature);
// What the board shows from a side's view.
void features(const Position& rest, Side view, FeatureList& out);

// Features that come and go between two positions, for each view: both views have as many.
struct Changes {
    // More than two positions can differ in: every square rebuilt, every worker elsewhere, all extras changed.
    static constexpr std::size_t room = 512;
    struct List {
        std::array<std::array<Feature, room>, 2> by_view;
        std::size_t size = 0;
        void push(unsigned first, unsigned second) {
            by_view[0][size] = static_cast<Feature>(first);
            by_view[1][size++] = static_cast<Feature>(second);
        }
    };
    List taken, added;
};
// `workers`: where those of `from` stand. They may have been moved before.
void feature_changes(const Position& from, const std::array<Bitboard, 3>& workers, const Position& to,
                     Changes& changes);
// Those of the worker on `w` and of what is built around it, as its own side and as the other sees it.
void worker_features(const Position& p, Square w, Changes::List& out);

// The powers in play: of the seat to move, its partner, the next opponent, and that opponent's partner.
std::array<const Power*, 4> powers_in_order(const Position& rest);
void add_words(const Power& power, float weight, std::span<float> out);
// The words of the side's powers, one number each; in a team the partner's count half.
void power_words(const Position& rest, Side side, std::span<float> out);
// The feature that takes the place of another when the board is turned, or when seen from the other side.
Feature turned(Feature feature, unsigned symmetry);
Feature swapped(Feature feature);
// Where a feature is found if the board is drawn as planes of 25 squares. Neighbours of workers only repeat what the
// squares say and are on no plane; a fact about no square has a plane of its own.
struct FeaturePlace {
    int plane = -1, square = -1;
};
FeaturePlace place_of(Feature feature);

}  // namespace santorini
