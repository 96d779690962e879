// Making a move of the quick generator on the masks, and taking it back.
#pragma once

#include "core/turn/generator.h"

namespace santorini {

// The worker moves to `to` and stands on `at` while then() runs.
template <class Then>
void Generator::shifted(Square from, Square to, Square at, Then then) {
    Scene& s = *scene_;
    Turn& t = now_.turn;
    const Bitboard both = bit(from) | bit(at);
    const Turn saved = t;
    const Square bound = now_.bound;
    const Trail::Link link = link_;
    const int rise = now_.height(to) - now_.height(from);
    const bool woman = has(now_.women, from);
    now_.workers[acting_side_] ^= both;
    s.workers ^= both;
    s.mine ^= both;
    if (s.extra) s.enemies = s.mine;
    if (woman) now_.women ^= both;
    if (bound == from) now_.bound = at;
    if (has(t.bound, from)) t.bound ^= both;
    t.phase = Phase::moving;
    t.mover = at;
    t.moved = (t.moved & ~bit(from)) | bit(at);
    if (rise > 0) t.flags |= climbed_now;
    if (rise > 1 && s.own.once) t.flags |= used_once;
    if (with_steps_) link_ = linked({StepKind::move, from, to});
    then();
    now_.workers[acting_side_] ^= both;
    s.workers ^= both;
    s.mine ^= both;
    if (s.extra) s.enemies = s.mine;
    if (woman) now_.women ^= both;
    now_.bound = bound;
    t = saved;
    link_ = link;
}

// A move through the passage, which the machine carries out. then() runs on the position after it, with the scene as it
// was before. False: the turn does not go on.
template <class Then>
bool Generator::pass_through(Step step, Then then) {
    const Position saved = now_;
    const Trail::Link before = link_;
    link_ = linked(step);
    const Next next = act(now_, *scene_, step, nullptr);
    if (next == Next::over) {
        result_ = now_;
        outcome();
    } else if (next == Next::settle) {
        then();
    }
    now_ = saved;
    link_ = before;
    return next == Next::settle;
}

}  // namespace santorini
