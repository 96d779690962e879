// A step as Python sees it, and what steps bring about.
#include <array>

#include "bindings/shared.h"
#include "core/turn/machine.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

constexpr std::array<const char*, 19> step_kinds{"move",   "build", "dome",  "force", "exchange", "unbuild", "slay",
                                                 "token",  "aim",   "place", "bind",  "use",      "pass",    "done",
                                                 "chance", "offer", "take",  "begin", "secret"};
constexpr std::array<const char*, 13> effect_kinds{"move",  "force",   "build",    "dome", "unbuild", "remove", "place",
                                                   "token", "untoken", "conflict", "win",  "lose",    "draw"};

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
std::vector<EffectTuple> show(const Effects& effects) {
    std::vector<EffectTuple> out;
    for (const Effect& e : effects) {
        out.emplace_back(effect_kinds[static_cast<unsigned>(e.kind)], name_or_none(e.at), name_or_none(e.to), e.who);
    }
    return out;
}

void legal_or_raise(const Position& p, const StepView& step) {
    if (!is_legal(p, step.step)) throw CoreError("turn/illegal", step.text);
}

void bind_steps(nb::module_& m) {
    nb::class_<StepView>(m, "Step", "A single choice inside a turn.")
        .def_prop_ro("kind",
                     [](const StepView& s) { return std::string(step_kinds[static_cast<unsigned>(s.step.kind)]); })
        .def_prop_ro(
            "at", [](const StepView& s) { return name_or_none(s.step.at); }, "Who acts, or where something comes from.")
        .def_prop_ro(
            "to", [](const StepView& s) { return name_or_none(s.step.to); }, "Where it acts.")
        .def_prop_ro("what", [](const StepView& s) { return static_cast<int>(s.step.what); })
        .def_ro("dome", &StepView::dome, "Does it put a dome?")
        .def("__str__", [](const StepView& s) { return s.text; })
        .def("__repr__", [](const StepView& s) { return "<Step " + s.text + ">"; })
        .def(
            "__eq__", [](const StepView& s, const StepView& o) { return s == o; }, nb::is_operator())
        .def(
            "__eq__", [](const StepView&, nb::object) { return false; }, nb::is_operator())
        .def("__hash__", [](const StepView& s) {
            return static_cast<int>(s.step.kind) << 24 | s.step.at << 16 | s.step.to << 8 | s.step.what;
        });
}

}  // namespace santorini
