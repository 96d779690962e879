// Proofs by trying everything, for the suite of positions under tests/suite.
#include "core/search/prover.h"

#include "bindings/shared.h"

namespace nb = nanobind;
using namespace nb::literals;
using santorini::Prover;

void santorini::bind_prover(nb::module_& m) {
    nb::class_<Prover>(m, "Prover", "Tries everything: two sides, nothing hidden, no luck, no additional turns.")
        .def(nb::init<uint64_t>(), "budget"_a = 10'000'000)
        .def("wins", &Prover::wins, "rest"_a, "turns"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Can the side to move force its victory within so many own turns? None: it gave up.")
        .def("loses", &Prover::loses, "rest"_a, "turns"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Does the side to move lose within so many turns of the opponent, whatever it does? None: it gave up.")
        .def_prop_ro("looked_at", &Prover::looked_at, "How many positions the last answer took.")
        .def_prop_ro("total", &Prover::total, "How many all answers took.");
}
