// Proofs by trying everything: no evaluation, no guesses, nothing shared with the engine's search, which is checked
// against it.
//
// Only for two sides, nothing hidden, no luck, and turns in which nobody else chooses anything.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/position.h"
#include "core/turn/generator.h"

namespace santorini {

class Prover {
public:
    // It gives up after looking at `budget` positions.
    explicit Prover(uint64_t budget) : budget_(budget) {}

    // Can the side to move force a win within this many of its own turns? Leaving the opponent without a turn is a win.
    // Nothing if it had to give up, or met a turn that it does not judge (an additional one).
    std::optional<bool> wins(const Position& rest, int turns);
    // Does the side to move lose within this many turns of the opponent, whatever it does?
    std::optional<bool> loses(const Position& rest, int turns);

    uint64_t looked_at() const { return looked_at_; }  // for the last answer
    uint64_t total() const { return total_ + looked_at_; }

private:
    struct Known {
        Position position;
        int8_t proven = 127;  // wins within this many turns
        int8_t refuted = 0;   // does not win within this many turns
    };
    // `.._later`: can_win() is known to be false for the side to move.
    bool forces(const Position& rest, int turns);
    bool forces_later(const Position& rest, int turns);
    bool succumbs(const Position& rest, int turns);
    bool succumbs_later(const Position& rest, int turns);
    bool shuts_in(const Position& rest);
    std::vector<Position> outcomes(const Position& rest);

    uint64_t budget_, looked_at_ = 0, total_ = 0;
    bool gave_up_ = false;
    std::unordered_multimap<uint64_t, Known> known_;
    std::unique_ptr<Generator> generator_ = std::make_unique<Generator>();  // it cannot be moved
};

// Is it certain that the next player will have a turn, whatever the side to move does now? False: it has to be tried.
// If no card in play limits others, and a turn only shifts workers and builds, a turn can close only a few squares.
bool leaves_a_turn(const Position& rest);

}  // namespace santorini
