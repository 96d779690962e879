// A set of 64-bit keys with open addressing. Clearing it is cheap: a key belongs to the generation in which it was
// added, and only a table that has grown large is cut down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace santorini {

class KeySet {
public:
    bool add(std::uint64_t key) {  // returns whether it is new
        if (2 * (used_ + 1) > slots_.size()) grow();
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = key & mask;; i = (i + 1) & mask) {
            Slot& slot = slots_[i];
            if (slot.generation != generation_) {
                slot = {key, generation_};
                ++used_;
                return true;
            }
            if (slot.key == key) return false;
        }
    }
    void clear() {
        used_ = 0;
        ++generation_;
        // A small table stays in the cache, so a large one is not kept.
        if (slots_.size() > most_kept) slots_.assign(most_kept, {});
    }

private:
    struct Slot {
        std::uint64_t key = 0, generation = 0;
    };
    static constexpr std::size_t most_kept = 1 << 14;

    void grow() {
        std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 4);
        old.swap(slots_);
        used_ = 0;
        for (const Slot& slot : old) {
            if (slot.generation == generation_) add(slot.key);
        }
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::uint64_t generation_ = 1;
};

}  // namespace santorini
