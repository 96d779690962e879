#include "core/questions/why.h"

#include <algorithm>

#include "core/questions/why_parts.h"
#include "core/turn/scene.h"

namespace santorini {

Inquiry::Inquiry(const Position& seen, Seat asking, const Question& question)
    : v(seen), asker(asking), seat(acting_seat(seen)), q(question) {
    const Scene scene(v);
    mine = scene.mine;
    enemies = scene.enemies;
    own = scene.own;
    points_at_worker = q.from == no_square && !q.kind && has(mine, q.to);
}

std::vector<Why> Inquiry::answer() {
    if (possible(v)) return {};
    if (v.turn.reactor != no_seat) return reaction();
    StepList raw;
    raw_steps(v, raw);
    // If the step itself is possible and only the rest of the turn is not, the square is not the reason.
    const bool dead_end = std::any_of(raw.begin(), raw.end(), [&](const Step& s) { return is_about(s); });
    cards();
    if (!dead_end && !points_at_worker) square();
    own_states();
    if (!dead_end) own_words();
    if (std::vector<Why> found = single(); !found.empty()) return found;
    if (std::vector<Why> found = several(); !found.empty()) return found;
    if (dead_end) return {{WhyCode::no_turn, q.to}};
    return {nothing_helps()};
}

// On three blocks the next piece is a dome, so a question about a dome may be about an ordinary build.
bool Inquiry::is_kind(const Step& s) const {
    return s.kind == *q.kind || (*q.kind == StepKind::dome && s.kind == StepKind::build);
}
bool Inquiry::is_about(const Step& s) const {
    if (q.kind) return is_kind(s) && s.to == q.to && (q.from == no_square || s.at == q.from);
    if (points_at_worker) return s.at == q.to || s.to == q.to;
    if (q.from != no_square) return s.at == q.from && s.to == q.to;
    return s.to == q.to || s.at == q.to;
}
bool Inquiry::possible(const Position& x) const {
    StepList steps;
    legal_steps(x, steps);
    return std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return is_about(s); });
}
// Cards are changed first: what they read at the start of the turn must come from the real board.
bool Inquiry::possible_with(std::span<const Change> some) const {
    Position x = v;
    for (const Change& change : some) {
        if (change.of_card) change.apply(x);
    }
    forget_cards(x);
    for (const Change& change : some) {
        if (!change.of_card) change.apply(x);
    }
    return possible(x);
}
Seat Inquiry::first_seat(Side side) const {
    Seat s = 0;
    while (v.side(s) != side) ++s;
    return s;
}

// -- which changes help -----------------------------------------------------------------------------------------------

// Every change that makes the step possible by itself.
std::vector<Why> Inquiry::single() {
    std::vector<Why> found;
    for (const std::vector<Change>* list : {&changes, &own_changes}) {
        for (const Change& change : *list) {
            if (possible_with({&change, 1})) note(found, change.why);
        }
    }
    return found;
}

// The fewest changes that make it possible together: all of them, minus those that are not needed. If one change
// hinders what another one allows, pairs of changes are tried.
std::vector<Why> Inquiry::several() {
    std::vector<Why> found = fewest(changes);
    for (std::size_t i = 0; found.empty() && i < own_changes.size(); ++i) {
        std::vector<Change> all = changes;
        all.push_back(own_changes[i]);
        found = fewest(all);
    }
    std::vector<Change> all = changes;
    all.insert(all.end(), own_changes.begin(), own_changes.end());
    for (std::size_t i = 0; found.empty() && i < all.size(); ++i) {
        for (std::size_t k = i + 1; found.empty() && k < all.size(); ++k) found = fewest({all[i], all[k]});
    }
    return found;
}
std::vector<Why> Inquiry::fewest(std::vector<Change> set) {
    std::vector<Why> found;
    if (set.empty() || !possible_with(set)) return found;
    for (std::size_t i = set.size(); i-- > 0;) {
        std::vector<Change> fewer = set;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (possible_with(fewer)) set = std::move(fewer);
    }
    for (const Change& change : set) note(found, change.why);
    return found;
}

// Adds a reason once. To find what exactly a card forbids, its sentences are removed one at a time.
void Inquiry::note(std::vector<Why>& found, Why reason) {
    if (reason.code == WhyCode::power && !reason.restriction) reason.restriction = restriction_of(reason.seat);
    if (std::find(found.begin(), found.end(), reason) == found.end()) found.push_back(reason);
}
std::optional<RestrictionKind> Inquiry::restriction_of(Seat other) {
    std::vector<RestrictionKind> kinds;
    for (const Restriction& r : restrictions(v, seat)) {
        if (r.seat == other) kinds.push_back(r.kind);
    }
    if (kinds.size() == 1) return kinds[0];
    for (const RestrictionKind kind : kinds) {
        const Change lifted{{}, [other, kind](Position& x) {
                                if (kind == RestrictionKind::bind) {
                                    x.binder = no_seat;
                                    x.bound = x.bound_to = no_square;
                                    return;
                                }
                                Power without = x.power(other);
                                lift_restriction(without, kind);
                                replace_card(x, other, suppose(without, 1));
                            }};
        if (possible_with({&lifted, 1})) return kind;
    }
    return std::nullopt;
}

// A waiting worker comes in on the ground beside the new dome.
std::vector<Why> Inquiry::reaction() {
    const Square to = q.to;
    if (q.from != no_square || (q.kind && *q.kind != StepKind::place)) return {{WhyCode::reaction, to}};
    if (!has(near(v.turn.reacts_at), to)) return {{WhyCode::not_beside, to, v.turn.reacts_at}};
    if (has(v.dome, to)) return {{WhyCode::dome, to}};
    if (v.height(to) > 0) return {{WhyCode::not_ground, to}};
    if (const Side side = v.side_at(to); side != no_side) {
        return {{WhyCode::occupied, to, no_square, first_seat(side)}};
    }
    std::vector<Why> found;
    v.to_move = seat = v.turn.reactor;
    cards();
    found = single();
    if (found.empty()) found = several();
    return found;
}

std::vector<Why> why(const Position& p, Seat seat, const Question& question) {
    Position v = view(p, seat);
    if (v.is_over()) return {{WhyCode::over}};
    const Seat deciding = decider(v);
    if (deciding == luck) return {{WhyCode::luck}};
    if (deciding != seat) return {{WhyCode::not_your_turn}};
    if (v.stage != Stage::play) return why_in_setup(v, seat, question);
    if (v.turn.phase == Phase::rest && !has_turn(v)) return {{WhyCode::stuck}};
    v = judged(v, v.turn.reactor == no_seat ? acting_seat(v) : seat);
    if (v.turn.phase == Phase::rest) begin_turn(v);
    return Inquiry(v, seat, question).answer();
}

}  // namespace santorini
