// The inner loops of the learned evaluation, compiled for several kinds of processors.
//
// A build for one machine (-march=native) has the best instructions anyway. A wheel has to run on older processors too:
// it has these functions for AVX-512, for AVX2 and for the oldest, and the loader picks the best that the processor can
// run. All give the same sums: they add and multiply integers. Only the
// last step, to a score, is in floating point.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/search/network.h"

// Needs a loader that resolves such functions, as glibc has. The sanitizers are not initialised yet at that point.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__AVX2__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define SANTORINI_FOR_EACH_PROCESSOR [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define SANTORINI_FOR_EACH_PROCESSOR
#endif

namespace santorini {

// How a value of 1 is written in the first layer and in those above.
inline constexpr int first_scale = 512, upper_scale = 1024;
inline constexpr int16_t most_active = 512;

using Row = std::array<int16_t, hidden_size>;
using SecondWeights = std::array<std::array<int16_t, 2 * hidden_size>, second_size>;
struct alignas(64) SecondSums : std::array<int32_t, second_size> {};

void add_row(Row& to, const int16_t* row);

// `old` without the rows of the features that were taken and with those that were added.
void change_rows(const int16_t* first, const Changes& changes, const Accumulator& old, Accumulator& acc);

// The input sums of the second layer: both views plus their shifts, clamped to 0 .. `most_active`, times the weights.
SecondSums second_sums(const std::array<const Row*, 2>& rows, const std::array<Row, 2>& shifts,
                       const SecondWeights& weights);

// The score that the layers above make of the sums, which are multiplied by `scale` first.
float upper_score(const SecondSums& sums, float scale, const UpperLayers& layers);

}  // namespace santorini
