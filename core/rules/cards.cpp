#include "core/rules/cards.h"

#include <atomic>

#include "core/rules/rulesets.h"
#include "core/rules/vocabulary.h"
#include "core/threads.h"

namespace santorini {
namespace {

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
    Mutex adding;
};
HomeMade& home_made() {
    static HomeMade instance;
    return instance;
}

// A few places for each thread, see suppose().
std::array<Entry, first_home_made - first_supposed>& supposed() {
    thread_local std::array<Entry, first_home_made - first_supposed> powers;
    return powers;
}

// A function of its own, so that entry(), which is called many times a step and mostly for printed cards, stays small.
[[gnu::noinline]] const Entry& unprinted_entry(PowerId id) {
    if (id >= first_supposed && id < first_home_made) return supposed()[id - first_supposed];
    const std::size_t index = std::size_t{id} - first_home_made;
    const bool made = id >= first_home_made && index < home_made().made.load(std::memory_order_acquire);
    return made ? home_made().powers[index] : rulesets::printed.powers[no_power];
}

}  // namespace

PowerId suppose(const Power& power, unsigned place) {
    supposed()[place] = power;
    return static_cast<PowerId>(first_supposed + place);
}

const Entry& entry(RuleSet rules, PowerId id) {
    if (id <= printed_cards) return rulesets::of(rules).powers[id];
    return unprinted_entry(id);
}

bool exists(RuleSet rules, PowerId id) {
    if (id <= printed_cards) return rulesets::of(rules).present[id];
    return id >= first_home_made &&
           std::size_t{id} - first_home_made < home_made().made.load(std::memory_order_acquire);
}

std::optional<PowerId> find_power(std::string_view key) {
    for (const Card& card : all_cards()) {
        if (card.key == key) return card.number;
    }
    const std::size_t made = home_made().made.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < made; ++i) {
        if (home_made().keys[i] == key) return static_cast<PowerId>(first_home_made + i);
    }
    return std::nullopt;
}

std::string_view key_of(PowerId id) {
    if (id <= printed_cards) return all_cards()[id].key;
    const std::size_t index = std::size_t{id} - first_home_made;
    return exists(RuleSet::printed, id) ? std::string_view(home_made().keys[index]) : std::string_view("?");
}

Ban ban_between(RuleSet rules, PowerId one, PowerId other) {
    const Power &a = entry(rules, one), &b = entry(rules, other);
    // B8: nobody can take a hero's power, so the pairing would leave one of the two without any power.
    if ((a.start.steal && b.once) || (b.start.steal && a.once)) return Ban::rule;
    if (rules == RuleSet::aid || one > printed_cards || other > printed_cards) return Ban::none;
    if (lists(all_cards()[one].banned, all_cards()[other].key)) return Ban::printed;
    // C5: powers that depend on their set-up are not combined with one that takes the opponent's power.
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
    return id > printed_cards || (all_cards()[id].players >> players & 1) != 0;
}

bool allowed_as_fleece(RuleSet rules, PowerId id) {
    if (!exists(rules, id) || rules == RuleSet::aid) return false;
    if (id > printed_cards) return true;
    return rules == RuleSet::revised ? all_cards()[id].fleece_now : all_cards()[id].fleece;
}

std::size_t home_made_left() { return HomeMade::capacity - home_made().made.load(std::memory_order_acquire); }

std::optional<PowerId> make_power(std::string_view key, const Power& power) {
    if (key.empty() || key.size() > 32) return std::nullopt;
    for (char c : key) {
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return std::nullopt;
    }
    if (key.front() < 'a' || contradiction(power)) return std::nullopt;
    HomeMade& home = home_made();
    const Lock lock(home.adding);
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
