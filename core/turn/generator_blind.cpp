// What the mover does not see or decide: hidden workers, the Abyss, reactions, luck. Also: giving up a turn.
#include "core/turn/generator.h"

namespace santorini {
namespace {

Position without_secrets(Position p) {
    for (Square& s : p.secret) s = on_board(s) ? unknown_square : s;
    return p;
}

}  // namespace

// Is the step legal for somebody who does not know where the Abyss is?
bool Generator::is_legal_blindly(const Position& before, Step step) {
    return can_go_on_with(without_secrets(before), step);
}

// An additional turn need not be taken.
void Generator::give_up_turn() {
    const Trail::Link before = link_;
    link_ = linked({StepKind::pass});
    result_ = *rest_;
    perform(result_, {StepKind::pass});
    outcome();
    link_ = before;
}

// Does this step run into a hidden worker?
bool Generator::is_trapped(const Step& step) const {
    return has(traps_, step.to) && step.to != step.at && step.kind != StepKind::bind;
}

// Hidden workers are back on the board.
void Generator::show(Position& p) const {
    if (!hides_) return;
    p.workers[1 - scene_->side] |= traps_;
    p.women |= trap_women_;
}
void Generator::hide(Position& p) {
    traps_ = p.workers[1 - scene_->side];
    trap_women_ = p.women & traps_;
    p.workers[1 - scene_->side] = 0;
    p.women &= ~trap_women_;
}

// A step runs into a hidden worker: the turn ends as it stands.
void Generator::cut_here() {
    const Power& own = scene_->own;
    if (counting_ && !own.end.take_block && own.build.before == Before::none && own.build.builds != Builds::stock &&
        own.build.domes == Domes::none && own.move.into == Into::none && !own.move.removes_behind &&
        now_.level == start_.level && now_.dome == start_.dome) {
        // Nothing was built, so such outcomes differ only in the workers and in the marks that the turn leaves.
        const uint64_t flags = now_.turn.flags & telling_flags();
        const uint64_t key = placing(scene_->mine, now_.women & scene_->mine) | flags << 56 | uint64_t{1} << 63;
        total_ += mids_.add(key);
        return;
    }
    result_ = now_;
    show(result_);
    if (scene_->own.build.builds == Builds::stock || (domes_matter_ && result_.turn.domes)) {
        if (close_turn(result_, nullptr) != Status::over) return turn_up_cards(Position(result_));
    } else {
        close(result_);
    }
    outcome();
}

// Can the turn be completed after this step, judged by what the mover sees? False only means that this quick test
// cannot tell.
bool Generator::surely_goes_on(const Step& step) const {
    const Scene& s = *scene_;
    const Power& own = s.own;
    const Turn& t = now_.turn;
    if (demanded_ || own.build.by == Builder::unmoved) return false;
    const Limits bound_by = limit();
    if (own.move.moves != Moves::all) {
        // A build completes the turn; a move does so if a build can follow it.
        if (step.kind != StepKind::move) return step.kind == StepKind::build && t.phase >= Phase::moving;
        return s.builds_from(step.to, s.vacant_without(step.at) & ~bit(step.to), bound_by) != 0;
    }
    const Square other = first(s.mine & ~bit(step.at));
    if (step.kind != StepKind::move || count(s.mine) != 2 || has(t.asleep, other)) return false;
    const Bitboard free = full_board & ~((s.workers & ~s.mine) | s.shut | bit(step.to));
    const auto both_build = [&](Square at) {
        const Bitboard one = s.builds_from(step.to, free & ~bit(at), bound_by);
        const Bitboard two = s.builds_from(at, free & ~bit(at), bound_by);
        return one && two && count(one | two) > 1;
    };
    if (has(t.moved, other)) return both_build(other);
    for (Square to : each(s.moves_from(other, own.move.climb, free & ~bit(other), bound_by))) {
        if (both_build(to)) return true;
    }
    return false;
}

// Tries a step that meets something hidden. It is legal if it would be legal without what is hidden.
void Generator::take_blind_step(Step step) {
    const Position saved = now_;
    const Power& own = scene_->own;
    const bool stops = own.move.into == Into::none && (step.kind != StepKind::move || !strikes_blindly(step));
    if (!surely_goes_on(step) && !can_go_on_with(now_, step)) return;
    if (stops) {
        const Trail::Link before = link_;
        link_ = linked(step);
        cut_here();
        link_ = before;
        return;
    }
    const Bitboard traps = traps_, women = trap_women_;
    const Trail::Link before = link_;
    link_ = linked(step);
    show(now_);
    scene_->refresh();
    const Next next = act(now_, *scene_, step, nullptr);
    if (next == Next::over) {
        result_ = now_;
        outcome();
    } else if (next == Next::choose && now_.turn.phase == Phase::draw) {
        turn_up_cards(now_);
    } else if (next != Next::broken) {
        hide(now_);
        scene_->refresh();
        if (next == Next::finish) {
            finish_here();
        } else {
            go_on();
        }
    }
    now_ = saved;
    traps_ = traps;
    trap_women_ = women;
    link_ = before;
    scene_->refresh();
}

// Another seat may bring in a worker. The step before must belong to a turn that can be completed without that (B3.7).
void Generator::react() {
    if (!stands_without_reaction(without_secrets(now_))) return;
    const Position saved = now_;
    const Trail::Link before = link_;
    StepList steps;
    raw_steps(now_, steps);
    for (const Step& step : steps) {
        link_ = linked(step);
        show(now_);
        const Status status = perform(now_, step);
        if (status == Status::over) {
            result_ = now_;
            outcome();
        } else if (status == Status::open && now_.turn.phase == Phase::draw) {
            turn_up_cards(now_);
        } else if (status == Status::open) {
            if (hides_) hide(now_);
            scene_->refresh();
            go_on();
        }
        now_ = saved;
        link_ = before;
    }
    scene_->refresh();
}

// Luck: each card that may be turned up.
void Generator::turn_up_cards(const Position& drawing) {
    StepList cards;
    raw_steps(drawing, cards);
    const std::size_t tail = tail_size_;
    for (const Step& card : cards) {
        tail_[tail] = card;
        tail_size_ = tail + 1;
        result_ = drawing;
        perform(result_, card);
        outcome();
    }
    tail_size_ = tail;
}

}  // namespace santorini
