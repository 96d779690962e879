// The vocabulary as a table: every word a card may use, by name, and which quick ways know it. Home-made powers,
// documentation, learning and the traits (core/rules/traits.h) read entries through it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/rules/power.h"

namespace santorini {

// The quick ways, a bit each. Where a card uses a word without the bit, that quick way is not taken, and the machine of
// steps decides. `Traits` (core/rules/traits.h) says what each of them is. A new word is known to none.
namespace ways {

using Ways = uint16_t;
inline constexpr Ways none = 0;
inline constexpr Ways counting = 1, plain_moves = 2, plain_ends = 4, plain_choices = 8, moving_wins = 16;
inline constexpr Ways familiar = 32, quiet_domes = 64, workers_stay = 128, blocks_stay = 256, others_stay = 512;
inline constexpr Ways uncounted = plain_moves | plain_ends | plain_choices | moving_wins | familiar | quiet_domes |
                                  workers_stay | blocks_stay | others_stay;
inline constexpr Ways everywhere = uncounted | counting;

}  // namespace ways

struct Word {
    std::string_view group, name;
    std::span<const std::string_view> values;  // names of the values; empty for numbers
    int most;                                  // the largest value
    int (*get)(const Power&);
    void (*set)(Power&, int);
    ways::Ways known;  // the quick ways that know it, whatever its value
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

using Ways = ways::Ways;

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
    word<&Power::setup, &Setup::secret>("setup", "secret", secret, uncounted),
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
    word<&Power::build, &Build::coins>("build", "coins", yes, uncounted),
    word<&Power::build, &Build::domes>("build", "domes", domes, uncounted & ~plain_ends),
    word<&Power::end, &End::take_block>("end", "take_block", yes, uncounted & ~(plain_ends | blocks_stay)),
    word<&Power::end, &End::petrify>("end", "petrify", petrify,
                                     uncounted & ~(plain_ends | plain_choices | workers_stay | others_stay)),
    number<&Power::end, &End::unmoved_builds>("end", "unmoved_builds", 9, uncounted & ~(plain_ends | plain_choices)),
    word<&Power::end, &End::token>("end", "token", token, uncounted & ~plain_ends),
    word<&Power::end, &End::wind>("end", "wind", wind, uncounted & ~plain_ends),
    word<&Power::end, &End::exchange>("end", "exchange", exchange,
                                      uncounted & ~(plain_ends | plain_choices | others_stay)),
    word<&Power::end, &End::domes>("end", "domes", domes, uncounted & ~(plain_ends | plain_choices)),
    word<&Power::end, &End::slay>("end", "slay", yes,
                                  uncounted & ~(plain_ends | plain_choices | workers_stay | others_stay)),
    word<&Power::end, &End::sink>("end", "sink", sink, uncounted & ~(plain_ends | plain_choices | blocks_stay)),
    word<&Power::end, &End::bind>("end", "bind", bind, uncounted & ~(plain_ends | plain_choices)),
    word<&Power::opponent, &Opponent::no_climb>("opponent", "no_climb", yes, everywhere),
    word<&Power::opponent, &Opponent::descent>("opponent", "descent", descent, uncounted),
    word<&Power::opponent, &Opponent::no_win>("opponent", "no_win", no_win, uncounted),
    word<&Power::opponent, &Opponent::no_build>("opponent", "no_build", no_build, uncounted),
    word<&Power::opponent, &Opponent::sleep>("opponent", "sleep", yes, uncounted),
    word<&Power::opponent, &Opponent::bound>("opponent", "bound", bound, uncounted),
    word<&Power::opponent, &Opponent::must_climb>("opponent", "must_climb", yes, uncounted),
    word<&Power::opponent, &Opponent::carry>("opponent", "carry", yes, uncounted),
    word<&Power::opponent, &Opponent::coins>("opponent", "coins", coins, uncounted),
    word<&Power::everyone, &Everyone::wind>("everyone", "wind", yes, uncounted),
    word<&Power::everyone, &Everyone::whirl>("everyone", "whirl", whirl, uncounted),
    word<&Power::everyone, &Everyone::closed_token>("everyone", "closed_token", yes, uncounted),
    word<&Power::everyone, &Everyone::place_on_dome>("everyone", "place_on_dome", yes,
                                                     uncounted & ~(quiet_domes | others_stay)),
    number<&Power::win, &Win::drop>("win", "drop", 3, everywhere),
    word<&Power::win, &Win::exactly>("win", "exactly", yes, everywhere),
    word<&Power::win, &Win::together>("win", "together", yes, uncounted),
    number<&Power::win, &Win::towers>("win", "towers", board_squares, uncounted & ~quiet_domes),
    word<&Power::win, &Win::takes_fate>("win", "takes_fate", yes, uncounted & ~plain_moves),
    whole<&Power::abyss>("abyss", yes, uncounted),
    whole<&Power::again>("again", again, uncounted & ~(quiet_domes | others_stay)),
    whole<&Power::their_power>("their_power", yes, uncounted),
    whole<&Power::once>("once", yes, uncounted & ~(plain_moves | plain_choices)),
};

}  // namespace vocabulary_table

constexpr std::span<const Word> vocabulary() { return vocabulary_table::words; }
const Word* find_word(std::string_view group, std::string_view name);

// What in an entry cannot stand together or lacks something, as "group.word"; nothing if it can be played.
std::optional<std::string_view> contradiction(const Power& power);

}  // namespace santorini
