// Enumerators as Python sees them: members of the enumerations in santorini/enums.py, which mirrors core/text/names.h.
#pragma once

#include <nanobind/nanobind.h>

#include "core/questions/why.h"
#include "core/text/names.h"

namespace santorini {

template <class E, std::size_t n>
nanobind::object member(const char* type, const std::array<std::string_view, n>& names, E value) {
    static std::array<PyObject*, n> members{};  // kept for as long as the program runs
    PyObject*& found = members[static_cast<std::size_t>(value)];
    if (!found) {
        const nanobind::object mirror = nanobind::module_::import_("santorini.enums").attr(type);
        found = mirror(nanobind::cast(name_in(names, value))).release().ptr();
    }
    return nanobind::borrow(found);
}

inline nanobind::object member(RuleSet value) { return member("RuleSet", rules_names, value); }
inline nanobind::object member(Stage value) { return member("Stage", stage_names, value); }
inline nanobind::object member(Reason value) { return member("EndReason", reason_names, value); }
inline nanobind::object member(StepKind value) { return member("StepKind", step_names, value); }
inline nanobind::object member(EffectKind value) { return member("EffectKind", effect_names, value); }
inline nanobind::object member(WhyCode value) { return member("WhyCode", why_names, value); }
inline nanobind::object member(RestrictionKind value) { return member("RestrictionKind", restriction_names, value); }

}  // namespace santorini
