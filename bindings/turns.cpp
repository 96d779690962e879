// A turn that was played, and the lister of legal turns.
#include "core/turn/turns.h"

#include "bindings/shared.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

struct Lister {
    Position start;
    TurnLister turns;
    explicit Lister(const Position& p) : start(p), turns(p) {}
};

}  // namespace

namespace santorini {

void bind_turns(nb::module_& m, nb::class_<Position>& position) {
    nb::class_<PlayedTurn>(m, "Turn", R"(A turn: legal steps from one position to the next.

Turns come from `Game.legal_turns` and `Game.push`; `str(turn)` is its text.

>>> from santorini import Game
>>> game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
>>> turn = game.push("b3-b4 +b3")
>>> turn.steps, turn.wins, turn.after == game.position
((<Step b3-b4>, <Step +b3>), False, True)
)")
        .def_prop_ro("text", &PlayedTurn::text, "The turn as text (docs/notation.md).")
        .def_ro("before", &PlayedTurn::before, "The position at the start of the turn.")
        .def_ro("after", &PlayedTurn::after, "The position after the last step.")
        .def_prop_ro(
            "steps", [](const PlayedTurn& t) { return nb::tuple(nb::cast(show(t.before, t.steps))); },
            nb::for_getter(nb::sig("def steps(self) -> tuple[Step, ...]")), "The steps, in order.")
        .def_prop_ro(
            "effects",
            [](const PlayedTurn& t) {
                Effects effects;
                Position p = t.before;
                for (const Step& step : t.steps) play(p, step, &effects);
                return show(effects);
            },
            nb::for_getter(nb::sig("def effects(self) -> list[Effect]")), "Everything that happened on the board.")
        .def_prop_ro(
            "wins",
            [](const PlayedTurn& t) {
                return t.after.is_over() && t.after.side(t.after.winner) == t.before.side(t.before.to_move);
            },
            "Whether the turn wins the game at once. Leaving the opponent without a turn is not counted.")
        .def(
            "then",
            [](const PlayedTurn& t, const StepView& step) {
                legal_or_raise(t.after, step);
                PlayedTurn longer(t.before, t.after, t.steps);
                play(longer.after, step.step);
                longer.steps.push_back(step.step);
                return longer;
            },
            "step"_a, "The turn with one more legal step.")
        .def(
            "followed_by",
            [](const PlayedTurn& t, const PlayedTurn& rest) {
                if (!(t.after == rest.before)) throw CoreError("turn/illegal", rest.text());
                PlayedTurn longer(t.before, rest.after, t.steps);
                longer.steps.insert(longer.steps.end(), rest.steps.begin(), rest.steps.end());
                return longer;
            },
            "rest"_a, "The turn with the steps of another that begins where this one ends.")
        .def(
            "trace",
            [](const PlayedTurn& t) {
                nb::list out;
                Position p = t.before;
                for (const Step& step : t.steps) {
                    const Position before = p;
                    Effects effects;
                    play(p, step, &effects);
                    out.append(nb::make_tuple(show(before, step), before, p, show(effects)));
                }
                return out;
            },
            nb::sig("def trace(self) -> list[tuple[Step, Position, Position, list[Effect]]]"),
            "The steps one by one, each with the positions before and after it and its effects.")
        .def("__len__", [](const PlayedTurn& t) { return t.steps.size(); })
        .def("__str__", &PlayedTurn::text)
        .def("__repr__", [](const PlayedTurn& t) { return "<Turn " + t.text() + ">"; })
        .def(
            "__eq__",
            [](const PlayedTurn& t, const PlayedTurn& o) { return t.before == o.before && t.steps == o.steps; },
            nb::is_operator())
        .def(
            "__eq__", [](const PlayedTurn&, nb::object) { return false; }, nb::is_operator())
        .def("__hash__",
             [](const PlayedTurn& t) { return static_cast<Py_hash_t>((t.before.hash() * 31 + t.after.hash()) >> 1); })
        .def("__getstate__", [](const PlayedTurn& t) { return std::make_tuple(position_text(t.before), t.text()); })
        .def("__setstate__", [](PlayedTurn& t, const std::tuple<std::string, std::string>& state) {
            const Position before = value_or_raise(read_position(std::get<0>(state)));
            ReadTurn read = value_or_raise(read_turn(before, std::get<1>(state), true));
            new (&t) PlayedTurn{before, read.result, std::move(read.steps)};
        });

    nb::class_<Lister>(m, "TurnLister", "Iterates over the legal turns, lazily, one for each outcome.")
        .def(
            "__iter__", [](nb::handle self) { return self; }, nb::sig("def __iter__(self) -> TurnLister"))
        .def("__next__", [](Lister& l) {
            bool found;
            {
                nb::gil_scoped_release release;
                found = l.turns.next();
            }
            if (!found) throw nb::stop_iteration();
            return PlayedTurn{l.start, l.turns.result(), l.turns.steps()};
        });

    position
        .def(
            "turns", [](const Position& p) { return Lister(p); },
            "The legal turns, one for each outcome, found lazily.")
        .def(
            "turn_list",
            [](const Position& p) {
                std::vector<PlayedTurn> out;
                nb::gil_scoped_release release;
                list_turns(p, [&](const Position& after, auto steps) { out.emplace_back(p, after, steps()); });
                return out;
            },
            "The same as a list, which is quicker than one by one.");
}

}  // namespace santorini
