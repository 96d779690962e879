// The search under hidden information, luck and three sides. Whatever position comes in is blanked before anything looks at it.
#include "core/search/tree.h"

#include <algorithm>
#include <mutex>
#include <string_view>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/shared.h"
#include "core/text/notation.h"
#include "core/text/position_text.h"
#include "core/turn/turns.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

constexpr std::array<std::string_view, 19> kinds{"move",   "build", "dome",  "force", "exchange", "unbuild", "slay",
                                                 "token",  "aim",   "place", "bind",  "use",      "pass",    "done",
                                                 "chance", "offer", "take",  "begin", "secret"};

Seat seat_of(const Position& p, int seat) {
    if (seat < 1 || seat > p.players) throw nb::value_error("no such seat");
    return static_cast<Seat>(seat - 1);
}

// A Step of the module, read through its own properties.
Step read_step(nb::handle step) {
    const auto kind = nb::cast<std::string>(step.attr("kind"));
    const auto square = [&](const char* name) {
        const auto text = nb::cast<std::optional<std::string>>(step.attr(name));
        return text ? read_square(*text).value_or(no_square) : no_square;
    };
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end()) throw nb::value_error("no such step");
    return {static_cast<StepKind>(found - kinds.begin()), square("at"), square("to"),
            nb::cast<uint8_t>(step.attr("what"))};
}

// The steps as the module's own objects, played from `p` on; they stop where they cannot be played there.
nb::tuple show_steps(Position p, const std::vector<Step>& steps) {
    nb::list out;
    for (const Step& step : steps) {
        StepList legal;
        legal_steps(p, legal);
        const auto at = std::find(legal.begin(), legal.end(), step);
        if (at == legal.end()) break;
        const nb::object shown = nb::cast(p).attr("steps")();
        out.append(shown[static_cast<std::size_t>(at - legal.begin())]);
        play(p, step);
    }
    return nb::tuple(out);
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

class Search {
public:
    Search(uint64_t seed, std::size_t max_nodes, const NetworkHandle* network)
        : search_(seed, {.most_nodes = max_nodes},
                  network ? std::make_shared<LearnedEvaluation>(network->network) : nullptr) {}

    Result go(const Position& position, int seat, uint64_t iterations, int milliseconds, std::size_t lines,
              bool cpu_time) {
        const SeatView view(position, seat_of(position, seat));
        if (decider(view.seen()) != view.seat()) throw nb::value_error("the seat has nothing to decide");
        nb::gil_scoped_release release;
        const std::scoped_lock lock(busy_);
        return {view.seen(), search_.go(view, {iterations, milliseconds, lines, cpu_time})};
    }
    void observe(const Position& position, int seat, const nb::list& played) {
        const SeatView view(position, seat_of(position, seat));
        std::vector<Step> steps;
        for (nb::handle step : played) steps.push_back(read_step(step));
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

void bind_tree(nb::module_& m);
void bind_tree(nb::module_& m) {
    nb::class_<Line>(m, "TreeLine", "One alternative of a decision.")
        .def_prop_ro(
            "steps", [](const Line& l) { return show_steps(l.from, l.line.steps); },
            nb::for_getter(nb::sig("def steps(self) -> tuple[Step, ...]")))
        .def_prop_ro("text", [](const Line& l) { return turn_text(l.from, l.line.steps); })
        .def_prop_ro("chances", [](const Line& l) { return by_side(l.from, l.line.chances); })
        .def_prop_ro("visits", [](const Line& l) { return l.line.visits; });

    nb::class_<Result>(m, "TreeResult", "What a search found: the best line first.")
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
            "The best decision, until somebody else decides. Where a step runs into a hidden worker the rest is void.")
        .def_prop_ro(
            "chances", [](const Result& r) { return by_side(r.from, r.result.chances); }, "To win, by side.")
        .def_prop_ro(
            "principal", [](const Result& r) { return show_steps(r.result.principal_world, r.result.principal); },
            nb::for_getter(nb::sig("def principal(self) -> tuple[Step, ...]")),
            "How it may go on in the likeliest world, a guess.")
        .def_prop_ro("principal_world", [](const Result& r) { return r.result.principal_world; })
        .def_prop_ro(
            "certain", [](const Result& r) { return r.result.certain; }, "An immediate win whatever is hidden.")
        .def_prop_ro("iterations", [](const Result& r) { return r.result.iterations; })
        .def_prop_ro("nodes", [](const Result& r) { return r.result.nodes; })
        .def_prop_ro("worlds", [](const Result& r) { return r.result.worlds; });

    nb::class_<Search>(m, "TreeSearch", "A tree search from what one seat sees; positions passed in are blanked first.")
        .def(nb::init<uint64_t, std::size_t, const NetworkHandle*>(), "seed"_a = 0, "max_nodes"_a = 50'000,
             "network"_a.none() = nb::none())
        .def("go", &Search::go, "view"_a, "seat"_a, "iterations"_a = 0, "milliseconds"_a = 0, "lines"_a = 1,
             "cpu_time"_a = false,
             "The seat's decision. Deterministic with a limit of iterations only; without any limit a thousand.")
        .def("observe", &Search::observe, "view"_a, "seat"_a, "played"_a = nb::list(),
             nb::sig("def observe(self, view: Position, seat: int, played: list[Step] = []) -> None"),
             "What the seat sees now; `played`: the steps that were tried since, where they are known.")
        .def("stop", &Search::stop, "Ends a search that runs in another thread.")
        .def_prop_ro("worlds", &Search::worlds, "What the seat holds possible, with weights that add up to one.");
}
