// The search under hidden information, luck and three sides. What the seat may not see is removed from a position
// before anything reads it.
#include "core/search/tree.h"

#include <mutex>

#include "bindings/shared.h"
#include "core/text/notation.h"
#include "core/text/position_text.h"
#include "core/turn/turns.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

// The steps as they are played from `p` on, up to the first one that is not possible there.
nb::tuple show_steps(Position p, const std::vector<Step>& steps) {
    std::vector<StepView> out;
    for (const Step& step : steps) {
        if (!is_legal(p, step)) break;
        out.push_back(show(p, step));
        play(p, step);
    }
    return nb::tuple(nb::cast(out));
}

std::vector<double> by_side(const Position& p, const std::array<float, 3>& chances) {
    return {chances.begin(), chances.begin() + p.sides()};
}

struct Line {
    Position from;
    TreeLine line;
};
struct Result {
    Position from;
    TreeResult result;
};

class TreeHandle {
public:
    TreeHandle(uint64_t seed, std::size_t max_nodes, const NetworkHandle* network)
        : search_(seed, {.most_nodes = max_nodes},
                  network ? std::make_shared<LearnedEvaluation>(network->network) : nullptr,
                  network ? std::make_unique<Opinion>(network->network) : nullptr) {}

    Result go(const Position& position, int seat, uint64_t iterations, int milliseconds, std::size_t lines,
              bool cpu_time) {
        const SeatView view(position, seat_or_raise(position, seat));
        if (decider(view.seen()) != view.seat()) throw nb::value_error("the seat has nothing to decide");
        nb::gil_scoped_release release;
        const std::scoped_lock lock(busy_);
        return {view.seen(), search_.go(view, {iterations, milliseconds, lines, cpu_time})};
    }
    void observe(const Position& position, int seat, const std::vector<StepView>& played) {
        const SeatView view(position, seat_or_raise(position, seat));
        std::vector<Step> steps;
        for (const StepView& step : played) steps.push_back(step.step);
        nb::gil_scoped_release release;
        const std::scoped_lock lock(busy_);
        search_.observe(view, steps);
    }
    void stop() { search_.stop(); }
    std::vector<std::tuple<Position, double>> worlds() {
        nb::gil_scoped_release release;
        const std::scoped_lock lock(busy_);
        std::vector<std::tuple<Position, double>> out;
        if (const Belief* belief = search_.belief()) {
            for (const World& w : belief->worlds()) out.emplace_back(w.position, w.weight);
        }
        return out;
    }

private:
    TreeSearch search_;
    std::mutex busy_;
};

}  // namespace

void santorini::bind_tree(nb::module_& m) {
    nb::class_<Line>(m, "TreeLine", "One of the possible decisions.")
        .def_prop_ro(
            "steps", [](const Line& l) { return show_steps(l.from, l.line.steps); },
            nb::for_getter(nb::sig("def steps(self) -> tuple[Step, ...]")))
        .def_prop_ro("text", [](const Line& l) { return turn_text(l.from, l.line.steps); })
        .def_prop_ro("chances", [](const Line& l) { return by_side(l.from, l.line.chances); })
        .def_prop_ro("visits", [](const Line& l) { return l.line.visits; });

    nb::class_<Result>(m, "TreeResult", "What a search found, the best line first.")
        .def_prop_ro("lines",
                     [](const Result& r) {
                         std::vector<Line> out;
                         for (const TreeLine& line : r.result.lines) out.push_back({r.from, line});
                         return out;
                     })
        .def_prop_ro(
            "steps",
            [](const Result& r) {
                return show_steps(r.from, r.result.lines.empty() ? std::vector<Step>{} : r.result.lines.front().steps);
            },
            nb::for_getter(nb::sig("def steps(self) -> tuple[Step, ...]")),
            "The best decision, up to the point where another seat decides. A hidden worker may cut it short.")
        .def_prop_ro(
            "chances", [](const Result& r) { return by_side(r.from, r.result.chances); },
            "The chance of winning, by side.")
        .def_prop_ro(
            "principal", [](const Result& r) { return show_steps(r.result.principal_world, r.result.principal); },
            nb::for_getter(nb::sig("def principal(self) -> tuple[Step, ...]")),
            "How the game may continue in the likeliest world.")
        .def_prop_ro("principal_world", [](const Result& r) { return r.result.principal_world; })
        .def_prop_ro(
            "certain", [](const Result& r) { return r.result.certain; }, "Whether it wins at once, whatever is hidden.")
        .def_prop_ro("iterations", [](const Result& r) { return r.result.iterations; })
        .def_prop_ro("nodes", [](const Result& r) { return r.result.nodes; })
        .def_prop_ro("worlds", [](const Result& r) { return r.result.worlds; });

    nb::class_<TreeHandle>(m, "TreeSearch",
                           "A tree search from what one seat sees; positions passed in are blanked first.")
        .def(nb::init<uint64_t, std::size_t, const NetworkHandle*>(), "seed"_a = 0, "max_nodes"_a = 50'000,
             "network"_a.none() = nb::none())
        .def("go", &TreeHandle::go, "view"_a, "seat"_a, "iterations"_a = 0, "milliseconds"_a = 0, "lines"_a = 1,
             "cpu_time"_a = false,
             "The seat's decision. With only a limit of iterations it is deterministic; the default is a thousand.")
        .def("observe", &TreeHandle::observe, "view"_a, "seat"_a, "played"_a = std::vector<StepView>{},
             nb::sig("def observe(self, view: Position, seat: int, played: list[Step] = []) -> None"),
             "Tells the search what the seat sees now, and the steps played since, if known.")
        .def("stop", &TreeHandle::stop, "Stops a search that runs in another thread.")
        .def_prop_ro("worlds", &TreeHandle::worlds,
                     "The positions the seat considers possible, with weights that add up to one.");
}
