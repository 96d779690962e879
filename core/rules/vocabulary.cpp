#include "core/rules/vocabulary.h"

#include <array>
#include <type_traits>

namespace santorini {
namespace {

using Names = std::string_view;
constexpr std::array<Names, 2> yes{"no", "yes"};
constexpr std::array<Names, 4> placing{"any", "perimeter", "opposite_edges", "opposite_corners"};
constexpr std::array<Names, 3> order{"turn", "first", "last"};
constexpr std::array<Names, 3> aim{"none", "wind", "song"};
constexpr std::array<Names, 5> secret{"none", "workers", "workers_only", "fate", "abyss"};
constexpr std::array<Names, 3> into{"none", "swap", "push"};
constexpr std::array<Names, 7> moves{"one", "two", "two_freely", "on_perimeter", "any", "travel", "all"};
constexpr std::array<Names, 3> instead{"none", "swap", "ferry"};
constexpr std::array<Names, 5> builds{"one", "elsewhere", "onto_block", "interior", "stock"};
constexpr std::array<Names, 3> builder{"mover", "any", "unmoved"};
constexpr std::array<Names, 3> before{"none", "level", "freely"};
constexpr std::array<Names, 4> domes{"none", "by_mover", "by_all", "anywhere_two"};
constexpr std::array<Names, 3> song{"none", "only", "then_build"};
constexpr std::array<Names, 3> enter{"none", "then_build", "then_move"};
constexpr std::array<Names, 3> petrify{"none", "all", "some"};
constexpr std::array<Names, 3> token{"none", "anywhere", "beside_mover"};
constexpr std::array<Names, 4> wind{"none", "turn", "toggle", "choose"};
constexpr std::array<Names, 3> exchange{"none", "all", "both"};
constexpr std::array<Names, 3> sink{"none", "one_block", "all_blocks"};
constexpr std::array<Names, 3> bind{"none", "worker", "pair"};
constexpr std::array<Names, 3> descent{"free", "none", "not_one"};
constexpr std::array<Names, 3> no_win{"none", "perimeter", "away"};
constexpr std::array<Names, 3> no_build{"none", "but_towers", "but_domes"};
constexpr std::array<Names, 3> bound{"none", "last_move", "each_move"};
constexpr std::array<Names, 3> coins{"open", "closed", "barred"};
constexpr std::array<Names, 4> whirl{"none", "move", "force", "shift"};
constexpr std::array<Names, 3> again{"none", "tower", "dome"};

template <auto Group, auto Field>
constexpr Word word(Names group, Names name, std::span<const Names> values, int most = 0) {
    return {group,
            name,
            values,
            values.empty() ? most : static_cast<int>(values.size()) - 1,
            [](const Power& p) { return static_cast<int>(p.*Group.*Field); },
            [](Power& p, int v) { p.*Group.*Field = static_cast<std::remove_cvref_t<decltype(p.*Group.*Field)>>(v); }};
}
template <auto Field>
constexpr Word whole(Names name, std::span<const Names> values) {
    return {"power",
            name,
            values,
            static_cast<int>(values.size()) - 1,
            [](const Power& p) { return static_cast<int>(p.*Field); },
            [](Power& p, int v) { p.*Field = static_cast<std::remove_cvref_t<decltype(p.*Field)>>(v); }};
}
constexpr std::span<const Names> number{};

constexpr std::array words{
    word<&Power::setup, &Setup::order>("setup", "order", order),
    word<&Power::setup, &Setup::where>("setup", "where", placing),
    word<&Power::setup, &Setup::workers>("setup", "workers", number, 4),
    word<&Power::setup, &Setup::waiting>("setup", "waiting", number, 4),
    word<&Power::setup, &Setup::sexes>("setup", "sexes", yes),
    word<&Power::setup, &Setup::aim>("setup", "aim", aim),
    word<&Power::setup, &Setup::secret>("setup", "secret", secret),
    word<&Power::setup, &Setup::deck>("setup", "deck", yes),
    word<&Power::start, &Start::steal>("start", "steal", yes),
    word<&Power::start, &Start::stock>("start", "stock", yes),
    word<&Power::start, &Start::corners>("start", "corners", yes),
    word<&Power::turn, &Turning::song>("turn", "song", song),
    word<&Power::turn, &Turning::enter>("turn", "enter", enter),
    word<&Power::turn, &Turning::exchange>("turn", "exchange", yes),
    word<&Power::move, &Move::climb>("move", "climb", number, 3),
    word<&Power::move, &Move::into>("move", "into", into),
    word<&Power::move, &Move::moves>("move", "moves", moves),
    word<&Power::move, &Move::ring>("move", "ring", yes),
    word<&Power::move, &Move::ferry>("move", "ferry", yes),
    word<&Power::move, &Move::removes_behind>("move", "removes_behind", yes),
    word<&Power::move, &Move::instead>("move", "instead", instead),
    word<&Power::build, &Build::builds>("build", "builds", builds),
    word<&Power::build, &Build::by>("build", "by", builder),
    word<&Power::build, &Build::before>("build", "before", before),
    word<&Power::build, &Build::dome>("build", "dome", yes),
    word<&Power::build, &Build::under>("build", "under", yes),
    word<&Power::build, &Build::woman_dome>("build", "woman_dome", yes),
    word<&Power::build, &Build::coins>("build", "coins", yes),
    word<&Power::build, &Build::domes>("build", "domes", domes),
    word<&Power::end, &End::take_block>("end", "take_block", yes),
    word<&Power::end, &End::petrify>("end", "petrify", petrify),
    word<&Power::end, &End::unmoved_builds>("end", "unmoved_builds", number, 9),
    word<&Power::end, &End::token>("end", "token", token),
    word<&Power::end, &End::wind>("end", "wind", wind),
    word<&Power::end, &End::exchange>("end", "exchange", exchange),
    word<&Power::end, &End::domes>("end", "domes", domes),
    word<&Power::end, &End::slay>("end", "slay", yes),
    word<&Power::end, &End::sink>("end", "sink", sink),
    word<&Power::end, &End::bind>("end", "bind", bind),
    word<&Power::opponent, &Opponent::no_climb>("opponent", "no_climb", yes),
    word<&Power::opponent, &Opponent::descent>("opponent", "descent", descent),
    word<&Power::opponent, &Opponent::no_win>("opponent", "no_win", no_win),
    word<&Power::opponent, &Opponent::no_build>("opponent", "no_build", no_build),
    word<&Power::opponent, &Opponent::sleep>("opponent", "sleep", yes),
    word<&Power::opponent, &Opponent::bound>("opponent", "bound", bound),
    word<&Power::opponent, &Opponent::must_climb>("opponent", "must_climb", yes),
    word<&Power::opponent, &Opponent::carry>("opponent", "carry", yes),
    word<&Power::opponent, &Opponent::coins>("opponent", "coins", coins),
    word<&Power::everyone, &Everyone::wind>("everyone", "wind", yes),
    word<&Power::everyone, &Everyone::whirl>("everyone", "whirl", whirl),
    word<&Power::everyone, &Everyone::closed_token>("everyone", "closed_token", yes),
    word<&Power::everyone, &Everyone::place_on_dome>("everyone", "place_on_dome", yes),
    word<&Power::win, &Win::drop>("win", "drop", number, 3),
    word<&Power::win, &Win::exactly>("win", "exactly", yes),
    word<&Power::win, &Win::together>("win", "together", yes),
    word<&Power::win, &Win::towers>("win", "towers", number, 25),
    word<&Power::win, &Win::takes_fate>("win", "takes_fate", yes),
    whole<&Power::abyss>("abyss", yes),
    whole<&Power::again>("again", again),
    whole<&Power::their_power>("their_power", yes),
    whole<&Power::once>("once", yes),
};

}  // namespace

std::span<const Word> vocabulary() { return words; }

const Word* find_word(std::string_view group, std::string_view name) {
    for (const Word& w : words) {
        if (w.group == group && w.name == name) return &w;
    }
    return nullptr;
}

std::optional<std::string_view> contradiction(const Power& p) {
    const End& e = p.end;
    const int ends = e.take_block + (e.petrify != Petrify::none) + (e.unmoved_builds != 0) + (e.token != Token::none) +
                     (e.wind != Wind::none) + (e.exchange != Exchange::none) + (e.domes != Domes::none) + e.slay +
                     (e.sink != Sink::none) + (e.bind != Bind::none);
    if (ends > 1) return "end";
    // Each turn has one thread of moves and builds; these replace it in different ways.
    const bool all = p.move.moves == Moves::all, travel = p.move.moves == Moves::travel;
    const bool stock = p.build.builds == Builds::stock, dome_builds = p.build.domes != Domes::none;
    if ((all || travel) &&
        (p.build.before != Before::none || p.move.ferry || p.move.instead != Instead::none || stock || dome_builds))
        return "move.moves";
    if (all && (p.build.builds != Builds::one || p.build.by != Builder::mover || p.build.woman_dome))
        return "move.moves";
    if (dome_builds && (p.build.builds != Builds::one || p.build.by != Builder::mover)) return "build.domes";
    if (dome_builds && p.build.domes == Domes::anywhere_two) return "build.domes";
    if (p.build.before != Before::none && (p.move.ferry || p.move.instead != Instead::none)) return "build.before";
    if (p.start.corners + (p.turn.song != Song::none) + p.move.ferry + (p.move.instead != Instead::none) > 1)
        return "start.corners";
    if (p.turn.exchange && e.exchange != Exchange::none) return "turn.exchange";
    if (p.start.stock != stock) return "start.stock";
    // The card keeps one number and one set of tokens.
    if (stock + p.build.coins + p.everyone.place_on_dome > 1) return "setup.waiting";
    if (p.build.coins && e.token != Token::none) return "build.coins";
    if ((p.opponent.coins != Coins::open) != p.build.coins) return "opponent.coins";
    if ((p.everyone.whirl != Whirl::none) != (e.token == Token::anywhere)) return "everyone.whirl";
    if (p.everyone.closed_token != (e.token == Token::beside_mover)) return "everyone.closed_token";
    if (p.everyone.wind != (e.wind != Wind::none)) return "everyone.wind";
    if ((p.setup.aim == Aim::song) != (p.turn.song != Song::none) || (p.setup.aim == Aim::wind && !p.everyone.wind))
        return "setup.aim";
    if ((p.setup.secret == Secret::fate) != p.win.takes_fate) return "setup.secret";
    if ((p.setup.secret == Secret::abyss) != p.abyss) return "setup.secret";
    if (p.setup.waiting && !p.build.coins && !p.everyone.place_on_dome) return "setup.waiting";
    if (p.everyone.place_on_dome && p.setup.workers + p.setup.waiting > 4) return "setup.waiting";
    if (p.setup.workers < 1) return "setup.workers";
    const bool opposite = p.setup.where == Placing::opposite_edges || p.setup.where == Placing::opposite_corners;
    if (opposite && p.setup.workers != 2) return "setup.where";
    if (p.build.woman_dome && !p.setup.sexes) return "setup.sexes";
    if (p.turn.enter != Enter::none && (!p.once || p.setup.workers > 3)) return "turn.enter";
    if (p.win.exactly && !p.win.drop) return "win.exactly";
    if (p.their_power && p.again == Again::none) return "power.their_power";
    // A borrowed power brings its own words along.
    if (p.setup.deck || p.start.steal) {
        Power rest = p;
        rest.setup.deck = rest.start.steal = false;
        if (!(rest == Power{}) || (p.setup.deck && p.start.steal)) return "start.steal";
    }
    return std::nullopt;
}

}  // namespace santorini
