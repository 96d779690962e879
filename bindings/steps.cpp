// A step as Python sees it, and the effects of steps.
#include "bindings/enums.h"
#include "bindings/shared.h"
#include "core/turn/machine.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

nb::object effect_type;  // a typing.NamedTuple: readable, and can be unpacked

void bind_effect(nb::module_& m) {
    const nb::module_ typing = nb::module_::import_("typing"), builtins = nb::module_::import_("builtins");
    const nb::object text = builtins.attr("str"), maybe = typing.attr("Optional")[text];
    nb::list fields;
    fields.append(nb::make_tuple("kind", text));
    fields.append(nb::make_tuple("at", maybe));
    fields.append(nb::make_tuple("to", maybe));
    fields.append(nb::make_tuple("who", builtins.attr("int")));
    effect_type = typing.attr("NamedTuple")("Effect", fields);
    effect_type.attr("__module__") = m.attr("__name__");
    effect_type.attr("__doc__") = R"(What a step did to the board: a piece moved, a block built, a game won.

`kind` says what happened, `at` and `to` where. `who` is a side from 0 on; for `win` and `lose` a seat from 0 on;
for `draw` the number of the card.

>>> from santorini import Game
>>> game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
>>> game.push("b3-b4 +b3").effects
[Effect(kind=<EffectKind.MOVE: 'move'>, at='b3', to='b4', who=0), Effect(kind=<EffectKind.BUILD: 'build'>, ...)]
)";
    m.attr("Effect") = effect_type;
}

}  // namespace

namespace santorini {

std::optional<std::string> name_or_none(Square s) {
    if (s < 25) return square_name(s);
    return std::nullopt;
}

StepView show(const Position& p, const Step& step) {
    const bool piece = step.kind == StepKind::build || step.kind == StepKind::dome;
    return {step, step_text(p, step), piece && (step.kind == StepKind::dome || p.height(step.to) == 3)};
}
std::vector<StepView> show(Position p, const std::vector<Step>& steps) {
    std::vector<StepView> out;
    for (const Step& step : steps) {
        out.push_back(show(p, step));
        play(p, step);
    }
    return out;
}
nb::list show(const Effects& effects) {
    nb::list out;
    for (const Effect& e : effects) {
        out.append(effect_type(member(e.kind), name_or_none(e.at), name_or_none(e.to), static_cast<int>(e.who)));
    }
    return out;
}

void legal_or_raise(const Position& p, const StepView& step) {
    if (!is_legal(p, step.step)) throw CoreError("turn/illegal", step.text);
}

nb::class_<StepView> bind_steps(nb::module_& m) {
    bind_effect(m);
    nb::class_<StepView> step(m, "Step", R"(A single choice within a turn: a move, a build, the end of the turn.

Steps come from `Game.legal_steps` or `Position.steps()`; `str(step)` is how a player types it.

>>> from santorini import Game
>>> game = Game("pan", "atlas")
>>> step = game.legal_steps[0]
>>> step, step.kind, step.to
(<Step *a1>, <StepKind.PLACE: 'place'>, 'a1')
)");
    step.def_prop_ro(
            "kind", [](const StepView& s) { return member(s.step.kind); },
            "What it does: `move`, `build`, `dome`, `place`, `done` and so on.")
        .def_prop_ro(
            "at", [](const StepView& s) { return name_or_none(s.step.at); },
            "The square of the worker that acts, or from which something is taken.")
        .def_prop_ro(
            "to", [](const StepView& s) { return name_or_none(s.step.to); }, "The square it acts on.")
        .def_prop_ro(
            "what", [](const StepView& s) { return static_cast<int>(s.step.what); },
            "A direction, a power's number, a seat from 0 on, or 1 for a female worker, depending on the kind.")
        .def_ro("dome", &StepView::dome, "Whether it puts a dome.")
        .def("__str__", [](const StepView& s) { return s.text; })
        .def("__repr__", [](const StepView& s) { return "<Step " + s.text + ">"; })
        .def(
            "__eq__", [](const StepView& s, const StepView& o) { return s == o; }, nb::is_operator())
        .def(
            "__eq__", [](const StepView&, nb::object) { return false; }, nb::is_operator())
        .def("__hash__", [](const StepView& s) {
            return static_cast<int>(s.step.kind) << 24 | s.step.at << 16 | s.step.to << 8 | s.step.what;
        });
    return step;
}

}  // namespace santorini
