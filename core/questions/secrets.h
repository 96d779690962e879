// What a step could tell its player about the secrets of others.
#pragma once

#include "core/questions/belief.h"
#include "core/step.h"

namespace santorini {

// Given what the seat sees now, could the step have different results that the seat can tell apart? Then playing it
// reveals something, even if nothing happens: that a space is empty, or safe. The step must be legal in the view. The
// answer depends on the view alone, so the answer itself reveals nothing.
bool depends_on_secrets(const SeatView& view, const Step& step);

}  // namespace santorini
