#include "bench/bare.h"

#include <array>
#include <bit>

namespace santorini::bench {
namespace {

constexpr std::array<std::uint32_t, 25> near = [] {
    std::array<std::uint32_t, 25> table{};
    for (int s = 0; s < 25; ++s) {
        for (int t = 0; t < 25; ++t) {
            const int file = s % 5 - t % 5, rank = s / 5 - t / 5;
            if (s != t && file * file <= 1 && rank * rank <= 1) table[static_cast<unsigned>(s)] |= 1u << t;
        }
    }
    return table;
}();

}  // namespace

std::uint64_t bare_perft(const Plain& b, int depth) {
    const std::uint32_t blocked = b.mine | b.theirs | b.dome;
    std::uint64_t total = 0;
    for (std::uint32_t workers = b.mine; workers; workers &= workers - 1) {
        const auto w = static_cast<unsigned>(std::countr_zero(workers));
        const std::uint32_t at = 1u << w;
        std::uint32_t to = near[w] & ~blocked;
        if (!(b.one & at)) {
            to &= ~b.two;
        } else if (!(b.two & at)) {
            to &= ~b.three;
        } else if (!(b.three & at)) {
            const std::uint32_t wins = to & b.three;
            if (depth == 1) total += static_cast<std::uint64_t>(std::popcount(wins));
            to &= ~wins;
        }
        const std::uint32_t others = blocked & ~at;
        for (; to; to &= to - 1) {
            const auto t = static_cast<unsigned>(std::countr_zero(to));
            std::uint32_t on = near[t] & ~others;
            if (depth == 1) {
                total += static_cast<std::uint64_t>(std::popcount(on));
                continue;
            }
            const std::uint32_t mine = (b.mine & ~at) | 1u << t;
            for (; on; on &= on - 1) {
                const std::uint32_t s = on & -on;
                Plain after{b.one | s, b.two | (b.one & s), b.three | (b.two & s), b.dome | (b.three & s), b.theirs,
                            mine};
                total += bare_perft(after, depth - 1);
            }
        }
    }
    return total;
}

}  // namespace santorini::bench
