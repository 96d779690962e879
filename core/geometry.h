// The board's shape, as tables computed at compile time.
#pragma once

#include <array>

#include "core/types.h"

namespace santorini {

inline constexpr std::array<int8_t, 8> direction_file{0, 1, 1, 1, 0, -1, -1, -1};
inline constexpr std::array<int8_t, 8> direction_rank{1, 1, 0, -1, -1, -1, 0, 1};

struct Geometry {
    std::array<std::array<Square, 8>, board_squares> step{};       // next square in a direction, or no_square
    std::array<std::array<Square, 8>, board_squares> ring_step{};  // the same on a board without edges (Urania)
    std::array<Bitboard, board_squares + 1> near{};                // neighbours; near[no_square] is empty
    std::array<Bitboard, board_squares> ring{};                    // the eight neighbours on a board without edges
    std::array<std::array<Direction, board_squares>, board_squares>
        toward{};                                // direction of a single (ring) step, or no_direction
    std::array<Bitboard, board_squares> fate{};  // 2 x 2 squares by their lower left one; empty on file e, rank 5
};

constexpr Geometry make_geometry() {
    Geometry g;
    for (auto& row : g.toward) row.fill(no_direction);
    for (int s = 0; s < board_squares; ++s) {
        const auto from = static_cast<std::size_t>(s);
        const int file = s % 5, rank = s / 5;
        for (std::size_t d = 0; d < 8; ++d) {
            const int f = file + direction_file[d], r = rank + direction_rank[d];
            const auto wrapped = static_cast<Square>((f + 5) % 5 + 5 * ((r + 5) % 5));
            const bool inside = f >= 0 && f < 5 && r >= 0 && r < 5;
            g.step[from][d] = inside ? wrapped : no_square;
            g.ring_step[from][d] = wrapped;
            g.ring[from] |= bit(wrapped);
            g.toward[from][wrapped] = static_cast<Direction>(d);
            if (inside) g.near[from] |= bit(wrapped);
        }
        if (file < 4 && rank < 4) {
            const auto low = static_cast<Square>(s);
            g.fate[from] = bit(low) | bit(static_cast<Square>(low + 1)) | bit(static_cast<Square>(low + 5)) |
                           bit(static_cast<Square>(low + 6));
        }
    }
    return g;
}

inline constexpr Geometry geometry = make_geometry();

constexpr Bitboard near(Square s) { return geometry.near[s]; }
constexpr Square next(Square s, Direction d) { return on_board(s) && d < 8 ? geometry.step[s][d] : no_square; }
constexpr Direction toward(Square from, Square to) { return geometry.toward[from][to]; }

inline constexpr Bitboard file_a = 0x0108421, file_e = file_a << 4, rank_1 = 0x1f, rank_5 = rank_1 << 20;

// Every square next to one of the set: shifted east and west, then these and the set itself north and south.
constexpr Bitboard around(Bitboard b) {
    const Bitboard beside = ((b & ~file_e) << 1) | ((b & ~file_a) >> 1);
    const Bitboard row = beside | b;
    return (beside | row << 5 | row >> 5) & full_board;
}
inline constexpr Bitboard perimeter_squares = file_a | file_e | rank_1 | rank_5;
inline constexpr Bitboard interior_squares = full_board & ~perimeter_squares;
inline constexpr Bitboard corner_squares = (file_a | file_e) & (rank_1 | rank_5);

// The eight ways of turning and mirroring the board: bit 2 swaps files and ranks; after that, bit 0 mirrors the files
// and bit 1 the ranks.
constexpr Square turned(Square s, unsigned symmetry) {
    if (!on_board(s)) return s;
    unsigned file = s % 5u, rank = s / 5u;
    if (symmetry & 4) std::swap(file, rank);
    if (symmetry & 1) file = 4 - file;
    if (symmetry & 2) rank = 4 - rank;
    return static_cast<Square>(file + 5 * rank);
}
constexpr Bitboard turned(Bitboard b, unsigned symmetry) {
    Bitboard out = 0;
    for (Square s : each(b)) out |= bit(turned(s, symmetry));
    return out;
}
constexpr Direction turned_direction(Direction d, unsigned symmetry) {
    return d < 8 ? toward(turned(Square{12}, symmetry), turned(next(12, d), symmetry)) : d;
}

}  // namespace santorini
