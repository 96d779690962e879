// Proofs by exhaustive search, for the positions under tests/suite.
#include "core/search/prover.h"

#include "bindings/shared.h"

namespace nb = nanobind;
using namespace nb::literals;
using santorini::Prover;

void santorini::bind_prover(nb::module_& m) {
    nb::class_<Prover>(m, "Prover",
                       "Exhaustive search for two sides, without hidden information, luck and additional turns.")
        .def(nb::init<uint64_t>(), "budget"_a = 10'000'000)
        .def("wins", &Prover::wins, "rest"_a, "turns"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Whether the side to move can force a win within this many of its own turns; None if the budget ran out.")
        .def("loses", &Prover::loses, "rest"_a, "turns"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Whether the side to move loses within this many turns of the opponent, whatever it does; None if the "
             "budget "
             "ran out.")
        .def_prop_ro("looked_at", &Prover::looked_at, "How many positions the last answer looked at.")
        .def_prop_ro("total", &Prover::total, "How many positions all answers looked at.");
}
