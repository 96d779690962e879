// Reads the text of a step as a question. The step need not be legal, so the reader of turns cannot be used.
#include <algorithm>

#include "core/questions/why.h"
#include "core/text/position_text.h"

namespace santorini {

std::optional<Question> read_question(std::string_view step) {
    const auto square = [&](std::size_t at) { return read_square(step.substr(std::min(at, step.size()), 2)); };
    const auto rest_is = [&](std::size_t at, std::string_view what) {
        return step.substr(std::min(at, step.size())) == what;
    };
    struct Form {
        std::string_view before;  // what comes before the last square
        StepKind kind;
    };
    constexpr std::array<Form, 10> forms{{{"-", StepKind::move},
                                          {"+", StepKind::build},
                                          {"<>", StepKind::exchange},
                                          {">", StepKind::force},
                                          {"x", StepKind::slay},
                                          {"@", StepKind::token},
                                          {"*", StepKind::place},
                                          {"!", StepKind::bind},
                                          {"?", StepKind::secret},
                                          {"-", StepKind::unbuild}}};
    const auto from = square(0);
    const std::size_t start = from ? 2 : 0;
    for (const Form& form : forms) {
        if (step.substr(start, form.before.size()) != form.before) continue;
        if ((form.kind == StepKind::move) != from.has_value() && form.before == "-") continue;
        const std::size_t at = start + form.before.size();
        const auto to = square(at);
        if (!to) continue;
        const bool dome = form.kind == StepKind::build && rest_is(at + 2, "^");
        const bool woman = form.kind == StepKind::place && rest_is(at + 2, "f");
        if (form.kind == StepKind::bind && !from) {
            // The player's own worker of a pair comes after the colon: !c3:b2
            const auto partner = square(at + 3);
            if (partner && step.substr(at + 2, 1) == ":" && step.size() == at + 5) {
                return Question{*to, *partner, form.kind};
            }
        }
        if (!dome && !woman && !rest_is(at + 2, "")) continue;
        return Question{*to, from.value_or(no_square), dome ? StepKind::dome : form.kind};
    }
    return std::nullopt;
}

}  // namespace santorini
