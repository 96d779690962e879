// Squares, sets of squares, directions, seats and sides: the basic types of everything else.
#pragma once

#include <bit>
#include <cstdint>

namespace santorini {

using std::int8_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

// a1 = 0, b1 = 1, .. e1 = 4, a2 = 5, .. e5 = 24.
using Square = uint8_t;
inline constexpr int board_squares = 25;
inline constexpr Square no_square = 25;       // "nowhere": off the board, on a card, not used
inline constexpr Square unknown_square = 26;  // in a view: hidden from its reader

// Is it a square of the board, neither no_square nor unknown_square?
constexpr bool on_board(Square s) { return s < board_squares; }

// One bit per square; bit 0 is a1.
using Bitboard = uint32_t;
inline constexpr Bitboard full_board = (1u << board_squares) - 1;

// The empty set if `s` is not on the board: higher bits are cut off.
constexpr Bitboard bit(Square s) { return (1u << s) & full_board; }
constexpr bool has(Bitboard b, Square s) { return (b & bit(s)) != 0; }
constexpr int count(Bitboard b) { return std::popcount(b); }
constexpr Square first(Bitboard b) { return static_cast<Square>(std::countr_zero(b)); }

// Takes the lowest square out of the set.
constexpr Square pop(Bitboard& b) {
    const Square s = first(b);
    b &= b - 1;
    return s;
}

// `for (Square s : each(set))`, lowest square first.
struct each {
    Bitboard set;
    constexpr explicit each(Bitboard b) : set(b) {}
    struct iterator {
        Bitboard rest;
        constexpr Square operator*() const { return first(rest); }
        constexpr iterator& operator++() {
            rest &= rest - 1;
            return *this;
        }
        constexpr bool operator!=(const iterator& other) const { return rest != other.rest; }
    };
    constexpr iterator begin() const { return {set}; }
    constexpr iterator end() const { return {0}; }
};

// n ne e se s sw w nw; `no_direction` where there is none.
using Direction = uint8_t;
inline constexpr Direction no_direction = 8;
constexpr Direction opposite(Direction d) { return d < 8 ? static_cast<Direction>((d + 4) & 7) : d; }

using Seat = uint8_t;  // 0..3, in turn order
using Side = uint8_t;  // 0..2: those who win and lose together
inline constexpr Seat no_seat = 4;
inline constexpr Side no_side = 3;

}  // namespace santorini
