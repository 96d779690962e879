// Reproducible random numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace santorini {

// Pseudo-random numbers (SplitMix64), the same on every machine.
class Dice {
public:
    explicit Dice(uint64_t seed) : state_(seed) {}
    uint64_t roll() {
        uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(roll() % n); }
    double unit() { return static_cast<double>(roll() >> 11) * 0x1p-53; }

private:
    uint64_t state_;
};

}  // namespace santorini
