// A turn that was played, and the lister of the turns that can be.
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
    nb::class_<PlayedTurn>(m, "Turn", "A turn: the steps from one position to the next.")
        .def_prop_ro("text", &PlayedTurn::text)
        .def_ro("before", &PlayedTurn::before)
        .def_ro("after", &PlayedTurn::after)
        .def_prop_ro("steps", [](const PlayedTurn& t) { return nb::tuple(nb::cast(show(t.before, t.steps))); })
        .def_prop_ro("effects",
                     [](const PlayedTurn& t) {
                         Effects effects;
                         Position p = t.before;
                         for (const Step& step : t.steps) play(p, step, &effects);
                         return show(effects);
                     })
        .def_prop_ro("wins",
                     [](const PlayedTurn& t) {
                         return t.after.is_over() && t.after.side(t.after.winner) == t.before.side(t.before.to_move);
                     })
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

    position.def("turns", [](const Position& p) { return Lister(p); }).def("turn_list", [](const Position& p) {
        std::vector<PlayedTurn> out;
        nb::gil_scoped_release release;
        for (TurnLister turns(p); turns.next();) out.push_back({p, turns.result(), turns.steps()});
        return out;
    });
}

}  // namespace santorini
