// What a card may say: the vocabulary of powers, and every word of it by name.
//
// An entry is a plain value whose defaults are the plain game. Its groups are the timing words printed on the cards.
// The machine (core/turn/) reads entries and never asks whose they are: no power names another. Home-made powers,
// documentation, learning and the traits (core/rules/traits.h) read entries through the table at the end.
//
// A new word needs a member with its default, and a row in the table. If the row lists no shortcuts, none is used for
// cards with the word.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/types.h"

namespace santorini {

// [Setup]
enum class Placing : uint8_t { any, perimeter, opposite_edges, opposite_corners };
enum class Order : uint8_t { turn, first, last };
enum class Aim : uint8_t { none, wind, song };
// `workers`: kept on a secret map; `workers_only`: the same, but no opponent's power displaces them unseen.
enum class Secret : uint8_t { none, workers, workers_only, fate, abyss };
constexpr bool hides_workers(Secret secret) { return secret == Secret::workers || secret == Secret::workers_only; }

// [Your Move]
enum class Into : uint8_t { none, swap, push };  // a space with an opponent's worker may be entered
enum class Moves : uint8_t {
    one,
    two,           // a second move, not back to where the worker began
    two_freely,    // a second move, anywhere
    on_perimeter,  // another one whenever a move ended on the perimeter
    any,           // as many as one likes
    travel,        // or: any number of level moves with every worker, then any of them builds
    all,           // every worker moves once, then every worker builds once
};
enum class Instead : uint8_t { none, swap, ferry };  // in place of the move, but not a move itself (player aid)

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
enum class NoWin : uint8_t { none, perimeter, away };  // `away`: a win is allowed only beside the owner's workers
enum class NoBuild : uint8_t { none, but_towers, but_domes };
enum class Bound : uint8_t { none, last_move, each_move };
enum class Coins : uint8_t {
    open,
    closed,
    barred
};  // `closed`: the space counts as a dome; `barred`: no moving onto it, no building

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
    bool ferry = false;           // before the move, an opponent's worker is carried across
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
    bool carry = false;         // a worker that moved is swept on in the same direction
    Coins coins = Coins::open;  // how the owner's coins affect opponents
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
    uint8_t towers = 0;       // wins when this many complete towers stand
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
    bool once = false;          // a hero power: used once in a game
    bool operator==(const Power&) const = default;
};

// -- the table --------------------------------------------------------------------------------------------------------

// The shortcuts ("quick ways"), one bit each. If a card uses a word without the bit, that shortcut is not taken and the
// step machine is used instead. `Traits` (core/rules/traits.h) says what each shortcut is. No shortcut knows a new
// word.
namespace ways {

using Ways = uint16_t;
inline constexpr Ways none = 0;
inline constexpr Ways counting = 1, plain_moves = 2, plain_ends = 4, open_builds = 8, moving_wins = 16;
inline constexpr Ways familiar = 32, quiet_domes = 64, workers_stay = 128, blocks_stay = 256, others_stay = 512;
inline constexpr Ways generating = 1024;
inline constexpr Ways uncounted = plain_moves | plain_ends | open_builds | moving_wins | familiar | quiet_domes |
                                  workers_stay | blocks_stay | others_stay | generating;
inline constexpr Ways everywhere = uncounted | counting;

}  // namespace ways

struct Word {
    std::string_view group, name;
    std::span<const std::string_view> values;  // names of the values; empty for numbers
    int most;                                  // the largest value
    int (*get)(const Power&);
    void (*set)(Power&, int);
    ways::Ways known;  // the shortcuts that know the word with all its values
};

namespace vocabulary_table {
using Names = std::string_view;
inline constexpr std::array<Names, 2> yes{"no", "yes"};
inline constexpr std::array<Names, 4> placing{"any", "perimeter", "opposite_edges", "opposite_corners"};
inline constexpr std::array<Names, 3> order{"turn", "first", "last"};
inline constexpr std::array<Names, 3> aim{"none", "wind", "song"};
inline constexpr std::array<Names, 5> secret{"none", "workers", "workers_only", "fate", "abyss"};
inline constexpr std::array<Names, 3> into{"none", "swap", "push"};
inline constexpr std::array<Names, 7> moves{"one", "two", "two_freely", "on_perimeter", "any", "travel", "all"};
inline constexpr std::array<Names, 3> instead{"none", "swap", "ferry"};
inline constexpr std::array<Names, 5> builds{"one", "elsewhere", "onto_block", "interior", "stock"};
inline constexpr std::array<Names, 3> builder{"mover", "any", "unmoved"};
inline constexpr std::array<Names, 3> before{"none", "level", "freely"};
inline constexpr std::array<Names, 4> domes{"none", "by_mover", "by_all", "anywhere_two"};
inline constexpr std::array<Names, 3> song{"none", "only", "then_build"};
inline constexpr std::array<Names, 3> enter{"none", "then_build", "then_move"};
inline constexpr std::array<Names, 3> petrify{"none", "all", "some"};
inline constexpr std::array<Names, 3> token{"none", "anywhere", "beside_mover"};
inline constexpr std::array<Names, 4> wind{"none", "turn", "toggle", "choose"};
inline constexpr std::array<Names, 3> exchange{"none", "all", "both"};
inline constexpr std::array<Names, 3> sink{"none", "one_block", "all_blocks"};
inline constexpr std::array<Names, 3> bind{"none", "worker", "pair"};
inline constexpr std::array<Names, 3> descent{"free", "none", "not_one"};
inline constexpr std::array<Names, 3> no_win{"none", "perimeter", "away"};
inline constexpr std::array<Names, 3> no_build{"none", "but_towers", "but_domes"};
inline constexpr std::array<Names, 3> bound{"none", "last_move", "each_move"};
inline constexpr std::array<Names, 3> coins{"open", "closed", "barred"};
inline constexpr std::array<Names, 4> whirl{"none", "move", "force", "shift"};
inline constexpr std::array<Names, 3> again{"none", "tower", "dome"};

using ways::Ways;

template <auto Group, auto Field>
constexpr Word number(Names group, Names name, int most, unsigned known) {
    return {group,
            name,
            {},
            most,
            [](const Power& p) { return static_cast<int>(p.*Group.*Field); },
            [](Power& p, int v) { p.*Group.*Field = static_cast<std::remove_cvref_t<decltype(p.*Group.*Field)>>(v); },
            static_cast<Ways>(known)};
}
template <auto Group, auto Field>
constexpr Word word(Names group, Names name, std::span<const Names> values, unsigned known) {
    Word w = number<Group, Field>(group, name, static_cast<int>(values.size()) - 1, known);
    w.values = values;
    return w;
}
template <auto Field>
constexpr Word whole(Names name, std::span<const Names> values, unsigned known) {
    return {"power",
            name,
            values,
            static_cast<int>(values.size()) - 1,
            [](const Power& p) { return static_cast<int>(p.*Field); },
            [](Power& p, int v) { p.*Field = static_cast<std::remove_cvref_t<decltype(p.*Field)>>(v); },
            static_cast<Ways>(known)};
}

using namespace ways;  // the last column

inline constexpr std::array words{
    word<&Power::setup, &Setup::order>("setup", "order", order, uncounted),
    word<&Power::setup, &Setup::where>("setup", "where", placing, uncounted),
    number<&Power::setup, &Setup::workers>("setup", "workers", 4, uncounted),
    number<&Power::setup, &Setup::waiting>("setup", "waiting", 4, uncounted),
    word<&Power::setup, &Setup::sexes>("setup", "sexes", yes, uncounted),
    word<&Power::setup, &Setup::aim>("setup", "aim", aim, uncounted),
    word<&Power::setup, &Setup::secret>("setup", "secret", secret, uncounted & ~open_builds),
    word<&Power::setup, &Setup::deck>("setup", "deck", yes, uncounted & ~(quiet_domes | others_stay)),
    word<&Power::start, &Start::steal>("start", "steal", yes, uncounted & ~others_stay),
    word<&Power::start, &Start::stock>("start", "stock", yes, uncounted & ~plain_ends),
    word<&Power::start, &Start::corners>("start", "corners", yes,
                                         uncounted & ~(plain_moves | moving_wins | others_stay)),
    word<&Power::turn, &Turning::song>("turn", "song", song, uncounted & ~(plain_moves | others_stay)),
    word<&Power::turn, &Turning::enter>("turn", "enter", enter, uncounted & ~plain_moves),
    word<&Power::turn, &Turning::exchange>("turn", "exchange", yes, uncounted & ~(plain_moves | others_stay)),
    number<&Power::move, &Move::climb>("move", "climb", 3, everywhere),
    word<&Power::move, &Move::into>("move", "into", into, everywhere & ~others_stay),
    word<&Power::move, &Move::moves>("move", "moves", moves, everywhere),
    word<&Power::move, &Move::ring>("move", "ring", yes, uncounted),
    word<&Power::move, &Move::ferry>("move", "ferry", yes, uncounted & ~(plain_moves | moving_wins | others_stay)),
    word<&Power::move, &Move::removes_behind>("move", "removes_behind", yes,
                                              uncounted & ~(plain_moves | workers_stay | others_stay)),
    word<&Power::move, &Move::instead>("move", "instead", instead, uncounted & ~(plain_moves | others_stay)),
    word<&Power::build, &Build::builds>("build", "builds", builds, everywhere),
    word<&Power::build, &Build::by>("build", "by", builder, uncounted),
    word<&Power::build, &Build::before>("build", "before", before, everywhere & ~plain_moves),
    word<&Power::build, &Build::dome>("build", "dome", yes, everywhere),
    word<&Power::build, &Build::under>("build", "under", yes, uncounted),
    word<&Power::build, &Build::woman_dome>("build", "woman_dome", yes, uncounted & ~plain_ends),
    word<&Power::build, &Build::coins>("build", "coins", yes, uncounted & ~open_builds),
    word<&Power::build, &Build::domes>("build", "domes", domes, uncounted & ~plain_ends),
    word<&Power::end, &End::take_block>("end", "take_block", yes, uncounted & ~(plain_ends | blocks_stay)),
    word<&Power::end, &End::petrify>("end", "petrify", petrify, uncounted & ~(plain_ends | workers_stay | others_stay)),
    number<&Power::end, &End::unmoved_builds>("end", "unmoved_builds", 9, uncounted & ~plain_ends),
    word<&Power::end, &End::token>("end", "token", token, uncounted & ~plain_ends),
    word<&Power::end, &End::wind>("end", "wind", wind, uncounted & ~plain_ends),
    word<&Power::end, &End::exchange>("end", "exchange", exchange, uncounted & ~(plain_ends | others_stay)),
    word<&Power::end, &End::domes>("end", "domes", domes, uncounted & ~plain_ends),
    word<&Power::end, &End::slay>("end", "slay", yes, uncounted & ~(plain_ends | workers_stay | others_stay)),
    word<&Power::end, &End::sink>("end", "sink", sink, uncounted & ~(plain_ends | blocks_stay)),
    word<&Power::end, &End::bind>("end", "bind", bind, uncounted & ~plain_ends),
    word<&Power::opponent, &Opponent::no_climb>("opponent", "no_climb", yes, everywhere),
    word<&Power::opponent, &Opponent::descent>("opponent", "descent", descent, uncounted),
    word<&Power::opponent, &Opponent::no_win>("opponent", "no_win", no_win, uncounted),
    word<&Power::opponent, &Opponent::no_build>("opponent", "no_build", no_build, uncounted & ~open_builds),
    word<&Power::opponent, &Opponent::sleep>("opponent", "sleep", yes, uncounted),
    word<&Power::opponent, &Opponent::bound>("opponent", "bound", bound, uncounted & ~open_builds),
    word<&Power::opponent, &Opponent::must_climb>("opponent", "must_climb", yes, uncounted & ~open_builds),
    word<&Power::opponent, &Opponent::carry>("opponent", "carry", yes, uncounted & ~open_builds),
    word<&Power::opponent, &Opponent::coins>("opponent", "coins", coins, uncounted & ~open_builds),
    word<&Power::everyone, &Everyone::wind>("everyone", "wind", yes, uncounted),
    word<&Power::everyone, &Everyone::whirl>("everyone", "whirl", whirl, uncounted & ~open_builds),
    word<&Power::everyone, &Everyone::closed_token>("everyone", "closed_token", yes, uncounted & ~open_builds),
    word<&Power::everyone, &Everyone::place_on_dome>("everyone", "place_on_dome", yes,
                                                     uncounted & ~(quiet_domes | others_stay | open_builds)),
    number<&Power::win, &Win::drop>("win", "drop", 3, everywhere),
    word<&Power::win, &Win::exactly>("win", "exactly", yes, everywhere),
    word<&Power::win, &Win::together>("win", "together", yes, uncounted),
    number<&Power::win, &Win::towers>("win", "towers", board_squares, uncounted & ~(quiet_domes | open_builds)),
    word<&Power::win, &Win::takes_fate>("win", "takes_fate", yes, uncounted & ~(plain_moves | open_builds)),
    whole<&Power::abyss>("abyss", yes, uncounted & ~open_builds),
    whole<&Power::again>("again", again, uncounted & ~(quiet_domes | others_stay)),
    whole<&Power::their_power>("their_power", yes, uncounted & ~open_builds),
    whole<&Power::once>("once", yes, uncounted & ~plain_moves),
};

}  // namespace vocabulary_table

constexpr std::span<const Word> vocabulary() { return vocabulary_table::words; }
const Word* find_word(std::string_view group, std::string_view name);

// What contradicts itself or is missing in an entry, as "group.word" or "group"; nothing if it can be played.
std::optional<std::string_view> contradiction(const Power& power);

}  // namespace santorini
