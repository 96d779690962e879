// The legal steps, listed quickly where the powers in play leave no dead ends.
#pragma once

#include "core/position.h"
#include "core/step.h"

namespace santorini {

// The same steps as legal_steps() (core/turn/machine.h), in the same order.
void list_steps(const Position& p, StepList& steps);

// Does the power, in anybody's hands, leave every worker that has moved the build on the space it came from, and demand
// nothing of a turn? With such powers alone, a move onto a free space and a build can always be completed.
bool leaves_a_build(const Power& power);

}  // namespace santorini
