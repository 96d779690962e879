// What can be done with a position: starting one, playing steps and turns, counting.
#include "bindings/shared.h"
#include "core/questions/start.h"
#include "core/turn/bulk.h"
#include "core/turn/can_win.h"
#include "core/turn/turns.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

Position started(const std::vector<std::string>& powers, std::string_view rules, std::string_view shared,
                 const std::vector<std::string>& settings, int first, bool any_pair, std::string_view draft) {
    return value_or_raise(start_position({powers, rules, shared, settings, first, any_pair, draft}));
}

}  // namespace

namespace santorini {

void bind_playing(nb::class_<Position>& position) {
    position
        .def_static("start", &started, "powers"_a, "rules"_a, "shared"_a, "settings"_a, "first"_a, "any_pair"_a,
                    "draft"_a, "The first position of a game; `Game(...)` checks its arguments and calls this.")
        .def(
            "steps",
            [](const Position& p) {
                StepList steps;
                {
                    nb::gil_scoped_release release;
                    legal_steps(p, steps);
                }
                std::vector<StepView> out;
                out.reserve(steps.size());
                for (const Step& step : steps) out.push_back(show(p, step));
                return out;
            },
            "The legal steps: exactly those that begin or continue a complete turn.")
        .def(
            "play",
            [](const Position& p, const StepView& step) {
                legal_or_raise(p, step);
                Position q = p;
                play(q, step.step);
                return q;
            },
            "step"_a, "The position after a legal step.")
        .def(
            "effects",
            [](const Position& p, const StepView& step) {
                legal_or_raise(p, step);
                Position q = p;
                Effects effects;
                play(q, step.step, &effects);
                return show(effects);
            },
            "step"_a, nb::sig("def effects(self, step: Step) -> list[Effect]"), "What a legal step would do.")
        .def(
            "give_up",
            [](const Position& p, int seat, std::string_view reason) {
                Position q = p;
                if (p.stage != Stage::play) throw CoreError("resign", std::to_string(seat));
                give_up(q, seat_or_raise(p, seat), reason == "time" ? Reason::time : Reason::resigned);
                return q;
            },
            "seat"_a, "reason"_a = "resigned", "The position after the seat gave up (`resigned`) or ran out of `time`.")
        .def(
            "read_turn",
            [](const Position& p, std::string_view text, bool whole) {
                ReadTurn read = value_or_raise(read_turn(p, text, whole));
                return std::make_tuple(PlayedTurn{p, read.result, std::move(read.steps)}, read.complete);
            },
            "text"_a, "whole"_a = true,
            "Reads a turn text: the turn, and whether it is complete. With `whole`, choices left open are declined.")
        .def(
            "turn_of",
            [](const Position& p, const std::vector<StepView>& steps) {
                PlayedTurn turn(p);
                for (const StepView& step : steps) {
                    legal_or_raise(turn.after, step);
                    play(turn.after, step.step);
                    turn.steps.push_back(step.step);
                }
                return turn;
            },
            "steps"_a, "The turn made of these steps; each must be legal.")
        .def(
            "turn_ended", [](const Position& p, const Position& now) { return turn_is_over(p, now); }, "now"_a,
            "Whether a turn that began here is over in position `now`.")
        .def("has_turn", &has_turn, nb::call_guard<nb::gil_scoped_release>(),
             "Whether any complete turn can be played.")
        .def(
            "has_win", [](const Position& p) { return can_win(p); }, nb::call_guard<nb::gil_scoped_release>(),
            "Whether some legal turn wins at once.")
        .def("count_turns", &count_turns, nb::call_guard<nb::gil_scoped_release>(), "How many distinct outcomes.")
        .def("perft", &perft, "depth"_a, nb::call_guard<nb::gil_scoped_release>(),
             "The number of positions after exactly `depth` turns, distinct ones per node.");
}

}  // namespace santorini
