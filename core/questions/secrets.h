// What a step could tell its player about the secrets of others.
#pragma once

#include "core/questions/belief.h"
#include "core/step.h"

namespace santorini {

// Could the step end otherwise, as the seat will see it, for all that the seat sees now? Then playing it shows something,
// also when nothing happens: that a space is empty, or safe. The step must be legal in the view. The answer follows from
// the view alone, so that it tells nothing itself.
bool depends_on_secrets(const SeatView& view, const Step& step);

}  // namespace santorini
