#include "core/questions/start.h"

#include <array>

#include "core/text/names.h"
#include "core/turn/machine.h"
#include "core/turn/setup.h"

namespace santorini {
namespace {

constexpr std::array<std::string_view, 7> unsuited_codes{
    "players", "too-many-powers", "power-in-rules", "power-players", "power-twice", "ban", "ban-rule"};

TextError refusal(std::string_view code, std::string_view what) { return {code, std::string(what)}; }

// `p` has its players, rule set and settings; nobody has a power.
std::variant<Position, TextError> start_draft(Position p, std::string_view draft) {
    if (draft != "challenger" && draft != "passing") return refusal("draft", draft);
    if (p.players != 2 && (draft == "passing" || p.rules == RuleSet::aid))
        return refusal("draft-players", std::to_string(p.players));
    p.stage = draft == "passing" ? Stage::deal : Stage::offer;
    p.to_move = p.starter;
    return p;
}

std::optional<TextError> share(Position& p, std::string_view shared) {
    const auto id = find_power(shared);
    if (!id) return refusal("power", shared);
    if (p.players != 2 || p.cards[0] || p.cards[1]) return refusal("fleece-players", shared);
    if (!allowed_as_fleece(p.rules, *id)) return refusal("fleece-power", shared);
    p.shared = *id;
    return std::nullopt;
}

}  // namespace

std::variant<std::vector<Dealt>, TextError> read_cards(const std::vector<std::string>& names, RuleSet rules) {
    std::vector<Dealt> cards;
    for (const std::string& name : names) {
        const auto tilde = name.find('~');
        const auto edition = tilde == std::string::npos ? rules : read_rules(name.substr(tilde + 1));
        if (!edition) return refusal("rules", name.substr(tilde + 1));
        const auto power = find_power(name.substr(0, tilde));
        if (!power) return refusal("power", name.substr(0, tilde));
        cards.push_back({*power, *edition});
    }
    return cards;
}

std::optional<TextError> refuse_cards(const std::vector<std::string>& names, const std::vector<Dealt>& cards,
                                      RuleSet rules, bool any_pair, int players) {
    const auto wrong = not_together(cards, rules, any_pair, players);
    if (!wrong) return std::nullopt;
    const auto code = name_in(unsuited_codes, wrong->why);
    switch (wrong->why) {
        case Unsuited::players:
            return refusal(code, std::to_string(players));
        case Unsuited::too_many_powers:
            return refusal(code, std::to_string(names.size()));
        case Unsuited::ban:
        case Unsuited::ban_rule:
            return refusal(code, names[wrong->one] + "," + names[wrong->other]);
        default:
            return refusal(code, names[wrong->other]);
    }
}

std::variant<Position, TextError> start_position(const Agreed& agreed) {
    Position p;
    if (agreed.powers.size() < 2 || agreed.powers.size() > 4)
        return refusal("players", std::to_string(agreed.powers.size()));
    p.players = static_cast<uint8_t>(agreed.powers.size());
    const auto rules = read_rules(agreed.rules);
    if (!rules) return refusal("rules", agreed.rules);
    p.rules = *rules;
    if (agreed.first < 1 || agreed.first > p.players) return refusal("seat-number", std::to_string(agreed.first));
    p.starter = static_cast<Seat>(agreed.first - 1);
    for (const std::string& text : agreed.settings) {
        const auto setting = read_setting(text);
        if (!setting) return refusal("setting", text);
        p.settings |= *setting;
    }
    p.override_bans = agreed.any_pair;
    if (!agreed.draft.empty()) return start_draft(p, agreed.draft);
    const auto read = read_cards(agreed.powers, p.rules);
    if (const auto* error = std::get_if<TextError>(&read)) return *error;
    const auto& cards = std::get<std::vector<Dealt>>(read);
    if (auto wrong = refuse_cards(agreed.powers, cards, p.rules, agreed.any_pair, p.players)) return *wrong;
    for (Seat s = 0; s < p.players; ++s) {
        p.set_edition(s, cards[s].edition);
        p.cards[s] = cards[s].power;
    }
    if (!agreed.shared.empty()) {
        if (auto wrong = share(p, agreed.shared)) return *wrong;
    }
    p = start_dealt(p);
    if (const Seat seat = setup_decider(p); seat != luck) p.to_move = seat;
    return p;
}

}  // namespace santorini
