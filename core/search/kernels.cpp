#include "core/search/kernels.h"

#include <algorithm>
#include <cstring>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#elif defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace santorini {
namespace {

template <std::size_t n>
using Weights = std::array<std::array<int16_t, n>, 16>;

// Sixteen sums of values times weights. The compilers make good code of plain loops but for these two.
#ifdef __wasm_simd128__

// They do not find the instruction that multiplies and adds pairs. Computing four sums at once reads each value only
// once for all four.
template <std::size_t n>
SecondSums weigh(const std::array<int16_t, n>& values, const Weights<n>& weights) {
    SecondSums sums;
    for (std::size_t j = 0; j < sums.size(); j += 4) {
        v128_t four[4]{};
        for (std::size_t i = 0; i < n; i += 8) {
            const v128_t some = wasm_v128_load(&values[i]);
            for (std::size_t k = 0; k < 4; ++k)
                four[k] = wasm_i32x4_add(four[k], wasm_i32x4_dot_i16x8(some, wasm_v128_load(&weights[j + k][i])));
        }
        for (std::size_t k = 0; k < 4; ++k)
            sums[j + k] = wasm_i32x4_extract_lane(four[k], 0) + wasm_i32x4_extract_lane(four[k], 1) +
                          wasm_i32x4_extract_lane(four[k], 2) + wasm_i32x4_extract_lane(four[k], 3);
    }
    return sums;
}

#elif defined(__AVX512BW__)

// GCC 12 warns about the registers that its own header leaves unset on purpose.
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

__m512i add_products(__m512i sums, __m512i a, __m512i b) {
#ifdef __AVX512VNNI__
    return _mm512_dpwssd_epi32(sums, a, b);
#else
    return _mm512_add_epi32(sums, _mm512_madd_epi16(a, b));
#endif
}

// All sums at once: each value is read only once, and the partial sums are added up together at the end, where compilers
// would add up those of one sum after the other. Without a loop, because in one GCC moves every sum from register to
// register twice each time round.
template <std::size_t n>
SecondSums weigh(const std::array<int16_t, n>& values, const Weights<n>& weights) {
    __m512i parts[16];
    for (std::size_t j = 0; j < 16; ++j) parts[j] = _mm512_setzero_si512();
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; i += 32) {
        const __m512i some = _mm512_load_si512(&values[i]);
#pragma GCC unroll 16
        for (std::size_t j = 0; j < 16; ++j) parts[j] = add_products(parts[j], some, _mm512_load_si512(&weights[j][i]));
    }
    // Halving: afterwards each 128-bit part of quads[k] holds partial sums of 4k, 4k + 1, 4k + 2, 4k + 3.
    __m512i quads[4];
#pragma GCC unroll 4
    for (std::size_t k = 0; k < 4; ++k) {
        const __m512i* p = &parts[4 * k];
        const __m512i one = _mm512_add_epi32(_mm512_unpacklo_epi32(p[0], p[1]), _mm512_unpackhi_epi32(p[0], p[1]));
        const __m512i two = _mm512_add_epi32(_mm512_unpacklo_epi32(p[2], p[3]), _mm512_unpackhi_epi32(p[2], p[3]));
        quads[k] = _mm512_add_epi32(_mm512_unpacklo_epi64(one, two), _mm512_unpackhi_epi64(one, two));
    }
    const auto fold = [](__m512i a, __m512i b) {
        return _mm512_add_epi32(_mm512_shuffle_i64x2(a, b, 0x88), _mm512_shuffle_i64x2(a, b, 0xdd));
    };
    const __m512i sums = fold(fold(quads[0], quads[1]), fold(quads[2], quads[3]));
    SecondSums out;
    _mm512_store_si512(out.data(), sums);
    return out;
}

#ifndef __clang__
#pragma GCC diagnostic pop
#endif

#else

template <std::size_t n>
inline SecondSums weigh(const std::array<int16_t, n>& values, const Weights<n>& weights) {
    SecondSums sums;
    for (std::size_t j = 0; j < sums.size(); ++j) {
        int32_t sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += values[i] * weights[j][i];
        sums[j] = sum;
    }
    return sums;
}

#endif

}  // namespace

SANTORINI_FOR_EACH_PROCESSOR
void add_row(Row& to, const int16_t* row) {
    for (std::size_t i = 0; i < hidden_size; ++i) to[i] = static_cast<int16_t>(to[i] + row[i]);
}

// Values stay in registers until every change has been made: the rows of both views, one row, or half a row in
// WebAssembly, by how many registers there are.
SANTORINI_FOR_EACH_PROCESSOR
void change_rows(const int16_t* first, const Changes& changes, const Accumulator& old, Accumulator& acc) {
    using Lane [[gnu::vector_size(64), gnu::aligned(2), gnu::may_alias]] = int16_t;
#if defined(__AVX512BW__)
    constexpr std::size_t views = 2, parts = 1;
#elif defined(__wasm_simd128__)
    constexpr std::size_t views = 1, parts = 2;
#else
    constexpr std::size_t views = 1, parts = 1;
#endif
    constexpr std::size_t size = hidden_size / parts, lanes = size * sizeof(int16_t) / sizeof(Lane);
    const auto in = [](auto* values) { return reinterpret_cast<const Lane*>(values); };
    for (std::size_t part = 0; part < 2 / views * parts; ++part) {
        const std::size_t view = part / parts, begin = part % parts * size;
        Lane sum[views][lanes];
        for (std::size_t v = 0; v < views; ++v) {
            for (std::size_t i = 0; i < lanes; ++i) sum[v][i] = in(&old.by_view[view + v][begin])[i];
        }
        for (std::size_t k = 0; k < changes.taken.size; ++k) {
            for (std::size_t v = 0; v < views; ++v) {
                const auto* values = in(first + changes.taken.by_view[view + v][k] * hidden_size + begin);
                for (std::size_t i = 0; i < lanes; ++i) sum[v][i] -= values[i];
            }
        }
        for (std::size_t k = 0; k < changes.added.size; ++k) {
            for (std::size_t v = 0; v < views; ++v) {
                const auto* values = in(first + changes.added.by_view[view + v][k] * hidden_size + begin);
                for (std::size_t i = 0; i < lanes; ++i) sum[v][i] += values[i];
            }
        }
        for (std::size_t v = 0; v < views; ++v) {
            for (std::size_t i = 0; i < lanes; ++i)
                reinterpret_cast<Lane*>(&acc.by_view[view + v][begin])[i] = sum[v][i];
        }
    }
}

SANTORINI_FOR_EACH_PROCESSOR
SecondSums second_sums(const std::array<const Row*, 2>& rows, const std::array<Row, 2>& shifts,
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
    return weigh(active, weights);
}

// Sixteen numbers at a time: compilers do not find out by themselves that these loops can be done so.
SANTORINI_FOR_EACH_PROCESSOR
float upper_score(const SecondSums& sums, float scale, const UpperLayers& layers) {
    static_assert(second_size == 16 && third_size == 16);
    using Whole [[gnu::vector_size(64), gnu::may_alias]] = int32_t;
    using Lane [[gnu::vector_size(64), gnu::may_alias]] = float;
    const auto* last = reinterpret_cast<const Lane*>(layers.last.data());
    const Lane value_of_one = Lane{} + 1;
    Lane value = __builtin_convertvector(*reinterpret_cast<const Whole*>(sums.data()), Lane) * scale +
                 *reinterpret_cast<const Lane*>(layers.second_bias.data());
    value = value < 0 ? Lane{} : value > 1 ? value_of_one : value;
    // Each value and its square, side by side in 32 bits.
    const Whole inputs = __builtin_convertvector(value * upper_scale + 0.5f, Whole) |
                         __builtin_convertvector(value * value * upper_scale + 0.5f, Whole) << 16;
    alignas(64) std::array<int16_t, 2 * second_size> pairs;
    std::memcpy(pairs.data(), &inputs, sizeof inputs);
    const SecondSums reached = weigh(pairs, layers.third);
    const Whole most = Whole{} + upper_scale * upper_scale;
    Whole third =
        *reinterpret_cast<const Whole*>(reached.data()) + *reinterpret_cast<const Whole*>(layers.third_bias.data());
    third = third < 0 ? Whole{} : third > most ? most : third;
    const Lane all = value * last[0] + __builtin_convertvector(third, Lane) * last[1];
    std::array<float, 16> parts;
    std::memcpy(parts.data(), &all, sizeof all);
    for (std::size_t i = 0; i < 8; ++i) parts[i] += parts[i + 8];
    for (std::size_t i = 0; i < 4; ++i) parts[i] += parts[i + 4];
    return layers.value + ((parts[0] + parts[1]) + (parts[2] + parts[3]));
}

}  // namespace santorini
