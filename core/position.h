// A position: everything needed to go on playing, as a small plain value. To undo, keep a copy.
#pragma once

#include <array>
#include <type_traits>

#include "core/geometry.h"
#include "core/rules/cards.h"
#include "core/types.h"

namespace santorini {

// Where in the game we are. Set-up is part of the game (docs/rules/setup.md).
enum class Stage : uint8_t {
    play,
    offer,    // the Challenger names the powers
    take,     // each player takes one
    begin,    // the Challenger says who begins
    deck,     // luck: the first face-up card of Chaos
    aim,      // wind or song is given its first direction
    fate,     // the secret Fate spaces
    place,    // workers are placed
    abyss,    // the secret Abyss, after all workers
    ram,      // Golden Fleece: the Ram
    deal,     // the player aid's draft, luck: each hand gets its cards
    discard,  // .. each player lays some aside and hands the others over
    keep,     // .. each player keeps one of the cards received
};
inline bool is_draft(Stage stage) {
    return stage == Stage::offer || stage == Stage::take || stage == Stage::begin || stage >= Stage::deal;
}

// Where in a turn we are. `rest` is between turns: begin_turn() has not run yet.
enum class Phase : uint8_t {
    rest,
    start,     // nothing chosen yet
    forcing,   // some workers were sent to corners
    singing,   // some workers were forced by the song
    entered,   // a waiting worker came in
    ferried,   // an opponent's worker was carried across
    prebuilt,  // a worker built ahead of its move
    moving,    // at least one move was made
    building,  // the build is due
    again,     // the build was made, one more may follow
    doming,    // domes in place of the build
    ending,    // end-of-turn effects
    draw,      // luck: Chaos turns up a card
};

enum class Reason : uint8_t {
    none,
    climbed,     // moved up to level 3
    fell,        // moved down far enough
    together,    // moved beside the other worker
    towers,      // enough complete towers
    fate,        // took an opponent's win
    abyss,       // an opponent fell into the Abyss
    stuck,       // the opponent cannot complete a turn
    eliminated,  // the last one left
    resigned,
    time,  // the opponent's clock ran out
};

// Pieces on a card are counted up to here: the supply is unlimited (A3.3), but a turn cannot use more than the board
// holds.
inline constexpr uint8_t most_pieces = 250;

// Switches for readings on which the sources differ (docs/rulings.md).
enum Setting : uint16_t {
    chaos_any_dome = 1,        // Q4: any dome makes Chaos draw, as printed in 2016
    terpsichore_pass = 2,      // Q8: without workers she passes instead of losing
    medusa_ignores_limus = 4,  // Q35: petrifying is not building
    early_begins = 8,          // Q3: a player who must place first also begins; one who places last does not
};

// The turn in progress. Between turns it has its default values.
struct Turn {
    Bitboard moved = 0;   // own workers that moved this turn, where they stand now
    Bitboard built = 0;   // own workers that built, where every worker builds once
    Bitboard forced = 0;  // opponents' workers already forced
    Bitboard asleep = 0;  // workers that cannot move this turn
    Bitboard bound = 0;   // workers whose last move must end beside certain others
    Bitboard loose = 0;   // .. whose last move did not end there
    Phase phase = Phase::rest;
    Square mover = no_square;   // the worker that acts
    Square origin = no_square;  // where it began
    Square built_on = no_square;
    uint8_t count = 0;       // moves of a limited series, builds or domes made of a limited number
    uint8_t flags = 0;       // TurnFlag
    uint8_t towers = 0;      // complete towers made this turn
    uint8_t domes = 0;       // domes built this turn
    uint8_t holders = 0;     // Golden Fleece: one bit per seat
    Seat reactor = no_seat;  // who may react to a dome now
    Square reacts_at = no_square;
    uint8_t looking = 0;  // Looking: set on copies only, while looking ahead
    bool operator==(const Turn&) const = default;
};

enum TurnFlag : uint8_t {
    climbed_now = 1,    // a move went up
    uneven = 2,         // a move went up or down
    used_once = 4,      // a hero power was used
    onward = 8,         // the last move allows another
    demand_plain = 16,  // "if possible" demands bind turns without a hero power
    demand_once = 32,   // .. and turns that use one
    placed_now = 64,    // the acting worker came in this turn
};

// Set on copies of a position that are only used to look ahead.
enum Looking : uint8_t {
    ahead = 1,         // the turn is played to its end, but not closed
    without_once = 2,  // turns that use a hero power do not count
};

enum SeatFlag : uint8_t {
    climbed = 1,  // moved up in its last turn while holding a power that depends on it
    spent = 2,    // a hero power is used up
    out = 4,      // eliminated
    stolen = 8,   // holds the opponent's power
    unseen = 16,  // in a view: the seat's workers are not shown
};

struct Position {
    uint64_t offered = 0;             // draft: one bit per power on offer or in somebody's hand
    std::array<Bitboard, 3> level{};  // level[k]: at least k + 1 blocks
    Bitboard dome = 0;
    std::array<Bitboard, 3> workers{};  // by side
    Bitboard women = 0;                 // kept only in games where the sex matters
    std::array<Bitboard, 4> tokens{};   // by seat: coins, whirlpools, Talus; the card says what they are
    Turn turn{};
    uint16_t deck = 0, discard = 0;  // Chaos: one bit per simple god
    uint16_t settings = 0;
    PowerId face = no_power;          // Chaos: the card lying face up
    PowerId shared = no_power;        // Golden Fleece
    std::array<PowerId, 4> cards{};   // as dealt
    std::array<uint8_t, 4> number{};  // pieces, coins or workers on the card
    std::array<uint8_t, 4> flags{};   // SeatFlag
    std::array<Direction, 4> aim{no_direction, no_direction, no_direction, no_direction};  // forbidden move; song
    std::array<Square, 4> secret{no_square, no_square, no_square, no_square};  // Abyss, lower left Fate space
    uint8_t players = 2;
    RuleSet rules = RuleSet::printed;
    Stage stage = Stage::play;
    Seat to_move = 0;
    uint8_t extra = 0;  // additional turns the seat to move may take
    Seat winner = no_seat;
    Reason reason = Reason::none;
    Seat starter = 0;  // takes the first turn; before that is settled: the Challenger
    Square ram = no_square;
    Square bound = no_square;     // the worker that must end the turn beside the binder's, if possible
    Square bound_to = no_square;  // .. beside this one
    Seat binder = no_seat;
    uint8_t override_bans = 0;  // draft: banned pairs may be offered
    uint8_t editions = 0;       // two bits per seat: 1 + the card's own rule set, or 0 for the game's
    uint16_t second_hand = 0;   // player aid's draft: bit n: the second seat holds the n-th power of `offered`
    bool operator==(const Position&) const = default;

    // -- the board ---------------------------------------------------------------------------------------------
    int height(Square s) const { return has(level[0], s) + has(level[1], s) + has(level[2], s); }
    Bitboard at_most(int h) const {
        return h >= 3 ? full_board : h < 0 ? 0 : full_board & ~level[static_cast<unsigned>(h)];
    }
    Bitboard at_least(int h) const { return h <= 0 ? full_board : h > 3 ? 0 : level[static_cast<unsigned>(h - 1)]; }
    Bitboard all_workers() const { return workers[0] | workers[1] | workers[2]; }
    int complete_towers() const { return count(level[2] & dome); }
    void raise(Square s) {
        const Bitboard b = bit(s);
        level[2] |= level[1] & b;
        level[1] |= level[0] & b;
        level[0] |= b;
    }
    void lower(Square s) {
        const Bitboard b = bit(s);
        level[0] &= ~b | level[1];
        level[1] &= ~b | level[2];
        level[2] &= ~b;
    }

    // -- the players -------------------------------------------------------------------------------------------
    Side side(Seat seat) const { return players == 4 ? seat & 1 : seat; }
    int sides() const { return players == 3 ? 3 : 2; }
    bool is_out(Seat seat) const { return (flags[seat] & out) != 0; }
    Bitboard own(Seat seat) const { return workers[side(seat)]; }
    Side side_at(Square s) const {
        for (Side k = 0; k < 3; ++k) {
            if (has(workers[k], s)) return k;
        }
        return no_side;
    }
    Seat next_seat(Seat seat) const {
        do {
            seat = static_cast<Seat>((seat + 1) % players);
        } while (is_out(seat) && seat != to_move);
        return seat;
    }
    bool is_over() const { return winner != no_seat; }

    // -- the powers --------------------------------------------------------------------------------------------
    // The card dealt to the seat, or the shared one, whoever may use it now.
    PowerId dealt(Seat seat) const { return shared ? shared : cards[seat]; }
    // The rule set whose text the seat's card follows.
    RuleSet edition(Seat seat) const {
        const unsigned own = editions >> (2 * seat) & 3u;
        return own ? static_cast<RuleSet>(own - 1) : rules;
    }
    void set_edition(Seat seat, RuleSet edition) {
        const unsigned own = edition == rules ? 0 : static_cast<unsigned>(edition) + 1;
        editions = static_cast<uint8_t>((editions & ~(3u << (2 * seat))) | own << (2 * seat));
    }
    const Entry& card(Seat seat) const { return entry(edition(seat), cards[seat]); }
    const Entry& dealt_power(Seat seat) const { return shared ? entry(rules, shared) : card(seat); }
    // The seat whose number, tokens and aim belong to the power that `seat` holds now.
    Seat slot(Seat seat) const { return shared ? 0 : (flags[seat] & stolen) ? static_cast<Seat>(1 - seat) : seat; }
    // The power that the seat can use now; the plain game if it has none.
    const Entry& power(Seat seat) const;
    bool sexes_matter() const;
    // The player aid's draft: the powers in a seat's hand, one bit each. In a view the other hand is empty.
    uint64_t hand(Seat seat) const;
    void set_hands(uint64_t first, uint64_t second);

    uint64_t hash() const;
    Position turned(unsigned symmetry) const;
};
static_assert(std::is_trivially_copyable_v<Position>);
static_assert(std::has_unique_object_representations_v<Position>, "no padding: the hash reads the bytes");

// The squares whose blocks or domes differ.
inline Bitboard built_differently(const Position& a, const Position& b) {
    return (a.level[0] ^ b.level[0]) | (a.level[1] ^ b.level[1]) | (a.level[2] ^ b.level[2]) | (a.dome ^ b.dome);
}

// The number of cards in the game: one per player, or the shared one.
inline uint8_t card_slots(const Position& p) { return p.shared ? 1 : p.players; }

}  // namespace santorini
