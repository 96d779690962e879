#include "core/encoding/listing.h"

#include <array>
#include <atomic>

#include "core/turn/machine.h"
#include "core/turn/scene.h"
#include "core/turn/walk.h"

namespace santorini {
namespace {

// The words that were thought through, each by its name, so that a new word is not among them. What is left of the power
// without them must be the plain game.
constexpr Power without_known_words(Power p) {
    const Setup usual_setup;
    p.setup.order = usual_setup.order;
    p.setup.where = usual_setup.where;
    p.setup.workers = usual_setup.workers;
    p.setup.waiting = usual_setup.waiting;
    p.setup.sexes = usual_setup.sexes;
    p.setup.aim = usual_setup.aim;
    p.setup.deck = false;  // the card that lies face up is asked too
    p.start.steal = false;
    p.start.stock = false;
    p.start.corners = false;
    p.turn.song = Song::none;
    p.turn.enter = Enter::none;
    p.turn.exchange = false;
    const Move usual_move;
    p.move.climb = usual_move.climb;
    p.move.into = Into::none;  // onto a free space it is a move like any other
    if (p.move.moves != Moves::all) p.move.moves = Moves::one;
    p.move.ring = false;
    p.move.ferry = false;
    p.move.removes_behind = false;
    p.move.instead = Instead::none;
    p.build.builds = Builds::one;
    if (p.build.by != Builder::unmoved) p.build.by = Builder::mover;
    p.build.before = Before::none;  // a build ahead of the move is tried
    p.build.dome = false;
    p.build.under = false;
    p.build.woman_dome = false;
    p.build.domes = Domes::none;
    p.end.take_block = false;
    p.end.petrify = Petrify::none;
    p.end.unmoved_builds = 0;
    p.end.token = Token::none;
    p.end.wind = Wind::none;
    p.end.exchange = Exchange::none;
    p.end.domes = Domes::none;
    p.end.slay = false;
    p.end.sink = Sink::none;
    p.end.bind = Bind::none;  // a bound worker is asked for
    p.opponent.no_climb = false;
    p.opponent.descent = Descent::free;
    p.opponent.no_win = NoWin::none;
    p.opponent.sleep = false;
    p.everyone.wind = false;
    p.win.drop = 0;
    p.win.exactly = false;
    p.win.together = false;
    p.again = Again::none;
    p.once = false;
    return p;
}

// leaves_a_build() by the card's number, remembered. Cards in thought change, so they are asked each time.
bool card_leaves_a_build(RuleSet rules, PowerId id) {
    if (id >= first_supposed && id < first_home_made) return leaves_a_build(entry(rules, id));
    enum : uint8_t { unasked, no, yes };
    static std::array<std::array<std::atomic<uint8_t>, 256>, rule_sets> answers{};
    std::atomic<uint8_t>& answer = answers[static_cast<std::size_t>(rules)][id];
    uint8_t known = answer.load(std::memory_order_relaxed);
    if (known == unasked) {
        known = leaves_a_build(entry(rules, id)) ? yes : no;
        answer.store(known, std::memory_order_relaxed);
    }
    return known == yes;
}

bool no_dead_ends(const Position& p) {
    if (p.shared || p.extra || p.binder != no_seat) return false;
    for (Seat s = 0; s < p.players; ++s) {
        if (!card_leaves_a_build(p.edition(s), p.cards[s])) return false;
    }
    return !p.face || card_leaves_a_build(p.rules, p.face);
}

// Can a turn that goes on with the step be completed for certain? `p` has no dead ends.
bool is_safe(const Position& p, const Step& step) {
    const Phase phase = p.turn.phase;
    switch (step.kind) {
        case StepKind::move:
            return !has(p.all_workers(), step.to);
        case StepKind::build:
        case StepKind::dome:
        case StepKind::done:
            return phase == Phase::moving || phase == Phase::building || phase == Phase::again ||
                   phase == Phase::ending;
        default:
            return false;
    }
}

}  // namespace

bool leaves_a_build(const Power& power) { return without_known_words(power) == Power{}; }

void list_steps(const Position& p, StepList& steps) {
    if (p.stage != Stage::play || p.is_over() || !no_dead_ends(p) || p.turn.phase == Phase::draw ||
        p.turn.reactor != no_seat)
        return legal_steps(p, steps);
    Position begun;
    const bool at_rest = p.turn.phase == Phase::rest;
    if (at_rest) {
        begun = p;
        begin_turn(begun);
    }
    const Position& now = at_rest ? begun : p;
    StepList raw;
    raw_steps(now, raw);
    for (const Step& step : raw) {
        if (is_safe(now, step) || can_go_on_with(now, step)) steps.add(step);
    }
}

}  // namespace santorini
