#include "core/search/kernels.h"

#include <algorithm>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#elif defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace santorini {

using Active = std::array<int16_t, 2 * hidden_size>;

#ifdef __wasm_simd128__
namespace {

// For WebAssembly, compilers do not find the instruction that multiplies and adds pairs. Computing four sums at once
// reads each active value only once for all four.
std::array<int32_t, second_size> weigh(const Active& active, const SecondWeights& weights) {
    std::array<int32_t, second_size> sums;
    for (std::size_t j = 0; j < second_size; j += 4) {
        v128_t four[4]{};
        for (std::size_t i = 0; i < active.size(); i += 8) {
            const v128_t values = wasm_v128_load(&active[i]);
            for (std::size_t k = 0; k < 4; ++k)
                four[k] = wasm_i32x4_add(four[k], wasm_i32x4_dot_i16x8(values, wasm_v128_load(&weights[j + k][i])));
        }
        for (std::size_t k = 0; k < 4; ++k)
            sums[j + k] = wasm_i32x4_extract_lane(four[k], 0) + wasm_i32x4_extract_lane(four[k], 1) +
                          wasm_i32x4_extract_lane(four[k], 2) + wasm_i32x4_extract_lane(four[k], 3);
    }
    return sums;
}

}  // namespace
#elif defined(__AVX512BW__)
namespace {

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

// All sums at once: each active value is read only once, and the partial sums are added up together at the end, where
// compilers would add up those of one sum after the other.
std::array<int32_t, second_size> weigh(const Active& active, const SecondWeights& weights) {
    static_assert(second_size == 16);
    __m512i parts[16];
    for (std::size_t j = 0; j < 16; ++j) parts[j] = _mm512_setzero_si512();
#pragma GCC unroll 1
    for (std::size_t i = 0; i < active.size(); i += 32) {
        const __m512i values = _mm512_load_si512(&active[i]);
#pragma GCC unroll 16
        for (std::size_t j = 0; j < 16; ++j)
            parts[j] = add_products(parts[j], values, _mm512_load_si512(&weights[j][i]));
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
    alignas(64) std::array<int32_t, second_size> out;
    _mm512_store_si512(out.data(), sums);
    return out;
}

#ifndef __clang__
#pragma GCC diagnostic pop
#endif

}  // namespace
#endif

SANTORINI_FOR_EACH_PROCESSOR
void add_row(Row& to, const int16_t* row) {
    for (std::size_t i = 0; i < hidden_size; ++i) to[i] = static_cast<int16_t>(to[i] + row[i]);
}

// Values stay in registers until every change has been made: a whole row, or half a row in WebAssembly, which has fewer
// registers.
SANTORINI_FOR_EACH_PROCESSOR
void change_row(const int16_t* first, std::span<const Feature> taken, std::span<const Feature> added, const Row& old,
                Row& row) {
    using Lane [[gnu::vector_size(64), gnu::aligned(2), gnu::may_alias]] = int16_t;
#ifdef __wasm_simd128__
    constexpr std::size_t parts = 2;
#else
    constexpr std::size_t parts = 1;
#endif
    constexpr std::size_t size = hidden_size / parts, lanes = size * sizeof(int16_t) / sizeof(Lane);
    for (std::size_t begin = 0; begin < hidden_size; begin += size) {
        Lane sum[lanes];
        for (std::size_t i = 0; i < lanes; ++i) sum[i] = reinterpret_cast<const Lane*>(old.data() + begin)[i];
        for (const Feature f : taken) {
            const auto* values = reinterpret_cast<const Lane*>(first + f * hidden_size + begin);
            for (std::size_t i = 0; i < lanes; ++i) sum[i] -= values[i];
        }
        for (const Feature f : added) {
            const auto* values = reinterpret_cast<const Lane*>(first + f * hidden_size + begin);
            for (std::size_t i = 0; i < lanes; ++i) sum[i] += values[i];
        }
        for (std::size_t i = 0; i < lanes; ++i) reinterpret_cast<Lane*>(row.data() + begin)[i] = sum[i];
    }
}

SANTORINI_FOR_EACH_PROCESSOR
std::array<int32_t, second_size> second_sums(const std::array<const Row*, 2>& rows, const std::array<Row, 2>& shifts,
                                             const SecondWeights& weights) {
    alignas(64) Active active;
    for (std::size_t view = 0; view < 2; ++view) {
        const Row& row = *rows[view];
        const Row& shift = shifts[view];
        int16_t* out = &active[view * hidden_size];
        for (std::size_t i = 0; i < hidden_size; ++i) {
            const auto sum = static_cast<int16_t>(row[i] + shift[i]);
            out[i] = std::clamp<int16_t>(sum, 0, most_active);
        }
    }
#if defined(__wasm_simd128__) || defined(__AVX512BW__)
    return weigh(active, weights);
#else
    std::array<int32_t, second_size> sums;
    for (std::size_t j = 0; j < second_size; ++j) {
        int32_t sum = 0;
        for (std::size_t i = 0; i < active.size(); ++i) sum += active[i] * weights[j][i];
        sums[j] = sum;
    }
    return sums;
#endif
}

}  // namespace santorini
