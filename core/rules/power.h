// What a card may say: the vocabulary of powers.
//
// An entry is a plain value whose defaults are the plain game. Its groups are the timing words printed on the cards.
// The machine (core/turn/) reads entries and never asks whose they are: no power names another.
#pragma once

#include "core/types.h"

namespace santorini {

// [Setup]
enum class Placing : uint8_t { any, perimeter, opposite_edges, opposite_corners };
enum class Order : uint8_t { turn, first, last };
enum class Aim : uint8_t { none, wind, song };
// `workers`: kept on a secret map; `workers_only`: the same, but opponents' powers are not applied for them silently.
enum class Secret : uint8_t { none, workers, workers_only, fate, abyss };

// [Your Move]
enum class Into : uint8_t { none, swap, push };  // an opponent's worker's space may be entered
enum class Moves : uint8_t {
    one,
    two,           // a second move, not back to where the worker began
    two_freely,    // a second move, anywhere
    on_perimeter,  // another one whenever a move ended on the perimeter
    any,           // as many as one likes
    travel,        // or: any number of level moves with every worker, then any of them builds
    all,           // every worker moves once, then every worker builds once
};
enum class Instead : uint8_t { none, swap, ferry };  // in place of the move, no move itself (player aid)

// [Your Build]
enum class Builds : uint8_t { one, elsewhere, onto_block, interior, stock };
enum class Builder : uint8_t { mover, any, unmoved };
enum class Before : uint8_t { none, level, freely };  // a build ahead of the move; `level`: then no climbing
enum class Domes : uint8_t { none, by_mover, by_all, anywhere_two };

// [Alternative Turn]
enum class Song : uint8_t { none, only, then_build };
enum class Enter : uint8_t { none, then_build, then_move };

// [End of Your Turn]
enum class Petrify : uint8_t { none, all, some };
enum class Token : uint8_t { none, anywhere, beside_mover };
enum class Wind : uint8_t { none, turn, toggle, choose };
enum class Exchange : uint8_t { none, all, both };
enum class Sink : uint8_t { none, one_block, all_blocks };
enum class Bind : uint8_t { none, worker, pair };

// [Opponent's Turn]
enum class Descent : uint8_t { free, none, not_one };
enum class NoWin : uint8_t { none, perimeter, away };  // `away`: only beside the owner's workers is a win allowed
enum class NoBuild : uint8_t { none, but_towers, but_domes };
enum class Bound : uint8_t { none, last_move, each_move };
enum class Coins : uint8_t {
    open,
    closed,
    barred
};  // `closed`: nothing but a dome there; `barred`: no moving in, no building

// [Any Time]
enum class Whirl : uint8_t { none, move, force, shift };

enum class Again : uint8_t { none, tower, dome };  // [Your Build] what earns an additional turn

struct Setup {
    Order order = Order::turn;
    Placing where = Placing::any;
    uint8_t workers = 2;
    uint8_t waiting = 0;  // workers on the card (extra workers) or coins to place: the card's number at the start
    bool sexes = false;
    Aim aim = Aim::none;
    Secret secret = Secret::none;
    bool deck = false;  // the face-up card of a deck of simple gods is the power
    bool operator==(const Setup&) const = default;
};
struct Start {
    bool steal = false;    // takes the opponent's power while that player's workers stand apart
    bool stock = false;    // one more piece on the card
    bool corners = false;  // may force opponents' workers beside one's own to corners
    bool operator==(const Start&) const = default;
};
struct Turning {
    Song song = Song::none;
    Enter enter = Enter::none;
    bool exchange = false;  // instead of the turn: exchange places
    bool operator==(const Turning&) const = default;
};
struct Move {
    uint8_t climb = 1;
    Into into = Into::none;
    Moves moves = Moves::one;
    bool ring = false;            // the board has no edges for moving and building
    bool ferry = false;           // ahead of the move an opponent's worker is carried across
    bool removes_behind = false;  // an opponent's worker straight behind the destination is removed
    Instead instead = Instead::none;
    bool operator==(const Move&) const = default;
};
struct Build {
    Builds builds = Builds::one;
    Builder by = Builder::mover;
    Before before = Before::none;
    bool dome = false;          // a dome at any level
    bool under = false;         // a block under the builder itself
    bool woman_dome = false;    // the female worker may put a dome in place of the build
    bool coins = false;         // coins lie on the first blocks built
    Domes domes = Domes::none;  // in place of the build: any number of domes
    bool operator==(const Build&) const = default;
};
struct End {
    bool take_block = false;  // beside an unmoved worker
    Petrify petrify = Petrify::none;
    uint8_t unmoved_builds = 0;  // by an unmoved worker on the ground
    Token token = Token::none;
    Wind wind = Wind::none;
    Exchange exchange = Exchange::none;
    Domes domes = Domes::none;
    bool slay = false;  // removes an opponent's worker exactly two levels above one's own
    Sink sink = Sink::none;
    Bind bind = Bind::none;
    bool operator==(const End&) const = default;
};
struct Opponent {
    bool no_climb = false;  // after the owner climbed
    Descent descent = Descent::free;
    NoWin no_win = NoWin::none;
    NoBuild no_build = NoBuild::none;
    bool sleep = false;         // the strictly highest worker cannot move
    Bound bound = Bound::none;  // a worker beside the owner's must end beside them
    bool must_climb = false;    // if possible
    bool carry = false;         // swept on in the direction of the move
    Coins coins = Coins::open;  // what the owner's coins are for opponents
    bool operator==(const Opponent&) const = default;
};
struct Everyone {
    bool wind = false;
    Whirl whirl = Whirl::none;
    bool closed_token = false;   // the token's space counts as a dome
    bool place_on_dome = false;  // a dome lets the owner bring in a waiting worker
    bool operator==(const Everyone&) const = default;
};
struct Win {
    uint8_t drop = 0;         // also wins by moving down that many levels or more
    bool exactly = false;     // .. exactly that many
    bool together = false;    // also wins by moving beside the other worker on level 1
    uint8_t towers = 0;       // wins when so many complete towers stand
    bool takes_fate = false;  // takes the opponents' wins on the Fate spaces
    bool operator==(const Win&) const = default;
};

struct Power {
    Setup setup{};
    Start start{};
    Turning turn{};
    Move move{};
    Build build{};
    End end{};
    Opponent opponent{};
    Everyone everyone{};
    Win win{};
    bool abyss = false;         // [Lose Condition] whoever enters the secret space has lost
    Again again = Again::none;  // an additional turn with an opponent's worker
    bool their_power = false;   // .. played with that opponent's power
    bool once = false;          // a hero's sentence is said one time
    bool operator==(const Power&) const = default;
};

}  // namespace santorini
