// The traits: a word that a quick way does not know keeps that quick way from being taken, whatever else the card says.
#include "core/rules/traits.h"

#include <utility>
#include <vector>

#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

constexpr std::pair<ways::Ways, bool Traits::*> quick_ways[] = {
    {ways::counting, &Traits::countable},         {ways::plain_moves, &Traits::moves_plainly},
    {ways::plain_ends, &Traits::ends_plainly},    {ways::open_builds, &Traits::leaves_a_build},
    {ways::moving_wins, &Traits::wins_by_moving}, {ways::familiar, &Traits::familiar},
    {ways::quiet_domes, &Traits::ignores_domes},  {ways::workers_stay, &Traits::keeps_workers},
    {ways::generating, &Traits::generated},       {ways::generating, &Traits::one_idea},
    {ways::blocks_stay, &Traits::keeps_blocks},   {ways::others_stay, &Traits::moves_only_own},
    {ways::moving_wins, &Traits::climbs_plainly}, {ways::familiar, &Traits::lets_climb},
    {ways::familiar, &Traits::lets_step},
};

// Calls visit(entry) for what every card says in every rule set.
template <class Visit>
void for_every_entry(Visit visit) {
    for (std::size_t rules = 0; rules < rule_sets; ++rules) {
        for (const Card& card : all_cards()) {
            context = std::string(card.key);
            visit(entry(static_cast<RuleSet>(rules), card.number));
        }
    }
}

// Calls visit(copy) for every value of the word except the plain one.
template <class Visit>
void with_word_added(const Power& entry, const Word& word, Visit visit) {
    for (int value = 0; value <= word.most; ++value) {
        if (value == word.get(Power{})) continue;
        Power copy = entry;
        word.set(copy, value);
        visit(copy);
    }
}

void every_way_has_its_trait() {
    ways::Ways all = 0;
    for (const auto& [way, trait] : quick_ways) all |= way;
    CHECK(all == ways::everywhere);
    const Traits plain = conclude(Power{});
    for (const auto& [way, trait] : quick_ways) CHECK(plain.*trait);
}

void a_word_that_is_not_known_is_declined() {
    for_every_entry([](const Power& power) {
        for (const Word& word : vocabulary()) {
            with_word_added(power, word, [&](const Power& copy) {
                const Traits traits = conclude(copy);
                for (const auto& [way, trait] : quick_ways) CHECK(!(traits.*trait) || (word.known & way));
            });
        }
    });
}

// As if each word had just been added, without a row in the table or with one that names no quick way.
void a_new_word_is_declined_everywhere() {
    for (const Word& word : vocabulary()) {
        std::vector<Word> untaught, unlisted;
        for (const Word& other : vocabulary()) {
            untaught.push_back(other);
            if (&other == &word) {
                untaught.back().known = ways::none;
            } else {
                unlisted.push_back(other);
            }
        }
        for_every_entry([&](const Power& power) {
            with_word_added(power, word, [&](const Power& copy) {
                for (const auto& table : {untaught, unlisted}) {
                    const Traits traits = conclude(copy, table);
                    for (const auto& [way, trait] : quick_ways) CHECK(!(traits.*trait));
                    CHECK(traits.moves_in_a_row == unlimited && traits.domes_a_turn == unlimited &&
                          traits.pieces_on_a_square == unlimited);
                }
            });
        });
    }
}

void entries_carry_their_traits() {
    for_every_entry([](const Entry& power) { CHECK(power.traits == conclude(power)); });
    Power diver;
    diver.win.drop = 2;
    diver.move.ring = true;
    const auto id = make_power("traits_diver", diver);
    CHECK(id && entry(RuleSet::printed, *id).traits == conclude(diver));
}

}  // namespace

void santorini::testing::traits_tests() {
    every_way_has_its_trait();
    a_word_that_is_not_known_is_declined();
    a_new_word_is_declined_everywhere();
    entries_carry_their_traits();
}
