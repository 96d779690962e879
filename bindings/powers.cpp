// The cards, their entries, and powers made at run time.
#include <array>

#include "bindings/shared.h"
#include "core/rules/vocabulary.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace santorini {

PowerId power_or_raise(std::string_view key) {
    const auto id = find_power(key);
    if (!id) throw CoreError("power", std::string(key));
    return *id;
}
RuleSet rules_or_raise(std::string_view name) {
    const auto rules = read_rules(name);
    if (!rules) throw CoreError("rules", std::string(name));
    return *rules;
}

void bind_powers(nb::module_& m) {
    m.def("cards", [] {
        nb::list out;
        constexpr std::array<const char*, 5> categories{"none", "simple", "advanced", "golden fleece", "hero"};
        for (const Card& c : all_cards()) {
            std::vector<int> players;
            for (int n = 2; n <= 4; ++n) {
                if (c.players >> n & 1) players.push_back(n);
            }
            nb::dict card;
            card["id"] = c.key;
            card["number"] = c.number;
            card["category"] = categories[static_cast<unsigned>(c.category)];
            card["players"] = players;
            card["fleece"] = c.fleece;
            card["fleece_revised"] = c.fleece_now;
            card["banned"] = c.banned;
            std::vector<std::string> sets;
            for (RuleSet r : {RuleSet::printed, RuleSet::revised, RuleSet::aid}) {
                if (exists(r, c.number)) sets.emplace_back(rules_name(r));
            }
            card["rules"] = sets;
            out.append(card);
        }
        return out;
    });
    m.def(
        "ban",
        [](std::string_view one, std::string_view other, std::string_view rules) {
            constexpr std::array<const char*, 4> bans{"", "printed", "advised", "rule"};
            return std::string(bans[static_cast<unsigned>(
                ban_between(rules_or_raise(rules), power_or_raise(one), power_or_raise(other)))]);
        },
        "one"_a, "other"_a, "rules"_a);
    m.def(
        "vocabulary",
        [] {
            nb::list out;
            for (const Word& w : vocabulary()) {
                std::vector<std::string> values(w.values.begin(), w.values.end());
                out.append(
                    nb::make_tuple(std::string(w.group) + "." + std::string(w.name), values, w.most, w.get(Power{})));
            }
            return out;
        },
        "Every word a card may use: (name, names of its values or none for numbers, largest value, value in the plain "
        "game).");
    m.def(
        "entry",
        [](std::string_view power, std::string_view rules) {
            const Power& p = entry(rules_or_raise(rules), power_or_raise(power));
            nb::dict out;
            for (const Word& w : vocabulary()) {
                const int value = w.get(p);
                if (value == w.get(Power{})) continue;
                const std::string name = std::string(w.group) + "." + std::string(w.name);
                if (w.values.empty()) {
                    out[name.c_str()] = value;
                } else {
                    out[name.c_str()] = w.values[static_cast<unsigned>(value)];
                }
            }
            return out;
        },
        "power"_a, "rules"_a, "The words of a card that differ from the plain game.");
    m.def(
        "make_power",
        [](std::string_view key, const std::vector<std::tuple<std::string, std::string>>& says, std::string_view like,
           std::string_view rules) {
            Power p = entry(rules_or_raise(rules), power_or_raise(like));
            for (const auto& [name, value] : says) {
                const auto dot = name.find('.');
                const Word* w =
                    dot == std::string::npos ? nullptr : find_word(name.substr(0, dot), name.substr(dot + 1));
                if (!w) throw CoreError("word", name);
                int number = -1;
                for (std::size_t i = 0; i < w->values.size(); ++i) {
                    if (w->values[i] == value) number = static_cast<int>(i);
                }
                if (w->values.empty() && !value.empty() && value.size() < 4 &&
                    value.find_first_not_of("0123456789") == std::string::npos)
                    number = std::stoi(value);
                if (number < 0 || number > w->most) throw CoreError("word-value", name + " " + value);
                w->set(p, number);
            }
            if (const auto wrong = contradiction(p)) throw CoreError("contradiction", std::string(*wrong));
            if (!make_power(key, p)) {
                const bool full = !find_power(key) && home_made_left() == 0;
                throw CoreError(full ? "power-many" : "power-name", std::string(key));
            }
        },
        "key"_a, "says"_a, "like"_a, "rules"_a);
    m.def(
        "allowed_as_fleece",
        [](std::string_view power, std::string_view rules) {
            return allowed_as_fleece(rules_or_raise(rules), power_or_raise(power));
        },
        "power"_a, "rules"_a);
}

}  // namespace santorini
