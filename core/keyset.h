// A set of 64-bit keys with open addressing; grows, never shrinks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace santorini {

class KeySet {
public:
    bool add(std::uint64_t key) {  // was it new?
        if (key == 0) return !std::exchange(zero_, true);
        if (2 * (used_ + 1) > slots_.size()) grow();
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = key & mask;; i = (i + 1) & mask) {
            if (slots_[i] == key) return false;
            if (slots_[i] == 0) {
                slots_[i] = key;
                ++used_;
                return true;
            }
        }
    }
    void clear() {
        if (used_ > 0) slots_.assign(slots_.size() > 4096 ? 4096 : slots_.size(), 0);
        used_ = 0;
        zero_ = false;
    }

private:
    void grow() {
        std::vector<std::uint64_t> old(slots_.empty() ? 64 : slots_.size() * 4);
        old.swap(slots_);
        used_ = 0;
        for (std::uint64_t key : old) {
            if (key) add(key);
        }
    }

    std::vector<std::uint64_t> slots_;
    std::size_t used_ = 0;
    bool zero_ = false;
};

}  // namespace santorini
