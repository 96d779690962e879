// The legal steps, listed quickly where the powers in play leave no dead ends.
#pragma once

#include "core/position.h"
#include "core/step.h"

namespace santorini {

// The same steps as legal_steps() (core/turn/machine.h), in the same order.
void list_steps(const Position& p, StepList& steps);

}  // namespace santorini
