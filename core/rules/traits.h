// What follows from an entry, worked out once: which shortcuts ("quick ways") give the right answer for it.
//
// A quick way knows some words of the vocabulary (the last column of the table in core/rules/vocabulary.h). These words
// are removed from the entry, and what is left must be the plain game. So a new word cannot slip through: every quick
// way declines cards that use it until the word's row says otherwise. tests/core/traits.cpp checks this for every word.
#pragma once

#include "core/rules/vocabulary.h"

namespace santorini {

struct Traits {
    // -- the turns of whoever holds the power -------------------------------------------------------------------------
    bool countable = false;       // a formula counts the turns (core/turn/bulk.cpp)
    bool generated = false;       // the quick generator lists them (core/turn/generator.h)
    bool one_idea = false;        // .. with its shortcuts: the card changes the turn in one way only
    bool moves_plainly = false;   // a move shifts the mover and any worker it displaces, and does nothing else
    bool ends_plainly = false;    // the build, or a pair of builds, ends the turn, and nothing else happens
    bool wins_by_moving = false;  // every win is a move; between the moves of a turn only the mover's place matters
    bool climbs_plainly = false;  // the only win is one ordinary step up to three blocks
    // -- a power on the table, whoever holds it -----------------------------------------------------------------------
    bool familiar = false;        // the quick ways know every word of it, or need not know it
    bool ignores_domes = false;   // a dome never lets anybody win, draw a card, bring in a worker or take another turn
    bool keeps_workers = false;   // no worker leaves the board
    bool keeps_blocks = false;    // no block leaves the board
    bool moves_only_own = false;  // the workers of others stay where they are
    bool leaves_a_build = false;  // whoever moves onto a free space can build, and nothing is demanded of a turn
    bool limits_others = false;   // it says something about opponents' turns
    bool concerns_all = false;    // .. or about everybody's
    bool lets_step = false;       // it leaves everybody else a level step onto free ground
    bool lets_climb = false;      // it neither hinders an opponent's step up nor changes what the step does
    // -- upper bounds -------------------------------------------------------------------------------------------------
    uint8_t moves_in_a_row = 0;  // by one worker in one turn
    uint8_t domes_a_turn = 0;
    uint8_t pieces_on_a_square = 0;  // in one turn; unlimited where a dome may go at any height
    bool operator==(const Traits&) const = default;
};
inline constexpr uint8_t unlimited = board_squares;  // nobody needs more moves than there are squares

namespace conclusions {

// The ways that know every word the entry uses. No way knows a word that is missing from the table.
constexpr ways::Ways ways_that_know(const Power& power, std::span<const Word> table) {
    constexpr Power plain{};
    Power rest = power;
    ways::Ways known = ways::everywhere;
    for (const Word& w : table) {
        const int usual = w.get(plain);
        if (w.get(power) == usual) continue;
        known &= w.known;
        w.set(rest, usual);
    }
    return rest == plain ? known : ways::none;
}

constexpr bool is_series(Moves m) { return m != Moves::one && m != Moves::travel; }

// The formulas for counting handle one idea at a time.
constexpr bool countable(const Power& p) {
    const Moves m = p.move.moves;
    const bool moves = m != Moves::one, into = p.move.into != Into::none, before = p.build.before != Before::none;
    const bool builds = p.build.builds != Builds::one, several = moves || into || before;
    return (m == Moves::one || m == Moves::two || m == Moves::travel) && p.build.builds != Builds::stock &&
           p.build.before != Before::freely && moves + into + before <= 1 && !(several && builds) &&
           !(p.build.dome && (builds || before)) && !(p.opponent.no_climb && several) &&
           !(p.win.drop && m == Moves::travel);
}

// How many ideas an entry has about the moves, the builds and the end of a turn. Shortcuts handle one at a time.
constexpr int moving_ideas(const Power& p) {
    const Turning& t = p.turn;
    return (is_series(p.move.moves) && p.move.moves != Moves::all) + (p.move.into != Into::none) + p.move.ring +
           p.move.ferry + p.move.removes_behind + (p.move.instead != Instead::none) + p.start.corners +
           (t.song != Song::none) + (t.enter != Enter::none) + t.exchange + (p.build.before != Before::none);
}
constexpr int building_ideas(const Power& p) {
    const Build& b = p.build;
    return (b.builds != Builds::one) + (b.by != Builder::mover) + b.dome + b.under + b.woman_dome + b.coins +
           (b.domes != Domes::none) + (p.move.moves == Moves::all) + (p.move.moves == Moves::travel);
}
constexpr int ending_ideas(const Power& p) {
    const End& e = p.end;
    return e.take_block + (e.petrify != Petrify::none) + (e.unmoved_builds != 0) + (e.token != Token::none) +
           (e.wind != Wind::none) + (e.exchange != Exchange::none) + (e.domes != Domes::none) + e.slay +
           (e.sink != Sink::none) + (e.bind != Bind::none);
}

// A hero with a choice at the end of the turn that no printed hero has: the shortcuts would not mark it as spent.
constexpr bool is_spent_oddly(const Power& p) {
    const End& e = p.end;
    return p.once && (e.take_block || e.token != Token::none || e.wind != Wind::none || e.unmoved_builds ||
                      e.petrify == Petrify::some);
}

constexpr bool moves_plainly(const Power& p) {
    const Moves m = p.move.moves;
    if (m == Moves::any || m == Moves::all) return false;
    // A series is plain if only the worker's place matters between its moves, and workers are alike at its end.
    return m == Moves::one || (p.move.into == Into::none && !p.win.drop && !p.win.together && !p.opponent.no_climb &&
                               p.build.builds == Builds::one);
}

constexpr bool ends_plainly(const Power& p) {
    if (p.move.moves == Moves::all || p.build.builds == Builds::stock) return false;
    // The shortcut for a pair of builds assumes one builder and ordinary pieces.
    return p.build.builds == Builds::one || (!p.build.dome && !p.build.under && p.build.by == Builder::mover &&
                                             p.move.moves != Moves::travel && p.turn.song == Song::none);
}

constexpr bool wins_by_moving(const Power& p) {
    const Moves m = p.move.moves;
    const bool other_wins = p.win.drop || p.win.together;
    // Travelling is level, and no other move follows it: it cannot win by climbing.
    if (m == Moves::all || (m == Moves::travel && other_wins)) return false;
    if (is_series(m) && (p.move.removes_behind || p.move.into != Into::none)) return false;
    return p.turn.enter != Enter::then_move &&
           (p.build.before == Before::none || (p.build.before == Before::level && !other_wins && !is_series(m)));
}

// It has no secrets, borrows no power, and puts no coins in anybody's way.
constexpr bool is_open_and_steady(const Power& p) {
    return p.setup.secret == Secret::none && !p.setup.deck && !p.start.steal && !p.abyss && !p.build.coins;
}

constexpr bool climbs_plainly(const Power& p) {
    return is_open_and_steady(p) && moving_ideas(p) == 0 && p.move.climb == 1 && p.move.moves == Moves::one &&
           p.everyone == Everyone{} && p.win == Win{};
}

constexpr bool lets_climb(const Power& p) {
    return is_open_and_steady(p) && p.opponent == Opponent{} && p.everyone == Everyone{} && !p.win.takes_fate;
}

// What is said about wins and about steps up or down does not matter, nor do demands: they bind only if they can be met.
constexpr bool lets_step(const Power& p) {
    Opponent said = p.opponent;
    said.no_climb = said.must_climb = false;
    said.descent = Descent::free;
    said.no_win = NoWin::none;
    return said == Opponent{} && p.everyone == Everyone{} && !p.start.steal;
}

constexpr uint8_t moves_in_a_row(const Power& p) {
    if (p.turn.enter == Enter::then_move) return unlimited;  // it may start anywhere on the perimeter
    switch (p.move.moves) {
        case Moves::one:
        case Moves::all:
            return 1;
        case Moves::two:
        case Moves::two_freely:
            return 2;
        default:
            return unlimited;
    }
}

inline constexpr int most_workers = 4;  // of a side

constexpr uint8_t domes_a_turn(const Power& p) {
    if (p.build.domes != Domes::none || p.end.domes == Domes::by_all || p.build.builds == Builds::stock)
        return unlimited;
    const int builds = p.move.moves == Moves::all ? most_workers : p.build.builds != Builds::one ? 2 : 1;
    return static_cast<uint8_t>(builds + (p.build.before != Before::none) + p.end.unmoved_builds +
                                (p.end.domes == Domes::anywhere_two ? 2 : 0));
}

constexpr uint8_t pieces_on_a_square(const Power& p) {
    const Build& b = p.build;
    if (b.dome || b.woman_dome || b.domes != Domes::none || p.end.domes != Domes::none || b.builds == Builds::stock)
        return unlimited;
    // A second build elsewhere, or of a block, completes no tower that the first one could not.
    const int builds = p.move.moves == Moves::all ? most_workers : b.builds == Builds::interior ? 2 : 1;
    return static_cast<uint8_t>(builds + (b.before != Before::none) + p.end.unmoved_builds);
}

}  // namespace conclusions

constexpr Traits conclude(const Power& p, std::span<const Word> table = vocabulary()) {
    const ways::Ways known = conclusions::ways_that_know(p, table);
    const auto by = [&](ways::Ways way) { return (known & way) != 0; };
    Traits t;
    t.countable = by(ways::counting) && conclusions::countable(p);
    t.generated = by(ways::generating);
    t.one_idea = t.generated && !conclusions::is_spent_oddly(p) &&
                 conclusions::moving_ideas(p) + conclusions::building_ideas(p) + conclusions::ending_ideas(p) <= 1;
    t.moves_plainly = by(ways::plain_moves) && conclusions::moves_plainly(p);
    t.ends_plainly = by(ways::plain_ends) && conclusions::ends_plainly(p);
    t.wins_by_moving = by(ways::moving_wins) && conclusions::wins_by_moving(p);
    t.climbs_plainly = by(ways::moving_wins) && conclusions::climbs_plainly(p);
    t.familiar = by(ways::familiar);
    t.lets_climb = t.familiar && conclusions::lets_climb(p);
    t.ignores_domes = by(ways::quiet_domes);
    t.keeps_workers = by(ways::workers_stay);
    t.keeps_blocks = by(ways::blocks_stay);
    t.moves_only_own = by(ways::others_stay);
    t.leaves_a_build = by(ways::open_builds) && p.move.moves != Moves::all && p.build.by != Builder::unmoved;
    t.limits_others = !(p.opponent == Opponent{});
    t.concerns_all = !(p.everyone == Everyone{});
    t.lets_step = t.familiar && conclusions::lets_step(p);
    t.moves_in_a_row = t.familiar ? conclusions::moves_in_a_row(p) : unlimited;
    t.domes_a_turn = t.familiar ? conclusions::domes_a_turn(p) : unlimited;
    t.pieces_on_a_square = t.familiar ? conclusions::pieces_on_a_square(p) : unlimited;
    return t;
}

// A power as the tables keep it (core/rules/cards.h): what it says, and what follows from that.
struct Entry : Power {
    constexpr Entry() : Entry(Power{}) {}
    constexpr Entry(const Power& power) : Power(power), traits(conclude(power)) {}
    Traits traits;
};

}  // namespace santorini
