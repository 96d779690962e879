// Games of the engine against itself, as examples to learn from.
#pragma once

#include <atomic>
#include <random>
#include <vector>

#include "core/search/search.h"

namespace santorini {

struct SelfPlayOptions {
    uint64_t nodes = 500;  // per turn
    uint64_t seed = 1;
    float plain = 0.2f;         // share of games without powers
    float teams = 0.04f;        // .. of four players
    float fleece = 0.04f;       // .. with a shared power
    float lone = 0.08f;         // .. of a power against none
    float revised = 0.4f;       // .. with the revised texts
    float aid = 0.06f;          // .. with the player aid's rules
    int opening = 6;            // up to this many turns are played at random
    float stray = 0.06f;        // how often a turn is chosen at random, so that games differ
    float side = 0;             // how often a random turn begins a side game; the main game goes on undisturbed
    bool asides = false;        // also record positions beside the game
    int leaves = 0;             // .. and this many of those that each search evaluated,
    uint64_t leaf_nodes = 400;  // .. judged by a search of their own; 0: not judged
    std::shared_ptr<const Network> network;
};

// Examples in columns. Features are those of the side to move; `start` has one entry more than there are examples.
struct Examples {
    std::vector<Feature> features;
    std::vector<uint64_t> start{0};
    std::vector<uint32_t> powers;  // row of `words`
    std::vector<int16_t> score;    // of the search, for the side to move
    std::vector<int8_t> result;    // 1: the side to move won, -1: it lost
    std::vector<uint16_t> to_go;   // turns until the game was over
    std::vector<float> words;      // [row][own words, other side's words]
    // Positions beside the games, as a search meets them: one or two random turns away, or leaves of a search. Nobody
    // played them, so they have no result. Leaves have a score of their own; the others only a teacher can judge.
    std::vector<Feature> aside_features;
    std::vector<uint64_t> aside_start{0};
    std::vector<uint32_t> aside_powers;
    std::vector<int16_t> aside_score;
    static constexpr int16_t no_score = INT16_MIN;

    std::size_t size() const { return score.size(); }
};

// Plays until `stop` is set or this many games are over. `played` counts examples as they come.
Examples self_play(const SelfPlayOptions& options, int games, const std::atomic<bool>& stop,
                   std::atomic<uint64_t>& played);

// A random position for two sides that can be searched: random cards, placing and first turns.
Position random_opening(const SelfPlayOptions& options, std::mt19937_64& random);

}  // namespace santorini
