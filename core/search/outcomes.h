// The outcomes of a turn, for searching: every complete one as a position, quickly, in no particular order.
//
// Where the end of a turn is plain (one worker moved, the build is all that is left), outcomes are written down
// directly; the rest goes step by step through the machine. If there are too many, unfinished turns are returned in
// their place: positions in the middle of the turn, whose own outcomes can be found later. Where such a turn may end at
// once, that outcome is there besides. Together they still cover every legal turn.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/keyset.h"
#include "core/turn/generator.h"
#include "core/turn/scene.h"

namespace santorini {

class Outcomes {
public:
    // `p` is between turns or in the middle of one, in play, and hides nothing.
    void find(const Position& p, std::size_t enough = 600);
    const std::vector<Position>& all() const { return found_; }

private:
    void expand(const Position& p, std::vector<Position>& open);
    void end_here(const Position& p);
    bool expand_plainly(const Position& p);
    void travel_plainly(const Scene& scene, const Position& closed);
    void build_plainly(const Scene& scene, const Position& closed, Bitboard builders);

    std::unique_ptr<Generator> generator_ = std::make_unique<Generator>();  // it cannot be moved
    Position start_;
    std::vector<Position> walks_, stack_, level_, found_;
    KeySet seen_;
};

// Is the position between turns, rather than in the middle of one?
inline bool at_rest(const Position& p) { return p.turn.phase == Phase::rest; }

}  // namespace santorini
