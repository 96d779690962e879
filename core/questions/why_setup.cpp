// Why something cannot be chosen during set-up.
#include <algorithm>

#include "core/questions/why.h"
#include "core/turn/machine.h"

namespace santorini {
namespace {

bool can_place(const Position& x, Square to) {
    StepList steps;
    setup_steps(x, steps);
    return std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return s.to == to; });
}

}  // namespace

std::vector<Why> why_in_setup(const Position& v, Seat seat, const Question& q) {
    const bool squares =
        v.stage == Stage::place || v.stage == Stage::fate || v.stage == Stage::abyss || v.stage == Stage::ram;
    StepList steps;
    setup_steps(v, steps);
    const auto fits = [&](const Step& s) { return s.to == q.to && (!q.kind || s.kind == *q.kind); };
    if (squares && q.from == no_square && std::any_of(steps.begin(), steps.end(), fits)) return {};
    const bool due = squares && q.from == no_square && (!q.kind || (!steps.empty() && steps[0].kind == *q.kind));
    if (!due) return {{WhyCode::setup}};
    if (const Side side = v.side_at(q.to); side != no_side) {
        Seat owner = 0;
        while (v.side(owner) != side) ++owner;
        return {{WhyCode::occupied, q.to, no_square, owner}};
    }
    if (v.stage == Stage::fate) return {{WhyCode::fate_edge, q.to}};
    // Placing: the side's own cards say where; the others' workers must still have room afterwards.
    std::vector<Why> found;
    for (const bool together : {false, true}) {
        Position x = v;
        for (Seat s = 0; s < v.players && found.empty(); ++s) {
            if (!together) x = v;
            Power anywhere = v.card(s);
            anywhere.setup.where = Placing::any;
            x.cards[s] = suppose(anywhere, s);
            const WhyCode code = v.side(s) == v.side(seat) ? WhyCode::placing : WhyCode::no_room;
            if (can_place(x, q.to)) found.push_back({code, q.to, no_square, s, v.cards[s]});
        }
    }
    if (found.empty()) found.push_back({WhyCode::setup});
    return found;
}

}  // namespace santorini
