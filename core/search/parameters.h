// Numbers of the search that can only be tuned by playing games.
//
// A normal build compiles them in as constants. A build with SANTORINI_TUNE=ON (`make tunable`) makes them settable for
// each search, so that `tools/tune.py` can change them and two searches with different values can play each other. Once
// a better value is found, it is written here.
#pragma once

#include <string_view>
#include <vector>

namespace santorini {

// Name, value, least and most that a tuner may try. Scores are in hundredths (score.h), depths in turns.
#define SANTORINI_PARAMETERS(X)                                                               \
    /* Static pruning: far enough above beta, up to this depth, with a margin per turn; */    \
    /* `better_margin` is subtracted if the side stands better than a turn ago. */            \
    X(static_depth, 8, 0, 12)                                                                 \
    X(static_margin, 44, 5, 200)                                                              \
    X(better_margin, 33, -60, 100)                                                            \
    /* Null move: from this depth on, reduced by base + depth / divisor + surplus / step */   \
    /* (the last term at most `most`). */                                                     \
    X(pass_depth, 3, 1, 10)                                                                   \
    X(pass_base, 2, 0, 6)                                                                     \
    X(pass_divisor, 3, 1, 12)                                                                 \
    X(pass_step, 80, 10, 400)                                                                 \
    X(pass_most, 2, 0, 6)                                                                     \
    /* .. and from this depth on a search without passing, as shallow, has to agree. */       \
    X(pass_checked, 6, 0, 100)                                                                \
    /* Late turns are left out up to this depth, after base + factor * depth^2 turns. */      \
    X(late_depth, 4, 0, 10)                                                                   \
    X(late_base, 6, 1, 60)                                                                    \
    X(late_factor, 10, 1, 60)                                                                 \
    /* Reductions: from this depth and turn on, base + log(depth) * log(turn) / divisor, */   \
    /* all in hundredths of a turn; at the root from a later turn on. */                      \
    X(reduction_depth, 2, 1, 8)                                                               \
    X(reduction_turn, 2, 1, 16)                                                               \
    X(reduction_base, 124, -200, 300)                                                         \
    X(reduction_divisor, 145, 60, 600)                                                        \
    X(root_reduction_depth, 3, 1, 8)                                                          \
    X(root_reduction_turn, 4, 1, 16)                                                          \
    /* Added to a reduction: where a cut is expected, and where the side stands no better */  \
    /* than a turn ago. */                                                                    \
    X(cut_reduction, 50, -100, 300)                                                           \
    X(worse_reduction, 100, -100, 200)                                                        \
    /* .. and `weight` percent of how far the evaluation of a turn lies below alpha, less */  \
    /* `free`, at most `most`. */                                                             \
    X(gap_free, 40, -200, 400)                                                                \
    X(gap_weight, 44, 0, 300)                                                                 \
    X(gap_most, 200, 0, 500)                                                                  \
    /* Aspiration: from this depth on, half the width of the first window, and its growth. */ \
    X(aspiration_depth, 4, 1, 12)                                                             \
    X(aspiration_reach, 10, 2, 300)                                                           \
    X(aspiration_growth, 4, 2, 10)                                                            \
    /* The most points that each part of the correction can change an evaluation by. */       \
    X(correction_workers, 60, 0, 300)                                                         \
    X(correction_heights, 60, 0, 300)                                                         \
    X(correction_turn, 60, 0, 300)                                                            \
    /* Up to this many ways out of a threat are followed a turn deeper. */                    \
    X(few_replies, 4, 0, 20)                                                                  \
    /* How many replies to threats are followed beyond the depth. */                          \
    X(forced_replies, 10, 0, 30)

#ifdef SANTORINI_TUNE
#define SANTORINI_PARAMETER(name, value, least, most) int name = value;
#else
#define SANTORINI_PARAMETER(name, value, least, most) static constexpr int name = value;
#endif
struct Parameters {
    SANTORINI_PARAMETERS(SANTORINI_PARAMETER)
};
#undef SANTORINI_PARAMETER

struct ParameterRange {
    std::string_view name;
    int value, least, most;
};

// What can be set: nothing in a normal build.
inline std::vector<ParameterRange> settable_parameters() {
#ifdef SANTORINI_TUNE
#define SANTORINI_RANGE(name, value, least, most) {#name, value, least, most},
    return {SANTORINI_PARAMETERS(SANTORINI_RANGE)};
#undef SANTORINI_RANGE
#else
    return {};
#endif
}

// False if there is no such parameter, if it is a constant, or if the value is out of range.
inline bool set_parameter([[maybe_unused]] Parameters& parameters, [[maybe_unused]] std::string_view wanted,
                          [[maybe_unused]] int to) {
#ifdef SANTORINI_TUNE
#define SANTORINI_SET(name, value, least, most) \
    if (wanted == #name) return to >= (least) && to <= (most) ? (parameters.name = to, true) : false;
    SANTORINI_PARAMETERS(SANTORINI_SET)
#undef SANTORINI_SET
#endif
    return false;
}

}  // namespace santorini
