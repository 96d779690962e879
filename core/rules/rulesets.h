// The rule sets: `printed` in full, the others as differences from it.
#pragma once

#include <initializer_list>
#include <utility>

#include "core/rules/cards.h"

namespace santorini::rulesets {

struct Rules {
    std::array<Entry, printed_cards + 1> powers{};
    std::array<bool, printed_cards + 1> present{};
};

inline constexpr Rules printed = [] {
    Rules r;
    for (const Card& card : all_cards()) r.powers[card.number] = card.says;
    r.present.fill(true);
    return r;
}();

using Change = std::pair<PowerId, Power>;
constexpr Rules revise(Rules base, std::initializer_list<Change> changes) {
    for (const auto& [id, power] : changes) base.powers[id] = power;
    return base;
}
// A copy of an entry with a change.
template <class F>
constexpr Power but(Power power, F change) {
    change(power);
    return power;
}

// clang-format off: tables

// The texts that Board Game Arena uses and marks as revised (docs/rules/README.md).
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

// The French player aid of an older edition (docs/rules/aid.md): its own 30 gods and 6 heroes.
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
    // Cards of later editions are not part of it.
    const std::initializer_list<PowerId> its_own{
        0,  1,  2,  3,  4,  5,  7,  9,  11, 12, 13, 15, 16, 18, 19, 20, 23, 24, 25,
        26, 27, 28, 29, 31, 32, 33, 35, 36, 37, 39, 41, 46, 48, 49, 50, 54, 55};
    r.present.fill(false);
    for (PowerId id : its_own) r.present[id] = true;
    return r;
}();

// clang-format on

constexpr const Rules& of(RuleSet rules) {
    return rules == RuleSet::revised ? revised : rules == RuleSet::aid ? aid : printed;
}

}  // namespace santorini::rulesets
