// What the tree search thinks of a position: each side's chances, and a first impression of choices during set-up.
#pragma once

#include <array>
#include <memory>

#include "core/dice.h"
#include "core/search/network.h"
#include "core/step.h"

namespace santorini {

using Worth = std::array<float, 3>;  // chances to win, by side; they add up to one

// How good a complete position is. The position is a world that the searching seat considers possible, never the true
// one. Stronger evaluations plug in here: a network, or a shallow search in each world.
struct LeafEvaluation {
    virtual ~LeafEvaluation() = default;
    virtual void worth(const Position& p, Worth& chances) const = 0;
    // How much a card promises its owner before anything else is known, in the draft; around zero.
    virtual float promise(const Position& p, Seat seat, PowerId card) const;
};

// Heights, ways up, threats, freedom and the centre.
struct PlainEvaluation : LeafEvaluation {
    void worth(const Position& p, Worth& chances) const override;
};

// The learned evaluation between turns, the plain one in the middle of a turn. One per search: it remembers pairs of
// powers and what it scored last.
class LearnedEvaluation : public PlainEvaluation {
public:
    explicit LearnedEvaluation(std::shared_ptr<const Network> network) : reader_(std::move(network)) {}
    void worth(const Position& p, Worth& chances) const override;

private:
    struct Scored {
        Position position;
        Accumulator sums;
        bool known = false;
    };
    float odds(const Position& p, Scored& last) const;
    Worth among_three(const Position& p) const;

    mutable Reader reader_;
    mutable std::array<Scored, 3> scored_;  // with three sides: by the one compared
};

Worth final_worth(const Position& p);  // when the game is over
// The side has lost: the others have equal chances.
Worth lost_by(const Position& p, Side side);

// A first impression of a choice during set-up; around zero.
float hint(const Position& p, Seat who, const Step& step, const LeafEvaluation& evaluation);
// Completes the set-up by such hints, with a little randomness.
void complete_setup(Position& p, const LeafEvaluation& evaluation, Dice& dice);

}  // namespace santorini
