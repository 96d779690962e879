#pragma once

#include <nanobind/nanobind.h>

void bind_prover(nanobind::module_& m);
