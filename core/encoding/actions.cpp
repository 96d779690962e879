#include "core/encoding/actions.h"

#include "core/encoding/listing.h"
#include "core/text/position_text.h"
#include "core/turn/machine.h"

namespace santorini {
namespace {

constexpr std::array<Square, 4> corners{0, 4, 20, 24};

constexpr Action in(const ActionGroup& group, unsigned place) { return static_cast<Action>(group.first + place); }
constexpr bool belongs(const ActionGroup& group, Action action) {
    return action >= group.first && action < group.first + group.size;
}
constexpr unsigned corner_index(Square s) { return (s % 5 ? 1u : 0u) + (s >= 20 ? 2u : 0u); }
constexpr unsigned fate_index(Square low) { return low % 5u + 4u * (low / 5u); }
constexpr Square fate_square(unsigned index) { return static_cast<Square>(index % 4 + 5 * (index / 4)); }

Action beside(const ActionGroup& group, Square at, Square to) { return in(group, at * 8u + toward(at, to)); }
bool is_beside(Square at, Square to) { return toward(at, to) != no_direction; }

Action forced(const Step& step) {
    if (step.what) return beside(actions::carry, step.at, static_cast<Square>(step.what - 1));
    if (is_beside(step.at, step.to)) return beside(actions::force, step.at, step.to);
    return in(actions::corner, step.at * 4u + corner_index(step.to));
}

}  // namespace

Action action_of(const Position& p, const Step& step) {
    switch (step.kind) {
        case StepKind::move:
            return beside(actions::move, step.at, step.to);
        case StepKind::build:
            return in(actions::build, step.at * 9u + (step.at == step.to ? 8u : toward(step.at, step.to)));
        case StepKind::dome:
            return is_beside(step.at, step.to) ? beside(actions::dome, step.at, step.to)
                                               : in(actions::far_dome, step.to);
        case StepKind::force:
            return forced(step);
        case StepKind::exchange:
            return in(actions::exchange, step.at * 25u + step.to);
        case StepKind::unbuild:
            return in(actions::unbuild, step.to);
        case StepKind::slay:
            return in(actions::slay, step.to);
        case StepKind::token:
            return in(actions::token, step.to);
        case StepKind::aim:
            return in(actions::aim, step.what);
        case StepKind::place:
            return in(step.what ? actions::place_woman : actions::place, step.to);
        case StepKind::bind:
            return on_board(step.at) ? in(actions::bind_pair, step.at * 25u + step.to) : in(actions::bind, step.to);
        case StepKind::use:
            return actions::use.first;
        case StepKind::pass:
            return actions::pass.first;
        case StepKind::done:
            return actions::done.first;
        case StepKind::chance:
            return in(actions::chance, step.what);
        case StepKind::offer:
            return in(actions::offer, step.what);
        case StepKind::take:
            return in(actions::take, step.what);
        case StepKind::begin:
            return in(actions::begin, static_cast<unsigned>(step.what + p.players - decider(p)) % p.players);
        case StepKind::secret:
            return p.stage == Stage::fate ? in(actions::fate, fate_index(step.to)) : in(actions::secret, step.to);
        case StepKind::discard:
            return in(actions::discard, step.what);
    }
    return actions::done.first;
}

std::optional<Step> step_of(const Position& p, unsigned action) {
    StepList steps;
    list_steps(p, steps);
    for (const Step& step : steps) {
        if (action_of(p, step) == action) return step;
    }
    return std::nullopt;
}

Action turned_action(Action action, unsigned symmetry) {
    const auto square = [&](unsigned s) { return static_cast<unsigned>(turned(static_cast<Square>(s), symmetry)); };
    const auto direction = [&](unsigned d) {
        return static_cast<unsigned>(turned_direction(static_cast<Direction>(d), symmetry));
    };
    const auto place = [&](const ActionGroup& group) { return static_cast<unsigned>(action - group.first); };
    using namespace actions;
    for (const ActionGroup& g :
         {actions::place, place_woman, far_dome, unbuild, slay, actions::token, actions::bind, secret}) {
        if (belongs(g, action)) return in(g, square(place(g)));
    }
    for (const ActionGroup& g : {actions::move, dome, actions::force, carry}) {
        if (belongs(g, action)) return in(g, square(place(g) / 8) * 8 + direction(place(g) % 8));
    }
    for (const ActionGroup& g : {actions::exchange, bind_pair}) {
        if (belongs(g, action)) return in(g, square(place(g) / squares) * squares + square(place(g) % squares));
    }
    if (belongs(actions::build, action)) {
        const unsigned i = place(actions::build);
        return in(actions::build, square(i / 9) * 9 + direction(i % 9));
    }
    if (belongs(corner, action)) {
        const unsigned i = place(corner);
        return in(corner, square(i / 4) * 4 + corner_index(turned(corners[i % 4], symmetry)));
    }
    if (belongs(actions::aim, action)) return in(actions::aim, direction(place(actions::aim)));
    if (belongs(fate, action)) {
        const Bitboard spaces = geometry.fate[fate_square(place(fate))];
        return in(fate, fate_index(first(turned(spaces, symmetry))));
    }
    return action;
}

std::string action_name(Action action) {
    const auto square = [](unsigned s) { return ' ' + square_name(static_cast<Square>(s)); };
    const auto direction = [](unsigned d) { return ' ' + std::string(direction_name(static_cast<Direction>(d))); };
    for (const ActionGroup& g : actions::groups) {
        if (!belongs(g, action)) continue;
        const unsigned i = action - g.first;
        std::string name(g.name);
        using namespace actions;
        if (g.name == build.name) return name + square(i / 9) + (i % 9 == 8 ? " under" : direction(i % 9));
        if (g.name == corner.name) return name + square(i / 4) + square(corners[i % 4]);
        if (g.name == aim.name) return name + (i == 8 ? " none" : direction(i));
        if (g.name == fate.name) return name + square(fate_square(i));
        if (g.name == begin.name) return name + ' ' + std::to_string(i);
        if (g.size == 1) return name;
        if (g.size == squares) return name + square(i);
        if (g.size == squares * directions) return name + square(i / 8) + direction(i % 8);
        if (g.size == squares * squares) return name + square(i / squares) + square(i % squares);
        return name + ' ' + (i <= printed_cards ? std::string(key_of(static_cast<PowerId>(i))) : std::to_string(i));
    }
    return {};
}

}  // namespace santorini
