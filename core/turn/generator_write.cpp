// What can be built after the moves, written down: the position after the build is the position before it with a piece.
#include "core/turn/generator.h"

namespace santorini {

bool Generator::write_builds(bool) { return false; }

}  // namespace santorini
