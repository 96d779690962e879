// The rule sets: `printed` whole, the others as differences from it.
#pragma once

#include <initializer_list>
#include <utility>

#include "core/rules/cards.h"
#include "core/rules/sets/advanced.h"
#include "core/rules/sets/golden_fleece.h"
#include "core/rules/sets/heroes.h"
#include "core/rules/sets/simple.h"

namespace santorini::rulesets {

struct Rules {
    std::array<Entry, printed_cards + 1> powers{};
    std::array<bool, printed_cards + 1> present{};
};

inline constexpr Rules printed = [] {
    using namespace santorini::cards;
    Rules r{
        {mortal,     apollo,    artemis,   athena,   atlas,       demeter,  hephaestus, hermes,   minotaur, pan,
         prometheus, aphrodite, ares,      bia,      chaos,       charon,   chronus,    circe,    dionysus, eros,
         hera,       hestia,    hypnus,    limus,    medusa,      morpheus, persephone, poseidon, selene,   triton,
         zeus,       aeolus,    charybdis, clio,     europa,      gaea,     graeae,     hades,    harpies,  hecate,
         moerae,     nemesis,   siren,     tartarus, terpsichore, urania,   achilles,   adonis,   atalanta, bellerophon,
         heracles,   jason,     medea,     odysseus, polyphemus,  theseus},
        {}};
    r.present.fill(true);
    return r;
}();

using Change = std::pair<PowerId, Power>;
constexpr Rules revise(Rules base, std::initializer_list<Change> changes) {
    for (const auto& [id, power] : changes) base.powers[id] = power;
    return base;
}
// A copy of an entry with one thing said differently.
template <class F>
constexpr Power but(Power power, F change) {
    change(power);
    return power;
}

// clang-format off: tables

// The texts that Board Game Arena plays and marks as revised (REFERENCE 0.3).
inline constexpr Rules revised = revise(
    printed,
    {
        {23, but(cards::limus, [](Power& p) { p.opponent.no_build = NoBuild::but_domes; })},
        {31, but(cards::aeolus, [](Power& p) { p.setup.aim = Aim::none; p.end.wind = Wind::toggle; })},
        {32, but(cards::charybdis, [](Power& p) { p.everyone.whirl = Whirl::force; })},
        {36, but(cards::graeae, [](Power& p) { p.build.by = Builder::unmoved; })},
        {41, but(cards::nemesis, [](Power& p) { p.end.exchange = Exchange::both; })},
        {42, but(cards::siren, [](Power& p) { p.turn.song = Song::then_build; })},
        {47, but(cards::adonis, [](Power& p) { p.end.bind = Bind::pair; })},
        {50, but(cards::heracles, [](Power& p) { p.end.domes = Domes::none; p.build.domes = Domes::by_all; })},
        {51, but(cards::jason, [](Power& p) { p.turn.enter = Enter::then_move; })},
        {52, but(cards::medea, [](Power& p) { p.end.sink = Sink::all_blocks; })},
    });

// The French player aid of an older edition (REFERENCE G): its own 30 gods and 6 heroes.
inline constexpr Rules aid = [] {
    Rules r = revise(
        printed,
        {
            {1, Power{.move = {.instead = Instead::swap}}},
            {2, but(cards::artemis, [](Power& p) { p.move.moves = Moves::two_freely; })},
            {9, but(cards::pan, [](Power& p) { p.win.exactly = true; })},
            {11, but(cards::aphrodite, [](Power& p) { p.opponent.bound = Bound::each_move; })},
            {13, cards::minotaur},
            {15, Power{.move = {.instead = Instead::ferry}}},
            {18, but(cards::dionysus, [](Power& p) { p.again = Again::dome; p.their_power = true; })},
            {19, but(cards::eros, [](Power& p) { p.setup.where = Placing::opposite_corners; })},
            {20, but(cards::hera, [](Power& p) { p.opponent.no_win = NoWin::away; })},
            {24, but(cards::medusa, [](Power& p) { p.end.petrify = Petrify::some; })},
            {31, but(cards::aeolus, [](Power& p) { p.setup.aim = Aim::none; p.end.wind = Wind::choose; })},
            {32, but(cards::charybdis, [](Power& p) { p.everyone.whirl = Whirl::shift; })},
            {33, but(cards::clio, [](Power& p) { p.opponent.coins = Coins::barred; })},
            {35, Power{.setup = {.workers = 4}}},
            {37, but(cards::hades, [](Power& p) { p.opponent.descent = Descent::not_one; })},
            {39, but(cards::hecate, [](Power& p) { p.setup.secret = Secret::workers_only; })},
            {41, Power{.turn = {.exchange = true}}},
            {50, but(cards::heracles, [](Power& p) { p.end.domes = Domes::none; p.build.domes = Domes::by_mover; })},
        });
    for (int missing : {6, 8, 10, 14, 17, 21, 22, 30, 34, 38, 40, 42, 43, 44, 45, 47, 51, 52, 53}) {
        r.present[static_cast<std::size_t>(missing)] = false;
    }
    return r;
}();

// clang-format on

constexpr const Rules& of(RuleSet rules) {
    return rules == RuleSet::revised ? revised : rules == RuleSet::aid ? aid : printed;
}

}  // namespace santorini::rulesets
