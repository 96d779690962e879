// The learned evaluation: a small network whose inputs are the board and the words of both sides' powers.
//
//   board, from each side's view --(first layer, kept up to date turn by turn)--> 2 x hidden
//   words of both sides' powers  --(once per pair of powers)--> a shift and a weight for every hidden value, a mixture of
//                                weights for the second layer, leans for the second and third, weights for the last one,
//                                and a value of the pairing itself
//   2 x hidden --> second --> third --> one score; the second layer speaks to the score directly, too
//
// All layers but the first have weights of their own for every stage of the game, by how much is built.
//
// What the words contribute is partly a sum over the words and partly the output of a small network of two layers (the
// trunk), which can learn that two powers together mean something else than each alone. Both are worked out once per
// pair, so they cost the search nothing.
//
// No input names a power: a card is the words of its entry (core/rules/vocabulary.h), so home-made powers and other
// rule sets are read like any other.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/search/inputs.h"
#include "core/search/large_pages.h"
#include "core/search/score.h"

namespace santorini {

inline constexpr std::size_t hidden_size = 128, second_size = 16, third_size = 16, trunk_size = 128;
inline constexpr std::size_t blend_count = 8;  // matrices that the words may add to that of the second layer
// The trunk's outputs: shifts, gates, leans of the second layer, changes of the last weights, a value, shares of the
// blended matrices, leans of the third layer.
inline constexpr std::size_t trunk_answers = 2 * hidden_size + 2 * second_size + 1 + blend_count + third_size;

// -- the network ------------------------------------------------------------------------------------------------------

struct Accumulator {
    alignas(64) std::array<std::array<int16_t, hidden_size>, 2> by_view;
};

// All layers but the first, for a pair of powers at a stage of the game.
struct UpperLayers {
    alignas(64) std::array<std::array<int16_t, 2 * hidden_size>, second_size> second;
    alignas(64) std::array<float, second_size> second_bias;
    // By each value of the second layer and its square.
    alignas(64) std::array<std::array<int16_t, 2 * second_size>, third_size> third;
    alignas(64) std::array<int32_t, third_size> third_bias;
    alignas(64) std::array<float, second_size + third_size> last;
    float value;
};

// The weights, as trained; shared by all searches.
class Network {
public:
    // Nothing if the bytes are not a network of this shape. Words are found by their names: those missing from the file
    // have no effect, and those no longer in the vocabulary are skipped.
    static std::shared_ptr<const Network> read(std::span<const std::byte> bytes);

    void gather(const Position& p, Accumulator& acc) const;
    // `old` belongs to `from`; `acc` becomes that of `to`.
    void follow(const Position& from, const Position& to, const Accumulator& old, Accumulator& acc) const;
    // The same where the workers in `old` already stand as in `to`, and nobody's sex matters.
    void follow_builds(const Position& from, const Position& to, const Accumulator& old, Accumulator& acc) const;

private:
    friend class Reader;
    LargeVector<int16_t> first_;       // [feature][hidden]
    std::vector<int16_t> first_bias_;  // [hidden]
    // By the words of one's own powers and the other side's: [own, other][word][..]
    std::array<std::vector<float>, 2> shift_, gate_, lean_;
    std::vector<float> second_, second_bias_;        // [stage][second][2 x hidden], [stage][second]
    std::vector<float> blend_;                       // [matrix][second][2 x hidden]
    std::vector<float> third_, third_bias_;          // [stage][second, their squares][third], [stage][third]
    std::vector<float> last_, last_bias_;            // [stage][second, third], [stage]
    std::vector<float> trunk_in_, trunk_in_bias_;    // [own words, other's][trunk]
    std::vector<float> trunk_mid_, trunk_mid_bias_;  // [trunk][trunk]
    std::vector<float> trunk_out_;                   // [trunk][answers]

    std::array<float, trunk_answers> ask_trunk(std::span<const float> own, std::span<const float> other) const;
};

// Reads positions for one search: keeps what it has worked out about pairs of powers. One per thread.
class Reader {
public:
    explicit Reader(std::shared_ptr<const Network> network);
    const Network& network() const { return *network_; }
    Score score(const Position& rest, const Accumulator& acc);
    Score score(const Position& rest);  // from scratch
    // `acc` becomes that of `from` with its workers where those of `to` are and nothing else changed. `old` belongs to
    // `from`, where nobody's sex matters.
    void move_workers(const Position& from, const Position& to, const Accumulator& old, Accumulator& acc);

private:
    struct Pair {
        std::array<const Power*, 4> powers;  // to move, its partner, the next opponent, its partner
        alignas(64) std::array<std::array<int16_t, hidden_size>, 2> shift;
        std::array<UpperLayers, stage_count> stages;
    };
    const Pair& pair_for(const Position& p);

    std::shared_ptr<const Network> network_;
    std::vector<std::unique_ptr<Pair>> pairs_;

    // What a worker adds to the sums together with what is built around it, as its own side sees it and as the other
    // does: the same few come again and again. Each square has some places, so that workers never compete for one.
    std::size_t standing(const Position& p, Square w);
    static constexpr unsigned standing_bits = 5;
    std::vector<uint64_t> standing_keys_;
    LargeVector<Accumulator> standing_sums_;  // [square, place]
};

}  // namespace santorini
