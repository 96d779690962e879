// The end of a turn: automatic effects (S8), the marks that the turn leaves, whose turn is next (S9).
#include <algorithm>
#include <utility>

#include "core/turn/parts.h"

namespace santorini {

Status pass_on(Position& p, Effects* effects) {
    p.turn = {};
    if (p.extra && !has_turn(p)) p.extra = 0;  // offered only if it can be completed
    if (!p.extra) p.to_move = p.next_seat(p.to_move);
    settle_next(p, effects);
    return Status::over;
}

bool calls_for_draw(const Position& p) {
    for (Seat s = 0; s < card_slots(p); ++s) {
        if (!p.dealt_power(s).setup.deck || p.is_out(s)) continue;
        return p.turn.towers || (p.turn.domes && (p.settings & chaos_any_dome));
    }
    return false;
}

void await_draw(Position& p) {
    if (p.face) p.discard |= static_cast<uint16_t>(1u << p.face);
    p.face = no_power;
    if (!p.deck) p.deck = p.discard, p.discard = 0;
    p.turn = {};
    p.turn.phase = Phase::draw;
}

Status close_turn(Position& p, Effects* effects) {
    const Actor actor(p);
    const Power& own = actor.own;
    const uint8_t flags = p.turn.flags;
    uint8_t& mark = p.flags[actor.seat];
    const bool was_extra = p.extra != 0;
    if (!actor.extra) {
        mark = static_cast<uint8_t>(mark & ~climbed);
        if (own.opponent.no_climb && (flags & climbed_now)) mark |= climbed;
    }
    if (own.once && (flags & used_once)) mark |= spent;
    if (own.build.builds == Builds::stock) {
        p.number[actor.slot] = stock_left(p.number[actor.slot] + own.start.stock, p.turn.count);
    }
    if (p.binder != no_seat && p.side(p.binder) != actor.side) {
        p.binder = no_seat;
        p.bound = p.bound_to = no_square;
    }
    const Again again = p.power(p.to_move).again;
    const uint8_t domes = actor.seat == p.to_move ? p.turn.domes : uint8_t{0};  // the opponent's power earns nothing
    const uint8_t earned = again == Again::tower ? p.turn.towers : again == Again::dome ? domes : uint8_t{0};
    p.extra = static_cast<uint8_t>(p.extra - was_extra + earned);

    const bool draws = calls_for_draw(p);
    p.turn = {};
    // Nobody wins in an additional turn; what it completed counts as soon as it is over (F16).
    const uint8_t earned_now = std::exchange(p.extra, uint8_t{0});
    if (was_extra && enough_towers(p, effects)) return Status::over;
    p.extra = earned_now;
    if (!draws) return pass_on(p, effects);
    await_draw(p);
    return Status::open;
}

Status finish(Position& p, Scene& s, Effects* effects) {
    // Domes in place of the build spend the power, even if none was built (Q31).
    if (p.turn.phase == Phase::doming && s.own.once) p.turn.flags |= used_once;
    if (s.own.end.petrify == Petrify::all && !s.extra) {
        s.refresh();
        // All victims are found before the first is replaced. Hidden ones are petrified too: this is the full position.
        for (Square victim : each(petrified(s))) petrify(p, victim, effects);
    }
    if (!obeys(p)) return Status::broken;
    return p.turn.looking & ahead ? Status::over : close_turn(p, effects);
}

void enter_ending(Position& p, const Power& own) {
    Turn& t = p.turn;
    const bool keep = own.build.builds == Builds::stock;
    t.phase = Phase::ending;
    t.origin = t.built_on = no_square;
    t.built = t.forced = t.asleep = t.bound = t.loose = 0;
    if (!keep) t.count = 0;
    t.flags &= static_cast<uint8_t>(climbed_now | used_once | demand_plain | demand_once);
}

Status settle(Position& p, Scene& s, Effects* effects) {
    Turn& t = p.turn;
    if (p.is_over() || t.phase == Phase::rest) return Status::over;
    if (t.reactor != no_seat || t.phase == Phase::draw) return Status::open;
    if (t.phase == Phase::ending && !has_end_options(s.own.end)) return finish(p, s, effects);
    const bool due = t.phase == Phase::moving || t.phase == Phase::building;
    if (t.phase < Phase::moving && t.phase != Phase::singing) return Status::open;
    if (due && s.own.build.builds != Builds::stock) return Status::open;
    s.refresh();
    StepList steps;
    // Decided by what the player sees: otherwise the end of the turn would give away hidden workers.
    if (s.hidden) {
        raw_steps(judged(p, s.seat), steps);
    } else {
        offer_steps(s, steps);
    }
    return steps.size() == 1 && steps[0].kind == StepKind::done ? finish(p, s, effects) : Status::open;
}

}  // namespace santorini
