// Questions about the rules that the core answers: why not, what restricts a seat, who holds which power, what goes
// together.
#include <nanobind/operators.h>

#include "bindings/enums.h"
#include "bindings/shared.h"
#include "core/questions/goal.h"
#include "core/questions/held.h"
#include "core/questions/outcome.h"
#include "core/questions/secrets.h"
#include "core/questions/start.h"
#include "core/questions/why.h"
#include "core/text/names.h"
#include "core/turn/machine.h"
#include "core/turn/scene.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

// The ids of a set of powers, in the order of their numbers.
std::vector<std::string> power_keys(uint64_t powers) {
    std::vector<std::string> out;
    for (PowerId id = 1; id <= printed_cards; ++id) {
        if (powers >> id & 1) out.emplace_back(key_of(id));
    }
    return out;
}

std::vector<std::string> square_names(Bitboard squares) {
    std::vector<std::string> out;
    for (Square s : each(squares)) out.push_back(square_name(s));
    return out;
}

// An answer and the values for its sentence in the catalogue.
struct WhyView {
    Why why;
    int height = 0;  // of the square, if it matters
    bool operator==(const WhyView&) const = default;

    nb::dict args() const {
        nb::dict out;
        if (why.square < no_square) out["square"] = square_name(why.square);
        if (why.other < no_square) {
            out[why.code == WhyCode::not_beside ? "dome" : "worker"] = square_name(why.other);
        }
        if (why.seat < no_seat) out["seat"] = why.seat + 1;
        if (why.power != no_power) out["power"] = key_of(why.power);
        if (why.restriction) out["restriction"] = name_in(restriction_names, *why.restriction);
        if (why.code == WhyCode::high) out["height"] = height;
        return out;
    }
};

nb::dict args_of(const Restriction& r) {
    nb::dict out;
    out["power"] = key_of(r.power);
    if (r.seat < no_seat) out["seat"] = r.seat + 1;
    if (r.direction < no_direction) out["direction"] = direction_name(r.direction);
    return out;
}

std::string shown(std::string_view type, std::string_view code, const nb::dict& args) {
    std::string text = std::string("<").append(type).append(" ").append(code);
    for (const auto [name, value] : args) {
        text.append(" ").append(nb::str(name).c_str()).append("=").append(nb::str(value).c_str());
    }
    return text + ">";
}

std::vector<WhyView> ask(const Position& p, std::optional<std::string_view> square,
                         std::optional<std::string_view> origin, std::optional<std::string_view> step,
                         std::optional<int> seat) {
    Question question;
    const auto square_or_raise = [](std::string_view name) {
        const auto s = read_square(name);
        if (!s) throw CoreError("square", std::string(name));
        return *s;
    };
    if (step) {
        const auto read = read_question(*step);
        if (!read) throw CoreError("turn/illegal", std::string(*step));
        question = *read;
    } else {
        if (!square) throw CoreError("square", "");
        question.to = square_or_raise(*square);
        if (origin) question.from = square_or_raise(*origin);
    }
    const Seat deciding = decider(p);
    const Seat asking = seat ? seat_or_raise(p, *seat) : deciding < p.players ? deciding : Seat{0};
    std::vector<WhyView> out;
    nb::gil_scoped_release release;
    for (const Why& one : why(p, asking, question)) {
        out.push_back({one, one.square < no_square ? p.height(one.square) : 0});
    }
    return out;
}

void bind_answers(nb::module_& m) {
    nb::class_<WhyView>(m, "Why", R"(Why a step is not possible: a code, and what it is about.

>>> from santorini import Game
>>> game = Game.from_text("0000000000000000000000000/1/pan:b3,d3/mortal:c2,c4")
>>> game.why("b5", origin="b3")
[<Why far square=b5>]
)")
        .def_prop_ro(
            "code", [](const WhyView& w) { return member(w.why.code); }, "The rule that forbids it.")
        .def_prop_ro("args", &WhyView::args,
                     "The values for its sentence in the catalogue: square, seat, power and so on.")
        .def("__repr__", [](const WhyView& w) { return shown("Why", name_in(why_names, w.why.code), w.args()); })
        .def(
            "__eq__", [](const WhyView& w, const WhyView& o) { return w == o; }, nb::is_operator())
        .def(
            "__eq__", [](const WhyView&, nb::object) { return false; }, nb::is_operator())
        .def("__hash__",
             [](const WhyView& w) { return static_cast<int>(w.why.code) << 16 | w.why.square << 8 | w.why.power; });
    nb::class_<Restriction>(m, "Restriction", R"(Something that a card forbids or demands at the moment.

>>> from santorini import read_position
>>> position = read_position("0000000000000000000000000/1/pan:b3,d3/athena[^]:c2,c4")
>>> position.restrictions(1)
[<Restriction no_climb power=athena seat=2>]
)")
        .def_prop_ro(
            "kind", [](const Restriction& r) { return member(r.kind); }, "What is forbidden or demanded.")
        .def_prop_ro(
            "seat",
            [](const Restriction& r) { return r.seat < no_seat ? std::optional<int>(r.seat + 1) : std::nullopt; },
            "The seat whose card it is; None for the shared card.")
        .def_prop_ro(
            "power", [](const Restriction& r) { return key_of(r.power); }, "The power that restricts.")
        .def_prop_ro(
            "squares", [](const Restriction& r) { return square_names(r.squares); },
            "The squares it applies to, if any.")
        .def_prop_ro("args", &args_of, "The values for its sentence in the catalogue: power, seat, direction.")
        .def("__repr__",
             [](const Restriction& r) { return shown("Restriction", name_in(restriction_names, r.kind), args_of(r)); })
        .def(
            "__eq__", [](const Restriction& r, const Restriction& o) { return r == o; }, nb::is_operator())
        .def(
            "__eq__", [](const Restriction&, nb::object) { return false; }, nb::is_operator())
        .def("__hash__", [](const Restriction& r) { return static_cast<int>(r.kind) << 8 | r.seat; });
}

void bind_of_position(nb::class_<Position>& position) {
    position
        .def("why", &ask, "square"_a = nb::none(), nb::kw_only(), "origin"_a = nb::none(), "step"_a = nb::none(),
             "seat"_a = nb::none(),
             "Why the square, with the worker on `origin` if one is chosen, or the step cannot be chosen now, the most "
             "telling reason first; empty if it can. `seat` asks, usually the one that decides, and is told only what "
             "it can see.")
        .def(
            "restrictions", [](const Position& p, int seat) { return restrictions(p, seat_or_raise(p, seat)); },
            "seat"_a, "What cards forbid or demand of the seat in its turn.")
        .def(
            "depends_on_secrets",
            [](const Position& p, const StepView& step, int seat) {
                const SeatView view(p, seat_or_raise(p, seat));
                legal_or_raise(view.seen(), step);
                nb::gil_scoped_release release;
                return depends_on_secrets(view, step.step);
            },
            "step"_a, "seat"_a,
            "Whether the step, chosen by the seat, could end otherwise for all that the seat can see: then playing it "
            "tells something, even if nothing happens.")
        .def(
            "power_held", [](const Position& p, int seat) { return key_of(held_now(p, seat_or_raise(p, seat)).power); },
            "seat"_a, "The power that the seat has at this moment, whichever card it was dealt; `mortal` for none.")
        .def(
            "edition", [](const Position& p, int seat) { return member(p.edition(seat_or_raise(p, seat))); }, "seat"_a,
            "The rule set whose text the seat's card follows.")
        .def(
            "secret_squares",
            [](const Position& p, int seat) -> std::optional<std::vector<std::string>> {
                const Seat s = seat_or_raise(p, seat);
                if (p.secret[s] == unknown_square) return std::nullopt;
                return square_names(secret_squares(p, s));
            },
            "seat"_a,
            "The Abyss or the Fate squares of the seat; empty while none are chosen, None where the reader may not "
            "know.")
        .def_prop_ro(
            "offered", [](const Position& p) { return power_keys(p.stage < Stage::deal ? p.offered : 0); },
            "The Challenger's draft: the powers on offer, in the order of their numbers.")
        .def(
            "hand",
            [](const Position& p, int seat) {
                const Seat s = seat_or_raise(p, seat);
                return power_keys(p.stage < Stage::deal ? 0 : p.hand(s));
            },
            "seat"_a, "The player aid's draft: the powers in the seat's hand; in a view only the reader's own hand.")
        .def_prop_ro(
            "acting", [](const Position& p) { return acting_seat(p) + 1; },
            "Whose workers and power the turn is played with: not `to_move` in the player aid's additional turn.")
        .def_prop_ro(
            "any_pair", [](const Position& p) { return p.override_bans != 0; },
            "Whether powers that ban each other may be played together.")
        .def(
            "outcome",
            [](const Position& p) -> nb::object {
                std::optional<Outcome> ended;
                {
                    nb::gil_scoped_release release;
                    ended = outcome(p);
                }
                if (!ended) return nb::none();
                nb::list winners;
                for (int s = 0; s < p.players; ++s) {
                    if (ended->winners >> s & 1) winners.append(s + 1);
                }
                return nb::make_tuple(nb::tuple(winners), member(ended->reason));
            },
            "The winning seats and the reason, or None while the game goes on. A seat that cannot complete a turn has "
            "lost.");
}

// What a step names besides squares.
void bind_of_step(nb::class_<StepView>& step) {
    step.def_prop_ro(
            "power",
            [](const StepView& s) -> std::optional<std::string_view> {
                const StepKind kind = s.step.kind;
                const bool named = kind == StepKind::offer || kind == StepKind::take || kind == StepKind::discard;
                if (!named && kind != StepKind::chance) return std::nullopt;
                return key_of(s.step.what);
            },
            "The power that is offered, taken, discarded, dealt or turned up.")
        .def_prop_ro(
            "seat",
            [](const StepView& s) {
                return s.step.kind == StepKind::begin ? std::optional<int>(s.step.what + 1) : std::nullopt;
            },
            "The seat that is to begin.")
        .def_prop_ro(
            "direction",
            [](const StepView& s) -> std::optional<std::string_view> {
                if (s.step.kind != StepKind::aim || s.step.what >= no_direction) return std::nullopt;
                return direction_name(s.step.what);
            },
            "Where the wind or the song is aimed; None if the token is taken back.");
}

// Goals are given by name. Other names are goals that the core does not judge.
Goal goal_or_raise(std::string_view name) {
    for (std::size_t i = 0; i < goal_names.size(); ++i) {
        if (goal_names[i] == name) return static_cast<Goal>(i);
    }
    throw nb::value_error("not a goal");
}

void bind_goals(nb::module_& m) {
    m.def(
         "goal_reached",
         [](std::string_view goal, const Position& after, int side) {
             const Goal asked = goal_or_raise(goal);
             nb::gil_scoped_release release;
             return is_reached(asked, after, static_cast<Side>(side));
         },
         "goal"_a, "after"_a, "side"_a, "Whether a turn of the side that led there does what is asked for.")
        .def(
            "goal_refuted",
            [](std::string_view goal, const Position& after, int side) -> std::optional<PlayedTurn> {
                const Goal asked = goal_or_raise(goal);
                nb::gil_scoped_release release;
                const std::vector<Step> steps = best_reply(asked, after, static_cast<Side>(side));
                if (steps.empty()) return std::nullopt;
                Position then = after;
                for (const Step& step : steps) play(then, step);
                return PlayedTurn(after, then, steps);
            },
            "goal"_a, "after"_a, "side"_a, "The reply that shows why it does not, if there is one.");
}

template <std::size_t n>
nb::tuple listed(const std::array<std::string_view, n>& names) {
    nb::list out;
    for (const std::string_view name : names) out.append(name);
    return nb::tuple(out);
}

}  // namespace

namespace santorini {

void bind_questions(nb::module_& m, nb::class_<Position>& position, nb::class_<StepView>& step) {
    bind_answers(m);
    bind_of_position(position);
    bind_of_step(step);
    bind_goals(m);
    m.def(
        "together",
        [](const std::vector<std::string>& powers, std::string_view rules, bool any_pair, int players) {
            const RuleSet set = rules_or_raise(rules);
            const auto cards = value_or_raise(read_cards(powers, set));
            if (auto wrong = refuse_cards(powers, cards, set, any_pair, players))
                throw CoreError(wrong->code, std::move(wrong->fragment));
        },
        "powers"_a, "rules"_a, "any_pair"_a, "players"_a,
        "Raises CoreError if these powers cannot be played together by this many players.");
    m.def(
        "enumerations",
        [] {
            nb::dict out;
            out["RuleSet"] = listed(rules_names);
            out["Stage"] = listed(stage_names);
            out["EndReason"] = listed(reason_names);
            out["StepKind"] = listed(step_names);
            out["EffectKind"] = listed(effect_names);
            out["Setting"] = listed(setting_names);
            out["WhyCode"] = listed(why_names);
            out["RestrictionKind"] = listed(restriction_names);
            return out;
        },
        "The names of the core's enumerations, in order; tools/enums.py writes santorini/enums.py from them.");
}

}  // namespace santorini
