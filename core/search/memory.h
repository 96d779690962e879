// What searches remember about positions: shared by threads without locks, replaced by depth and age.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>

#include "core/search/large_pages.h"
#include "core/search/score.h"

namespace santorini {

enum class Bounds : uint8_t { none, at_most, at_least, exact };

inline constexpr int16_t no_guess = -32768;

struct Remembered {
    Score score = 0;
    int depth = 0;
    Bounds bounds = Bounds::none;
    uint16_t best = 0;         // mark of the best outcome
    int16_t guess = no_guess;  // the evaluation of the position itself, without any search
};

class Memory {
public:
    explicit Memory(std::size_t megabytes)
        : slots_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * (1u << 20) / sizeof(Slot))) {}

    bool find(uint64_t key, int ply, Remembered& out) const {
        const Slot* pair = &slots_[at(key)];
        for (int i = 0; i < 2; ++i) {
            const uint64_t data = pair[i].data.load(std::memory_order_relaxed);
            // A slot half written by another thread does not fit its key.
            if ((pair[i].check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
            out.best = static_cast<uint16_t>(data);
            out.guess = static_cast<int16_t>(data >> 16);
            out.score = static_cast<int16_t>(data >> 32);
            out.depth = static_cast<int8_t>(data >> 48);
            out.bounds = static_cast<Bounds>(data >> 56 & 3);
            // Proven scores are kept as seen from the position itself.
            if (out.score >= proven) out.score -= ply;
            if (out.score <= -proven) out.score += ply;
            return true;
        }
        return false;
    }

    void keep(uint64_t key, int ply, Remembered r) {
        if (r.score >= proven) r.score += ply;
        if (r.score <= -proven) r.score -= ply;
        const uint64_t data = static_cast<uint64_t>(r.best) |
                              static_cast<uint64_t>(static_cast<uint16_t>(r.guess)) << 16 |
                              static_cast<uint64_t>(static_cast<uint16_t>(r.score)) << 32 |
                              static_cast<uint64_t>(static_cast<uint8_t>(r.depth)) << 48 |
                              static_cast<uint64_t>(static_cast<uint8_t>(r.bounds) | age_ << 2) << 56;
        Slot* pair = &slots_[at(key)];
        // The first of a pair keeps the deepest result of this search, the second the latest.
        const uint64_t old = pair[0].data.load(std::memory_order_relaxed);
        const bool same = (pair[0].check.load(std::memory_order_relaxed) ^ old) == key;
        const bool stale = (old >> 58) != age_;
        Slot& slot = same || stale || r.depth >= static_cast<int8_t>(old >> 48) ? pair[0] : pair[1];
        slot.check.store(key ^ data, std::memory_order_relaxed);
        slot.data.store(data, std::memory_order_relaxed);
    }

    void prefetch(uint64_t key) const { __builtin_prefetch(&slots_[at(key)]); }
    void new_search() { age_ = (age_ + 1) & 63; }
    void clear() {
        for (Slot& slot : slots_) {
            slot.check.store(0, std::memory_order_relaxed);
            slot.data.store(0, std::memory_order_relaxed);
        }
    }

private:
    struct Slot {
        std::atomic<uint64_t> check{0}, data{0};
    };
    std::size_t at(uint64_t key) const { return (key & (slots_.size() - 1)) & ~std::size_t{1}; }

    LargeVector<Slot> slots_;
    uint8_t age_ = 0;
};

}  // namespace santorini
