#include "core/search/kernels.h"

#include <algorithm>

namespace santorini {

SANTORINI_FOR_EACH_PROCESSOR
void add_row(Row& to, const int16_t* row) {
    for (std::size_t i = 0; i < hidden_size; ++i) to[i] = static_cast<int16_t>(to[i] + row[i]);
}

// All of a row's values stay in registers until every change has been made.
SANTORINI_FOR_EACH_PROCESSOR
void change_row(const int16_t* first, std::span<const Feature> taken, std::span<const Feature> added, const Row& old,
                Row& row) {
    using Lane [[gnu::vector_size(64), gnu::aligned(2), gnu::may_alias]] = int16_t;
    constexpr std::size_t lanes = hidden_size * sizeof(int16_t) / sizeof(Lane);
    Lane sum[lanes];
    for (std::size_t i = 0; i < lanes; ++i) sum[i] = reinterpret_cast<const Lane*>(old.data())[i];
    for (const Feature f : taken) {
        const auto* values = reinterpret_cast<const Lane*>(first + f * hidden_size);
        for (std::size_t i = 0; i < lanes; ++i) sum[i] -= values[i];
    }
    for (const Feature f : added) {
        const auto* values = reinterpret_cast<const Lane*>(first + f * hidden_size);
        for (std::size_t i = 0; i < lanes; ++i) sum[i] += values[i];
    }
    for (std::size_t i = 0; i < lanes; ++i) reinterpret_cast<Lane*>(row.data())[i] = sum[i];
}

SANTORINI_FOR_EACH_PROCESSOR
std::array<int32_t, second_size> second_sums(const std::array<const Row*, 2>& rows, const std::array<Row, 2>& shifts,
                                             const SecondWeights& weights) {
    alignas(64) std::array<int16_t, 2 * hidden_size> active;
    for (std::size_t view = 0; view < 2; ++view) {
        const Row& row = *rows[view];
        const Row& shift = shifts[view];
        int16_t* out = &active[view * hidden_size];
        for (std::size_t i = 0; i < hidden_size; ++i) {
            const auto sum = static_cast<int16_t>(row[i] + shift[i]);
            out[i] = std::clamp<int16_t>(sum, 0, most_active);
        }
    }
    std::array<int32_t, second_size> sums;
    for (std::size_t j = 0; j < second_size; ++j) {
        int32_t sum = 0;
        for (std::size_t i = 0; i < 2 * hidden_size; ++i) sum += active[i] * weights[j][i];
        sums[j] = sum;
    }
    return sums;
}

}  // namespace santorini
