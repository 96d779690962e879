// The cards, one row each: number, name, which games it may be played in, and what it says.
//
// A new card is a row at the end. Everything that counts cards counts these rows.
#pragma once

#include <array>
#include <string_view>

#include "core/rules/sets/advanced.h"
#include "core/rules/sets/golden_fleece.h"
#include "core/rules/sets/heroes.h"
#include "core/rules/sets/simple.h"

namespace santorini {

using PowerId = uint8_t;  // the printed number; 0 is no power; from `first_home_made` on, powers made at run time
inline constexpr PowerId no_power = 0;
inline constexpr PowerId first_supposed = 60;  // .. up to the home-made ones: hypothetical cards, see suppose()
inline constexpr PowerId first_home_made = 64;

enum class Category : uint8_t { none, simple, advanced, golden_fleece, hero };

struct Card {
    PowerId number;
    std::string_view key;
    Category category;
    uint8_t players;          // bit n: allowed with n players
    bool fleece;              // may be the shared power of the Golden Fleece variant, as printed
    bool fleece_now;          // .. as played with the revised texts
    std::string_view banned;  // keys of banned partners as printed, comma separated
    Power says;               // .. as printed; the other rule sets are differences (core/rules/rulesets.h)
};

namespace card_table {

inline constexpr uint8_t all = 0b11100, two_three = 0b01100, two_four = 0b10100, two = 0b00100;
using C = Category;

// clang-format off: a table
inline constexpr auto rows = std::to_array<Card>({
    {0, "mortal", C::none, two, false, false, "", cards::mortal},
    {1, "apollo", C::simple, all, true, true, "", cards::apollo},
    {2, "artemis", C::simple, all, true, true, "", cards::artemis},
    {3, "athena", C::simple, all, false, false, "", cards::athena},
    {4, "atlas", C::simple, all, true, true, "gaea", cards::atlas},
    {5, "demeter", C::simple, all, true, true, "", cards::demeter},
    {6, "hephaestus", C::simple, all, true, true, "", cards::hephaestus},
    {7, "hermes", C::simple, all, true, true, "harpies", cards::hermes},
    {8, "minotaur", C::simple, all, true, true, "", cards::minotaur},
    {9, "pan", C::simple, all, true, true, "hades", cards::pan},
    {10, "prometheus", C::simple, all, true, true, "", cards::prometheus},
    {11, "aphrodite", C::advanced, two_four, false, false, "nemesis,urania", cards::aphrodite},
    {12, "ares", C::advanced, all, false, false, "", cards::ares},
    {13, "bia", C::advanced, all, true, true, "nemesis,tartarus", cards::bia},
    {14, "chaos", C::advanced, all, true, false, "", cards::chaos},
    {15, "charon", C::advanced, all, true, true, "hecate", cards::charon},
    {16, "chronus", C::advanced, two, false, false, "", cards::chronus},
    {17, "circe", C::advanced, two, false, false, "clio,hecate", cards::circe},
    {18, "dionysus", C::advanced, all, true, true, "", cards::dionysus},
    {19, "eros", C::advanced, all, false, false, "", cards::eros},
    {20, "hera", C::advanced, all, true, true, "", cards::hera},
    {21, "hestia", C::advanced, all, true, true, "", cards::hestia},
    {22, "hypnus", C::advanced, all, true, true, "terpsichore", cards::hypnus},
    {23, "limus", C::advanced, all, true, true, "terpsichore", cards::limus},
    {24, "medusa", C::advanced, all, true, true, "nemesis", cards::medusa},
    {25, "morpheus", C::advanced, all, false, false, "", cards::morpheus},
    {26, "persephone", C::advanced, all, true, true, "", cards::persephone},
    {27, "poseidon", C::advanced, all, true, true, "", cards::poseidon},
    {28, "selene", C::advanced, all, true, true, "gaea", cards::selene},
    {29, "triton", C::advanced, all, true, true, "harpies", cards::triton},
    {30, "zeus", C::advanced, all, true, true, "", cards::zeus},
    {31, "aeolus", C::golden_fleece, all, true, false, "", cards::aeolus},
    {32, "charybdis", C::golden_fleece, all, false, false, "", cards::charybdis},
    {33, "clio", C::golden_fleece, two_three, false, false, "circe,nemesis", cards::clio},
    {34, "europa", C::golden_fleece, all, false, false, "", cards::europa},
    {35, "gaea", C::golden_fleece, two_three, false, false, "atlas,nemesis,selene", cards::gaea},
    {36, "graeae", C::golden_fleece, two_three, false, false, "nemesis", cards::graeae},
    {37, "hades", C::golden_fleece, all, true, true, "pan", cards::hades},
    {38, "harpies", C::golden_fleece, all, true, true, "hermes,triton", cards::harpies},
    {39, "hecate", C::golden_fleece, two_three, false, false, "charon,circe,moerae,tartarus", cards::hecate},
    {40, "moerae", C::golden_fleece, two_three, false, false, "hecate,nemesis,tartarus", cards::moerae},
    {41, "nemesis", C::golden_fleece, all, false, false,
     "aphrodite,bia,clio,gaea,graeae,medusa,moerae,terpsichore,theseus", cards::nemesis},
    {42, "siren", C::golden_fleece, all, true, false, "", cards::siren},
    {43, "tartarus", C::golden_fleece, two, false, false, "bia,hecate,moerae,terpsichore", cards::tartarus},
    {44, "terpsichore", C::golden_fleece, all, true, true, "hypnus,limus,nemesis,tartarus", cards::terpsichore},
    {45, "urania", C::golden_fleece, all, true, true, "aphrodite", cards::urania},
    {46, "achilles", C::hero, two, false, false, "", cards::achilles},
    {47, "adonis", C::hero, two, false, false, "", cards::adonis},
    {48, "atalanta", C::hero, two, false, false, "", cards::atalanta},
    {49, "bellerophon", C::hero, two, false, false, "", cards::bellerophon},
    {50, "heracles", C::hero, two, false, false, "", cards::heracles},
    {51, "jason", C::hero, two, false, false, "", cards::jason},
    {52, "medea", C::hero, two, false, false, "", cards::medea},
    {53, "odysseus", C::hero, two, false, false, "", cards::odysseus},
    {54, "polyphemus", C::hero, two, false, false, "", cards::polyphemus},
    {55, "theseus", C::hero, two, false, false, "nemesis", cards::theseus},
});
// clang-format on

}  // namespace card_table

// Every printed card and `mortal`, by number.
constexpr const auto& all_cards() { return card_table::rows; }
inline constexpr PowerId printed_cards = card_table::rows.size() - 1;

static_assert(printed_cards < first_supposed);
static_assert(
    [] {
        for (std::size_t i = 0; i <= printed_cards; ++i) {
            if (card_table::rows[i].number != i) return false;
        }
        return true;
    }(),
    "the rows stand in the order of the numbers");

}  // namespace santorini
