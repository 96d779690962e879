// Steps and views as numbers: santorini._core.encoding.
#include "bindings/arrays.h"
#include "core/encoding/actions.h"
#include "core/encoding/listing.h"
#include "core/encoding/observation.h"
#include "core/turn/machine.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

Array<bool> mask(const Position& p) {
    auto out = new_array<bool>(action_count);
    StepList steps;
    list_steps(p, steps);
    for (const Step& step : steps) out.data()[action_of(p, step)] = true;
    return out;
}

std::vector<int> legal(const Position& p) {
    StepList steps;
    list_steps(p, steps);
    std::vector<int> out;
    for (const Step& step : steps) out.push_back(action_of(p, step));
    return out;
}

template <class F>
Array<int32_t> permutation(std::size_t size, F to) {
    auto out = new_array<int32_t>(size);
    for (std::size_t i = 0; i < size; ++i) out.data()[i] = static_cast<int32_t>(to(i));
    return out;
}

}  // namespace

void santorini::bind_encoding(nb::module_& core) {
    nb::module_ m = core.def_submodule("encoding", "Steps and views as numbers. Use santorini.encoding.");
    m.attr("VERSION") = encoding_version;
    m.attr("ACTIONS") = static_cast<int>(action_count);
    m.attr("OBSERVATION") = static_cast<int>(observation_size());
    m.def("action_groups",
          [] {
              std::vector<std::tuple<std::string, int, int>> out;
              for (const ActionGroup& g : actions::groups) out.emplace_back(g.name, g.first, g.size);
              return out;
          })
        .def("plane_names", &plane_names)
        .def("fact_names", &fact_names)
        .def(
            "action_name",
            [](unsigned action) { return action < action_count ? action_name(static_cast<Action>(action)) : ""; },
            "action"_a)
        .def(
            "action_of",
            [](const Position& p, const StepView& step) {
                legal_or_raise(p, step);
                return static_cast<int>(action_of(p, step.step));
            },
            "position"_a, "step"_a)
        .def(
            "step_of",
            [](const Position& p, unsigned action) -> std::optional<StepView> {
                const auto step = step_of(p, action);
                if (!step) return std::nullopt;
                return show(p, *step);
            },
            "position"_a, "action"_a)
        .def(
            "play",
            [](const Position& p, unsigned action) -> std::optional<Position> {
                const auto step = step_of(p, action);
                if (!step) return std::nullopt;
                Position q = p;
                play(q, *step);
                return q;
            },
            "position"_a, "action"_a, "The position after the action; None if it is not legal.")
        .def("legal", &legal, "position"_a)
        .def("mask", &mask, "position"_a)
        .def(
            "observe",
            [](const Position& p, int seat) {
                auto out = new_array<uint8_t>(observation_size());
                observe(p, seat_or_raise(p, seat), {out.data(), out.size()});
                return out;
            },
            "position"_a, "seat"_a)
        .def(
            "action_symmetry",
            [](unsigned symmetry) {
                return permutation(action_count,
                                   [&](std::size_t i) { return turned_action(static_cast<Action>(i), symmetry & 7); });
            },
            "symmetry"_a)
        .def(
            "observation_symmetry",
            [](unsigned symmetry) {
                const std::vector<uint32_t> to = turned_observation(symmetry & 7);
                return permutation(to.size(), [&](std::size_t i) { return to[i]; });
            },
            "symmetry"_a);
    bind_batch(m);
}
