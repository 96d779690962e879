// What the files of the module share.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/questions/suits.h"
#include "core/search/network.h"
#include "core/text/notation.h"
#include "core/text/position_text.h"

namespace santorini {

// A text or a step that cannot be: carries a code and the offending piece; the package makes the sentence.
struct CoreError : std::exception {
    std::string code, fragment;
    CoreError(std::string_view c, std::string f) : code(c), fragment(std::move(f)) {}
    const char* what() const noexcept override { return code.c_str(); }
};

// A step together with its text, which depends on the position it belongs to.
struct StepView {
    Step step;
    std::string text;
    bool dome = false;
    bool operator==(const StepView& o) const { return step == o.step; }
};
inline StepView show(const Position& p, const Step& step) {
    const bool piece = step.kind == StepKind::build || step.kind == StepKind::dome;
    return {step, step_text(p, step), piece && (step.kind == StepKind::dome || p.height(step.to) == 3)};
}
// A network as Python holds it.
struct NetworkHandle {
    std::shared_ptr<const Network> network;
};

struct PlayedTurn {
    Position before, after;
    std::vector<Step> steps;
    std::string text() const { return turn_text(before, steps); }
};

std::optional<std::string> name_or_none(Square s);
PowerId power_or_raise(std::string_view key);
RuleSet rules_or_raise(std::string_view name);
Seat seat_or_raise(const Position& p, int seat);
// bindings/questions.cpp: cards as they are named for a game, and whether they go together.
std::vector<Dealt> dealt_or_raise(const std::vector<std::string>& names, RuleSet rules);
void together_or_raise(const std::vector<std::string>& names, const std::vector<Dealt>& cards, RuleSet rules,
                       bool any_pair, int players);

}  // namespace santorini
