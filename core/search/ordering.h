// In what order the search tries the outcomes of a turn: what it remembers of good ones, and how it picks the best.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <functional>
#include <vector>

#include "core/position.h"

namespace santorini {

// Where somebody went and where something was built: the key of the history of good turns.
struct Shape {
    Square from = no_square, to = no_square, built = no_square;
};

inline Shape shape_of(const Position& from, const Position& to, Side side) {
    Shape s;
    const Bitboard gone = from.workers[side] & ~to.workers[side], came = to.workers[side] & ~from.workers[side];
    const Bitboard built = built_differently(from, to);
    if (gone) s.from = first(gone);
    if (came) s.to = first(came);
    if (built) s.built = first(built);
    return s;
}

// Where a turn went and built, as a number below `goals`; no_square counts as a place.
inline constexpr std::size_t places = board_squares + 1, goals = places * places;
inline std::size_t goal_of(const Shape& s) { return s.to * places + s.built; }

// Two boards as one number, whose upper bits depend on both.
inline uint64_t mixed(Bitboard a, Bitboard b, uint64_t factor) { return (uint64_t{a} << 32 | b) * factor; }

// What distinguishes one outcome from its siblings, for ordering only: two may share a mark. The shape alone gives one
// half of it, so that few outcomes need the other half.
class OutcomeMark {
public:
    OutcomeMark() = default;
    explicit OutcomeMark(uint16_t value) : value_(value) {}
    OutcomeMark(const Shape& shape, const Position& from, const Position& to)
        : value_(static_cast<uint16_t>(half_of(shape) | differences(from, to) << 8)) {}
    static uint8_t half_of(const Shape& s) {
        return static_cast<uint8_t>((s.from * 7 + s.to * 45 + s.built * 157) | 1);
    }
    uint16_t value() const { return value_; }
    bool operator==(const OutcomeMark&) const = default;
    bool may_be_of(uint8_t half) const { return (value_ & 0xff) == half; }

private:
    static unsigned differences(const Position& from, const Position& to) {
        // Independent products.
        uint64_t h = mixed(from.workers[0] ^ to.workers[0], from.workers[1] ^ to.workers[1], 0x9e3779b97f4a7c15ull);
        h ^= mixed(from.level[0] ^ to.level[0], from.level[1] ^ to.level[1], 0xbf58476d1ce4e5b9ull);
        h ^= mixed(from.level[2] ^ to.level[2], from.dome ^ to.dome, 0x94d049bb133111ebull);
        h ^= mixed(to.tokens[0] ^ to.aim[0], to.tokens[1] ^ to.aim[1], 0xd1b54a32d192ed03ull);
        return static_cast<unsigned>(h >> 56);
    }
    uint16_t value_ = 0;  // 0: of no outcome
};

// How good turns have been: by seat, origin, destination and build; and, as answers to the turn before, by where both
// turns went and built.
class History {
public:
    History() : turns_(4 * places * goals), answers_(goals * goals) {}

    // A new search begins: what the last one found still counts, but less.
    void fade() {
        for (auto* scores : {&turns_, &answers_}) {
            for (int16_t& score : *scores) score /= 4;
        }
    }
    int score(Seat seat, const Shape& turn, const Shape& before) const {
        return turns_[index(seat, turn)] + answers_[index(before, turn)];
    }
    // Scores stay within 16 bits: the nearer to the limit, the less is added.
    void change(Seat seat, const Shape& turn, const Shape& before, int by) {
        for (int16_t* score : {&turns_[index(seat, turn)], &answers_[index(before, turn)]})
            *score = static_cast<int16_t>(*score + by - *score * std::abs(by) / 16384);
    }

private:
    static std::size_t index(Seat seat, const Shape& s) { return (seat * places + s.from) * goals + goal_of(s); }
    static std::size_t index(const Shape& before, const Shape& s) { return goal_of(before) * goals + goal_of(s); }
    std::vector<int16_t> turns_, answers_;
};

// An outcome and its rank among its siblings, in one number: the larger, the better. Of equal ranks the outcome found
// first is better, so that the same search gives the same result.
class Ranked {
public:
    Ranked(int rank, uint32_t index) : value_(int64_t{rank} * (int64_t{1} << 32) + ~index) {}
    uint32_t index() const { return ~static_cast<uint32_t>(value_); }
    auto operator<=>(const Ranked&) const = default;

private:
    int64_t value_;
};

// From here on the order is final: most nodes are decided by their first few turns; the others are sorted once.
inline constexpr std::size_t settled_order = 6;

// Puts the best of what is left at `at`.
inline void pick(std::vector<Ranked>& order, std::size_t at) {
    const auto here = order.begin() + static_cast<std::ptrdiff_t>(at);
    if (at == settled_order) {
        std::sort(here, order.end(), std::greater<>());
    } else if (at < settled_order) {
        std::iter_swap(here, std::max_element(here, order.end()));
    }
}

}  // namespace santorini
