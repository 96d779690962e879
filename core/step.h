// Steps: the single choices a turn is made of, and the effects they have.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/types.h"

namespace santorini {

enum class StepKind : uint8_t {
    move,      // at -> to
    build,     // the worker on `at` adds the fitting piece on `to`
    dome,      // the worker on `at` puts a dome on `to`
    force,     // the opponent's worker on `at` is forced to `to`
    exchange,  // the player's worker on `at` and the opponent's on `to` exchange places
    unbuild,   // a block is taken from `to`
    slay,      // the worker on `to` is removed
    token,     // a token (or the Ram) is put on `to`
    aim,       // `what` is a direction, or no_direction to take the token back
    place,     // a worker is put on `to`; `what` is 1 for a female one
    bind,      // the opponent's worker on `to`, and one's own on `at` where a pair is named
    use,       // a power is used without a step of its own
    pass,      // an offer (additional turn, reaction) is declined
    done,      // the turn ends here
    chance,    // luck: the power `what` is turned up
    offer,     // draft: the power `what` is offered
    take,      // draft: the power `what` is taken
    begin,     // draft: the seat `what` begins
    secret,    // the secret square `to` is chosen
    discard,   // draft of the player aid: the power `what` is laid aside
};

struct Step {
    StepKind kind = StepKind::done;
    Square at = no_square;
    Square to = no_square;
    uint8_t what = 0;
    bool operator==(const Step&) const = default;
};

// A list with room for all the steps possible at one point, without allocation.
class StepList {
public:
    static constexpr std::size_t capacity = 256;
    StepList() {}  // leaves the array uninitialised: most lists stay short
    void add(Step step) {
        if (size_ < capacity) std::construct_at(&steps_[size_++], step);
    }
    void add(StepKind kind, Square at, Square to, uint8_t what = 0) { add(Step{kind, at, to, what}); }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    void clear() { size_ = 0; }
    const Step& operator[](std::size_t i) const { return steps_[i]; }
    const Step* begin() const { return steps_; }
    const Step* end() const { return steps_ + size_; }

private:
    union {
        Step steps_[capacity];
    };
    std::size_t size_ = 0;
};

// What happened on the table, in order: for logs, animation and announcements.
enum class EffectKind : uint8_t {
    move,
    force,
    build,
    dome,
    unbuild,
    remove,  // a worker leaves the game
    place,
    token,     // a token is put on `to`
    untoken,   // .. leaves `at`
    conflict,  // the action on `to` ran into a hidden worker
    win,
    lose,
    draw,
};
struct Effect {
    EffectKind kind;
    Square at = no_square, to = no_square;
    uint8_t who = 0;  // a side; for win and lose a seat; for draw a power
    bool operator==(const Effect&) const = default;
};
using Effects = std::vector<Effect>;

}  // namespace santorini
