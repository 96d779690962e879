#include "core/bulk.h"
namespace santorini {
std::optional<uint64_t> bulk_perft(const Position&, int) { return std::nullopt; }
}  // namespace santorini
