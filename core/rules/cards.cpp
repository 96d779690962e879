#include "core/rules/cards.h"

#include <atomic>
#include <mutex>

#include "core/rules/rulesets.h"
#include "core/rules/vocabulary.h"

namespace santorini {
namespace {

constexpr uint8_t all = 0b11100, two_three = 0b01100, two_four = 0b10100, two = 0b00100;
using C = Category;

// clang-format off: a table
constexpr std::array<Card, printed_cards + 1> table{{
    {0, "mortal", C::none, two, false, false, ""},
    {1, "apollo", C::simple, all, true, true, ""},
    {2, "artemis", C::simple, all, true, true, ""},
    {3, "athena", C::simple, all, false, false, ""},
    {4, "atlas", C::simple, all, true, true, "gaea"},
    {5, "demeter", C::simple, all, true, true, ""},
    {6, "hephaestus", C::simple, all, true, true, ""},
    {7, "hermes", C::simple, all, true, true, "harpies"},
    {8, "minotaur", C::simple, all, true, true, ""},
    {9, "pan", C::simple, all, true, true, "hades"},
    {10, "prometheus", C::simple, all, true, true, ""},
    {11, "aphrodite", C::advanced, two_four, false, false, "nemesis,urania"},
    {12, "ares", C::advanced, all, false, false, ""},
    {13, "bia", C::advanced, all, true, true, "nemesis,tartarus"},
    {14, "chaos", C::advanced, all, true, false, ""},
    {15, "charon", C::advanced, all, true, true, "hecate"},
    {16, "chronus", C::advanced, two, false, false, ""},
    {17, "circe", C::advanced, two, false, false, "clio,hecate"},
    {18, "dionysus", C::advanced, all, true, true, ""},
    {19, "eros", C::advanced, all, false, false, ""},
    {20, "hera", C::advanced, all, true, true, ""},
    {21, "hestia", C::advanced, all, true, true, ""},
    {22, "hypnus", C::advanced, all, true, true, "terpsichore"},
    {23, "limus", C::advanced, all, true, true, "terpsichore"},
    {24, "medusa", C::advanced, all, true, true, "nemesis"},
    {25, "morpheus", C::advanced, all, false, false, ""},
    {26, "persephone", C::advanced, all, true, true, ""},
    {27, "poseidon", C::advanced, all, true, true, ""},
    {28, "selene", C::advanced, all, true, true, "gaea"},
    {29, "triton", C::advanced, all, true, true, "harpies"},
    {30, "zeus", C::advanced, all, true, true, ""},
    {31, "aeolus", C::golden_fleece, all, true, false, ""},
    {32, "charybdis", C::golden_fleece, all, false, false, ""},
    {33, "clio", C::golden_fleece, two_three, false, false, "circe,nemesis"},
    {34, "europa", C::golden_fleece, all, false, false, ""},
    {35, "gaea", C::golden_fleece, two_three, false, false, "atlas,nemesis,selene"},
    {36, "graeae", C::golden_fleece, two_three, false, false, "nemesis"},
    {37, "hades", C::golden_fleece, all, true, true, "pan"},
    {38, "harpies", C::golden_fleece, all, true, true, "hermes,triton"},
    {39, "hecate", C::golden_fleece, two_three, false, false, "charon,circe,moerae,tartarus"},
    {40, "moerae", C::golden_fleece, two_three, false, false, "hecate,nemesis,tartarus"},
    {41, "nemesis", C::golden_fleece, all, false, false,
     "aphrodite,bia,clio,gaea,graeae,medusa,moerae,terpsichore,theseus"},
    {42, "siren", C::golden_fleece, all, true, false, ""},
    {43, "tartarus", C::golden_fleece, two, false, false, "bia,hecate,moerae,terpsichore"},
    {44, "terpsichore", C::golden_fleece, all, true, true, "hypnus,limus,nemesis,tartarus"},
    {45, "urania", C::golden_fleece, all, true, true, "aphrodite"},
    {46, "achilles", C::hero, two, false, false, ""},
    {47, "adonis", C::hero, two, false, false, ""},
    {48, "atalanta", C::hero, two, false, false, ""},
    {49, "bellerophon", C::hero, two, false, false, ""},
    {50, "heracles", C::hero, two, false, false, ""},
    {51, "jason", C::hero, two, false, false, ""},
    {52, "medea", C::hero, two, false, false, ""},
    {53, "odysseus", C::hero, two, false, false, ""},
    {54, "polyphemus", C::hero, two, false, false, ""},
    {55, "theseus", C::hero, two, false, false, "nemesis"},
}};
// clang-format on

bool lists(std::string_view keys, std::string_view key) {
    while (!keys.empty()) {
        const auto comma = keys.find(',');
        if (keys.substr(0, comma) == key) return true;
        if (comma == std::string_view::npos) break;
        keys.remove_prefix(comma + 1);
    }
    return false;
}

// Home-made powers: an append-only table. Readers see only entries below `made`, which are never written again.
struct HomeMade {
    static constexpr std::size_t capacity = 256 - first_home_made;
    std::array<Entry, capacity> powers{};
    std::array<std::string, capacity> keys{};
    std::atomic<std::size_t> made{0};
    std::mutex adding;
};
HomeMade& home_made() {
    static HomeMade instance;
    return instance;
}

}  // namespace

const std::array<Card, printed_cards + 1>& all_cards() { return table; }

const Entry& entry(RuleSet rules, PowerId id) {
    if (id <= printed_cards) return rulesets::of(rules).powers[id];
    const std::size_t index = std::size_t{id} - first_home_made;
    if (id >= first_home_made && index < home_made().made.load(std::memory_order_acquire)) {
        return home_made().powers[index];
    }
    return rulesets::printed.powers[no_power];
}

bool exists(RuleSet rules, PowerId id) {
    if (id <= printed_cards) return rulesets::of(rules).present[id];
    return id >= first_home_made &&
           std::size_t{id} - first_home_made < home_made().made.load(std::memory_order_acquire);
}

std::optional<PowerId> find_power(std::string_view key) {
    for (const Card& card : table) {
        if (card.key == key) return card.number;
    }
    const std::size_t made = home_made().made.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < made; ++i) {
        if (home_made().keys[i] == key) return static_cast<PowerId>(first_home_made + i);
    }
    return std::nullopt;
}

std::string_view key_of(PowerId id) {
    if (id <= printed_cards) return table[id].key;
    const std::size_t index = std::size_t{id} - first_home_made;
    return exists(RuleSet::printed, id) ? std::string_view(home_made().keys[index]) : std::string_view("?");
}

Ban ban_between(RuleSet rules, PowerId one, PowerId other) {
    const Power &a = entry(rules, one), &b = entry(rules, other);
    // B8: a hero's power can be taken by nobody, so the pairing would leave one of the two without any power.
    if ((a.start.steal && b.once) || (b.start.steal && a.once)) return Ban::rule;
    if (rules == RuleSet::aid || one > printed_cards || other > printed_cards) return Ban::none;
    if (lists(table[one].banned, table[other].key)) return Ban::printed;
    // C5: powers that live from their set-up are not combined with one that takes them.
    const auto lives_from_setup = [](const Power& p) {
        return p.setup.where == Placing::opposite_edges || p.everyone.place_on_dome || p.setup.workers > 2 ||
               p.setup.secret == Secret::abyss;
    };
    if ((a.start.steal && lives_from_setup(b)) || (b.start.steal && lives_from_setup(a))) return Ban::advised;
    return Ban::none;
}

bool allowed_with(RuleSet rules, PowerId id, int players) {
    if (players < 2 || players > 4 || !exists(rules, id)) return false;
    if (rules == RuleSet::aid) return players == 2;
    return id > printed_cards || (table[id].players >> players & 1) != 0;
}

bool allowed_as_fleece(RuleSet rules, PowerId id) {
    if (!exists(rules, id) || rules == RuleSet::aid) return false;
    if (id > printed_cards) return true;
    return rules == RuleSet::revised ? table[id].fleece_now : table[id].fleece;
}

std::optional<PowerId> make_power(std::string_view key, const Power& power) {
    if (key.empty() || key.size() > 32) return std::nullopt;
    for (char c : key) {
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return std::nullopt;
    }
    if (key.front() < 'a' || contradiction(power)) return std::nullopt;
    HomeMade& home = home_made();
    const std::scoped_lock lock(home.adding);
    if (const auto known = find_power(key)) {
        const bool same = *known >= first_home_made && entry(RuleSet::printed, *known) == power;
        return same ? known : std::nullopt;
    }
    const std::size_t index = home.made.load(std::memory_order_relaxed);
    if (index == HomeMade::capacity) return std::nullopt;
    home.powers[index] = power;
    home.keys[index] = key;
    home.made.store(index + 1, std::memory_order_release);
    return static_cast<PowerId>(first_home_made + index);
}

}  // namespace santorini
